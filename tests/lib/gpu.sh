# gpu: programs compiled by pave for devices do what the original does. The programs are those of tests/kernels. Each is
# compiled for OpenCL, without fused multiply-add, with each line of gpu_sets below; what comes out is built with gcc, without a
# warning, and run on PoCL; it must print what the original prints, byte for byte. Kind matrix does that with the options for a
# GPU. For CUDA some are compiled with nvcc where there is one. A region that stays on the host must have a warning that says
# why. With a line "// gpu: inexact REASON" among the first 15, the last word of each line is a number that may differ from the
# original's by a millionth, and the rest is not compared: functions such as exp round differently on devices.
# Programs whose tiles have odd forms also run on Oclgrind. What PoCL cannot do (is_not_for_pocl) runs on the device of
# tests/cldevice, in two orders.
# PoCL 3.1 makes wrong code of kernels with barriers unless told to go through the threads of a block in plain loops. Its
# optimizer is off here, and the programs run in copies of one process (tests/clserver), which saves half a second of each;
# in kind matrix the optimizer is on, and each program is a process of its own. So it is where PoCL is not the only
# platform: programs run on the device that the OpenCL loader finds.
# A text that was built before for the same program is not built again; so it is where --no-shared-memory and
# --unroll-gpu-tile, which are the default for OpenCL devices that nothing is known of, change nothing.
# GPU_SETS in the environment replaces the sets of options, separated by '|'; GPU_ALL=yes takes the programs of kind kernels,
# GPU_CUDA=all or none changes what nvcc compiles.

GPU_SIZES='--sizes={ kernel[i] -> tile[5,7,3]; kernel[i] -> block[2,4,3]; kernel[i] -> grid[3,2,2] }'
GPU_SMALL_HEXAGONS='--sizes={ kernel[i] -> tile[2,3,5,4]; kernel[i] -> block[3,2,5]; kernel[i] -> grid[2] }'
GPU_BARRIERS='--device=h200 --no-narrow-kernels'

NVCC=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)

list_gpu() {
    list_kernels | if [ -n "${GPU_ALL-}" ]; then cat; else grep '^tests/kernels/'; fi
}

start_gpu() {
    start_pocl
}

# Whether the last words of the lines of the files $1 and $2 are nearly the same numbers.
is_near() {
    paste -d ' ' <(sed 's/.* //' "$1") <(sed 's/.* //' "$2") | while read -r a b; do
        printf '%.17g %.17g\n' "$a" "$b"
    done | awk '{ d = $1 - $2; if (d < 0) d = -d; m = $1 < 0 ? -$1 : $1; if (d > 1e-6 * (m > 1e-3 ? m : 1e-3)) exit 1 }'
}

# Whether what the program printed, the file $1, is what the original did for run line $2. With reductions in another order, among
# the options that follow, it may be nearly the same.
is_same_output() {
    is_expected "$1" "$2" && return
    if [[ " ${*:3} " == *" --reassociate "* ]] || says "gpu: inexact"; then
        is_near "$SCRATCH/expected.$2" "$1"
        return
    fi
    return 1
}

# Have the way $1, number $2 of compile_ways, for OpenCL at hand, as take_way does; status 1 if something is wrong, or the text
# was built before. MUST_BE_HEXAGONS says whether --hybrid among the options must lead to hexagonal tiles.
take_opencl() {
    take_way "$1" "$2" || return
    if [[ $TEXT != *pave_launch* ]] &&
        ! grep -Eq 'runs on the host|left (unchanged|alone)|kept as written|no region found' "$MESSAGES"; then
        fail "pave for $1: no kernel, and no warning says why"
        return 1
    fi
    if $MUST_BE_HEXAGONS && [[ " $1 " == *" --hybrid "* ]] &&
        { grep -q 'no hexagonal tiles' "$MESSAGES" || [[ $TEXT != *"barrier("* ]]; }; then
        fail "pave for $1: no hexagonal tiles"
        return 1
    fi
    ! is_known "$TEXT"
}

# Build the result of take_opencl with the further flags; status 1 if that fails.
build_opencl() {
    if ! build_kernel "$RESULT" "$SCRATCH/opencl" -Wl,--no-as-needed "$@" || [ -s "$SCRATCH/warnings" ]; then
        fail_with "$(head -n 1 "$RESULT") does not build without warnings:" "$SCRATCH/warnings"
        return 1
    fi
}

