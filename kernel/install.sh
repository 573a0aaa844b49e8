#!/bin/sh
# install.sh copies the kernel to where a Jupyter or an editor of the user looks
# for kernels, or removes the copy: install.sh [remove]
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
case $(uname) in
Darwin) data=$HOME/Library/Jupyter ;;
*) data=${XDG_DATA_HOME:-$HOME/.local/share}/jupyter ;;
esac
target=${JUPYTER_DATA_DIR:-$data}/kernels/lclass

if [ -e "$target" ] && [ ! -f "$target/root" ]; then
	echo "$target was not made by this script: remove it by hand" >&2
	exit 1
fi
rm -rf "$target"
if [ "${1-}" = remove ]; then
	echo "removed $target"
	exit
fi
mkdir -p "$target"
cp "$root"/kernel/share/jupyter/kernels/lclass/* "$target/"
echo "$root" >"$target/root"
echo "installed the kernel \"Go (lclass)\" in $target"
