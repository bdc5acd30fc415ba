# lint: each check of tools/lint is one test.

list_lint() {
    tools/lint --list
}

run_lint() {
    run_tool 3000 tools/lint "$1" || return
    ! grep -q ': not checked$' "$SCRATCH/out" ||
        left_out "checks by lint" "$(sed -n 's/: not checked$//p' "$SCRATCH/out" | head -n 1); type: tools/deps lint"
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "findings:" "$SCRATCH/out" 100; }
}
