# gpu: programs compiled by pave for devices do what the original does. The programs are those of tests/kernels. Each is
# compiled for OpenCL, without fused multiply-add, some with further options, too; what comes out is built with gcc, without a
# warning, and run; it must print what the original prints, byte for byte, on PoCL. Kind matrix does that with more options, for
# all. For CUDA some are compiled with nvcc where there is one. A region that stays on the host must have
# a warning that says why. With a line "// gpu: inexact REASON" among the first 15, the last word of each line is a number that
# may differ from the original's by a millionth, and the rest is not compared: functions such as exp round differently on devices.
# Programs whose tiles have odd forms also run on Oclgrind. What PoCL cannot do (is_not_for_pocl) runs on the device of
# tests/cldevice, in two orders.
# What is made of a kernel without further options is compiled once more, as kind same does.
# PoCL 3.1 makes wrong code of kernels with barriers unless told to go through the threads of a block in plain loops. Its
# optimizer is off here, and the programs run in copies of one process (tests/clserver), which saves half a second of each;
# in kind matrix the optimizer is on, and each program is a process of its own. So it is where PoCL is not the only
# platform: programs run on the device that the OpenCL loader finds.
# A text that was built before for the same program is not built again.
# GPU_SETS in the environment replaces the sets of options, separated by '|'; GPU_ALL=yes takes the programs of kind kernels,
# GPU_CUDA=all or none changes what nvcc compiles.

GPU_SIZES='--sizes={ kernel[i] -> tile[5,7,3]; kernel[i] -> block[2,4,3]; kernel[i] -> grid[3,2,2] }'
GPU_HEXAGONS='--hybrid|--hybrid --shared-memory|--hybrid --sizes={ kernel[i] -> tile[2,3,5,4]; kernel[i] -> block[3,2,5]; kernel[i] -> grid[2] }'
GPU_MEMORY='--device=h200|--device=h200 --no-private-memory|--device=v100 --max-shared-memory=5000'

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

# Whether what the program printed, $2, is what the original did, $1. With reductions in another order, among the options
# that follow, it may be nearly the same.
is_same_output() {
    cmp -s "$1" "$2" && return
    if [[ " ${*:3} " == *" --reassociate "* ]]; then
        is_near "$1" "$2"
        return
    fi
    head -n 15 "$KERNEL" | grep -q '^// gpu: inexact' && is_near "$1" "$2"
}

# Set OPTIONS to the options of the set $1: "plain" has none, and blanks are part of what follows --sizes=.
read_options() {
    OPTIONS=()
    [ "$1" != plain ] || return
    read -r -a OPTIONS <<<"${1%%--sizes=*}"
    [ "${1#*--sizes=}" = "$1" ] || OPTIONS+=("--sizes=${1#*--sizes=}")
}

