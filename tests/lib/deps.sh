# deps: a program below tests/programs, or any other FILE.c below tests/deps, with the relations `pave deps` must
# print in FILE.deps beside it: lines "key: value", compared as isl objects. A first line "# flags: ..." adds options.

list_deps() {
    local file
    find tests/programs tests/deps -name '*.deps' 2>/dev/null | sort | while read -r file; do
        echo "${file%.deps}.c"
    done
}

run_deps() {
    read_flags "$1"
    local extra
    read -r -a extra < <(sed -n '1s/^# flags: //p' "${1%.c}.deps")
    run_tool 60 "$BIN/pave" deps -q "${FLAGS[@]}" "${extra[@]}" "$1" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave deps ${FLAGS[*]} ${extra[*]} $1: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    "$PLAIN/isldiff" --part "${1%.c}.deps" "$SCRATCH/out" >"$SCRATCH/diff" ||
        fail_with "the dependences differ:" "$SCRATCH/diff"
}
