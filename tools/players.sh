#!/bin/sh
# players.sh opens the pages in build/ in a headless Chromium and clicks through
# their players: players.sh [DIRECTORY]. Before that it spoils players and sees that
# this is noticed. It installs the browser with apt if it is missing, and where that
# cannot be done nothing is checked.
set -eu

cd "$(dirname "$0")/.."
python=$(tools/browser.sh) || {
	echo "players: skipped" >&2
	exit 0
}

"$python" -B -m unittest discover -b -s tools/browser -p '*_test.py'
exec "$python" -B tools/browser/players.py "${1:-build}"
