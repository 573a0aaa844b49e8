#!/bin/sh
# assignments.sh tests the assignments: lgrade, the hidden checks, the plugin for
# nbgrader, and by selftest what each assignment accepts and refuses.
set -eu
cd "$(dirname "$0")/.."

for module in assignments/lgrade assignments/hidden; do
	go -C $module vet ./...
	(cd $module && ../../bin/staticcheck ./...)
	go -C $module test -vet=off -timeout=5h ./...
done
LGRADE=$PWD/bin/lgrade "$(tools/jupyter.sh find)" -B -m unittest discover -v -s assignments/nbgrader -p '*_test.py'
bin/lgrade selftest --seeds 2
