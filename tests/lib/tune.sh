# tune: the command tune. tests/tune/NAME.sh is a script, run by bash in a folder of its own with the functions of
# tests/lib/contract.sh and PAVE, PAVECC and ROOT set, and an empty cache. It passes unless it calls broken or exits with another status.

list_tune() {
    ls tests/tune/*.sh
}

run_tune() {
    local bin=$BIN
    [ "${bin#/}" = "$bin" ] && bin=$ROOT/$bin
    PAVECC=$bin/pavecc PAVE=$bin/pave ROOT=$ROOT SCRATCH=$SCRATCH XDG_CACHE_HOME=$SCRATCH/cache OMP_NUM_THREADS=2 run_tool 120 bash -c \
        'cd "$SCRATCH" || exit 1; . "$ROOT/tests/lib/contract.sh"; unset CC PAVE_CC PAVE_TARGET PAVE_FLAGS
         . "$ROOT/tests/lib/tunefake.sh"; . "$ROOT/$1"; exit 0' test "$1" || return
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "exit status $STATUS" "$SCRATCH/out"; }
}
