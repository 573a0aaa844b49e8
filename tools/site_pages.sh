#!/bin/sh
# site_pages.sh adds the pages of build/ to the site, with what changes and runs their
# cells: site_pages.sh. With "test" it uses them instead, in a headless browser, that of
# BROWSER or Chromium, in all scenarios or in those whose names a pattern finds:
# site_pages.sh test [PATTERN].
set -eu

cd "$(dirname "$0")/.."
for program in node npm; do
	command -v $program >/dev/null || {
		echo "site_pages: $program is missing. Install Node.js 20 or newer; on Debian: apt-get install nodejs npm" >&2
		exit 1
	}
done
installed=site/page/node_modules/installed.json
cmp -s site/page/package-lock.json $installed || {
	npm ci --prefix site/page --no-audit --no-fund --loglevel=error
	cp site/page/package-lock.json $installed
}
[ "${1-}" = test ] || exec "$(tools/jupyter.sh find)" -B tools/site_pages.py build build/release build/site

failed=0
cd site/page
for browser in ${BROWSER-chromium}; do
	echo "pages in $browser"
	BROWSER=$browser node --test --test-reporter=spec ${2+"--test-name-pattern=$2"} test/*.test.mjs || failed=1
done
exit $failed
