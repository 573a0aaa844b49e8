#!/bin/sh
# apt.sh installs Debian packages as root or with sudo; it fails where apt is
# not there: apt.sh PACKAGE...
set -eu

command -v apt-get >/dev/null || exit 1
if [ "$(id -u)" = 0 ]; then
	as_root=
elif command -v sudo >/dev/null; then
	as_root=sudo
else
	exit 1
fi

echo "installing with apt: $*" >&2
$as_root apt-get update -q >/dev/null || echo "apt-get update failed; trying to install anyway" >&2
$as_root env DEBIAN_FRONTEND=noninteractive \
	apt-get install -q -y --no-install-recommends "$@" >/dev/null
