#!/bin/sh
# jupyter.sh finds a Python that can run notebooks, or gets one, and prints it.
#
#   tools/jupyter.sh         install what is missing, print the interpreter
#   tools/jupyter.sh find    only look: print the interpreter or fail
#   tools/jupyter.sh lab     as find, and print the module to start in a browser
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/.venv
apt_packages="jupyter-notebook python3-jupyter-client python3-nbclient python3-nbconvert"

say() { echo "jupyter: $*" >&2; }

# The first python3 on PATH is often not the one that apt serves.
pythons() {
	echo "$venv/bin/python"
	(
		IFS=:
		set -f
		for dir in $PATH; do echo "${dir:-.}/python3"; done
	)
	echo /usr/bin/python3
}

browser() {
	for module in jupyterlab notebook; do
		"$1" -c "import $module" 2>/dev/null && echo "$module" && return
	done
	return 1
}

usable() {
	[ -x "$1" ] &&
		"$1" -c 'import jupyter_client, nbclient, nbconvert, sys; assert sys.version_info >= (3, 10)' 2>/dev/null &&
		browser "$1" >/dev/null
}

find_python() {
	pythons | while IFS= read -r python; do
		if usable "$python"; then
			echo "$python"
			break
		fi
	done
}

from_apt() {
	# shellcheck disable=SC2086 # a list of packages
	"$root/tools/apt.sh" $apt_packages
}

from_pip() {
	command -v python3 >/dev/null || return 1
	say "making a Python virtual environment in $venv"
	if ! python3 -m venv "$venv" >&2 ||
		! "$venv/bin/python" -m pip install -q --retries 1 -r "$root/tools/requirements.txt" >&2; then
		rm -rf "$venv"
		return 1
	fi
}

python=$(find_python)
if [ -z "$python" ] && [ $# = 0 ]; then
	for way in from_apt from_pip; do
		$way || continue
		python=$(find_python)
		[ -z "$python" ] || break
	done
fi
if [ -z "$python" ]; then
	say "no Python (3.10 or newer) here has jupyter_client, nbclient, nbconvert and notebook (or jupyterlab)."
	say "Install them in one of these ways, then run the command again:"
	say "  Debian, Ubuntu:  apt-get install $apt_packages"
	say "  anywhere else:   python3 -m venv $venv && $venv/bin/pip install -r $root/tools/requirements.txt"
	exit 1
fi

if [ "${1-}" = lab ]; then
	browser "$python"
else
	echo "$python"
fi
