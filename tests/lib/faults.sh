# faults: scripts of tests/faults, run as those of tests/errors are, with INJECT set to the library that makes allocations
# and writes fail (tests/faults/inject.c). All memory comes from the C library there, where the library sees it.

list_faults() {
    printf '%s\n' tests/faults/*.sh
}

run_faults() {
    local inject=$BIN/inject.so
    [ "${inject#/}" = "$inject" ] && inject=$ROOT/$inject
    [ -e "$inject" ] || { fail "$inject is not built: make programs"; return; }
    PAVE_MALLOC=system INJECT=$inject SCRIPT_LIMIT=1500 run_error_script "$1"
}
