#!/bin/sh
# test.sh runs every check of the project and says how long each took.
set -eu
cd "$(dirname "$0")/.."

failed=
stage() {
	name=$1
	shift
	echo "== $name"
	start=$(date +%s)
	if "$@"; then state=ok; else
		state=FAILED
		failed="$failed $name,"
	fi
	echo "== $name: $state, $(($(date +%s) - start)) s"
}

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

# The packages of this module that do several things at once.
concurrent() {
	git grep -lE '^	"sync(/atomic)?"|^	+go (func|[a-z]+[(.])' -- '*.go' ':!assignments/lgrade' ':!docker' ':!tools' |
		xargs -n1 dirname | sort -u | sed 's|^|./|'
}

stage gofmt formatted
stage vet go vet ./...
stage "vet -tags notebook" go vet -tags notebook ./...
stage staticcheck bin/staticcheck ./...
stage shellcheck shell_scripts
stage "tests and examples" env LCLASS_TEST_KERNEL=1 go test ./...
# shellcheck disable=SC2046 # a list of packages
stage "data races" go test -race $(concurrent)
stage "Arrow frames" go -C frames/arrowframe test ./...
stage assignments make -s test-assignments
stage "notebook tools" make -s check-tools
stage "stripped notebooks" make -s check-notebooks
stage notebooks make -s run-notebooks
stage players make -s players

[ -z "$failed" ] || {
	echo "FAILED:${failed%,}"
	exit 1
}
