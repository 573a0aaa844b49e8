#!/bin/sh
# build.sh builds what the kernel runs with into bin/, and notes where Go keeps
# its files, so that the kernel finds them whatever the environment it starts in:
# build.sh [-headless], which leaves out what completes names.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
mkdir -p bin
[ -x bin/lclass-kernel ] || echo "building the kernel and its tools: about a minute"
go env GOROOT GOMODCACHE GOCACHE >bin/go.dirs

# A cell may import any package of any module, and it runs offline.
go mod download

# As cells are compiled, but for their tag: what both need is compiled once.
. kernel/share/jupyter/kernels/lclass/env.sh
completion=golang.org/x/tools/gopls
[ "${1-}" != -headless ] || completion=
# shellcheck disable=SC2086 # none or one
go -C kernel build -tags= -o "$root/bin/" ./cmd/lclass-kernel ./cmd/lclass-cell github.com/janpfeifer/gonb golang.org/x/tools/cmd/goimports $completion
go build -tags= -o bin/ ./datasets/cmd/lclass-data ./plots/cmd/lclass-plot
