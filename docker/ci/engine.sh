#!/bin/sh
# engine.sh starts and stops a Docker engine on a Debian machine that has none,
# such as a container of a CI, as root:
#
#   engine.sh start DIRECTORY   prints the address for DOCKER_HOST
#   engine.sh apart DIRECTORY   starts it again in a network of its own, prints what
#                               to write before a command to run it in there
#   engine.sh stop DIRECTORY
#
# The first engine has no network: build with --network host. The second has one in
# which ports can be published, and nothing else: no way out. If it cannot be had, the
# first starts again, and nothing is printed. Both leave no bridge and no firewall
# rule. Their images stay in the directory.
set -eu

dir=$2
say() { echo "engine: $*" >&2; }

start() {
	# Debian's client knows its own engine's builder; others may lack it.
	if [ ! -x /usr/sbin/dockerd ] || ! command -v mmdebstrap >/dev/null; then
		"$(dirname "$0")/../../tools/apt.sh" docker.io mmdebstrap
	fi
	mkdir -p "$dir"
	without_network || give_up
	echo "unix://$dir/docker.sock"
}

apart() {
	stop
	if launch unshare --net sh -c 'ip link set lo up && exec "$@"' - /usr/sbin/dockerd; then
		echo "nsenter --net=/proc/$(cat "$dir/pid")/ns/net"
		return
	fi
	say "no network of its own: $(tail -n 1 "$dir/log")"
	stop
	without_network || give_up
}

without_network() {
	launch /usr/sbin/dockerd --bridge=none --iptables=false --ip6tables=false --ip-forward=false
}

# launch COMMAND... is dockerd with its options; it succeeds when dockerd answers.
launch() {
	setsid "$@" --data-root "$dir/data" --exec-root "$dir/exec" -p "$dir/pid" \
		-H "unix://$dir/docker.sock" --storage-driver overlay2 >"$dir/log" 2>&1 </dev/null &
	daemon=$!
	for _ in $(seq 6000); do
		! DOCKER_HOST=unix://$dir/docker.sock /usr/bin/docker info >/dev/null 2>&1 || return 0
		kill -0 "$daemon" 2>/dev/null || break
		sleep 0.2
	done
	return 1
}

give_up() {
	say "no engine can run here; its last words, of $dir/log:"
	tail -n 5 "$dir/log" >&2
	stop
	exit 1
}

stop() {
	[ -f "$dir/pid" ] || return 0
	pid=$(cat "$dir/pid")
	kill "$pid" 2>/dev/null || true
	for _ in $(seq 6000); do
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.2
	done
	for mount in "$dir"/exec/netns/*; do # the engine leaves them behind
		! mountpoint -q "$mount" || umount "$mount"
	done
}

"$1"
