#!/bin/sh
# vulnerabilities.sh looks for known vulnerabilities in what the programs and the library
# call. GOVULNDB names another database than https://vuln.go.dev, also a file: URL.
set -eu
cd "$(dirname "$0")/.."

go -C tools build -o "$PWD/bin/" golang.org/x/vuln/cmd/govulncheck
failed=0
for module in . kernel assignments/lgrade cluster frames/arrowframe; do
	echo "== $module"
	status=0
	bin/govulncheck ${GOVULNDB:+-db "$GOVULNDB"} -C "$module" ./... || status=$?
	case $status in
	0) ;;
	3) failed=1 ;; # it has found some, and printed them
	*)
		cat >&2 <<-END
			vulnerabilities: $module was not checked, for the reason above.
			If ${GOVULNDB:-https://vuln.go.dev} cannot be reached, use a copy of the database: fetch
			https://vuln.go.dev/vulndb.zip where there is a network, unpack it into DIR, and run
			  make vulnerabilities GOVULNDB=file:///DIR
			The directory data/osv of a clone of https://github.com/golang/vulndb will do, too.
		END
		exit 1
		;;
	esac
done
[ $failed = 0 ] || echo "vulnerabilities: update the modules named above, or Go itself" >&2
exit $failed
