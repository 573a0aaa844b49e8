#!/bin/sh
# apt.sh installs what the lab needs of Debian, in the versions of ARCH.txt:
#
#   apt.sh install               the packages of packages.txt, with all they need
#   apt.sh files PACKAGE DIR     only the files of a package, into a directory
#   apt.sh pins ARCH PACKAGE...  print the versions that Debian has today, also of
#                                the packages given
set -eu

here=$(cd "$(dirname "$0")" && pwd)
packages=$(cat "$here/packages.txt")
arch=$(dpkg --print-architecture)
pins=$here/$arch.txt

update() { apt-get update -q >/dev/null; }

# pinned PACKAGE prints it with its version, or only itself if there is none.
pinned() { grep -s "^$1=" "$pins" || echo "$1"; }

gone() {
	echo "Debian does not have these versions any more: run 'make image-pins', build, and test" >&2
	exit 1
}

case $1 in
install)
	update
	[ ! -f "$pins" ] || packages=$(grep -v '^jupyterlab=' "$pins")
	[ -f "$pins" ] || echo "there are no pins for $arch: taking what Debian has today" >&2
	# shellcheck disable=SC2086 # a list of packages
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages || gone
	rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/log/* /var/cache/debconf/*-old
	;;
files)
	update
	cd "$(mktemp -d)"
	apt-get download -q "$(pinned "$2")" || gone
	dpkg -x ./*.deb x
	mkdir -p "$3/usr/share" "$3/usr/lib/python3"
	cp -a x/usr/bin "$3/usr/"
	cp -a x/usr/share/jupyter "$3/usr/share/"
	cp -a x/usr/lib/python3/dist-packages "$3/usr/lib/python3/"
	[ ! -d x/etc ] || cp -a x/etc "$3/"
	;;
pins)
	arch=$2
	shift 2
	dpkg --add-architecture "$arch"
	update
	# shellcheck disable=SC2086 # a list of packages
	simulate() { apt-get install -s -q --no-install-recommends "$@" $packages | sed -n 's/^Inst \([^ :]*\)[^(]*(\([^ ]*\) .*/\1=\2/p'; }
	simulate >/tmp/pins
	if [ "$arch" != "$(dpkg --print-architecture)" ]; then
		# A machine of that architecture on which nothing is installed yet; what
		# the base brings is left out again.
		cut -d = -f 1 /tmp/pins >/tmp/wanted
		: >/tmp/status
		simulate -o "APT::Architecture=$arch" -o "APT::Architectures::=$arch" -o Dir::State::status=/tmp/status >/tmp/all
		awk -F = 'NR == FNR { wanted[$1]; next } $1 in wanted' /tmp/wanted /tmp/all >/tmp/pins
	fi
	for package; do
		apt-cache madison "$package" | awk 'NR == 1 { print $1 "=" $3 }' >>/tmp/pins
	done
	LC_ALL=C sort /tmp/pins
	;;
esac
