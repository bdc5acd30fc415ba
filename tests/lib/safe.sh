# safe: generated code never goes beyond an array, races or has undefined behaviour; `make check-wide` and `make
# check-safe` run these tests, no other mode does. What C and OpenMP make of each program of kind kernels runs under
# AddressSanitizer and UndefinedBehaviorSanitizer for each of its run lines, what OpenCL makes of each program of kind gpu, with
# each line of safe_sets below, on Oclgrind for a small one, with more local memory than Oclgrind's devices have by themselves. In
# `make check-wide` that is left to kind matrix, which compiles the same. The programs of kind fuzz take both ways. What takes too
# long has failed.

SAFE_LIMIT=200

# With and without shared memory, in tiles that threads do not divide, in hexagons.
safe_sets() {
    cat <<END
plain
--device=h200 --shared-memory
--device=h200 --shared-memory $GPU_SIZES
--device=h200 --hybrid
END
}

list_safe() {
    list_runnable
    list_found
    list_samples 0 $FUZZ_SAMPLE
}

build_sanitized() {
    build_kernel "$@" -fsanitize=address,undefined -fno-sanitize-recover=all
}

# Whether the original has a fault of its own for the arguments.
is_original_unsafe() {
    [ -e "$SCRATCH/checked" ] || build_sanitized "$KERNEL" "$SCRATCH/checked" || return 0
    ! ASAN_OPTIONS=detect_leaks=0 timeout -k 5 $SAFE_LIMIT "$SCRATCH/checked" "$@" >/dev/null 2>&1
}

check_sanitized() {
    local target=$1 result=$SCRATCH/safe_$1.c arguments n openmp=()
    [ "$target" = openmp ] && openmp=(-fopenmp)
    run_tool 300 "$BIN/pave" "${FLAGS[@]}" --target="$target" -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ] || ! build_sanitized "$result" "$SCRATCH/safe" "${openmp[@]}"; then
        fail_with "pave --target=$target: exit status $STATUS, or no program" "$SCRATCH/err"
        return
    fi
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        done_one "runs with sanitizers"
        ASAN_OPTIONS=detect_leaks=0 OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive timeout -k 5 $SAFE_LIMIT \
            "$SCRATCH/safe" "${arguments[@]}" >"$SCRATCH/printed" 2>&1
        echo "status $?" >>"$SCRATCH/printed"
        is_expected "$SCRATCH/printed" "$n" && continue
        if is_original_unsafe "${arguments[@]}"; then
            excused "reports of sanitizers that the original has, too"
            continue
        fi
        fail_with "$target with sanitizers, arguments ${arguments[*]}:" "$SCRATCH/printed" 20
    done
}

# The number, from 0, of the run line with the smallest product of its numbers that is more than 20, or the largest if none is.
small_run() {
    printf '%s\n' "${RUNS[@]}" | awk '
        { p = 1; for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/) p *= $i
          if (p > 20 && (!best || p < least)) { best = NR; least = p }
          if (!(p < most)) { most = p; largest = NR } }
        END { print (best ? best : largest) - 1 }'
}

# Run a command on Oclgrind, which sees every access out of bounds, also of local memory, and every race. It does not know
# all functions that its compiler's optimizer writes; then it is to run without.
on_oclgrind() {
    local grind=(timeout -k 5 $SAFE_LIMIT oclgrind --data-races --max-errors 5 --local-mem-size 262144)
    "${grind[@]}" "$@" >"$SCRATCH/printed" 2>"$SCRATCH/found"
    local status=$?
    grep -q 'Undefined external function: llvm' "$SCRATCH/found" || return $status
    "${grind[@]}" --build-options -cl-opt-disable "$@" >"$SCRATCH/printed" 2>"$SCRATCH/found"
}

# Run the program $1, made with the further options, on Oclgrind.
run_grind() {
    local program=$1 n arguments status
    shift
    has_oclgrind || { left_out "runs on Oclgrind" "$NO_OCLGRIND"; return; }
    done_one "runs on Oclgrind"
    n=$(small_run)
    read -r -a arguments <<<"${RUNS[n]}"
    on_oclgrind "$program" "${arguments[@]}"
    status=$?
    echo "status $status" >>"$SCRATCH/printed"
    if [ $status -eq 124 ] || [ $status -eq 137 ]; then
        fail "Oclgrind, opencl $*, arguments ${arguments[*]}: no end after $SAFE_LIMIT s"
    elif [ -s "$SCRATCH/found" ]; then
        fail_with "Oclgrind, opencl $*, arguments ${arguments[*]}:" "$SCRATCH/found" 20
    elif ! is_same_output "$SCRATCH/printed" "$n" "$@"; then
        fail_with "Oclgrind, opencl $*, arguments ${arguments[*]}: prints something else" "$SCRATCH/printed" 20
    fi
}

# Compile with the further options and run the result on Oclgrind.
check_grind() {
    local result=$SCRATCH/grind_host.c
    has_opencl || { left_out "programs for OpenCL" "$NO_OPENCL"; return; }
    run_tool 300 "$BIN/pave" "${FLAGS[@]}" --fp-contract=off "$@" --target=opencl -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ] || ! build_kernel "$result" "$SCRATCH/grind" -Wl,--no-as-needed -lOpenCL; then
        fail_with "pave --target=opencl $*: exit status $STATUS, or no program" "$SCRATCH/err"
        return
    fi
    ! grep -q pave_launch "$result" || is_known "$(<"$result")" || run_grind "$SCRATCH/grind" "$@"
}

# The random programs of the batch $1, or the program $1 of tests/fuzz/found.
run_safe_random() {
    local seed targets=(safe safe_openmp)
    . tests/fuzz/classify.sh
    if has_oclgrind; then targets+=(oclgrind); else left_out "batches of random programs on Oclgrind" "$NO_OCLGRIND"; fi
    case $1 in
    *.c) check_random "$1" "${targets[@]}"; return ;;
    esac
    for ((seed = ${1#sample-}; seed < ${1#sample-} + FUZZ_BATCH; seed++)); do
        "$BIN/fuzzgen" $seed --quick --options >"$SCRATCH/$seed.c" || fail "no program for seed $seed"
        check_random "$SCRATCH/$seed.c" "${targets[@]}"
    done
}

run_safe() {
    local set
    case $1 in
    sample-* | tests/fuzz/*) run_safe_random "$1"; return ;;
    esac
    KERNEL=$1
    read_flags "$KERNEL"
    print_expected || return
    check_sanitized c
    check_sanitized openmp
    # In `make check-wide` kind matrix compiles with these sets, too, and runs the results on Oclgrind.
    case $mode:$KERNEL in wide:*) return ;; *:tests/kernels/*) ;; *) return ;; esac
    while read -r set; do
        read_options "$set"
        check_grind "${OPTIONS[@]}"
    done < <(safe_sets)
}
