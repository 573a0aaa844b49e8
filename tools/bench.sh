#!/bin/sh
# bench.sh measures this module beside its peers, which it installs on Debian
# if they are missing. What is given to it goes to the program in bench/.
set -eu

cd "$(dirname "$0")/.."
apt_packages="python3-sklearn python3-statsmodels r-base-core liblinear-tools libopenblas0-pthread"

say() { echo "bench: $*" >&2; }

# The first python3 on PATH is often not the one that apt serves.
find_python() {
	{
		IFS=:
		set -f
		for dir in $PATH; do echo "${dir:-.}/python3"; done
		echo /usr/bin/python3
	} | while IFS= read -r python; do
		if [ -x "$python" ] && "$python" -c '
import sklearn, statsmodels
assert tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 2)' 2>/dev/null; then
			echo "$python"
			break
		fi
	done
}

python=$(find_python)
if [ -z "$python" ] || ! command -v Rscript >/dev/null || ! command -v liblinear-train >/dev/null; then
	# shellcheck disable=SC2086 # a list of packages
	tools/apt.sh $apt_packages || say "not all peers can be installed; rows without a peer are left out"
	python=$(find_python)
fi
[ -z "$python" ] || set -- -python "$python" "$@"
! command -v Rscript >/dev/null || set -- -rscript "$(command -v Rscript)" "$@"
if [ -x bin/gonb ] && jupyter=$(tools/jupyter.sh find 2>/dev/null); then
	set -- -jupyter "$jupyter" "$@"
fi

mkdir -p build/bench
go build -o build/bench/ ./bench ./bench/draw
build/bench/bench "$@"
build/bench/draw build/bench/curves.json build/bench.png
