# matrix: each program of tests/kernels with each way of mapping it to a GPU, where kind gpu has those to a device unknown; `make
# check-wide` runs these tests, no other mode does. The programs are compiled for OpenCL with each line of matrix_sets below,
# and what comes out runs on PoCL with its optimizer, each in a process of its own; what PoCL cannot do, and what comes of the sets of
# kind safe, runs on Oclgrind, with a small set of arguments. For CUDA each is compiled and linked with nvcc, where there is one, without a warning, with and
# without the loops that nvcc is asked to unroll: the text for OpenCL has no such requests.

# Those of kind safe come first: a text that several sets lead to runs once, and must then run on Oclgrind, too.
matrix_sets() {
    safe_sets
    cat <<END
--device=h200
--device=h200 --no-shared-memory
--device=h200 --no-private-memory
--device=h200 --isolate-full-tiles
--device=h200 --no-linearize-device-arrays
--no-wrap $GPU_SIZES
END
}

list_matrix() {
    list_runnable | grep '^tests/kernels/'
}

# Compare what the way $1, number $2 of compile_ways, for OpenCL prints. Isolated tiles have barriers on both sides of a
# condition: PoCL 3.1's optimizer makes wrong code of these for one program, and takes minutes for another; it is off for them.
check_matrix() {
    done_one "compilations for OpenCL"
    take_opencl "$1" "$2" && build_opencl -lOpenCL || return
    if is_not_for_pocl "$1"; then
        run_grind "$SCRATCH/opencl" "${1#* }"
        return
    fi
    if safe_sets | grep -Fqx -e "${1#* }" && [[ $TEXT == *pave_launch* ]]; then run_grind "$SCRATCH/opencl" "${1#* }"; fi
    if [[ $1 == *--isolate-full-tiles* ]] && [ $BARRIERS -gt 0 ]; then
        POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable run_opencl run_on_pocl "$1"
    else
        run_opencl run_on_pocl "$1"
    fi
}

# The ways to compile the program for devices, a line each.
matrix_ways() {
    if has_opencl; then matrix_sets | sed 's/^/opencl /'; else left_out "programs for OpenCL" "$NO_OPENCL"; fi
    if [ -z "$NVCC" ]; then
        left_out "programs built by nvcc" "$NO_NVCC"
        return
    fi
    echo "cuda plain"
    echo "cuda --no-unroll-gpu-tile --no-unroll-copy-shared"
}

run_matrix() {
    KERNEL=$1
    # Each program starts PoCL itself, with its optimizer, also where other kinds have a server of it.
    local ways n MUST_BE_HEXAGONS=false POCL_SERVER=''
    read_flags "$KERNEL"
    print_expected || return
    mapfile -t ways < <(matrix_ways)
    [ ${#ways[@]} -gt 0 ] || return
    compile_ways "${ways[@]}" || return
    for n in "${!ways[@]}"; do
        case ${ways[n]} in cuda*) check_cuda "${ways[n]}" "$n" ;; *) check_matrix "${ways[n]}" "$n" ;; esac
    done
}
