#!/bin/sh
# dist.sh makes what a release offers for download, in build/dist: dist.sh VERSION. For
# each system there is an archive of lgrade, lclass-worker and lclass-fit, which need
# nothing else there. SHA256SUMS has the checksums, and the bill of materials lists the
# modules that the programs are made of. Two builds of one commit have the same bytes.
# PLATFORMS names other systems than all six.
#
# With "notes" it prints what the changelog says about a version, and fails if the
# changelog has no such version or no date for it: dist.sh notes VERSION. A pre-release
# such as v0.2.0-rc.1 has the part of v0.2.0, which needs no date yet.
set -eu
cd "$(dirname "$0")/.."

case ${1-} in
notes)
	version=${2-}
	version=${version#v}
	dated='[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
	case $version in *-*) dated="($dated|unreleased)" ;; esac
	version=${version%%-*}
	awk -v version="$version" -v dated=" - $dated\$" '
		/^## / { found = index($0, "## [" version "] - ") == 1; if (found) heading = $0; next }
		found { text = text $0 "\n" }
		END {
			if (heading !~ dated) exit 1
			gsub(/^\n+|\n+$/, "", text); print text
		}' CHANGELOG.md || {
		echo "dist: CHANGELOG.md has no \"## [$version] - \" with a date. Add it, and the date to CITATION.cff" >&2
		exit 1
	}
	exit
	;;
v[0-9]*.[0-9]*.[0-9]*) version=$1 ;;
*)
	echo "usage: dist.sh vMAJOR.MINOR.PATCH, or dist.sh notes vMAJOR.MINOR.PATCH" >&2
	exit 2
	;;
esac

export CGO_ENABLED=0 GOFLAGS=-trimpath
flags="-s -X main.version=$version"
dist=$PWD/build/dist
rm -rf "$dist"
mkdir -p "$dist"
time=$(git log -1 --format=%ct 2>/dev/null || echo 315532800) # 1980, the first that zip knows

for platform in ${PLATFORMS-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}; do
	export GOOS="${platform%/*}" GOARCH="${platform#*/}"
	name=linclass_${version#v}_${GOOS}_$GOARCH
	folder=$dist/$name
	mkdir "$folder"
	go -C assignments/lgrade build -ldflags "$flags" -o "$folder/" .
	go -C cluster build -ldflags "$flags" -o "$folder/" ./cmd/lclass-worker ./cmd/lclass-fit
	go version -m "$folder"/* >>"$dist/modules.txt"
	cp LICENSE CHANGELOG.md "$folder"
	find "$folder" -exec touch -d "@$time" {} +
	(
		cd "$dist"
		if [ "$GOOS" = windows ]; then
			TZ=UTC python3 -m zipfile -c "$name.zip" "$name"
		else
			tar --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9n >"$name.tar.gz"
		fi
	)
	rm -r "$folder"
	echo "$name"
done
unset GOOS GOARCH

# The modules of all programs, beside Go itself.
awk -v OFS='\t' '
	function put() { if (held) print "golang", held; held = "" }
	$1 != "=>" { put() } # a module that is replaced is one of ours
	$1 == "=>" { held = "" }
	$2 ~ /^go1/ { held = "stdlib" OFS $2 }
	$1 == "dep" { held = $2 OFS $3 }
	END { put() }' "$dist/modules.txt" | LC_ALL=C sort -u |
	go -C docker/sbom run . application linclass "$version" >"$dist/linclass_${version#v}.cdx.json"
rm "$dist/modules.txt"
cd "$dist"
LC_ALL=C sha256sum -- * >SHA256SUMS
cat SHA256SUMS
