# same: the same input and options give the same bytes. A program is compiled twice, with other addresses, other contents
# of fresh memory and a larger environment the second time. For OpenMP, kind kernels does that with what it compiles from
# tests/programs. Here are the programs that never run, for OpenMP, and, in `make check-wide`, the kernels for OpenMP, OpenCL and
# CUDA. SAME_TARGETS in the environment replaces the targets, and takes all programs.

list_same() {
    if [ -n "${SAME_TARGETS-}" ]; then
        c_files tests/programs
        c_files tests/kernels
        return
    fi
    case $mode in
    wide) c_files tests/kernels ;;
    *) c_files tests/programs | grep -Fvx -f <(list_kernels) ;;
    esac
}

# Run a command with other addresses, other contents of fresh memory and a larger environment.
run_elsewhere() {
    local other=(env PAVE_MALLOC=system MALLOC_PERTURB_=85 GLIBC_TUNABLES=glibc.malloc.mmap_threshold=20000 FILLER="$(printf '%05000d' 0)")
    setarch -R true 2>/dev/null && other=(setarch -R "${other[@]}")
    "${other[@]}" "$@"
}

# Compile $1 for target $2 with the further options once more, after a run that wrote $3, with its messages in $4: both must be
# the same. The first line holds the name of the file.
check_again() {
    local file=$1 target=$2 first=$3 messages=$4 again=$SCRATCH/again
    shift 4
    mkdir -p "$again"
    run_elsewhere timeout -k 5 100 "$BIN/pave" "${FLAGS[@]}" "$@" --target="$target" -o "$again/${first##*/}" "$file" \
        >/dev/null 2>"$again/err" </dev/null
    { cmp "$messages" "$again/err" && cmp <(sed 1d "$first") <(sed 1d "$again/${first##*/}"); } \
        >"$again/diff" 2>&1 ||
        fail_with "--target=$target $* gives two results: $first and $again/${first##*/}" "$again/diff" 20
}

# Compile $1 for target $2 into the folder $3; a command to run pave with may follow.
compile_same() {
    local file=$1 target=$2 folder=$3
    shift 3
    mkdir -p "$SCRATCH/$folder"
    "$@" timeout -k 5 100 "$BIN/pave" "${FLAGS[@]}" --target="$target" -o "$SCRATCH/$folder" "$file" \
        >"$SCRATCH/$folder/stdout" 2>"$SCRATCH/$folder/stderr" </dev/null
    echo "status $?" >>"$SCRATCH/$folder/stdout"
    sed -i '1s/ -o [^ ]*//' "$SCRATCH/$folder"/*
}

run_same() {
    local target targets=openmp
    case $1 in tests/kernels/*) targets='openmp opencl cuda' ;; esac
    read_flags "$1"
    for target in ${SAME_TARGETS:-$targets}; do
        compile_same "$1" "$target" first
        compile_same "$1" "$target" second run_elsewhere
        diff -r "$SCRATCH/first" "$SCRATCH/second" >"$SCRATCH/diff" ||
            fail_with "--target=$target gives two results:" "$SCRATCH/diff" 20
        rm -rf "$SCRATCH/first" "$SCRATCH/second"
    done
}
