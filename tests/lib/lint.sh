# lint: each check of tools/lint is one test.

list_lint() {
    tools/lint --list
}

run_lint() {
    run_tool 3000 tools/lint "$1" || return
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "findings:" "$SCRATCH/out" 100; }
}
