#!/bin/sh
# cc.sh makes sure that there is a C compiler, which the race detector needs.
set -eu

compiler() { command -v "${CC:-gcc}" || command -v cc || command -v clang; }

compiler >/dev/null && exit
"$(dirname "$0")/apt.sh" gcc libc6-dev || true
compiler >/dev/null && exit
echo "go test -race needs a C compiler: install gcc and the C library's headers (Debian: gcc libc6-dev)" >&2
exit 1
