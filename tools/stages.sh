# shellcheck shell=sh
# stages.sh runs checks and ends with what each took and what failed. It is sourced.
# A script that is started with the same $stages runs its stages beside those of
# others; what they print comes when they are done.

beside=${stages:+yes}
if [ -z "$beside" ]; then
	stages=$(mktemp -d)
	trap 'rm -rf "$stages"' EXIT
	trap 'exit 130' INT TERM
fi
mine=$stages/$$
mkdir "$mine"

# computed prints the seconds that finished commands have computed, user and system.
computed() {
	times >"$mine/times"
	awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + 0.5), int($3 * 60 + $4 + 0.5) }' "$mine/times"
}

# stage runs a command, whatever became of those before: stage NAME COMMAND...
stage() {
	name=$1
	shift
	start=$(date +%s)
	computed >"$mine/before"
	rm -f "$mine/ok"
	if [ -n "$beside" ]; then
		("$@" && : >"$mine/ok") >"$mine/log" 2>&1 || :
		echo "== $name"
		cat "$mine/log"
	else
		echo "== $name"
		{ "$@" 2>&1 && : >"$mine/ok"; } | tee "$mine/log" || :
	fi
	state=ok
	if [ ! -e "$mine/ok" ]; then
		state=FAILED
		{
			echo "$name:"
			culprits "$mine/log" | sed 's/^/  /'
		} >>"$stages/failed"
	fi
	seconds=$(($(date +%s) - start))
	echo "== $name: $state, $seconds s"
	computed >"$mine/after"
	read -r user system <"$mine/before"
	read -r user_after system_after <"$mine/after"
	printf '%6d %6d %6d  %s\n' "$seconds" $((user_after - user)) $((system_after - system)) "$name: $state" >>"$stages/table"
}

# culprits prints the lines of a log that name what failed, else its last ones.
culprits() {
	grep -E '^ *(--- )?FAIL[: 	]|^ERROR: |FAILED|^panic: |^		(Test|Fuzz|Example)' "$1" | head -n 40 | grep . || tail -n 5 "$1"
}

# finish says what the stages took, in seconds, and which of them failed.
finish() {
	printf '\n  wall   user system\n'
	cat "$stages/table"
	[ ! -e "$stages/failed" ] || {
		printf '\nFAILED\n'
		cat "$stages/failed"
		exit 1
	}
}
