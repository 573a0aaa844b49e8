#!/bin/sh
# players.sh opens the pages in build/ in a headless Chromium and clicks through
# their players: players.sh [DIRECTORY]. Before that it spoils players and sees that
# this is noticed. It installs the browser with apt if it is missing, and where that
# cannot be done nothing is checked.
set -eu

cd "$(dirname "$0")/.."
apt_packages="chromium chromium-driver python3-selenium"

say() { echo "players: $*" >&2; }

# The first python3 on PATH is often not the one that apt serves.
find_python() {
	for python in python3 /usr/bin/python3; do
		if "$python" -c 'import selenium' 2>/dev/null; then
			echo "$python"
			break
		fi
	done
}

has_browser() {
	command -v chromedriver >/dev/null && {
		command -v chromium || command -v chromium-browser || command -v google-chrome
	} >/dev/null
}

if ! has_browser || [ -z "$(find_python)" ]; then
	# shellcheck disable=SC2086 # a list of packages
	tools/apt.sh $apt_packages || true
fi
python=$(find_python)
if ! has_browser || [ -z "$python" ]; then
	say "skipped: it takes Chromium, its driver and Selenium. On Debian:"
	say "  apt-get install $apt_packages"
	exit 0
fi

"$python" -B -m unittest discover -b -s tools/browser -p '*_test.py'
exec "$python" -B tools/browser/players.py "${1:-build}"
