# linking: the result does not depend on how pave is linked. plain/pave is the same program without the functions that take
# the place of malloc and of GMP's (REPLACE in the Makefile). Both must give the same bytes and messages, also where a budget
# ends the work: how far a stage gets is counted in the same units. A sample of the programs, a few budgets each.

list_linking() {
    { c_files tests/kernels; c_files tests/programs; } | awk 'NR % 24 == 5'
}

# Compile $2 for target $3 with the budget $4 by the pave of the folder $1.
compile_linked() {
    (exec -a pave timeout -k 5 100 "$1/pave" "${FLAGS[@]}" --time-limit=0 --target="$3" --budget="$4" -o - "$2") 2>&1 </dev/null
    echo "status $?"
}

# Compile $1 for target $2 with the budget $3 by both; they must agree.
compare_linked() {
    compile_linked "$BIN" "$1" "$2" "$3" >"$SCRATCH/replaced"
    compile_linked "$BIN/plain" "$1" "$2" "$3" >"$SCRATCH/plain"
    cmp -s "$SCRATCH/replaced" "$SCRATCH/plain" && return
    diff "$SCRATCH/replaced" "$SCRATCH/plain" >"$SCRATCH/diff"
    fail_with "--target=$2 --budget=$3: another result without the replacements:" "$SCRATCH/diff" 20
}

# Find the largest budget that $1 exceeds for target $2, by halving, and compare on the way and around it.
compare_around_boundary() {
    local low=500 high=32000 middle
    while [ $((high - low)) -gt 1 ]; do
        middle=$(((low + high) / 2))
        compare_linked "$1" "$2" $middle
        if grep -q budget "$SCRATCH/replaced"; then low=$middle; else high=$middle; fi
    done
}

run_linking() {
    local target budget
    [ -x "$BIN/plain/pave" ] || { fail "$BIN/plain/pave is not built: make programs"; return; }
    read_flags "$1"
    for target in openmp cuda; do
        for budget in 0 3000 100000; do
            compare_linked "$1" $target $budget
        done
    done
    [ "$(wc -l <"$1")" -gt 30 ] || compare_around_boundary "$1" openmp
}
