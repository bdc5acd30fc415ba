# codegen: a schedule in tests/codegen, NAME.st (a tree) or NAME.in (isl's flat form), with the code that `pave codegen`
# must print for it in NAME.c with isl's generator, and in NAME.pave.c with pave's own (--ast=pave). The code is also built
# and run, and the instances that it runs are compared with those of the schedule in the order of their times, for the
# values of the parameters in each line "# run: NAME=VALUE ..." of the schedule; without parameters no such line is
# needed. "# flags: OPTIONS" in the first line is for pave. "# scan: no REASON" leaves out the comparison.
# The test "random" does the same for random schedules (tests/scan/random.c).

list_codegen() {
    local file
    for file in tests/codegen/*.st tests/codegen/*.in; do
        if [ -e "${file%.*}.c" ]; then echo "$file"; fi
    done
    echo random
}

run_codegen() {
    if [ "$1" = random ]; then
        "$PLAIN/scan" --random 1 120 >"$SCRATCH/out" 2>&1 || fail_with "wrong code for random schedules:" "$SCRATCH/out"
        # a bound by cases with an exact division that was evaluated where no case applies
        "$PLAIN/scan" --random 65067 1 >"$SCRATCH/out" 2>&1 || fail_with "wrong code for schedule 65067:" "$SCRATCH/out"
        return
    fi
    run_generator "$1" isl "${1%.*}.c"
    run_generator "$1" pave "${1%.*}.pave.c"
}

# run_generator SCHEDULE GENERATOR EXPECTED
run_generator() {
    local flags arguments runs
    read -r -a flags < <(sed -n '1s/^# flags: //p' "$1")
    flags+=("--ast=$2")
    run_tool 60 "$BIN/pave" codegen "${flags[@]}" "$1" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave codegen ${flags[*]} $1: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    cp "$SCRATCH/out" "$SCRATCH/code.c"
    compare "$3" "$SCRATCH/code.c" diff -u
    if grep -q '^# scan: no ' "$1"; then return; fi
    "$PLAIN/scan" --driver "$1" >"$SCRATCH/driver.c"
    if ! gcc -std=gnu99 -O1 -Wall -Wextra -Werror "$SCRATCH/driver.c" -o "$SCRATCH/driver" 2>"$SCRATCH/warnings"; then
        fail_with "the code of --ast=$2 does not build without warnings:" "$SCRATCH/warnings"
        return
    fi
    mapfile -t runs < <(sed -n 's/^# run://p' "$1")
    [ ${#runs[@]} -gt 0 ] || runs=("")
    for arguments in "${runs[@]}"; do
        read -r -a arguments <<<"$arguments"
        timeout 10 "$SCRATCH/driver" "${arguments[@]}" >"$SCRATCH/trace" 2>&1
        "$PLAIN/scan" "$1" "${arguments[@]}" <"$SCRATCH/trace" >"$SCRATCH/diff" 2>&1 ||
            fail_with "--ast=$2 with ${arguments[*]:-no parameters}:" "$SCRATCH/diff"
    done
}
