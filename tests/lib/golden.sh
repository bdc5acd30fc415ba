# golden: a program below tests/programs with the model `pave scop` must print in FILE.scop beside FILE.c.
# Models are compared as isl objects by isldiff.

list_golden() {
    local file
    c_files tests/programs | while read -r file; do
        if [ -e "${file%.c}.scop" ]; then echo "$file"; fi
    done
}

run_golden() {
    read_flags "$1"
    run_tool 60 "$BIN/pave" scop "${FLAGS[@]}" "$1" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave scop ${FLAGS[*]} $1: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    local differ=(diff -u)
    [ -x "$PLAIN/isldiff" ] && differ=("$PLAIN/isldiff")
    compare "${1%.c}.scop" "$SCRATCH/out" "${differ[@]}"
}
