#!/bin/sh
# bases.sh makes stand-ins for the two images that the Dockerfile starts from, on
# a Debian machine that cannot reach a registry: the same Debian, put together
# from its packages, and the Go that is installed here. bases.sh DIRECTORY keeps
# what takes long, and prints the options of docker build to start from them: they
# have the names of the originals, but cannot have their digests.
set -eu

dir=$1
here=$(cd "$(dirname "$0")" && pwd)
docker=${DOCKER:-docker}

# image NAME prints what the Dockerfile starts from, without the digest.
image() { sed -n "s/^ARG $1=\([^@]*\).*/\1/p" "$here/../Dockerfile"; }

has() { "$docker" image inspect "$1" >/dev/null 2>&1; }

debian=$(image DEBIAN)
golang=$(image GOLANG)
suite=${debian#debian:}
suite=${suite%%-*}

# The packages and certificates are those of this machine.
if ! has "$debian"; then
	mkdir -p "$dir"
	if [ ! -f "$dir/rootfs.tar" ]; then
		sources=$dir/debian.sources
		sed "s/bookworm/$suite/" /etc/apt/sources.list.d/debian.sources >"$sources"
		[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
		# shellcheck disable=SC2016 # $1 is for the shell of mmdebstrap
		mmdebstrap --quiet --variant=minbase \
			--dpkgopt='path-exclude=/usr/share/doc/*' \
			--dpkgopt='path-exclude=/usr/share/man/*' \
			--dpkgopt='path-exclude=/usr/share/locale/*' \
			--dpkgopt='force-unsafe-io' \
			--customize-hook='cp -r /usr/local/share/ca-certificates "$1/usr/local/share/"' \
			--customize-hook='rm -f "$1"/var/cache/apt/*.bin "$1"/etc/apt/sources.list.d/*' \
			--customize-hook="copy-in $sources /etc/apt/sources.list.d" \
			"$suite" "$dir/rootfs.part.tar" "$sources"
		mv "$dir/rootfs.part.tar" "$dir/rootfs.tar"
	fi
	"$docker" import "$dir/rootfs.tar" "$debian" >/dev/null
fi

if ! has "$golang"; then
	goroot=$(go env GOROOT)
	context=$(mktemp -d)
	trap 'rm -rf "$context"' EXIT
	cat >"$context/Dockerfile" <<-END
		FROM $debian
		RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
		ENV PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
		ENV GOTOOLCHAIN=local GOPATH=/go
		COPY go /usr/local/go
		WORKDIR /go
	END
	cp -a "$goroot" "$context/go"
	DOCKER_BUILDKIT=1 "$docker" build -q --network host -t "$golang" "$context" >/dev/null
fi

echo "--build-arg DEBIAN=$debian --build-arg GOLANG=$golang"
