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

run_linking() {
    local target budget
    [ -x "$BIN/plain/pave" ] || { fail "$BIN/plain/pave is not built: make programs"; return; }
    read_flags "$1"
    for target in openmp cuda; do
        for budget in 0 3000 100000; do
            compile_linked "$BIN" "$1" $target $budget >"$SCRATCH/replaced"
            compile_linked "$BIN/plain" "$1" $target $budget >"$SCRATCH/plain"
            cmp -s "$SCRATCH/replaced" "$SCRATCH/plain" && continue
            diff "$SCRATCH/replaced" "$SCRATCH/plain" >"$SCRATCH/diff"
            fail_with "--target=$target --budget=$budget: another result without the replacements:" "$SCRATCH/diff" 20
        done
    done
}
