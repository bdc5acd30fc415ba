# pavecc: the compiler that transforms on the way. tests/pavecc/NAME.sh is a script, run by bash in a folder of its own with
# the functions of tests/lib/contract.sh and PAVECC, PAVE and ROOT set. It passes unless it calls broken or exits with another status.

list_pavecc() {
    ls tests/pavecc/*.sh
}

run_pavecc() {
    local bin=$BIN
    [ "${bin#/}" = "$bin" ] && bin=$ROOT/$bin
    mkdir -p "$SCRATCH/tmp"
    PAVECC=$bin/pavecc PAVE=$bin/pave ROOT=$ROOT SCRATCH=$SCRATCH TMPDIR=$SCRATCH/tmp run_tool 120 bash -c \
        'cd "$SCRATCH" || exit 1; . "$ROOT/tests/lib/contract.sh"; unset PAVE_CC PAVE_TARGET PAVE_FLAGS; . "$ROOT/$1"
         [ -z "$(ls tmp)" ] || broken "temporary files are left: $(ls tmp)"; exit 0' test "$1" || return
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "exit status $STATUS" "$SCRATCH/out"; }
}
