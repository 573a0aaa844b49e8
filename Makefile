# Everything that make does here stays in this directory, but for Go's own
# caches and, where Jupyter or a C compiler is missing, Debian packages.

RUN = "$$(tools/jupyter.sh find)" -B
NOTEBOOKS = $(wildcard notebooks/*.ipynb assignments/*/*.ipynb)
PRINTED = notebooks/lecture/printed.tsv
FLAGS =

# A go.work of a directory above would hide the modules here.
export GOWORK = off

# As cells are compiled, but for their tag: what programs, tests and cells share is
# compiled once.
export GOFLAGS := $(shell . kernel/share/jupyter/kernels/lclass/env.sh && echo "$$GOFLAGS") -tags=
export CGO_ENABLED = 0

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: kernel jupyter ## build the tools and the kernel, find or install Jupyter
	@kernel/warm.sh

.PHONY: notebooks
notebooks: setup fetch ## run all notebooks, write the pages to build/
	@$(MAKE) -s run-notebooks

.PHONY: test
test: go ## set up and run the checks: format, vet, unit tests, notebooks (FLAGS=all: the slow ones, too)
	@tools/test.sh $(FLAGS)

.PHONY: race
race: go compiler fetch ## run the tests of concurrent packages under the race detector
	@tools/race.sh

.PHONY: test-cluster
test-cluster: staticcheck ## test fits on many machines, with a Temporal server, three hosts and faults
	@tools/cluster.sh

.PHONY: players
players: go ## click through the players of the pages in build/, in a headless Chromium
	@tools/players.sh

.PHONY: lab
lab: setup ## open Jupyter in notebooks/ (FLAGS=... goes to Jupyter)
	@tools/lab.sh $(FLAGS)

.PHONY: data
data: kernel ## fetch MNIST and Titanic
	bin/lclass-data all

.PHONY: kernel
kernel: go ## build the kernel "Go (lclass)"
	@kernel/build.sh

.PHONY: soak
soak: setup ## simulate a class that works in ten kernels for an hour (FLAGS="-for 5m")
	@$(RUN) kernel/soak.py $(FLAGS)

.PHONY: install-kernel
install-kernel: kernel ## register the kernel with your own Jupyter or editor
	@bin/lclass-kernel install -clone .

.PHONY: uninstall-kernel
uninstall-kernel: go ## undo install-kernel
	@go -C kernel run ./cmd/lclass-kernel uninstall

.PHONY: site
site: jupyter release ## make the site in build/site: the pages of build/, with cells that run in the browser
	@tools/site.sh
	@tools/site_pages.sh

.PHONY: site-serve
site-serve: ## show the site in build/site on http://localhost:8000
	@python3 -m http.server --bind 127.0.0.1 --directory build/site 8000

.PHONY: test-site
test-site: notebooks site ## run the cells of all notebooks on the site, and compare
	@tools/test-site.sh $(FLAGS)
	@tools/site_pages.sh test

.PHONY: site-bench
site-bench: ## measure the toolchain in build/site: download, times, memory (FLAGS=perceptron: the cells of one lesson)
	@node site/test/bench.mjs $(FLAGS)

.PHONY: lgrade
lgrade: go ## build bin/lgrade, which releases, checks and grades assignments
	@go -C assignments/lgrade build -o $(CURDIR)/bin/ .

.PHONY: release
release: lgrade ## make the students' notebooks of all assignments, in build/release
	@bin/lgrade release all -o build/release

.PHONY: dist
dist: go ## build lgrade, lclass-worker and lclass-fit for all systems, in build/dist (VERSION=v0.1.0)
	@tools/dist.sh $(or $(VERSION),v0.0.0)

.PHONY: test-assignments
test-assignments: staticcheck lgrade jupyter ## test the assignments, their checks and lgrade
	@tools/assignments.sh

.PHONY: strip
strip: jupyter ## bring the notebooks and their table printed.tsv into the form kept in git
	@$(RUN) tools/nbtext.py strip $(NOTEBOOKS)
	@LC_ALL=C sort -u $(PRINTED) | LC_ALL=C sort -s -t "$$(printf '\t')" -k1,1 -k3,3n -o $(PRINTED)

