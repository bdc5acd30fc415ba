# schedule: each NAME.st below tests/schedule says what `pave schedule` makes of an input. Below lines that begin with '#' it
# may hold a schedule tree, compared by scheddiff, where marks stand for what is not said. The lines:
#   # input: FILE           beside it; without this line, NAME.sc, NAME taken up to its first dot
#   # options: OPTIONS      for pave
#   # up-to: LIST REASON    in what the trees may differ (see tools/scheddiff.c), and why that is allowed
#   # expect: PROPERTY      checked by schedstat
#   # fails: REGEX          pave must refuse the input with such a message
#   # scheduler: pave       the option or the ability is pave's alone: not for isl's scheduler
#   # worse-than-isl: WHY   the result need not be as good as that of isl's scheduler
# Unless isl's scheduler makes the schedule, or fails to, the result is also compared to that of isl with the same
# options: outer bands at least as deep, with as many coincident members, no larger sum of coefficients.
# Each NAME.sc is also an input by itself, with the default options: pave's own check of legality is then the test, and
# again the comparison with isl. A line "# worse-than-isl:" may stand there, too.

# The scheduler to test: pave or isl.
SCHEDULER=${SCHEDULER:-pave}

list_schedule() {
    local file
    for file in tests/schedule/*.st; do
        if [ "$SCHEDULER" = isl ] && grep -q '^# scheduler: pave$' "$file"; then continue; fi
        echo "$file"
    done
    printf '%s\n' tests/schedule/*.sc
}

# The text of the lines "# $1: TEXT" of the file $2.
directive() {
    sed -n "s/^# $1: //p" "$2"
}

run_schedule() {
    local test=$1 input name options
    input=$test
    case $test in
    *.st)
        input=$(directive input "$test")
        name=${test##*/}
        input=tests/schedule/${input:-${name%%.*}.sc}
        ;;
    esac
    read -r -a options < <(directive options "$test")
    if [ -n "$(directive fails "$test")" ]; then
        refuses_schedule "$test" "$input" "${options[@]}"
        return
    fi
    make_schedule "$SCHEDULER" "$SCRATCH/found" "$input" "${options[@]}" || return
    case $test in *.st) check_schedule "$test" ;; *) is_refused "$input" || true ;; esac
    if [ "$SCHEDULER" != isl ] && [ -z "$(directive worse-than-isl "$test")$(directive scheduler "$test")" ]; then
        compare_to_isl "$input" "${options[@]}"
    fi
}

# Whether a test NAME.st says that the input $1 has no schedule.
is_refused() {
    [ -e "${1%.*}.st" ] && [ -n "$(directive fails "${1%.*}.st")" ]
}

# Let scheduler $1 schedule the input $3 with the further options into the file $2.
make_schedule() {
    local scheduler=$1 output=$2 input=$3
    shift 3
    run_tool 100 "$BIN/pave" schedule -q --scheduler="$scheduler" "$@" "$input" || return
    if [ $STATUS -eq 1 ] && is_refused "$input"; then return 1; fi
    if [ $STATUS -ne 0 ]; then
        fail_with "pave schedule --scheduler=$scheduler $* $input: exit status $STATUS" "$SCRATCH/err"
        return 1
    fi
    cp "$SCRATCH/out" "$output"
}

refuses_schedule() {
    local test=$1 input=$2
    shift 2
    run_tool 100 "$BIN/pave" schedule --scheduler="$SCHEDULER" "$@" "$input" || return
    [ $STATUS -eq 1 ] || fail "pave schedule $* $input: exit status $STATUS, not 1"
    grep -Eq -e "error: .*$(directive fails "$test")" "$SCRATCH/err" ||
        fail_with "no message matches: $(directive fails "$test")" "$SCRATCH/err"
}

# What the file $1 says of the result.
check_schedule() {
    local property upto
    upto=$(directive up-to "$1")
    if grep -q '^domain:' "$1"; then
        "$PLAIN/scheddiff" --up-to="${upto%% *}" "$1" "$SCRATCH/found" >"$SCRATCH/diff" 2>&1 ||
            fail_with "the schedule is not that of $1:" "$SCRATCH/diff"
    elif [ -z "$(directive expect "$1")" ]; then
        fail "$1 expects nothing"
    fi
    while read -r property; do
        "$PLAIN/schedstat" "$SCRATCH/found" --expect "$property" >"$SCRATCH/diff" 2>&1 ||
            fail_with "the schedule lacks a property that $1 wants:" "$SCRATCH/diff"
    done < <(directive expect "$1")
}

compare_to_isl() {
    make_schedule isl "$SCRATCH/isl" "$@" || return
    "$PLAIN/schedstat" --not-worse "$SCRATCH/isl" "$SCRATCH/found" >"$SCRATCH/diff" 2>&1 ||
        fail_with "isl's scheduler does better:" "$SCRATCH/diff"
}
