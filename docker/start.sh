#!/bin/sh
# start.sh prepares the lab and runs a command in it, by default JupyterLab:
#
#   start.sh [OPTION of JupyterLab...]
#   start.sh COMMAND [ARGUMENT...]
set -eu

fail() {
	echo "lab: $*" >&2
	exit 1
}

# Cells are compiled to programs in /tmp, and run there.
probe=$(mktemp /tmp/probe.XXXXXX 2>/dev/null) ||
	fail "nothing can be written to /tmp. With --read-only, add: --tmpfs /tmp:exec"
printf '#!/bin/sh\n' >"$probe"
chmod +x "$probe"
"$probe" 2>/dev/null || fail "programs in /tmp cannot run. Write: --tmpfs /tmp:exec"
rm "$probe"

mkdir -p "$HOME"
[ -w /work ] ||
	fail "user $(id -u) cannot write to /work. Make a directory for it before the first start (--volume ~/linclass:/work), and run as its owner (--user \"\$(id -u):\$(id -g)\")"
mountpoint -q /work ||
	echo "lab: no directory is mounted at /work: what you write goes with the container" >&2

go telemetry off # gopls would keep a second process for it

# Links to the cache of the image, which nobody can spoil, beside what is new.
if [ ! -d "$GOCACHE" ]; then
	cp -rs /opt/go/build "$GOCACHE.new"
	date +%s >"$GOCACHE.new/trim.txt"
	mv "$GOCACHE.new" "$GOCACHE"
fi

python3 /opt/linclass/docker/give.py /opt/linclass /work "${LAB_VERSION:-unknown}"

case ${1-} in
"" | -*) set -- jupyter lab "$@" ;;
esac
exec "$@"
