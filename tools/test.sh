#!/bin/sh
# test.sh sets up what is missing and runs every check but those that take long, which
# are for .ci/run. It ends with what each took and what failed.
set -eu
cd "$(dirname "$0")/.."
. tools/stages.sh

# As cells are compiled, but for their tag: what tests, tools and cells share is
# compiled once.
. kernel/share/jupyter/kernels/lclass/env.sh
export GOFLAGS="$GOFLAGS -tags="

# Only what never ends takes this long.
patience=-timeout=5h

formatted() {
	unformatted=$(git ls-files --cached --others --exclude-standard '*.go' | xargs "$(go env GOROOT)/bin/gofmt" -l)
	[ -z "$unformatted" ] || {
		echo "run gofmt -w on:"
		echo "$unformatted"
		return 1
	}
}

shell_scripts() {
	command -v shellcheck >/dev/null || tools/apt.sh shellcheck || {
		echo "SKIPPED: there is no shellcheck here, and it cannot be installed"
		return 0
	}
	git ls-files --cached --others --exclude-standard '*.sh' .ci/run | xargs shellcheck -x -P SCRIPTDIR
}

lclass_kernel() {
	go -C tools vet ./... && go -C tools test -vet=off $patience ./...
}

stage set-up make -s ready
[ ! -e "$stages/failed" ] || finish
stage gofmt formatted
stage vet go vet ./...
stage "vet -tags notebook" go vet -tags notebook ./...
stage staticcheck bin/staticcheck ./...
stage shellcheck shell_scripts
# go vet has seen more than go test would look for.
stage "tests and examples" env LCLASS_TEST_KERNEL=1 go test -vet=off $patience ./...
stage "lclass-kernel" lclass_kernel
stage "cells of a careless class" make -s check-kernel
stage "Arrow frames" go -C frames/arrowframe test $patience ./...
stage assignments make -s test-assignments
stage "notebook tools" make -s check-tools
stage "stripped notebooks" make -s check-notebooks
stage notebooks make -s run-notebooks
stage players make -s players
finish
