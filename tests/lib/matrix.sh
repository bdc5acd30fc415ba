# matrix: each program of tests/kernels with each way of mapping it to a device; `make check-wide` runs these tests, no other
# mode does. The programs are compiled for OpenCL with each line of matrix_sets below, and what comes out runs as the tests of
# kind gpu do; most sets come out the same for many programs, and a text is built and run once. For CUDA each is compiled and
# linked with nvcc, where there is one, without a warning, with and without the loops that nvcc is asked to unroll: the text
# for OpenCL has no such requests. A line "// matrix: Oclgrind OPTION REASON" among the first 15 of a program makes the sets
# with this option run on Oclgrind, with a small set of arguments.

# PoCL copies what follows a barrier under a condition, once for each such barrier: a text with more barriers than this runs
# on Oclgrind, with a small set of arguments, or it would take minutes or hours.
MATRIX_BARRIERS=12

matrix_sets() {
    cat <<END
plain
--device=h200
--device=h200 --shared-memory
--device=h200 --no-shared-memory
--device=h200 --no-private-memory
--device=h200 --hybrid
--device=h200 --isolate-full-tiles
--device=h200 --no-linearize-device-arrays
--device=h200 --shared-memory $GPU_SIZES
--no-wrap $GPU_SIZES
END
}

list_matrix() {
    list_kernels | grep '^tests/kernels/'
}

# Whether the result with the further options is none for PoCL.
is_for_oclgrind() {
    local option reason
    [ "$(grep -c 'barrier(' "$SCRATCH/opencl_host.c")" -le $MATRIX_BARRIERS ] || return 0
    while read -r option reason; do
        [[ " $* " != *" $option "* ]] || return 0
    done < <(head -n 15 "$KERNEL" | sed -n 's|^// matrix: Oclgrind ||p')
    return 1
}

# Compile for OpenCL with the further options and compare what the result prints.
check_matrix() {
    done_one "compilations for OpenCL"
    compile_opencl "$@" && build_opencl "$@" || return
    if is_for_oclgrind "$@"; then
        run_grind "$SCRATCH/opencl" "$@"
    else
        run_opencl "$@"
    fi
}

run_matrix() {
    KERNEL=$1
    local set MUST_BE_HEXAGONS=false
    read_flags "$KERNEL"
    print_expected || return
    while read -r set; do
        has_opencl || { left_out "programs for OpenCL" "$NO_OPENCL"; continue; }
        read_options "$set"
        check_matrix "${OPTIONS[@]}"
    done < <(matrix_sets)
    check_cuda
    check_cuda --no-unroll-gpu-tile --no-unroll-copy-shared
}
