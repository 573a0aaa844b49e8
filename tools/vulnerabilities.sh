#!/bin/sh
# vulnerabilities.sh looks for known vulnerabilities in what the programs and the library
# call. GOVULNDB names another database than https://vuln.go.dev, also a file: URL.
set -eu
cd "$(dirname "$0")/.."

go -C tools build -o "$PWD/bin/" golang.org/x/vuln/cmd/govulncheck
failed=0
for module in . assignments/lgrade cluster frames/arrowframe; do
	echo "== $module"
	bin/govulncheck ${GOVULNDB:+-db "$GOVULNDB"} -C "$module" ./... || failed=1
done
exit $failed
