#!/bin/sh
# build.sh builds the lab image and says how large it is. What is given to it goes
# to docker build. MNIST and Titanic are taken from LCLASS_DATA or from the cache
# of this computer; what is in neither is downloaded, or left out.
#
# DOCKER         the client, docker or podman
# IMAGE          the name of the image, linclass-lab
# LCLASS_MIRROR  where to download from instead of the public servers
set -eu

cd "$(dirname "$0")/.."
docker=${DOCKER:-docker}
image=${IMAGE:-linclass-lab}

"$docker" info >/dev/null 2>&1 || {
	echo "There is no Docker engine here: start it, or install it: https://docs.docker.com/engine/install/" >&2
	exit 1
}

rm -rf build/image/data
mkdir -p build/image/data
for dir in "${LCLASS_DATA-}" "${LCLASS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lclass}"; do
	for set in mnist titanic; do
		if [ -n "$dir" ] && [ -d "$dir/$set" ] && [ ! -e "build/image/data/$set" ]; then
			cp -rL "$dir/$set" build/image/data/
		fi
	done
done

version=$(git log -1 --format=%cs 2>/dev/null || date +%Y-%m-%d)
DOCKER_BUILDKIT=1 "$docker" build -f docker/Dockerfile -t "$image" --build-arg VERSION="$version" \
	${LCLASS_MIRROR:+--build-arg LCLASS_MIRROR="$LCLASS_MIRROR"} "$@" .

inside() {
	program=$1
	shift
	"$docker" run --rm --network none --entrypoint "$program" "$image" "$@"
}
bytes=$("$docker" image inspect "$image" --format '{{.Size}}')
echo "$image $version: $((bytes / 1000000)) MB, of which in MB:"
inside du -xsBMB /opt/go/mod /opt/go/build /usr/local/go /usr/lib/python3 /usr/share/jupyter /opt/linclass/bin /opt/linclass/data
inside /opt/linclass/bin/lclass-data all >/dev/null 2>&1 || echo "THE IMAGE LACKS DATA SETS: set LCLASS_DATA, or build where they can be downloaded"
