#!/bin/sh
# site.sh builds the toolchain of the site, which compiles, links and runs cells in a
# page, into build/site/toolchain. It takes Node.js: WebAssembly of Go runs while the site
# is built.
set -eu

cd "$(dirname "$0")/.."
for program in node npm; do
	command -v $program >/dev/null || {
		echo "site: $program is missing. Install Node.js 20 or newer; on Debian: apt-get install nodejs npm" >&2
		exit 1
	}
done
command -v xz >/dev/null || tools/apt.sh xz-utils || {
	echo "site: xz is missing. Install it; on Debian: apt-get install xz-utils" >&2
	exit 1
}
installed=site/node_modules/installed.json
cmp -s site/package-lock.json $installed || {
	npm ci --prefix site --no-audit --no-fund --loglevel=error
	cp site/package-lock.json $installed
}
exec node site/make/build.mjs
