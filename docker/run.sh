#!/bin/sh
# run.sh runs the lab with limits and without rights that it does not need. What
# is given to it goes to JupyterLab.
#
# WORK    the student's directory, linclass in the home directory
# PORT    8888
# DOCKER  the client, docker or podman
# IMAGE   the name of the image, linclass-lab
set -eu

docker=${DOCKER:-docker}
work=${WORK:-$HOME/linclass}
port=${PORT:-8888}
mkdir -p -- "$work"
work=$(CDPATH='' cd -- "$work" && pwd) # Docker takes a bare name for one of its volumes
user=$(id -u):$(id -g)
userns=
if [ "$(id -u)" = 0 ]; then # JupyterLab does not run as root
	user=1000:1000
	chown 1000:1000 "$work" || echo "the lab may not be able to write to $work; make user 1000 its owner" >&2
elif "$docker" --version | grep -q '^podman'; then
	userns=keep-id # the user has the same number inside
fi
source=$(printf '%s' "$work" | sed 's/"/""/g') # as in a CSV file
echo "open the first address with a token that JupyterLab prints; your files are in $work" >&2
exec "$docker" run --rm --pull never --name "linclass-$port" ${userns:+"--userns=$userns"} \
	--publish "127.0.0.1:$port:8888" --mount "type=bind,\"source=$source\",target=/work" --user "$user" \
	--read-only --tmpfs /tmp:exec,size=1g --cap-drop ALL --security-opt no-new-privileges \
	--memory 2g --memory-swap 2g --cpus 2 --pids-limit 512 "${IMAGE:-linclass-lab}" \
	--ServerApp.custom_display_url="http://127.0.0.1:$port" "$@"
