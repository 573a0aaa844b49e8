#!/bin/sh
# sbom.sh lists what is in the lab image, as CycloneDX: Debian's packages, Go and
# the modules that programs are made of or that cells can import, and JupyterLab.
# IMAGE names the image, DOCKER the client.
set -eu

cd "$(dirname "$0")/.."
docker=${DOCKER:-docker}
image=${IMAGE:-linclass-lab}
bom=build/lab/bom.json
mkdir -p build/lab

# The list for the program in sbom/. JupyterLab is not among Debian's packages,
# as only its files were taken.
# shellcheck disable=SC2016 # for the shell in the image
"$docker" run --rm --network none --entrypoint sh "$image" -c '
	set -eu
	dpkg-query -W -f "deb\t\${Package}\t\${Version}\t\${Architecture}\n"
	printf "golang\tstdlib\t%s\n" "$(go env GOVERSION)"
	go version -m /opt/linclass/bin | awk -v OFS="\t" "\$1 == \"dep\" { print \"golang\", \$2, \$3 }"
	go mod edit -json /opt/linclass/go.mod | python3 -c "
import importlib.metadata, json, sys
for module in json.load(sys.stdin)[\"Require\"]:
    print(\"golang\", module[\"Path\"], module[\"Version\"], sep=\"\t\")
for name in \"jupyterlab\", \"jupyterlab_server\", \"jupyter_server\", \"notebook_shim\":
    print(\"pypi\", name, importlib.metadata.version(name), sep=\"\t\")"
' >build/lab/bom.txt
version=$("$docker" image inspect "$image" --format '{{index .Config.Labels "org.opencontainers.image.version"}}')
go -C docker/sbom run . container "$image" "$version" <build/lab/bom.txt >"$bom"
echo "$bom: $(cut -f 1 build/lab/bom.txt | sort | uniq -c | tr -s ' \n' ' ')"
