# shellcheck shell=sh
# stages.sh runs checks one after the other and ends with what each took and what
# failed. It is sourced.

stages=$(mktemp -d)
trap 'rm -rf "$stages"' EXIT
trap 'exit 130' INT TERM

# computed prints the seconds that finished commands have computed, user and system.
computed() {
	times >"$stages/times"
	awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + 0.5), int($3 * 60 + $4 + 0.5) }' "$stages/times"
}

# stage runs a command, whatever became of those before: stage NAME COMMAND...
stage() {
	name=$1
	shift
	echo "== $name"
	start=$(date +%s)
	computed >"$stages/before"
	rm -f "$stages/ok"
	{ "$@" 2>&1 && : >"$stages/ok"; } | tee "$stages/log" || :
	state=ok
	if [ ! -e "$stages/ok" ]; then
		state=FAILED
		{
			echo "$name:"
			culprits "$stages/log" | sed 's/^/  /'
		} >>"$stages/failed"
	fi
	seconds=$(($(date +%s) - start))
	echo "== $name: $state, $seconds s"
	computed >"$stages/after"
	read -r user system <"$stages/before"
	read -r user_after system_after <"$stages/after"
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