.PHONY: picture
picture: go ## draw the picture of the README
	go run ./notebooks/cover docs/linclass.png

.PHONY: conformance
conformance: go ## compare with scikit-learn, statsmodels, R and LIBLINEAR, run now
	@tools/conformance.sh $(FLAGS)

.PHONY: image
image: ## build the Docker lab image
	@docker/build.sh $(FLAGS)

.PHONY: image-run
image-run: ## run the lab image, files in WORK (default: ~/linclass)
	@docker/run.sh $(FLAGS)

.PHONY: image-test
image-test: lgrade ## build the lab image and test it, also in a headless Chromium
	@docker/test.sh $(FLAGS)

.PHONY: image-pins
image-pins: go ## update the pinned versions in the lab image
	@docker/pins.sh

.PHONY: image-sbom
image-sbom: go ## list what is in the lab image, into build/lab/bom.json
	@docker/sbom.sh

.PHONY: bench
bench: setup fetch ## measure and compare with other programs (FLAGS=-quick: each fit once)
	@tools/bench.sh $(FLAGS)

.PHONY: micro
micro: go ## run the Go benchmarks (FLAGS=-count=10: for benchstat)
	@go test -run '^$$' -bench . -benchmem $(FLAGS) ./...

.PHONY: fuzz
fuzz: go ## give every parser random input (FLAGS=-fuzztime=1000000x: this many inputs each)
	@tools/fuzz.sh $(FLAGS)

.PHONY: publish-as
publish-as: go ## give the modules the path MODULE=github.com/OWNER/NAME, in all files of the clone
	@go -C tools run ./publish -C .. '$(MODULE)'

.PHONY: test-publish
test-publish: go jupyter ## install the library, the other modules and the kernel as users do, from a locally published copy
	@LCLASS_TEST_PUBLISH=1 go -C tools test -count=1 -timeout=5h -v -run '^TestPublished$$' $(FLAGS) ./publish

.PHONY: clean
clean: ## remove what make built
	rm -rf bin build

# The parts of the above.

# What the checks need of the set-up: nobody completes names in them.
.PHONY: ready
ready: staticcheck jupyter
	@kernel/build.sh -headless
	@kernel/warm.sh
	@tools/data.sh

.PHONY: staticcheck
staticcheck: go
	@go -C tools build -o $(CURDIR)/bin/ honnef.co/go/tools/cmd/staticcheck

.PHONY: go
go:
	@command -v go >/dev/null || { echo "Go is missing: install it from https://go.dev/dl/ and put its bin directory on PATH"; exit 1; }

.PHONY: jupyter
jupyter:
	@tools/jupyter.sh >/dev/null

.PHONY: compiler
compiler:
	@tools/cc.sh

.PHONY: fetch
fetch: kernel
	@tools/data.sh

.PHONY: check-tools
check-tools:
	@$(RUN) -m unittest discover -b -s tools -p '*_test.py'
	@$(RUN) -m unittest discover -b -s docker -p 'give_test.py'

.PHONY: check-kernel
check-kernel:
	@$(RUN) kernel/kernel_test.py

.PHONY: check-notebooks
check-notebooks:
	@$(RUN) tools/nbtext.py check $(NOTEBOOKS)
	@$(RUN) tools/questions.py check

.PHONY: run-notebooks
run-notebooks:
	@LCLASS_OFFLINE=1 $(RUN) tools/run_notebooks.py $(FLAGS)

# The assembly of the inner loops.
.PHONY: generate
generate: go
	go generate ./lclass/internal/kernel

# What the workflows run beside make test; CONTRIBUTING.md describes it.
.PHONY: platforms
platforms: go
	@tools/platforms.sh

.PHONY: interface
interface: go
	@tools/interface.sh

.PHONY: vulnerabilities
vulnerabilities: go
	@tools/vulnerabilities.sh
