#!/usr/bin/env bash
# compose.sh tests cluster/deploy/compose.yaml, with the Docker engine that is here. Where
# there is none, and ENGINE names a directory, it starts one on Debian, as root, with stand-ins
# for the images that a registry would serve, and stops it. That builds Compose and the image
# from nothing, which takes ten minutes or more.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
	echo "SKIPPED: Compose: $1"
	exit
}

docker=docker
files=(-f "$PWD/cluster/deploy/compose.yaml")
inside=() dir=
if ! docker info >/dev/null 2>&1; then
	dir=${ENGINE-}
	[ -n "$dir" ] || skip "there is no Docker engine here; on Debian, ENGINE=/var/tmp/linclass-engine starts one, as root"
	trap 'docker/ci/engine.sh stop "$dir"' EXIT
	trap 'exit 143' INT TERM
	DOCKER_HOST=$(docker/ci/engine.sh start "$dir") || skip "no Docker engine can run here"
	export DOCKER_HOST DOCKER=/usr/bin/docker DOCKER_BUILDKIT=1 COMPOSE_BAKE=false
	docker=$DOCKER
	docker/ci/cluster.sh "$dir"
	files+=(-f "$dir/compose.yaml")
fi

compose=("$docker" compose)
if ! "${compose[@]}" version >/dev/null 2>&1; then
	go -C cluster/deploy build -o "$PWD/bin/docker-compose" github.com/docker/compose/v2/cmd
	compose=("$PWD/bin/docker-compose")
fi

if [ -n "$dir" ]; then
	# The engine that starts again in a network of its own has no way out, so nothing is built
	# there.
	"${compose[@]}" "${files[@]}" build
	echo 'services: {w0: {build: !reset null}}' >"$dir/compose.yaml"
	read -ra inside <<<"$(docker/ci/engine.sh apart "$dir")"
	[ ${#inside[@]} != 0 ] || skip "the engine cannot have networks here"
fi
LCLASS_TEST_COMPOSE="${compose[*]} ${files[*]}" "${inside[@]}" go -C cluster test -vet=off -count=1 -timeout=1h -v -run '^TestCompose$' .
