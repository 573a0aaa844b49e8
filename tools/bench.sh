#!/bin/sh
# bench.sh measures this module beside its peers: those of Debian sid where
# tools/sid.sh can run them, otherwise those that are installed, or can be with apt.
# Its arguments go to the program in bench/.
set -eu

cd "$(dirname "$0")/.."
apt_packages="python3-sklearn python3-statsmodels r-base-core r-cran-glmnet liblinear-tools libopenblas0-pthread"

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

if tools/sid.sh true; then
	set -- -within tools/sid.sh -python /usr/bin/python3 -rscript /usr/bin/Rscript "$@"
else
	say "measuring beside the peers that are installed here, not beside the newest"
	python=$(find_python)
	if [ -z "$python" ] || ! command -v Rscript >/dev/null || ! command -v liblinear-train >/dev/null; then
		# shellcheck disable=SC2086 # a list of packages
		tools/apt.sh $apt_packages || say "some peers cannot be installed; their rows are left out"
		python=$(find_python)
	fi
	[ -z "$python" ] || set -- -python "$python" "$@"
	! command -v Rscript >/dev/null || set -- -rscript "$(command -v Rscript)" "$@"
fi
if [ -x bin/gonb ] && jupyter=$(tools/jupyter.sh find 2>/dev/null); then
	set -- -jupyter "$jupyter" "$@"
fi

mkdir -p build/bench
go build -o build/bench/ ./bench ./bench/draw
build/bench/bench "$@"
build/bench/draw build/bench/curves.json build/bench.png
