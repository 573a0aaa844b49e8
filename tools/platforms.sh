#!/bin/sh
# platforms.sh compiles the library, its tests, lgrade, the kernel and the programs of
# cluster for all systems that they are for, and vets them. PLATFORMS names other systems.
set -eu
cd "$(dirname "$0")/.."

# The others are for the lab, for benchmarks, or ask programs that run on Linux only.
library='./lclass/... ./datasets/... ./frames/... ./plots/... ./examples/... ./internal/...'
failed=0
for platform in ${PLATFORMS-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}; do
	export GOOS="${platform%/*}" GOARCH="${platform#*/}"
	echo "$platform"
	# shellcheck disable=SC2086 # a list of packages
	go vet $library || failed=1
	for module in assignments/lgrade cluster frames/arrowframe; do
		go -C $module vet ./... || failed=1
	done
	cells=./...
	[ "$GOOS" != windows ] || cells=./cmd/lclass-kernel # which says there that it needs WSL
	go -C kernel vet "$cells" || failed=1
done
exit $failed
