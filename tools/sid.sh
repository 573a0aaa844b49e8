#!/bin/sh
# sid.sh runs a program of Debian sid, which has the newest packages, on any Debian:
#
#     sid.sh PROGRAM [ARGUMENT...]
#
# The program runs in a chroot with the peers of tools/bench.sh, in an empty
# environment. Its current directory is this clone. The first call makes the
# chroot in the cache, with mmdebstrap as root; remove it to have it made again.
# Nothing else on the system changes: the mounts belong to the program and end
# with it.
set -eu

packages="python3-sklearn python3-statsmodels python3-threadpoolctl libopenblas0-pthread liblinear-tools r-base-core r-cran-glmnet"
root=${LCLASS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lclass}/sid
recipe="sid: $packages"

say() { echo "sid.sh: $*" >&2; }
fail() {
	say "$*"
	exit 1
}

[ "$(id -u)" = 0 ] || fail "only root can use a chroot of Debian sid"
unshare --mount true 2>/dev/null || fail "a chroot of Debian sid needs unshare, and permission to mount"

made() { [ "$(cat "$root/linclass.recipe" 2>/dev/null)" = "$recipe" ]; }

make() {
	command -v apt-get >/dev/null || fail "a chroot of Debian sid needs the apt of Debian"
	command -v mmdebstrap >/dev/null || fail "a chroot of Debian sid needs mmdebstrap: apt-get install mmdebstrap"
	# shellcheck disable=SC2016 # apt-get expands it
	mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' | sed -n 's/^Debian Debian //p' | sort -u | head -n 1)
	[ -n "$mirror" ] || fail "apt has no mirror of Debian: apt-get update"
	say "making a chroot of Debian sid in $root; this takes some minutes"
	rm -rf --one-file-system "$root.new" "$root"
	# shellcheck disable=SC2086 # a list of packages
	unshare --mount mmdebstrap --quiet --variant=apt --components=main \
		--aptopt='Acquire::Check-Valid-Until "false"' \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
		--include="$(echo $packages | tr ' ' ,)" sid "$root.new" "$mirror" >&2 ||
		fail "mmdebstrap failed; the next call starts again"
	mkdir -p "$root.new/linclass"
	echo "$recipe" >"$root.new/linclass.recipe"
	mv "$root.new" "$root"
}

if ! made; then
	mkdir -p "$(dirname "$root")"
	exec 9>"$root.lock"
	flock 9 # in case another call is making it
	made || make
	exec 9>&-
fi

cd "$(dirname "$0")/.."
# exec, so that signals reach the program.
# shellcheck disable=SC2016 # it is for the inner shell
exec unshare --mount sh -euc '
	root=$1
	shift
	mount --bind . "$root/linclass"
	mount --rbind /proc "$root/proc"
	mount --rbind /dev "$root/dev"
	exec chroot "$root" env -i --chdir=/linclass HOME=/root PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 "$@"
' sh "$root" "$@"
