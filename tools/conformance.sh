#!/bin/sh
# conformance.sh installs the peers that are missing and compares lclass with
# them, first metrics, calibrations and searches, then the learners:
# conformance.sh [-record | -recorded].
set -eu
cd "$(dirname "$0")/.."

packages="python3-sklearn python3-scipy python3-statsmodels python3-mpmath python3-cvxopt
r-base-core r-cran-glmnet r-cran-mass r-cran-nnet liblinear-tools"

present() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=
if [ "${1-}" != -recorded ]; then
	for package in $packages; do
		present "$package" || missing="$missing $package"
	done
fi
# shellcheck disable=SC2086 # several packages
if [ -n "$missing" ] && ! tools/apt.sh $missing; then
	echo "The peers are packages of Debian and Ubuntu. These are missing and cannot be installed with apt here:" >&2
	echo " $missing" >&2
	echo "To compare with their recorded results: make conformance FLAGS=-recorded" >&2
	exit 1
fi

numbers() { go test -count=1 -v -run '^TestPeers$' ./lclass/metric ./lclass/calibrate ./lclass/validate; }
case ${1-} in
-recorded) numbers ;;
-record)
	for script in lclass/metric/testdata/*.py lclass/calibrate/testdata/*.py lclass/validate/testdata/*.py; do
		[ "${script##*/}" = peer.py ] || /usr/bin/python3 -B -W ignore "$script" >"${script%.py}.json"
	done
	numbers
	;;
*) for seed in 0 1; do LCLASS_PEERS=$seed numbers; done ;;
esac

# Models in the format ONNX, evaluated by ONNX Runtime.
if [ "${1-}" = -recorded ] || ! command -v npm >/dev/null; then
	go test -count=1 ./lclass/onnx
else
	(cd tools/onnx && npm ci --ignore-scripts --no-audit --no-fund --silent)
	onnx=-runtime
	[ "${1-}" != -record ] || onnx="-runtime -record"
	# shellcheck disable=SC2086 # two options
	go test -count=1 ./lclass/onnx $onnx
fi
exec go run ./conformance "$@"
