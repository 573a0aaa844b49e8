#!/bin/sh
# start.sh starts the kernel: start.sh CONNECTION_FILE
#
# LCLASS_ROOT  the repository, or what lclass-kernel install made in its place
# LCLASS_CI    set: raw compiler errors, no completion server
# LCLASS_LOG   a file for the kernel's log
set -eu

fail() {
	echo "Go (lclass): $*" >&2
	exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${LCLASS_ROOT-}" ]; then
	if [ -f "$here/root" ]; then
		IFS= read -r LCLASS_ROOT <"$here/root"
	elif [ -d "$here/root" ]; then
		LCLASS_ROOT=$here/root
	else
		LCLASS_ROOT=$(cd "$here/../../../../.." && pwd)
	fi
fi
export LCLASS_ROOT

bin=$LCLASS_ROOT/bin raw=false
[ -z "${LCLASS_CI-}" ] || raw=true
remedy="run 'make kernel' in $LCLASS_ROOT"
[ ! -d "$here/root" ] || remedy="run 'lclass-kernel install'"
[ -x "$bin/lclass-kernel" ] || fail "$bin/lclass-kernel is missing: $remedy"

# The directories of the build, not those of this user: the modules and the
# warm cache are there, and a go found on PATH may be another version.
{
	IFS= read -r goroot
	IFS= read -r modules
	IFS= read -r cache
} <"$LCLASS_ROOT/bin/go.dirs"
[ -x "$goroot/bin/go" ] || fail "no Go in $goroot any more: $remedy"
[ ! -d "$modules" ] || export GOMODCACHE="$modules"
[ -n "${GOCACHE-}" ] || [ ! -w "$cache" ] || export GOCACHE="$cache"
export PATH="$LCLASS_ROOT/kernel/cell:$bin:$goroot/bin:$PATH" LCLASS_GOROOT="$goroot" GOTOOLCHAIN=local GOPROXY=off

unset GOROOT GOWORK GO111MODULE GOOS GOARCH GOEXPERIMENT
. "$here/env.sh"

exec lclass-kernel "$1" -raw_error="$raw" -logtostderr=false -stderrthreshold=FATAL \
	-log_file=/dev/null -extra_log="${LCLASS_LOG:-/dev/null}"
