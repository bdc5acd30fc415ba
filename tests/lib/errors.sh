# errors: bad input and bad use.
#   FILE.c with FILE.err beside it: `pave scop FLAGS FILE.c` must end with the status of the first line of FILE.err,
#     "exit: N", and print its other lines on stderr, the folder of the test taken out; when N is not 0, stdout must
#     stay empty.
#   FILE.sh: a script, run by bash with the functions of tests/lib/contract.sh and PAVE, SRC (the folder of the
#     script) and SCRATCH (its working folder) set. It passes unless it calls broken or exits with another status.

list_errors() {
    local file
    for file in tests/errors/*.c; do
        if [ -e "${file%.c}.err" ]; then echo "$file"; fi
    done
    for file in tests/errors/*.sh; do
        if [ -e "$file" ]; then echo "$file"; fi
    done
}

run_errors() {
    case $1 in
    *.sh) run_error_script "$1" ;;
    *) run_error_file "$1" ;;
    esac
}

run_error_script() {
    local pave=$BIN/pave
    [ "${pave#/}" = "$pave" ] && pave=$ROOT/$pave
    PAVE=$pave SRC=$ROOT/tests/errors ROOT=$ROOT SCRATCH=$SCRATCH \
        run_tool "${SCRIPT_LIMIT:-240}" bash -c 'cd "$SCRATCH" || exit 1; . "$ROOT/tests/lib/contract.sh"; . "$ROOT/$1"; exit 0' test "$1" ||
        return
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "exit status $STATUS" "$SCRATCH/out"; }
}

run_error_file() {
    read_flags "$1"
    run_tool 60 "$BIN/pave" scop "${FLAGS[@]}" "$1" || return
    if [ $STATUS -ne 0 ] && [ -s "$SCRATCH/out" ]; then
        fail_with "exit status $STATUS, yet stdout is not empty:" "$SCRATCH/out"
    fi
    { echo "exit: $STATUS"; sed "s|$(dirname "$1")/||g" "$SCRATCH/err"; } >"$SCRATCH/actual"
    compare "${1%.c}.err" "$SCRATCH/actual" diff -u
}