# Compile for OpenCL with the further options; the result is $SCRATCH/opencl_host.c. Status 1 if it fails, or the text was
# built before. MUST_BE_HEXAGONS says whether --hybrid among the options must lead to hexagonal tiles.
compile_opencl() {
    local result=$SCRATCH/opencl_host.c
    run_tool 100 "$BIN/pave" "${FLAGS[@]}" "${PAVE_FLAGS[@]}" --fp-contract=off "$@" --target=opencl -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave --target=opencl $*: exit status $STATUS" "$SCRATCH/err"
        return 1
    fi
    [ $# -gt 0 ] || check_again "$KERNEL" opencl "$result" "${PAVE_FLAGS[@]}" --fp-contract=off
    if ! grep -q 'pave_launch' "$result" &&
        ! grep -Eq 'runs on the host|left (unchanged|alone)|no region found' "$SCRATCH/err"; then
        fail "pave --target=opencl $*: no kernel, and no warning says why"
        return 1
    fi
    if $MUST_BE_HEXAGONS && [[ " $* " == *" --hybrid "* ]] &&
        { grep -q 'no hexagonal tiles' "$SCRATCH/err" || ! grep -q 'barrier(' "$result"; }; then
        fail "pave --target=opencl $*: no hexagonal tiles"
        return 1
    fi
    ! is_known "$result"
}

# Build the result of compile_opencl with the further flags; status 1 if that fails.
build_opencl() {
    if ! build_kernel "$SCRATCH/opencl_host.c" "$SCRATCH/opencl" -Wl,--no-as-needed "$@" || [ -s "$SCRATCH/warnings" ]; then
        fail_with "$(head -n 1 "$SCRATCH/opencl_host.c") does not build without warnings:" "$SCRATCH/warnings"
        return 1
    fi
}

# Compare what the result of build_opencl with the further options prints. $1 runs it: its words are a file for what is
# printed, the program, and arguments.
run_opencl() {
    local how=$1 arguments n=0
    shift
    done_one "programs on an OpenCL device"
    while read -r -a arguments; do
        n=$((n + 1))
        "$how" "$SCRATCH/printed" "$SCRATCH/opencl" "${arguments[@]}"
        echo "status $?" >>"$SCRATCH/printed"
        is_same_output "$SCRATCH/expected.$n" "$SCRATCH/printed" "$@" && continue
        diff "$SCRATCH/expected.$n" "$SCRATCH/printed" >"$SCRATCH/diff"
        fail_with "opencl $*, arguments ${arguments[*]}: prints something else" "$SCRATCH/diff" 20
    done < <(run_lines "$KERNEL")
}

# PoCL copies what follows a barrier under a condition, once for each such barrier: a text with more barriers than this
# would take minutes or hours.
POCL_BARRIERS=12

# Whether the result with the further options is none for PoCL: it has too many barriers, or a line "// gpu: not PoCL OPTION
# REASON" among the first 15 of the program names one of the options.
is_not_for_pocl() {
    local option reason
    [ "$(grep -c 'barrier(' "$SCRATCH/opencl_host.c")" -le $POCL_BARRIERS ] || return 0
    while read -r option reason; do
        [[ " $* " != *" $option "* ]] || return 0
    done < <(head -n 15 "$KERNEL" | sed -n 's|^// gpu: not PoCL ||p')
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

# Compile for OpenCL with the further options and compare what the result prints.
check_opencl() {
    local device
    compile_opencl "$@" || return
    if is_not_for_pocl "$@"; then
        device=$(realpath "$PLAIN/cldevice.so")
        build_opencl "-Wl,-rpath=${device%/*}" "$device" && run_opencl run_in_odd_orders "$@"
    else
        build_opencl "${POCL_FORM[@]}" -lOpenCL && run_opencl run_on_pocl "$@"
    fi
}

# With a line "// gpu: barriers N" among the first 15, the kernels must have N barriers, no more and no fewer.
check_barriers() {
    local wanted found
    wanted=$(sed -n '1,15s|^// gpu: barriers ||p' "$KERNEL")
    [ -n "$wanted" ] || return
    found=$(grep -c 'barrier(' "$SCRATCH/opencl_host.c")
    [ "$found" = "$wanted" ] || fail "the kernels have $found barriers, not $wanted"
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
    read -r -a arguments < <(run_lines "$KERNEL" | sed -n 3p)
    timeout -k 5 200 oclgrind --local-mem-size 262144 --data-races "$SCRATCH/opencl" "${arguments[@]}" >"$SCRATCH/printed" 2>"$SCRATCH/grind"
    if [ $? -ne 0 ] || [ -s "$SCRATCH/grind" ]; then
        fail_with "Oclgrind, opencl $*, arguments ${arguments[*]}:" "$SCRATCH/grind" 20
    fi
}

# Compile for CUDA with the further options.
check_cuda() {
    local result=$SCRATCH/cuda_host.c
    [ -n "$NVCC" ] || { left_out "programs built by nvcc" "$NO_NVCC"; return; }
    run_tool 100 "$BIN/pave" "${FLAGS[@]}" "${PAVE_FLAGS[@]}" "$@" --target=cuda -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave --target=cuda $*: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    is_known "$SCRATCH/cuda_kernel.cu" && return
    done_one "programs built by nvcc"
    if ! "$NVCC" -c -Werror all-warnings "$SCRATCH/cuda_kernel.cu" -o "$SCRATCH/cuda_kernel.o" >"$SCRATCH/warnings" 2>&1 ||
        ! build_kernel "$result" "$SCRATCH/cuda_host.o" -c || [ -s "$SCRATCH/warnings" ]; then
        fail_with "the result for cuda does not build without warnings:" "$SCRATCH/warnings"
        return
    fi
    "$NVCC" "$SCRATCH/cuda_kernel.o" "$SCRATCH/cuda_host.o" -o "$SCRATCH/cuda" -lm >"$SCRATCH/warnings" 2>&1 ||
        fail_with "the result for cuda does not link:" "$SCRATCH/warnings"
}

# The same with the set of options $1.
check_set() {
    read_options "$1"
    check_opencl "${OPTIONS[@]}"
    [ "$1" != "--device=h200 --no-narrow-kernels" ] || check_barriers
}

run_gpu() {
    KERNEL=$1
    local set sets=plain OPTIMIZE=-O0
    local -x POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
    case $KERNEL in
    tests/kernels/matrix_product.c) sets="plain|--shared-memory|$GPU_MEMORY|--no-wrap $GPU_SIZES|--no-opencl-embed-kernel-code" ;;
    tests/kernels/polybench/covariance.c | tests/kernels/polybench/syr2k.c | tests/kernels/scans/rounds_of_sums.c | \
        tests/kernels/scans/parities.c | tests/kernels/dependences/every_other_twice.c)
        sets='plain|--device=h200'
        ;;
    tests/kernels/attracting_bodies.c) sets='plain|--no-linearize-device-arrays' ;;
    tests/kernels/regions/global_arrays.c) sets="plain|--no-wrap $GPU_SIZES|--no-linearize-device-arrays" ;;
    tests/kernels/regions/several_regions.c) sets="plain|--no-wrap $GPU_SIZES" ;;
    tests/kernels/shared_tiles.c) sets='plain|--device=h200 --no-narrow-kernels' ;;
    tests/kernels/polybench/gemver.c | tests/kernels/polybench/gesummv.c) sets='plain|--device=h200 --reassociate' ;;
    tests/kernels/polybench/jacobi-1d.c) sets="plain|$GPU_HEXAGONS" ;;
    tests/kernels/polybench/jacobi-2d.c | tests/kernels/polybench/heat-3d.c) sets='plain|--hybrid|--hybrid --shared-memory' ;;
    tests/kernels/polybench/fdtd-2d.c) sets='plain|--hybrid' ;;
    tests/kernels/stencils/line_in_place.c | tests/kernels/stencils/wave_equation.c) sets="plain|--shared-memory|$GPU_HEXAGONS" ;;
    tests/kernels/stencils/box_of_nine.c | tests/kernels/stencils/wide_star.c) sets='plain|--shared-memory' ;;
    tests/kernels/control/first_match.c | tests/kernels/control/threshold_flow.c | tests/kernels/dependences/every_third.c | \
        tests/kernels/dependences/half_dead_values.c | tests/kernels/dependences/skewed_wavefront.c | \
        tests/kernels/layers/attention.c | tests/kernels/solvers/*.c)
        sets="plain|--shared-memory $GPU_SIZES"
        ;;
    esac
    IFS='|' read -r -a sets <<<"${GPU_SETS-$sets}"
    read_flags "$KERNEL"
    print_expected || return
    if has_opencl; then
        for set in "${sets[@]}"; do MUST_BE_HEXAGONS=true check_set "$set"; done
    else
        left_out "programs for OpenCL" "$NO_OPENCL"
    fi
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
    case ${GPU_CUDA:-some}:$KERNEL in
    some:tests/kernels/regions/global_arrays.c) check_cuda --no-linearize-device-arrays ;;
    all:* | some:tests/kernels/calls/helper_functions.c | some:tests/kernels/types/complex_numbers.c | \
        some:tests/kernels/types/byte_arithmetic.c | some:tests/kernels/matrix_product.c)
        check_cuda
        ;;
    esac
}
