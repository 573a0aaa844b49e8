#!/bin/sh
# engine.sh starts and stops a Docker engine on a Debian machine that has none,
# such as a container of a CI, as root:
#
#   engine.sh start DIRECTORY   prints the address for DOCKER_HOST
#   engine.sh stop DIRECTORY
#
# The engine has no network of its own: build and run with --network host or none.
# It leaves no bridge and no firewall rule. Its images stay in the directory.
set -eu

dir=$2
say() { echo "engine: $*" >&2; }

start() {
	# Debian's client knows its own engine's builder; others may lack it.
	[ -x /usr/sbin/dockerd ] && command -v mmdebstrap >/dev/null ||
		"$(dirname "$0")/../../tools/apt.sh" docker.io mmdebstrap
	mkdir -p "$dir"
	setsid /usr/sbin/dockerd --data-root "$dir/data" --exec-root "$dir/exec" -p "$dir/pid" \
		-H "unix://$dir/docker.sock" --bridge=none --iptables=false --ip6tables=false \
		--ip-forward=false --storage-driver overlay2 >"$dir/log" 2>&1 </dev/null &
	daemon=$!
	for _ in $(seq 100); do
		if DOCKER_HOST=unix://$dir/docker.sock /usr/bin/docker info >/dev/null 2>&1; then
			echo "unix://$dir/docker.sock"
			return
		fi
		kill -0 "$daemon" 2>/dev/null || break
		sleep 0.2
	done
	say "no engine can run here; its last words, of $dir/log:"
	tail -n 5 "$dir/log" >&2
	stop
	exit 1
}

stop() {
	[ -f "$dir/pid" ] || return 0
	pid=$(cat "$dir/pid")
	kill "$pid" 2>/dev/null || true
	for _ in $(seq 150); do
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.2
	done
	for mount in "$dir"/exec/netns/*; do # the engine leaves them behind
		! mountpoint -q "$mount" || umount "$mount"
	done
}

"$1"
