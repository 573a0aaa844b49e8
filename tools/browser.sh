#!/bin/sh
# browser.sh finds a Python that can drive a headless Chromium, installs what is
# missing with apt, and prints the interpreter. It fails where that cannot be done.
set -eu

cd "$(dirname "$0")/.."
apt_packages="chromium chromium-driver python3-selenium"

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
	echo "browser: install Chromium, its driver and Selenium. On Debian:" >&2
	echo "browser:   apt-get install $apt_packages" >&2
	exit 1
fi
echo "$python"
