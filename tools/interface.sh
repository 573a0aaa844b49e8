#!/bin/sh
# interface.sh compares the exported names of the library with those of the last release,
# the newest tag v* before this commit that is no pre-release. It prints what has changed
# for importers, and fails if that breaks programs and CHANGELOG.md does not say so: its
# newest part then needs "### Changed" or "### Removed".
set -eu
cd "$(dirname "$0")/.."

last=$(git describe --tags --abbrev=0 --match 'v[0-9]*' --exclude '*-*' HEAD^ 2>/dev/null) || {
	echo "interface: there is no earlier release to compare with"
	exit 0
}
go -C tools build -o "$PWD/bin/" golang.org/x/exp/cmd/apidiff
work=$(mktemp -d)
trap 'git worktree remove --force "$work/last" 2>/dev/null; rm -rf "$work"' EXIT
git worktree add -q --detach "$work/last" "$last"

# packages prints the directories of the packages that programs may import.
packages() {
	go list -f '{{if and (ne .Name "main") .GoFiles}}{{.Dir}}{{end}}' ./lclass/... ./datasets/... ./frames/... ./plots/... |
		sed "s|^$PWD/||" | grep -v -e '^$' -e '\(^\|/\)internal\(/\|$\)'
}

now=$PWD
changes=$work/changes
: >"$changes"
for package in $(cd "$work/last" && packages); do
	[ -d "$package" ] || {
		echo "package $package is gone" >>"$changes"
		continue
	}
	(cd "$work/last" && "$now/bin/apidiff" -w "$work/old" "./$package")
	bin/apidiff "$work/old" "./$package" >"$work/report"
	[ ! -s "$work/report" ] || printf '\n%s\n%s\n' "$package" "$(cat "$work/report")"
	bin/apidiff -incompatible "$work/old" "./$package" >>"$changes"
done
[ -s "$changes" ] || {
	echo "interface: programs for $last compile as before"
	exit 0
}
# The first part of the changelog that is not empty.
awk '/^## / { if (text) exit; part = 1; next } part && NF { text = text $0 "\n" } END { print text }' CHANGELOG.md |
	grep -qE '^### (Changed|Removed)$' || {
	echo "interface: this breaks programs for $last. Describe the change, and how to adapt to it, in CHANGELOG.md, below \"### Changed\" or \"### Removed\"" >&2
	exit 1
}