# Compare what the result of build_opencl, made in the way $2, prints. $1 runs it: its words are a file for what is printed, the
# program, and arguments.
run_opencl() {
    local how=$1 way=$2 arguments n
    case $how in run_in_odd_orders) done_one "programs on the device of the tests" ;; *) done_one "programs on an OpenCL device" ;; esac
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        "$how" "$SCRATCH/printed" "$SCRATCH/opencl" "${arguments[@]}"
        echo "status $?" >>"$SCRATCH/printed"
        is_same_output "$SCRATCH/printed" "$n" "$way" || fail_to_print "$way" "$n"
    done
}

# PoCL copies what follows a barrier under a condition, once for each such barrier: a text with more barriers than this
# would take minutes or hours.
POCL_BARRIERS=12

# Set BARRIERS to how many the result at hand has.
count_barriers() {
    local part=${TEXT//barrier\(/}
    BARRIERS=$(((${#TEXT} - ${#part}) / 8))
}

# Whether the result, made in the way $1, is none for PoCL: it has too many barriers, or a line "// gpu: not PoCL OPTION
# REASON" among the first 15 of the program names one of the options.
is_not_for_pocl() {
    local word
    count_barriers
    [ $BARRIERS -le $POCL_BARRIERS ] || return 0
    for word in $1; do
        case $word in --*) says "gpu: not PoCL $word " && return ;; esac
    done
    return 1
}

# Run the program $2 with the further arguments on the device of the tests, in two orders; what it prints, twice if that
# differs, goes to the file $1.
run_in_odd_orders() {
    local printed=$1 status
    shift
    PAVE_DEVICE_ORDER=random:7 timeout -k 5 60 "$@" >"$printed.random" 2>&1
    timeout -k 5 60 "$@" >"$printed" 2>&1
    status=$?
    cmp -s "$printed" "$printed.random" || cat "$printed.random" >>"$printed"
    return $status
}

# Compare what the way $1, number $2 of compile_ways, for OpenCL prints.
check_opencl() {
    local device
    take_opencl "$1" "$2" || return
    if is_not_for_pocl "$1"; then
        device=$(realpath "$PLAIN/cldevice.so")
        build_opencl "-Wl,-rpath=${device%/*}" "$device" && run_opencl run_in_odd_orders "$1"
    else
        build_opencl "${POCL_FORM[@]}" -lOpenCL && run_opencl run_on_pocl "$1"
    fi
}

# With a line "// gpu: barriers N" among the first 15, the kernels must have N barriers, no more and no fewer.
check_barriers() {
    local wanted
    wanted=$(sed -n '1,15s|^// gpu: barriers ||p' "$KERNEL")
    count_barriers
    [ "$BARRIERS" = "$wanted" ] || fail "the kernels have $BARRIERS barriers, not $wanted"
}

# Compile for OpenCL with the further options and run the third run line on Oclgrind, where there is one: it sees every
# access out of bounds, also of local memory, and every race.
check_oclgrind() {
    local result=$SCRATCH/opencl_host.c arguments
    has_oclgrind || { left_out "runs on Oclgrind" "$NO_OCLGRIND"; return; }
    done_one "runs on Oclgrind"
    run_tool 100 "$BIN/pave" "${FLAGS[@]}" --fp-contract=off "$@" --target=opencl -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ] || ! build_kernel "$result" "$SCRATCH/opencl" -Wl,--no-as-needed -lOpenCL; then
        fail_with "for Oclgrind, pave --target=opencl $*: exit status $STATUS, or no program" "$SCRATCH/err"
        return
    fi
    read -r -a arguments <<<"${RUNS[2]}"
    timeout -k 5 200 oclgrind --local-mem-size 262144 --data-races "$SCRATCH/opencl" "${arguments[@]}" >"$SCRATCH/printed" 2>"$SCRATCH/grind"
    if [ $? -ne 0 ] || [ -s "$SCRATCH/grind" ]; then
        fail_with "Oclgrind, opencl $*, arguments ${arguments[*]}:" "$SCRATCH/grind" 20
    fi
}

# Build the way $1, number $2 of compile_ways, for CUDA.
check_cuda() {
    local kernels
    take_way "$1" "$2" || return
    kernels=${RESULT%_host.c}_kernel
    is_known "$(<"$kernels.cu")" && return
    done_one "programs built by nvcc"
    if ! "$NVCC" -c -Werror all-warnings "$kernels.cu" -o "$kernels.o" >"$SCRATCH/warnings" 2>&1 ||
        ! build_kernel "$RESULT" "$SCRATCH/cuda_host.o" -c || [ -s "$SCRATCH/warnings" ]; then
        fail_with "the result for $1 does not build without warnings:" "$SCRATCH/warnings"
        return
    fi
    "$NVCC" "$kernels.o" "$SCRATCH/cuda_host.o" -o "$SCRATCH/cuda" -lm >"$SCRATCH/warnings" 2>&1 ||
        fail_with "the result for $1 does not link:" "$SCRATCH/warnings"
}

# The sets of options for OpenCL, a line each.
gpu_sets() {
    if [ -n "${GPU_SETS-}" ]; then
        tr '|' '\n' <<<"$GPU_SETS"
        return
    fi
    cat <<END
plain
--shared-memory
--no-shared-memory --unroll-gpu-tile
--no-private-memory
--isolate-full-tiles
--no-linearize-device-arrays
--no-wrap $GPU_SIZES
END
    ! says "gpu: hexagons" || echo --hybrid
    ! says "gpu: barriers" || echo "$GPU_BARRIERS"
    case $KERNEL in
    tests/kernels/matrix_product.c) cat <<END
--device=h200
--device=h200 --no-private-memory
--device=v100 --max-shared-memory=5000
--no-opencl-embed-kernel-code
END
        ;;
    tests/kernels/polybench/covariance.c | tests/kernels/polybench/syr2k.c | tests/kernels/scans/rounds_of_sums.c | \
        tests/kernels/scans/parities.c | tests/kernels/dependences/every_other_twice.c)
        echo --device=h200
        ;;
    tests/kernels/polybench/gemver.c | tests/kernels/polybench/gesummv.c) echo "--device=h200 --reassociate" ;;
    tests/kernels/polybench/jacobi-1d.c | tests/kernels/stencils/line_in_place.c | tests/kernels/stencils/wave_equation.c)
        echo "--hybrid --shared-memory"
        echo "--hybrid $GPU_SMALL_HEXAGONS"
        ;;
    tests/kernels/polybench/jacobi-2d.c | tests/kernels/polybench/heat-3d.c) echo "--hybrid --shared-memory" ;;
    tests/kernels/control/first_match.c | tests/kernels/control/threshold_flow.c | tests/kernels/dependences/every_third.c | \
        tests/kernels/dependences/half_dead_values.c | tests/kernels/dependences/skewed_wavefront.c | \
        tests/kernels/layers/attention.c | tests/kernels/solvers/*.c)
        echo "--shared-memory $GPU_SIZES"
        ;;
    esac
}

# The ways to compile the program for devices, a line each.
gpu_ways() {
    local way
    if has_opencl; then gpu_sets | sed 's/^/opencl /'; else left_out "programs for OpenCL" "$NO_OPENCL"; fi
    case ${GPU_CUDA:-some}:$KERNEL in
    some:tests/kernels/regions/global_arrays.c) way="cuda --no-linearize-device-arrays" ;;
    all:* | some:tests/kernels/calls/helper_functions.c | some:tests/kernels/types/complex_numbers.c | \
        some:tests/kernels/types/byte_arithmetic.c | some:tests/kernels/matrix_product.c)
        way="cuda plain"
        ;;
    *) return ;;
    esac
    if [ -n "$NVCC" ]; then echo "$way"; else left_out "programs built by nvcc" "$NO_NVCC"; fi
}

run_gpu() {
    KERNEL=$1
    local ways n OPTIMIZE=-O0 MUST_BE_HEXAGONS=true
    local -x POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
    read_flags "$KERNEL"
    print_expected || return
    mapfile -t ways < <(gpu_ways)
    if [ ${#ways[@]} -gt 0 ]; then compile_ways "${ways[@]}" || return; fi
    for n in "${!ways[@]}"; do
        case ${ways[n]} in cuda*) check_cuda "${ways[n]}" "$n" ;; *) check_opencl "${ways[n]}" "$n" ;; esac
        [ "${ways[n]}" != "opencl $GPU_BARRIERS" ] || check_barriers
    done
    case $KERNEL in
    tests/kernels/loops/uneven_sums.c | tests/kernels/layers/recurrent_cell.c | tests/kernels/polybench/nussinov.c | \
        tests/kernels/polybench/syrk.c | tests/kernels/polybench/gesummv.c | tests/kernels/polybench/mvt.c | \
        tests/kernels/polybench/adi.c)
        check_oclgrind --device=h200 --shared-memory
        ;;
    tests/kernels/matrix_product.c) check_oclgrind --device=h200 --shared-memory "$GPU_SIZES" ;;
    tests/kernels/polybench/jacobi-1d.c | tests/kernels/stencils/wave_equation.c)
        check_oclgrind --hybrid --shared-memory --max-shared-memory=32768
        ;;
    esac
}
