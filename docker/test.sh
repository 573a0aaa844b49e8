#!/bin/sh
# test.sh builds the lab image and tests it: test.sh [TEST...], such as
# image_test.FirstCell or browser_test; without any, all of them.
#
# Where there is no Docker engine, as in a container of a CI, it starts one on
# Debian, as root, with stand-ins for what a registry would serve, and stops it.
set -eu

cd "$(dirname "$0")/.."
export IMAGE="${IMAGE:-linclass-lab-test}"
[ $# != 0 ] || set -- give_test image_test browser_test

python=python3
case $* in
*browser_test*) python=$(tools/browser.sh) ;;
esac

inside=
if "${DOCKER:-docker}" info >/dev/null 2>&1; then
	docker/build.sh
else
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		echo "image: there is no Docker engine here, and none can be started" >&2
		exit 1
	fi
	dir=${ENGINE:-/var/tmp/linclass-engine}
	trap 'docker/ci/engine.sh stop "$dir"' EXIT
	trap 'exit 143' INT TERM
	DOCKER_HOST=$(docker/ci/engine.sh start "$dir")
	export DOCKER_HOST DOCKER=/usr/bin/docker
	bases=$(docker/ci/bases.sh "$dir")
	# shellcheck disable=SC2086 # several options
	docker/build.sh --network host $bases
	inside=$(docker/ci/engine.sh apart "$dir")
fi

# shellcheck disable=SC2086 # a command with its options
(cd docker && PYTHONPATH=.:test $inside "$python" -B -W ignore test/run.py "$@")
