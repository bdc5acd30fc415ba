# matrix: each program of tests/kernels with each way of mapping it to a device, more of them than in kind gpu; `make
# check-wide` runs these tests, no other mode does. The programs are compiled for OpenCL with each line of matrix_sets below,
# and what comes out runs on PoCL with its optimizer, each in a process of its own; what PoCL cannot do runs on Oclgrind, with a
# small set of arguments. For CUDA each is compiled and linked with nvcc, where there is one, without a warning, with and
# without the loops that nvcc is asked to unroll: the text for OpenCL has no such requests.

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

# Compile for OpenCL with the further options and compare what the result prints.
check_matrix() {
    done_one "compilations for OpenCL"
    compile_opencl "$@" && build_opencl -lOpenCL || return
    if is_not_for_pocl "$@"; then
        run_grind "$SCRATCH/opencl" "$@"
    else
        run_opencl run_on_pocl "$@"
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
