# gpu: programs compiled by pave for devices do what the original does. The programs are those of tests/kernels. Each is
# compiled for OpenCL, without fused multiply-add, with each line of gpu_sets below; what comes out must compile without a
# warning of gcc's (in `make check` with the default options alone) and print what the original prints, byte for byte. Those of POCL_SETS run on PoCL, in `make check` for one program
# in six, the others, and what PoCL
# cannot do (is_not_for_pocl), on the device of tests/cldevice, which compiles kernels in milliseconds: in two orders, with
# garbage in fresh memory, and with bounds that are checked. Kind matrix runs all of them on PoCL, with the options for a GPU.
# With the default options, pave itself compiles the program for OpenCL and for CUDA; tests/ways makes the rest. A region that
# stays on the host must have a warning that says why. Lines among the first 15 of a program:
#   // gpu: inexact REASON       the last word of each line printed is a number that may differ from the original's by a
#                                millionth, and the rest is not compared: functions such as exp round differently on devices
#   // gpu: with OPTIONS         one more set; the words SIZES, SMALL_HEXAGONS and SMALL_WINDOWS stand for GPU_SIZES and so on
#   // gpu: Oclgrind OPTIONS     runs on Oclgrind with the third run line
#   // gpu: cuda OPTIONS         is built by nvcc, where there is one; "plain" stands for none
#   // gpu: hexagons             gets hexagonal tiles with --hybrid
#   // gpu: overlap              gets overlapped tiles with --overlapped-tiles
#   // gpu: barriers N           has N barriers with GPU_BARRIERS, no more and no fewer
#   // gpu: not PoCL OPTION REASON
# PoCL 3.1 makes wrong code of kernels with barriers unless told to go through the threads of a block in plain loops. Its
# optimizer is off here, and the programs run in copies of one process (tests/clserver), which saves half a second of each;
# in kind matrix the optimizer is on, and each program is a process of its own. So it is where PoCL is not the only
# platform: programs run on the device that the OpenCL loader finds.
# A text that was built before for the same program is not built again.
# GPU_SETS in the environment replaces the sets of options, separated by '|'; GPU_ALL=yes takes the programs of kind kernels,
# GPU_CUDA=all or none changes what nvcc compiles.

GPU_SIZES='--sizes={ kernel[i] -> tile[5,7,3]; kernel[i] -> block[2,4,3]; kernel[i] -> grid[3,2,2] }'
GPU_SMALL_HEXAGONS='--sizes={ kernel[i] -> tile[2,3,5,4]; kernel[i] -> block[3,2,5]; kernel[i] -> grid[2] }'
GPU_SMALL_WINDOWS='--sizes={ kernel[i] -> tile[2,12,11,10]; kernel[i] -> block[3,4,5]; kernel[i] -> grid[2,1,2] }'
GPU_BARRIERS='--device=h200 --no-narrow-kernels'
POCL_SETS=("opencl plain" "opencl --shared-memory --no-linearize-device-arrays")

NVCC=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)

list_gpu() {
    list_runnable | if [ -n "${GPU_ALL-}" ]; then cat; else grep '^tests/kernels/'; fi
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
    if [[ " $1 " == *" --overlapped-tiles "* && $TEXT != *"origin0 ="* ]] && says "gpu: overlap"; then
        fail "pave for $1: no overlapped tiles"
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

# Whether the way $1 is to run on PoCL.
is_for_pocl() {
    local way
    [ "$mode" != check ] || is_in_share "$KERNEL" 6 || return
    for way in "${POCL_SETS[@]}"; do
        if [ "$way" = "$1" ]; then ! is_not_for_pocl "$1"; return; fi
    done
    return 1
}

# Build the result of take_opencl for the device of the tests; status 1 if that fails.
build_for_tests() {
    local device
    device=$(realpath "$PLAIN/cldevice.so")
    if build_quickly "$RESULT" "$SCRATCH/opencl" "-Wl,-rpath=${device%/*}" "$device"; then return; fi
    build_opencl "-Wl,-rpath=${device%/*}" "$device"
}

# Compare what the way $1, number $2 of compile_ways, for OpenCL prints.
check_opencl() {
    local -x PAVE_DEVICE_CACHE=$SCRATCH/kernels
    take_opencl "$1" "$2" || return
    if is_for_pocl "$1"; then
        build_opencl "${POCL_FORM[@]}" -lOpenCL && run_opencl run_on_pocl "$1"
    else
        mkdir -p "$PAVE_DEVICE_CACHE"
        case $mode:$1 in check:*--*) ;; *) has_no_warnings "$RESULT" "the result for $1" || return ;; esac
        build_for_tests && run_opencl run_in_odd_orders "$1"
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

