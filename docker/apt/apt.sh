#!/bin/sh
# apt.sh installs what the lab needs of Debian, in the versions of ARCH.txt, and
# JupyterLab and its server, whose stable packages wait long for their security fixes, of
# Debian sid, in those of sid.txt:
#
#   apt.sh install     the packages of packages.txt, with all they need
#   apt.sh files DIR   the files of the packages of sid.txt, into a directory
#   apt.sh pins ARCH   print the versions that Debian has today for ARCH.txt
#   apt.sh pins sid    the same for sid.txt
set -eu

here=$(cd "$(dirname "$0")" && pwd)
packages=$(cat "$here/packages.txt")
arch=$(dpkg --print-architecture)
pins=$here/$arch.txt

update() { apt-get update -q >/dev/null; }

# sid adds the packages of Debian sid, from where the others come.
sid() {
	# shellcheck disable=SC2016 # apt-get expands it
	mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' | sed -n 's/^Debian Debian //p' | sort -u | head -n 1)
	echo "deb [check-valid-until=no signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" \
		>/etc/apt/sources.list.d/sid.list
	update
}

gone() {
	echo "Debian does not have these versions any more: run 'make image-pins', build, and test" >&2
	exit 1
}

case $1 in
install)
	update
	[ ! -f "$pins" ] || packages=$(cat "$pins")
	[ -f "$pins" ] || echo "there are no pins for $arch: taking what Debian has today" >&2
	# shellcheck disable=SC2086 # a list of packages
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages || gone
	rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/log/* /var/cache/debconf/*-old
	;;
files)
	update
	sid
	cd "$(mktemp -d)"
	# shellcheck disable=SC2046 # a list of packages
	apt-get download -q $(cat "$here/sid.txt") || gone
	for package in *.deb; do dpkg -x "$package" x; done
	# Written for the Python of sid, which looks at annotations later.
	sed -i '1i from __future__ import annotations' x/usr/lib/python3/dist-packages/jupyterlab/extensions/*.py
	mkdir -p "$2/usr/share" "$2/usr/lib/python3"
	cp -a x/usr/bin "$2/usr/"
	cp -a x/usr/share/jupyter "$2/usr/share/"
	cp -a x/usr/lib/python3/dist-packages "$2/usr/lib/python3/"
	[ ! -d x/etc ] || cp -a x/etc "$2/"
	;;
pins)
	arch=$2
	if [ "$arch" = sid ]; then
		update
		sid
		cut -d = -f 1 "$here/sid.txt" | while read -r package; do
			apt-cache madison "$package" | awk '/ sid\// { print $1 "=" $3; exit }'
		done
		exit
	fi
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
	LC_ALL=C sort /tmp/pins
	;;
esac
