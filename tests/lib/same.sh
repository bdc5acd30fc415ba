# same: the same input and options give the same bytes. Each program below tests/programs is compiled twice for OpenMP, each
# below tests/kernels for CUDA: with other addresses, other contents of fresh memory and a larger environment the second time. SAME_TARGETS in the environment replaces the targets.

list_same() {
    c_files tests/programs
    c_files tests/kernels
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
    local target other=(env MALLOC_PERTURB_=85 GLIBC_TUNABLES=glibc.malloc.mmap_threshold=20000 FILLER="$(printf '%05000d' 0)")
    setarch -R true 2>/dev/null && other=(setarch -R "${other[@]}")
    local targets=openmp
    case $1 in tests/kernels/*) targets=cuda ;; esac
    read_flags "$1"
    for target in ${SAME_TARGETS:-$targets}; do
        compile_same "$1" "$target" first
        compile_same "$1" "$target" second "${other[@]}"
        diff -r "$SCRATCH/first" "$SCRATCH/second" >"$SCRATCH/diff" ||
            fail_with "--target=$target gives two results:" "$SCRATCH/diff" 20
        rm -rf "$SCRATCH/first" "$SCRATCH/second"
    done
}