# The sets of options for OpenCL, a line each. Of those that every program has, half are left to `make check-wide`, by its name.
gpu_sets() {
    if [ -n "${GPU_SETS-}" ]; then
        tr '|' '\n' <<<"$GPU_SETS"
        return
    fi
    [ "$mode" = wide ] || echo plain
    if is_in_share "$KERNEL" 5; then
        echo "--ast=pave"
        echo "--ast=isl"
    fi
    if is_in_share "$KERNEL" 2; then
        echo "--no-private-memory --isolate-full-tiles"
    fi
    case $mode in check | wide) ! is_in_share "$KERNEL" 2 ;; esac && {
        echo "--shared-memory --no-linearize-device-arrays"
        echo "--no-wrap $GPU_SIZES"
    }
    [ "$mode" != wide ] || return
    ! says "gpu: hexagons" || echo --hybrid
    ! says "gpu: barriers" || echo "$GPU_BARRIERS"
    gpu_directive with
}

# The text behind each "// gpu: $1 " among the first 15 lines of the program, with the sizes that words stand for.
gpu_directive() {
    sed -n "16q; s|^// gpu: $1 ||p" "$KERNEL" | sed "s|SMALL_HEXAGONS|$GPU_SMALL_HEXAGONS|; s|SMALL_WINDOWS|$GPU_SMALL_WINDOWS|; s|SIZES|$GPU_SIZES|"
}

# The ways to compile the program for devices, a line each.
gpu_ways() {
    if has_opencl; then gpu_sets | sed 's/^/opencl /'; else left_out "programs for OpenCL" "$NO_OPENCL"; fi
    [ "$mode" != wide ] || return
    echo "cuda plain"
    gpu_directive cuda | sed -n '/^plain$/!s/^/cuda /p'
}

# Whether nvcc is to build the way $1 for CUDA, and there.
is_for_nvcc() {
    case ${GPU_CUDA:-some} in
    all) ;;
    some) gpu_directive cuda | grep -Fqx -e "${1#cuda }" || return ;;
    *) return 1 ;;
    esac
    [ -n "$NVCC" ] || left_out "programs built by nvcc" "$NO_NVCC"
    [ -n "$NVCC" ]
}

run_gpu() {
    KERNEL=$1
    local ways n set OPTIMIZE=-O0 MUST_BE_HEXAGONS=true
    local -x POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
    read_flags "$KERNEL"
    print_expected || return
    mapfile -t ways < <(gpu_ways)
    compile_ways "${ways[@]}" || return
    for n in "${!ways[@]}"; do
        case ${ways[n]} in
        cuda*) if is_for_nvcc "${ways[n]}"; then check_cuda "${ways[n]}" "$n"; else take_way "${ways[n]}" "$n"; fi ;;
        *) check_opencl "${ways[n]}" "$n" ;;
        esac
        [ "${ways[n]}" != "opencl $GPU_BARRIERS" ] || check_barriers
    done
    [ "$mode" != wide ] || return
    while read -r set; do
        read_options "$set"
        check_oclgrind "${OPTIONS[@]}"
    done < <(gpu_directive Oclgrind)
}
