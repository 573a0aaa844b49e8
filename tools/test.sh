#!/bin/sh
# test.sh sets up what is missing and runs the checks: test.sh [short], or test.sh all
# with those that take long. It ends with what each took and what failed. The checks
# are in three lanes, of which two run side by side: test.sh short|all LANE.
set -eu
cd "$(dirname "$0")/.."
. tools/stages.sh

short=-short again=''
mode=${1-short}
[ "$mode" = short ] || short='' again=--again

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
		echo "SKIPPED: shellcheck is missing and cannot be installed"
		return 0
	}
	git ls-files --cached --others --exclude-standard '*.sh' .ci/run | xargs shellcheck -x -P SCRIPTDIR
}

workflows() {
	go -C tools build -o "$PWD/bin/" github.com/rhysd/actionlint/cmd/actionlint && bin/actionlint
}

# module vets and tests a module of its own: module DIRECTORY FLAG...
module() {
	dir=$1
	shift
	go -C "$dir" vet ./... && LCLASS_TEST_KERNEL=1 go -C "$dir" test -vet=off $patience "$@" ./...
}

# bench_cells runs the cells of the bench once.
bench_cells() { JUPYTER_PATH=$PWD/kernel/share/jupyter "$(tools/jupyter.sh find)" -B bench/peers/cells.py 0; }

# light prints all packages but those that import arrow-go, for whose generated
# functions staticcheck takes more than ten minutes.
light() { go list -f '{{.ImportPath}} {{join .Deps " "}}' ./... | grep -v apache/arrow-go | cut -d ' ' -f 1; }

# tagged prints the packages that have files for cells only.
tagged() { git grep -lE '^//go:build (.*[^!])?notebook' -- '*.go' | xargs -n1 dirname | sort -u | sed 's|^|./|'; }

case ${2-} in
programs)
	stage gofmt formatted
	stage vet go vet ./...
	# shellcheck disable=SC2046 # a list of packages
	stage "vet -tags notebook" go vet -tags notebook $(if [ -n "$short" ]; then tagged; else echo ./...; fi)
	# shellcheck disable=SC2046 # a list of packages
	stage staticcheck bin/staticcheck $(light)
	stage shellcheck shell_scripts
	stage workflows workflows
	# go vet has seen more than go test would look for.
	stage "tests and examples" go test -vet=off $patience $short ./...
	# shellcheck disable=SC2086 # none or one
	stage kernel module kernel $short
	# shellcheck disable=SC2086 # none or one
	stage publish module tools $short
	[ -n "$short" ] || stage "cells of a careless class" make -s check-kernel
	stage "Arrow frames" go -C frames/arrowframe test $patience $short ./...
	exit
	;;
notebooks)
	stage "stripped notebooks" make -s check-notebooks
	stage notebooks make -s run-notebooks FLAGS=$again
	stage "cells of the bench" bench_cells
	[ -z "$short" ] || exit 0
	stage players make -s players
	stage "notebook tools" make -s check-tools
	exit
	;;
assignments)
	if [ -n "$short" ]; then
		stage assignments tools/assignments.sh -short
	else
		stage assignments make -s test-assignments
	fi
	exit
	;;
esac

stage set-up make -s ready
[ ! -e "$stages/failed" ] || finish
echo "== the checks, each when it is done"
printf '%s\n' notebooks programs assignments | stages=$stages xargs -P 2 -n 1 tools/test.sh "$mode" ||
	echo "a lane of checks did not finish" >>"$stages/failed"
finish
