#!/bin/sh
# cluster.sh makes stand-ins for the images that cluster/deploy starts from, after bases.sh:
# the Go and the Debian of bases.sh, an image with nothing but a user, and bin/temporal.
# cluster.sh DIRECTORY also writes compose.yaml there, with which Compose builds in the
# network of this machine, as the engine has none of its own.
set -eu

dir=$1
cd "$(dirname "$0")/../.."
docker=${DOCKER:-docker}

# base FILE N prints the n-th image that a file of cluster/deploy names.
base() { sed -n 's/^FROM \([^ ]*\).*/\1/p; s/^ *image: \(temporalio.*\)/\1/p' "cluster/deploy/$1" | sed -n "$2p"; }

has() { "$docker" image inspect "$1" >/dev/null 2>&1; }

bases=$(docker/ci/bases.sh "$dir")
debian=${bases#*DEBIAN=} debian=${debian%% *}
golang=${bases#*GOLANG=} golang=${golang%% *}
"$docker" tag "$golang" "$(base Dockerfile 1)"

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

static=$(base Dockerfile 2)
if ! has "$static"; then
	mkdir -p "$context/root/etc" "$context/root/home/nonroot" "$context/root/tmp"
	echo nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin >"$context/root/etc/passwd"
	echo nonroot:x:65532: >"$context/root/etc/group"
	chmod 1777 "$context/root/tmp"
	chown 65532:65532 "$context/root/home/nonroot"
	tar -C "$context/root" -c . |
		"$docker" import --change 'USER 65532' --change 'WORKDIR /home/nonroot' \
			--change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$static" >/dev/null
fi

# As Temporal's own Dockerfile.
cp bin/temporal "$context"
cat >"$context/Dockerfile" <<-END
	FROM $debian
	COPY temporal /usr/local/bin/temporal
	RUN useradd -u 1000 -m temporal
	USER temporal
	ENTRYPOINT ["temporal"]
END
DOCKER_BUILDKIT=1 "$docker" build -q --network host -t "$(base compose.yaml 1)" "$context" >/dev/null

cat >"$dir/compose.yaml" <<-END
	services:
	  w0:
	    build:
	      network: host
END
