#!/bin/sh
# lab.sh opens Jupyter in notebooks/ with the kernel "Go (lclass)". What is
# given to it goes to Jupyter: tools/lab.sh --no-browser --port 9000
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
python=$("$root/tools/jupyter.sh" find)
module=$("$root/tools/jupyter.sh" lab)
export JUPYTER_PATH="$root/kernel/share/jupyter${JUPYTER_PATH:+:$JUPYTER_PATH}"

# What opens first: each program has a name of its own for it.
page=lab.ipynb
case $module in
jupyterlab) set -- --LabApp.default_url="/lab/tree/$page" "$@" ;;
*) set -- --NotebookApp.default_url="/notebooks/$page" --JupyterNotebookApp.default_url="/notebooks/$page" "$@" ;;
esac

if [ "$(id -u)" = 0 ]; then set -- --allow-root "$@"; fi
cd "$root/notebooks"
exec "$python" -m "$module" --ip=127.0.0.1 --MultiKernelManager.default_kernel_name=lclass "$@"
