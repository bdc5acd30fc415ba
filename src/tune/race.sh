# The script pave-run of a batch (src/tune/batch.c): builds the programs of its directory, runs all of them once and the fastest again
# and again, in turns, and packs what they have printed. The lines in front of it set BUDGET, LIMIT (seconds; 0: by the time of program 0),
# PATTERN and GROUP (where programs print their time; empty: by the clock).
#   pave-run [build | race]     only the one half; a second GPU or another user may be busy while programs are built
# shellcheck shell=sh disable=SC2016,SC2153

cd "$(dirname "$0")" || exit 1
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}
say() { echo "pave-run: $*" >&2; }

# Build all programs. What the original prints is needed, not its time: it runs meanwhile.
build() {
    rm -f -- */out.* */err.* */failed */unbuilt rows results.tar
    (sh original/pave-build >original/build.log 2>&1 && sh original/pave-run >original/out.0 2>original/err.0
     echo $? >original/status) &
    for script in [0-9]*/pave-build; do echo "${script%/*}"; done | xargs -P "$JOBS" -I{} sh -c \
        'sh "$1/pave-build" >"$1/build.log" 2>&1 || { : >"$1/unbuilt"; : >"$1/failed"; echo "pave-run: program $1 is not built" >&2; }' sh {}
    wait
}

elapsed() { echo $(($(date +%s) - began)); }
# Are $1 percent of the time over?
is_past() { [ $((100 * $(elapsed))) -ge $(($1 * BUDGET)) ]; }

# The time of the run number $2 of program $1: that which it prints, or that of its script pave-run.
time_of() {
    if [ -n "$PATTERN" ]; then
        at=$(printf '\001')
        cat "$1/out.$2" "$1/err.$2" | grep -oE -e "$PATTERN" | head -n 1 | sed -E "s$at^($PATTERN)\$$at\\$GROUP$at" | grep -oE '[0-9.][0-9.eE+-]*' | head -n 1
    else
        sed -n 's/^pave-time //p' "$1/err.$2" | head -n 1
    fi
}

# Run program $3 in round $2 of phase $1, and note it: phase, round, program, run, limit, status, seconds.
run() {
    [ -e "$3/failed" ] && return
    runs=$((runs + 1))
    timeout -k 2 "$limit" sh "$3/pave-run" >"$3/out.$runs" 2>"$3/err.$runs"
    status=$? seconds=
    [ $status -eq 0 ] && seconds=$(time_of "$3" $runs)
    [ $status -eq 0 ] || : >"$3/failed"
    echo "$1 $2 $3 $runs $limit $status ${seconds:--}" >>rows
    say "program $3: ${seconds:-failed}${seconds:+ s}"
}

# The fastest programs by the median of their runs, but program 0: up to $1 of them.
fastest() {
    awk '$3 != 0 && $6 == 0 && $7 > 0 { print $3, $7 }' rows | sort -k1,1n -k2,2g |
        awk '{ n[$1]++; time[$1, n[$1]] = $2 } END { for (p in n) print time[p, int((n[p] + 1) / 2)], p }' |
        sort -g | head -n "$1" | while read -r _ program; do [ -e "$program/failed" ] || echo "$program"; done
}

race() {
    runs=0 began=$(date +%s) limit=${LIMIT#0}
    limit=${limit:-600}
    : >rows
    run first 0 0
    [ -e 0/failed ] && say "the default fails" && return
    [ "$LIMIT" -ne 0 ] || limit=$((3 * $(elapsed) + 4))
    run first 1 0
    for folder in [0-9]*/; do
        [ "${folder%/}" = 0 ] || is_past 50 || run first 0 "${folder%/}"
    done
    for round in 0 1; do
        for program in $(fastest 5); do is_past 65 || run again $round "$program"; done
    done
    finalists=$(fastest 3) order="0 $(echo "$finalists" | tr '\n' ' ')"
    for round in 0 1 2 3 4 5 6 7; do
        [ -z "$finalists" ] || { [ $round -gt 5 ] && is_past 100; } || for program in $order; do run final $round "$program"; done
        reversed=
        for program in $order; do reversed="$program $reversed"; done
        order=$reversed
    done
}

# The machine in words.
describe() {
    sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1
    echo "$(nproc) processors"
    nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1
}

[ "${1:-build}" != build ] || build
[ "${1:-race}" != race ] || { describe >machine; race; }
# shellcheck disable=SC2046
[ "${1:-race}" != race ] || tar -cf results.tar machine rows ./*/out.* ./*/err.* ./*/build.log $(ls ./*/unbuilt 2>/dev/null) original/status
say "the results are in $PWD/results.tar"
