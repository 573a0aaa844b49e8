#!/bin/sh
# warm.sh compiles what cells import, as the kernel compiles it, so that the
# first cell of a notebook takes as long as the others.
set -eu

cd "$(dirname "$0")/.."
. kernel/share/jupyter/kernels/lclass/env.sh

# Every string of a notebook that names a package is taken for an import.
imports() {
	cat notebooks/*.ipynb 2>/dev/null | grep -o '\\"[a-z][A-Za-z0-9./_-]*\\"' | tr -d '\\"' | sort -u |
		xargs go list -e -f '{{if not .Error}}{{.ImportPath}}{{end}}' ./lclass 2>/dev/null
}

echo "warming the build cache"
# shellcheck disable=SC2046 # a list of packages
if ! go build ./... testing $(imports); then
	echo "the build cache is not warm: the first cells of a notebook will be slow" >&2
fi
