# fuzz: a fixed sample of random programs, and those of tests/fuzz/found, on which pave failed before. Each is compiled
# for OpenMP with the options in it and must print what the original does, a quarter of the sample with threads, the
# others with their parallel loops turned round; a quarter for C, too. Half as many, with more parallel loops, are
# compiled for OpenCL and run on the device of tests/cldevice in two orders. A quarter of the sample is in the style of real
# projects; half of that goes to the device, too. An eighth is in the style of numerical kernels. Those of tests/fuzz/found go to C, OpenMP,
# OpenCL on that device and on PoCL, and the sanitizers. Of the sample each twentieth goes to PoCL, another one to the
# sanitizers, and each fortieth to Oclgrind where it is installed. Half of the sample, and PoCL for those of tests/fuzz/found, are left
# to `make check-wide`.

FUZZ_SAMPLE=320 FUZZ_BATCH=10 FUZZ_SEED=1000000

list_found() {
    local file
    for file in tests/fuzz/found/*.c; do
        if [ -e "$file" ]; then echo "$file"; fi
    done
}

# The batches from program $1 to program $2 of the sample.
list_samples() {
    local i
    for ((i = $1; i < $2; i += FUZZ_BATCH)); do echo "sample-$((FUZZ_SEED + i))"; done
}

list_fuzz() {
    list_found
    case $mode in
    check) list_samples 0 $((FUZZ_SAMPLE / 2)) ;;
    wide) list_samples $((FUZZ_SAMPLE / 2)) $FUZZ_SAMPLE ;;
    *) list_samples 0 $FUZZ_SAMPLE ;;
    esac
}

start_fuzz() {
    start_pocl
}

# Check the program $1 for the targets that follow.
check_random() {
    local file=$1
    shift
    MODE=codegen TARGETS=("$@")
    classify "$file" "$SCRATCH"
    is_fine "$CLASS" || fail_with "$(basename "$file"): $CLASS: $DETAIL" "$SCRATCH/err" 10
}

run_fuzz() {
    local seed targets style devices=(device)
    . tests/fuzz/classify.sh
    if ! has_opencl; then devices=(); elif ! has_device; then fail "$DEVICE is not built: make programs"; fi
    case $1 in
    *.c)
        targets=(c openmp safe "${devices[@]}")
        if [ "$mode" = wide ]; then targets=(); fi
        if ! has_opencl; then left_out "random programs for OpenCL" "$NO_OPENCL"; elif [ "$mode" != check ]; then targets+=(opencl); fi
        check_random "$1" "${targets[@]}"
        return
        ;;
    esac
    for ((seed = ${1#sample-}; seed < ${1#sample-} + FUZZ_BATCH; seed++)); do
        style=() targets=(turned)
        case $((seed % 8)) in 3) style=(--real) ;; 5) style=(--numeric) ;; 7) style=(--real) targets=(openmp "${devices[@]}") ;; esac
        "$BIN/fuzzgen" $seed --quick "${style[@]}" --options >"$SCRATCH/$seed.c" || fail "no program for seed $seed"
        case $((seed % 4)) in 1) targets=(openmp) ;; 2) targets+=(c) ;; esac
        [ $((seed % 20)) -eq 1 ] && targets+=(safe)
        if [ $((seed % 20)) -eq 0 ]; then
            if has_opencl; then targets+=(opencl); else left_out "random programs for OpenCL" "$NO_OPENCL"; fi
        fi
        if [ $((seed % 40)) -eq 20 ]; then
            if has_oclgrind; then targets+=(oclgrind); else left_out "runs on Oclgrind" "$NO_OCLGRIND"; fi
        fi
        check_random "$SCRATCH/$seed.c" "${targets[@]}"
        [ $((seed % 2)) -eq 0 ] && [ ${#devices[@]} -gt 0 ] || continue
        "$BIN/fuzzgen" $seed --quick --parallel --options >"$SCRATCH/$seed-parallel.c" || fail "no program for seed $seed"
        check_random "$SCRATCH/$seed-parallel.c" "${devices[@]}"
    done
}
