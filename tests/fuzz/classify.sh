# What becomes of one program: shared by tests/fuzz/run and tests/fuzz/reduce. Set: ROOT, BIN (folder of the tools),
# MODE (oracle or codegen). A program that hangs is ended after LIMIT seconds.

. "$ROOT/tests/lib/common.sh"
LIMIT=${LIMIT:-20}

# A message without what differs from program to program: places, names of variables and statements, numbers.
signature() {
    grep -vE '^(agree|[0-9]+ disagreements)' "$1" | head -n 1 |
        sed -E 's/^[^ ]*\.c:[0-9:]* //; s/\(run [^)]*\)//; s/-?[0-9]+/N/g; s/(S|[A-Za-z]+_)N(\[[^]]*\])?/S/g' |
        sed -E "s/'[^']*'/'X'/g; s/[A-Za-z_]+(N)?(\.[a-z]+)*(\[-?N\])+(\.[a-z]+(\[N\])?)*/E/g" | cut -c 1-160
}

# Set CLASS and DETAIL from the status $1 of a tool of pave whose messages are in the file $2.
classify_status() {
    DETAIL=$(signature "$2")
    if [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; then
        CLASS=hang DETAIL=
    elif [ "$1" -gt 128 ]; then
        CLASS=crash DETAIL="signal $(($1 - 128))"
    elif has_report "$2"; then
        CLASS=crash DETAIL="report of a sanitizer or of isl"
    elif grep -q 'internal error\|fault' "$2"; then
        CLASS=fault
    elif grep -qE '^[^ :]+:[0-9]+:[0-9]+: error: .' "$2"; then
        CLASS=refused DETAIL=$(grep -m 1 ': error: ' "$2" | signature /dev/stdin)
    else
        CLASS=trouble
    fi
}

# Classify the program $1, with scratch files in the folder $2: sets CLASS to agree, or to what is wrong, and DETAIL.
classify() {
    read_flags "$1"
    "classify_$MODE" "$1" "$2"
}

classify_oracle() {
    timeout -k 2 "$LIMIT" "$BIN/oracle" "$1" "$2" "${FLAGS[@]}" >"$2/out" 2>"$2/err" </dev/null
    local status=$?
    case $status in
    0) CLASS=agree DETAIL=; has_report "$2/err" && CLASS=crash DETAIL="report of a sanitizer or of isl" ;;
    1) CLASS=disagree DETAIL=$(signature "$2/out") ;;
    *) classify_status $status "$2/err" ;;
    esac
}

# The lines "// run:" of the program $1, without that word.
runs_of() {
    sed -n '1,15s|^// run:||p' "$1"
}

# Build $1 as $2 with the flags that follow.
build_program() {
    local source=$1 program=$2
    shift 2
    gcc -std=gnu99 -w "-I$ROOT/include" "$@" "$source" -lm -o "$program" 2>"$program.log"
}

classify_codegen() {
    local target flags scratch=$2 arguments
    CLASS=agree DETAIL=
    build_program "$1" "$scratch/original" -O1 -ffp-contract=off || { CLASS=invalid; return; }
    for target in c openmp; do
        timeout -k 2 "$LIMIT" "$BIN/pave" "--target=$target" "${FLAGS[@]}" "$1" -o "$scratch/$target.c" \
            >"$scratch/out" 2>"$scratch/err" </dev/null
        local status=$?
        if [ $status -ne 0 ]; then
            classify_status $status "$scratch/err"
            DETAIL="$target: $DETAIL"
            return
        fi
        if has_report "$scratch/err"; then
            CLASS=crash DETAIL="$target: report of a sanitizer or of isl"
            return
        fi
        flags=(-O1 -ffp-contract=off -fsanitize=address,undefined -fno-sanitize-recover=all)
        [ $target = openmp ] && flags=(-O1 -ffp-contract=off -fopenmp)
        if ! build_program "$scratch/$target.c" "$scratch/$target" "${flags[@]}"; then
            CLASS=uncompilable DETAIL="$target: $(grep -m 1 'error:' "$scratch/$target.log" | signature /dev/stdin)"
            return
        fi
        while read -r -a arguments; do
            timeout -k 2 "$LIMIT" "$scratch/original" "${arguments[@]}" >"$scratch/expected" 2>&1 </dev/null
            OMP_NUM_THREADS=3 timeout -k 2 "$LIMIT" "$scratch/$target" "${arguments[@]}" >"$scratch/actual" 2>&1 </dev/null
            if ! cmp -s "$scratch/expected" "$scratch/actual"; then
                CLASS=differ DETAIL="$target"
                grep -q 'Sanitizer\|runtime error' "$scratch/actual" && CLASS=unsafe
                return
            fi
        done < <(runs_of "$1")
        if grep -q 'region left unchanged' "$scratch/err"; then
            CLASS=unchanged DETAIL=$(grep -m 1 'region left unchanged' "$scratch/err" | signature /dev/stdin)
        fi
    done
}

# Is the program $1 free of undefined behaviour, as far as the tools see?
is_valid() {
    local arguments
    build_program "$1" "$2/checked" -O1 -Werror=uninitialized -Werror=maybe-uninitialized -Werror=return-type \
        -fsanitize=address,undefined -fno-sanitize-recover=all || return 1
    while read -r -a arguments; do
        timeout 5 "$2/checked" "${arguments[@]}" >/dev/null 2>&1 </dev/null || return 1
    done < <(runs_of "$1")
}

# Is the class $1 what a correct pave may give?
is_fine() {
    case $1 in
    agree | refused | unchanged) return 0 ;;
    esac
    return 1
}
