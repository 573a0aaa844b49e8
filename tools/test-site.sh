#!/bin/sh
# test-site.sh tests the toolchain of the site that make site has built: what goes wrong in
# cells, every cell of every notebook in a headless Chromium against the notebooks that
# make notebooks has run, the worker's own tests there, and, without --once, that another
# build has the same bytes. It hands its other arguments to site/test/notebooks.mjs.
set -eu

cd "$(dirname "$0")/.."
once=
[ "${1-}" != --once ] || { once=yes; shift; }
# Without a browser, and without apt, the tests say what they leave out.
tools/browser.sh >/dev/null || true
node --test site/test/*_test.mjs

# Half of the notebooks on each of two cores.
failed=false
node site/test/notebooks.mjs --part=1/2 "$@" &
half=$!
node site/test/notebooks.mjs --part=2/2 "$@" || failed=true
wait $half || failed=true
[ $failed = false ] || exit 1

node site/test/browser.mjs
[ -z "$once" ] || exit 0
node site/make/build.mjs build/site-again
diff -r build/site/toolchain build/site-again && echo "another build has the same bytes"
rm -r build/site-again
