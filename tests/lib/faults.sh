# faults: scripts of tests/faults, run as those of tests/errors are, with INJECT set to the library that makes allocations
# and writes fail (tests/faults/inject.c). All memory comes from the C library there, where the library sees it.
# In `make check-wide` pave has UndefinedBehaviorSanitizer. A line "# only: wide" leaves a script to that; IS_HASTY says that `make
# check` runs it, and that it should not take its time.

list_faults() {
    case $mode in
    check) grep -Lx '# only: wide' tests/faults/*.sh ;;
    *) printf '%s\n' tests/faults/*.sh ;;
    esac
}

run_faults() {
    local inject=$PLAIN/inject.so
    [ "${inject#/}" = "$inject" ] && inject=$ROOT/$inject
    [ -e "$inject" ] || { fail "$inject is not built: make programs"; return; }
    local IS_HASTY=false
    [ "$mode" != check ] || IS_HASTY=true
    export IS_HASTY WORK
    PAVE_MALLOC=system INJECT=$inject SCRIPT_LIMIT=1500 run_error_script "$1"
}
