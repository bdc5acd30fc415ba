# lint: each check of tools/lint is one test; clang-tidy, which takes as long as all others together, in `make check-wide`.

list_lint() {
    case $mode in wide) echo tidy ;; *) tools/lint --list | grep -vx tidy ;; esac
}

run_lint() {
    run_tool 3000 tools/lint "$1" || return
    ! grep -q ': not checked$' "$SCRATCH/out" ||
        left_out "checks by lint" "$(sed -n 's/: not checked$//p' "$SCRATCH/out" | head -n 1); type: tools/deps lint"
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "findings:" "$SCRATCH/out" 100; }
}
