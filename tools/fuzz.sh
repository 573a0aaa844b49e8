#!/bin/sh
# fuzz.sh gives every parser random input, one after the other, and keeps the
# smallest of those that reached new code beside the tests: fuzz.sh [-fuzztime=10m],
# or -fuzztime=1000000x for a million inputs each
set -eu

cd "$(dirname "$0")/.."
mkdir -p build
cache=$(go env GOCACHE)/fuzz
git grep -o '^func Fuzz[A-Za-z]*' -- '*_test.go' | sed 's/:func / /' | while read -r file name; do
	dir=$(dirname "$file")
	echo "== $name in $dir"
	# By default Go spends up to a minute on making each input smaller that reaches new
	# code, and tries nothing else meanwhile.
	# A run may end in "context deadline exceeded" and no finding: go.dev/issue/75804.
	go -C "$dir" test . -run '^$' -timeout 0 -fuzz "^$name\$" -fuzzminimizetime=100x "${1:--fuzztime=10m}" </dev/null >build/fuzz.log 2>&1 ||
		grep -q '^    context deadline exceeded' build/fuzz.log || {
		cat build/fuzz.log
		exit 1
	}
	grep execs build/fuzz.log | tail -n 1
	found=$cache/$(go -C "$dir" list .)/$name
	if [ -d "$found" ]; then
		mkdir -p "$dir/testdata/fuzz/$name"
		# shellcheck disable=SC2012 # the names are of letters and digits
		ls -Sr "$found" | head -n 32 | while read -r input; do
			cp "$found/$input" "$dir/testdata/fuzz/$name/"
		done
	fi
done
