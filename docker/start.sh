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
warn() { echo "lab: $*" >&2; }

# keeps DIR reports whether a file of 64 KB can be written there.
keeps() {
	file=$(mktemp "$1/.probe.XXXXXX" 2>/dev/null) || return 1
	head -c 65536 /dev/zero 2>/dev/null >"$file" && written=yes || written=
	rm -f "$file"
	[ -n "$written" ]
}

# Cells are compiled to programs in /tmp, and run there.
probe=$(mktemp /tmp/probe.XXXXXX 2>/dev/null) ||
	fail "/tmp cannot be written to. With --read-only, add --tmpfs /tmp:exec"
printf '#!/bin/sh\n' >"$probe"
chmod +x "$probe"
"$probe" 2>/dev/null || fail "programs in /tmp cannot run. Mount it with --tmpfs /tmp:exec"
rm "$probe"
mkdir -p "$HOME"

work=/work
if [ ! -r "$work" ] || [ ! -w "$work" ] || [ ! -x "$work" ]; then
	work=$HOME/linclass
	mkdir -p "$work"
	ln -sfn /work "$work/work"
	warn "user $(id -u) cannot read and write /work: your files are lost when the container ends. Run as the owner of the directory (--user \"\$(id -u):\$(id -g)\"), and mount it without :ro"
elif ! mountpoint -q /work; then
	warn "no directory is mounted at /work: your files are lost when the container ends. Mount one, for example with --volume \"\$PWD:/work\""
fi

cd "$work" # that of the image may not be there for this user
export LAB_WORK="$work"

# What JupyterLab keeps for itself, without which it does not start.
own=$work/.lab
for part in jupyter settings workspaces; do
	mkdir -p "$own/$part" 2>/dev/null && keeps "$own/$part" || own=
	[ -n "$own" ] || break
done
if [ -z "$own" ] || ! keeps "$own"; then
	own=$HOME/lab
	warn "$work/.lab cannot be written to, or the disk is full: JupyterLab's settings are lost when the container ends"
fi
export JUPYTER_DATA_DIR="$own/jupyter" JUPYTERLAB_SETTINGS_DIR="$own/settings" JUPYTERLAB_WORKSPACES_DIR="$own/workspaces"

go telemetry off # gopls would keep a second process for it

# Links to the cache of the image, which nobody can spoil, beside what is new.
if [ ! -d "$GOCACHE" ]; then
	cp -rs /opt/go/build "$GOCACHE.new"
	date +%s >"$GOCACHE.new/trim.txt"
	mv "$GOCACHE.new" "$GOCACHE"
fi

python3 /opt/linclass/docker/give.py /opt/linclass "$work" "${LAB_VERSION:-unknown}" ||
	warn "some notebooks of the course could not be copied to $work"

# What opens first.
page=notebooks/lab.ipynb
case ${1-} in
"" | -*)
	[ ! -f "$work/$page" ] || set -- --LabApp.default_url="/lab/tree/$page" "$@"
	set -- jupyter lab "$@"
	;;
esac
exec "$@"
