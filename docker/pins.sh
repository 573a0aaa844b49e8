#!/bin/sh
# pins.sh brings everything that the lab image is made of up to date, and pins it:
# the images it starts from, Debian's packages, and the Go modules of the library,
# of the kernel and of the tools. Build and test afterwards; git diff shows what changed. What
# cannot be asked for from here stays as it is, and is named.
#
# DOCKER     the client, docker or podman
# RUN_FLAGS  what docker run needs for a network, such as --network host
set -eu

cd "$(dirname "$0")/.."
docker=${DOCKER:-docker}
stayed=

# An image is pinned by the digest under which the registry knows it now, which
# stands for all architectures. Podman does not say it.
for name in DEBIAN GOLANG; do
	tag=$(sed -n "s/^ARG $name=\([^@]*\).*/\1/p" docker/Dockerfile)
	digest=$("$docker" pull "$tag" 2>/dev/null | sed -n 's/^Digest: //p')
	if [ -n "$digest" ]; then
		sed -i "s/$tag\(@sha256:[0-9a-f]*\)\{0,1\}/$tag@$digest/" docker/Dockerfile .devcontainer/devcontainer.json
	else
		stayed="$stayed $tag"
	fi
done

debian=$(sed -n 's/^ARG DEBIAN=//p' docker/Dockerfile)
"$docker" image inspect "$debian" >/dev/null 2>&1 || debian=${debian%@*}
for arch in amd64 arm64 sid; do
	# shellcheck disable=SC2086 # several options
	if "$docker" run --rm ${RUN_FLAGS-} -v "$PWD/docker/apt:/apt:ro" "$debian" \
		/apt/apt.sh pins "$arch" >"docker/apt/$arch.new"; then
		mv "docker/apt/$arch.new" "docker/apt/$arch.txt"
	else
		rm -f "docker/apt/$arch.new"
		stayed="$stayed Debian-$arch"
	fi
done

# Modules that want a newer Go than the library would not build in the image.
GOTOOLCHAIN=$(go env GOVERSION)
export GOTOOLCHAIN
update() {
	if (cd "$1" && cp go.mod go.mod.old && cp go.sum go.sum.old && go get -u "$2" && go mod tidy); then
		rm "$1/go.mod.old" "$1/go.sum.old"
	else
		mv "$1/go.mod.old" "$1/go.mod"
		mv "$1/go.sum.old" "$1/go.sum"
		stayed="$stayed $1/go.mod"
	fi
}
update . ./...
update kernel tool
update tools tool
update docker/sbom ./...

git --no-pager diff --stat -- docker .devcontainer go.mod go.sum kernel/go.mod kernel/go.sum tools/go.mod tools/go.sum
[ -z "$stayed" ] || {
	echo "NOT updated, because their servers cannot be reached from here:$stayed" >&2
	exit 1
}
