#!/bin/sh
# assignments.sh releases the assignments, without their answers, into a
# directory: assignments.sh DIRECTORY
set -eu

cd "$(dirname "$0")/.."
mkdir -p "$1"
if [ ! -d assignments/lgrade ]; then
	echo "there are no assignments to release"
	exit
fi
go -C assignments/lgrade build -o /tmp/lgrade .
/tmp/lgrade release
cp build/release/*.ipynb "$1/"
