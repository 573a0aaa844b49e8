#!/bin/sh
# assignments.sh tests the assignments: lgrade, the hidden checks, the plugin for
# nbgrader, and by selftest what each assignment accepts and refuses. With -short it
# leaves out all that compiles answers to WebAssembly.
set -eu
cd "$(dirname "$0")/.."

for module in assignments/lgrade assignments/hidden; do
	go -C $module vet ./...
	(cd $module && ../../bin/staticcheck ./...)
	go -C $module test -vet=off -timeout=5h "$@" ./...
done

[ $# != 0 ] || export LGRADE="$PWD/bin/lgrade"
"$(tools/jupyter.sh find)" -B -m unittest discover -v -s assignments/nbgrader -p '*_test.py'
[ $# != 0 ] || bin/lgrade selftest --seeds 2
