# check: `pave check NAME.c NAME.b.c` in tests/check, with its exit status and messages, the folder taken out, in
# NAME.out. A line "// flags: OPTIONS" of NAME.c adds options.

list_check() {
    local file
    for file in tests/check/*.out; do
        if [ -e "$file" ]; then echo "${file%.out}.c"; fi
    done
}

run_check() {
    read_flags "$1"
    run_tool 60 "$BIN/pave" check "${FLAGS[@]}" "$1" "${1%.c}.b.c" || return
    if [ $STATUS -ne 0 ] && [ -s "$SCRATCH/out" ]; then
        fail_with "exit status $STATUS, yet stdout is not empty:" "$SCRATCH/out"
    fi
    { echo "exit: $STATUS"; sed 's|tests/check/||g' "$SCRATCH/out" "$SCRATCH/err"; } >"$SCRATCH/actual"
    compare "${1%.c}.out" "$SCRATCH/actual" diff -u
}
