#!/bin/sh
# data.sh fetches the large data sets once, if it can. Without a network the
# notebooks do with what is embedded in the program.
set -eu

fetch=$(dirname "$0")/../bin/lclass-data
if [ -x "$fetch" ] && ! "$fetch" all; then
	echo "the notebooks will use the embedded data" >&2
fi
