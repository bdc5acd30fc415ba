# same: the same input and options give the same bytes. A program is compiled twice, with other addresses, other contents
# of fresh memory and a larger environment the second time. For OpenMP, kind kernels does that with a quarter of what it compiles from
# tests/programs. Here are the programs that never run, for OpenMP, and, in `make check-wide`, the other three quarters, and the kernels
# for OpenMP, OpenCL and CUDA; those with marked regions are compiled the second time by tests/ways, which must make the same as pave
# does where two ways share all stages that their options let them.
# SAME_TARGETS in the environment replaces the targets, and takes all programs.

list_same() {
    local file
    if [ -n "${SAME_TARGETS-}" ]; then
        c_files tests/programs
        c_files tests/kernels
        return
    fi
    case $mode in
    wide)
        c_files tests/kernels
        c_files tests/programs | while read -r file; do if is_in_share "$file" 4; then echo "$file"; fi; done
        ;;
    *) c_files tests/programs | grep -Fvx -f <(list_runnable) ;;
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

# What tests/ways makes of the kernel $1 elsewhere for all targets, each beside a way with another option, must be what pave makes of
# it. The first line of each file holds the command. Messages come in another order: pave takes one region after the other.
check_shared() {
    local file=$1 target made n words=()
    for target in "${!OTHER_OPTION[@]}"; do
        mkdir "$SCRATCH/shared.$target" "$SCRATCH/other.$target"
        words+=(-- "--target=$target" -o "$SCRATCH/shared.$target" -- "--target=$target" "${OTHER_OPTION[$target]}" -o "$SCRATCH/other.$target")
    done
    run_elsewhere timeout -k 5 300 "$BIN/ways" "$SCRATCH/way" "${FLAGS[@]}" "$file" "${words[@]}" >"$SCRATCH/out" 2>"$SCRATCH/err"
    STATUS=$?
    judge_run 300 "$SCRATCH/err" ways "$file" || return
    n=0
    for target in "${!OTHER_OPTION[@]}"; do
        compile_same "$file" "$target" "first.$target"
        [ "$(<"$SCRATCH/first.$target/stdout")" = "status 0" ] || fail_with "pave --target=$target fails:" "$SCRATCH/first.$target/stderr"
        diff <(sort "$SCRATCH/way.$n.err") <(sort "$SCRATCH/first.$target/stderr") >"$SCRATCH/diff" ||
            fail_with "--target=$target: tests/ways has other messages than pave" "$SCRATCH/diff"
        for made in "$SCRATCH/first.$target"/*.c*; do
            diff <(sed 1d "$made") <(sed 1d "$SCRATCH/shared.$target/${made##*/}") >"$SCRATCH/diff" 2>&1 ||
                fail_with "--target=$target: tests/ways makes another ${made##*/} than pave" "$SCRATCH/diff" 20
        done
        n=$((n + 2))
    done
}
declare -A OTHER_OPTION=([openmp]=--tile=on [opencl]=--no-private-memory [cuda]=--no-private-memory)

run_same() {
    local target targets=${SAME_TARGETS-}
    read_flags "$1"
    case $1:$targets in
    tests/kernels/*:)
        # pave divides regions that it has found itself where that helps; tests/ways does not.
        if grep -q '#pragma scop' "$1"; then check_shared "$1"; return; fi
        targets=${!OTHER_OPTION[*]}
        ;;
    esac
    for target in ${targets:-openmp}; do
        compile_same "$1" "$target" first
        compile_same "$1" "$target" second run_elsewhere
        diff -r "$SCRATCH/first" "$SCRATCH/second" >"$SCRATCH/diff" ||
            fail_with "--target=$target gives two results:" "$SCRATCH/diff" 20
        rm -rf "$SCRATCH/first" "$SCRATCH/second"
    done
}
