#!/bin/sh
# push.sh pushes the lab image to a registry: push.sh REPOSITORY VERSION. A version such as
# v0.1.0 becomes the tags 0.1.0 and latest; one with a suffix, such as v0.2.0-rc.1, does not
# become latest.
#
# DOCKER          the client, docker or podman
# IMAGE           the name of the image here, linclass-lab
# REGISTRY_USER   who logs in to the registry, if REGISTRY_TOKEN is given
# REGISTRY_TOKEN  the password
set -eu

[ $# = 2 ] || {
	echo "usage: push.sh REPOSITORY vMAJOR.MINOR.PATCH" >&2
	exit 2
}
docker=${DOCKER:-docker}
image=${IMAGE:-linclass-lab}
repository=$(printf %s "$1" | tr '[:upper:]' '[:lower:]') # registries know no capitals
tags=${2#v}
case $tags in
*-*) ;;
*) tags="$tags latest" ;;
esac

[ -z "${REGISTRY_TOKEN-}" ] || printf %s "$REGISTRY_TOKEN" |
	"$docker" login --username "$REGISTRY_USER" --password-stdin "${repository%%/*}"
for tag in $tags; do
	"$docker" tag "$image" "$repository:$tag"
	"$docker" push "$repository:$tag"
done
