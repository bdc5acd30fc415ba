# unit: tests/unit/NAME.c, built to unit/NAME, prints a line "ok CASE" or "FAIL CASE reason" for each case.

list_unit() {
    c_files tests/unit
}

run_unit() {
    local program=$BIN/unit/$(basename "$1" .c)
    [ -x "$program" ] || { fail "$program is not built: make programs"; return; }
    run_tool 300 "$program" || return
    COUNTED=true
    PASSED=$(grep -c '^ok ' "$SCRATCH/out")
    FAILED=$(grep -c '^FAIL ' "$SCRATCH/out")
    if [ "$FAILED" -gt 0 ]; then
        grep '^FAIL ' "$SCRATCH/out" >>"$REPORT"
        cat "$SCRATCH/err" >>"$REPORT"
    elif [ $STATUS -ne 0 ]; then
        fail_with "exit status $STATUS without a FAIL line" "$SCRATCH/err"
    elif [ "$PASSED" -eq 0 ]; then
        fail "no case was run"
    fi
}
