# real: programs in the style of real projects, compiled by pave itself for every target. Each C file below tests/real, except
# NAME.part.c, is built as it stands and run once per line "// run: ARGS" among its first 15 lines; what pave makes of it for each
# target must build without warnings that the original does not have, and print the same, byte for byte. OpenCL runs on the device
# of tests/cldevice in two orders, and clang, where it is there, must accept the kernels as OpenCL C; CUDA is generated, and compiled by nvcc with `tests/run --wide`.
# NAME.part.c, where it exists, is a second file of the program, which pave does not see. Further directives:
#   // flags: OPTIONS     for pave                 // gcc: OPTIONS    for gcc, original and results alike
#   // parallel: N        the OpenMP text has exactly N "parallel for" pragmas that the original has not
#   // kernels: N         the OpenCL and CUDA texts have at least N kernels
#   // copies: IN OUT     the OpenCL program, with the first run line, copies so many arrays to the device and from it
#   // says: REGEX        pave for OpenMP prints a line that matches; may be repeated
#   // text: REGEX        the OpenMP text has a line that matches; may be repeated
#   // targets: LIST      only these of: c openmp opencl cuda

list_real() {
    c_files tests/real | grep -v '\.part\.c$'
}

# The words behind each line "// $1:" among the first 15 of the program.
real_directive() {
    sed -n "16q; s|\r\$||; s|^// $1: *||p" "$KERNEL"
}

# Compile $1 into $2 with the further flags, as a user would; the messages go to $SCRATCH/warnings. OPTIMIZE is -O1 for the original and
# what OpenMP makes of it, where gcc warns of more, and -O0 otherwise, which takes less time.
compile_real() {
    local source=$1 result=$2
    shift 2
    gcc -std=gnu11 $OPTIMIZE -ffp-contract=off -Wall -Iinclude -I"${KERNEL%/*}" "${LINKER[@]}" "${GCC_FLAGS[@]}" \
        "$source" "$@" -o "$result" -lm 2>"$SCRATCH/warnings"
}

# The same with the part of the program that pave does not see.
build_real() {
    local part=${KERNEL%.c}.part.c parts=()
    [ ! -e "$part" ] || parts=("$part")
    compile_real "$@" "${parts[@]}"
}

# How many times the extended regular expression $1 occurs in the file $2, at most once a line.
real_count() {
    grep -cE -e "$1" "$2"
}

REAL_OMP_LOOP='#[ \t]*pragma[ \t]+omp[ \t].*parallel[ \t]+for'

# Fail unless the result $2 for target $1 has the parallelism that the program asks for.
check_real_parallelism() {
    local target=$1 result=$2 wanted found
    case $target in
    openmp)
        wanted=$(real_directive parallel)
        found=$(($(real_count "$REAL_OMP_LOOP" "$result") - $(real_count "$REAL_OMP_LOOP" "$KERNEL")))
        [ -z "$wanted" ] || [ "$found" -eq "$wanted" ] || fail "OpenMP: $found parallel loops, not $wanted"
        ;;
    opencl)
        wanted=$(real_directive kernels)
        found=$(real_count '__kernel ' "$result")
        [ -z "$wanted" ] || [ "$found" -ge "$wanted" ] || fail "OpenCL: $found kernels, not $wanted"
        ;;
    cuda)
        wanted=$(real_directive kernels)
        found=$(real_count '__global__ ' "${result%_host.c}_kernel.cu")
        [ -z "$wanted" ] || [ "$found" -ge "$wanted" ] || fail "CUDA: $found kernels, not $wanted"
        ;;
    esac
}

# Fail unless what pave said for OpenMP has each line that the program asks for.
check_real_messages() {
    local pattern
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$SCRATCH/err" || fail_with "no message matches: $pattern" "$SCRATCH/err"
    done < <(real_directive says)
}

# Fail unless clang takes the kernels in the program $1 for OpenCL C.
check_real_kernels() {
    command -v clang >/dev/null || return 0
    sed -n '/_kernels\[\] = {$/,/^};$/{s/^    "\(.*\)"$/\1/;t found;d;:found;s/\\\(["\\]\)/\1/g;p}' "$1" >"$SCRATCH/kernels.cl"
    clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only "$SCRATCH/kernels.cl" 2>"$SCRATCH/warnings" ||
        fail_with "the kernels are no OpenCL C:" "$SCRATCH/warnings"
}

# Fail unless the OpenMP text $1 has each line that the program asks for.
check_real_text() {
    local pattern
    while IFS= read -r pattern; do
        grep -Eq -e "$pattern" "$1" || fail "OpenMP: no line matches: $pattern"
    done < <(real_directive text)
}

# Build the result $2 for target $1 as $SCRATCH/$1.
build_real_result() {
    local target=$1 result=$2 device kernels=${2%_host.c}_kernel OPTIMIZE=-O0
    [ "$target" != openmp ] || OPTIMIZE=-O1
    case $target in
    c) build_real "$result" "$SCRATCH/c" ;;
    openmp) build_real "$result" "$SCRATCH/openmp" -fopenmp ;;
    opencl)
        device=$(realpath "$PLAIN/cldevice.so")
        build_real "$result" "$SCRATCH/opencl" -Wl,--no-as-needed "-Wl,-rpath=${device%/*}" "$device"
        ;;
    cuda)
        compile_real "$result" "$SCRATCH/cuda.o" -c || return
        [ "$mode" = wide ] && [ -n "$NVCC" ] || return 0
        # Not warning 68, a change of sign: the program's own conversions are not at issue.
        "$NVCC" -diag-suppress 68 -c "$kernels.cu" -o "$kernels.o" >"$SCRATCH/warnings" 2>&1
        ;;
    esac
}

# Compare what the result for target $1 prints with what the original prints.
run_real_result() {
    local target=$1 n arguments how=(env OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive timeout -k 5 60)
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        if [ "$target" = opencl ]; then
            run_in_odd_orders "$SCRATCH/printed" "$SCRATCH/opencl" "${arguments[@]}"
        else
            "${how[@]}" "$SCRATCH/$target" "${arguments[@]}" >"$SCRATCH/printed" 2>&1
        fi
        echo "status $?" >>"$SCRATCH/printed"
        is_expected "$SCRATCH/printed" "$n" || fail_to_print "$target" "$n"
    done
}

# Fail unless the OpenCL program makes the copies that the program asks for.
check_real_copies() {
    local wanted arguments
    wanted=$(real_directive copies)
    [ -n "$wanted" ] || return 0
    read -r -a arguments <<<"${RUNS[0]}"
    PAVE_DEVICE_COPIES=$SCRATCH/copies timeout -k 5 60 "$SCRATCH/opencl" "${arguments[@]}" >/dev/null 2>&1
    [ "$(cat "$SCRATCH/copies")" = "$wanted" ] || fail "OpenCL: copies in and out: $(cat "$SCRATCH/copies"), not $wanted"
}

# Compile the program for target $1 and compare what comes out.
check_real() {
    local target=$1 result=$SCRATCH/$1.c
    case $target in cuda | opencl) result=$SCRATCH/${target}_host.c ;; esac
    # Programs of the tests are small, and their threads should run; flags of the program come later and count.
    run_tool 100 "$BIN/pave" --parallel-threshold=0 "${FLAGS[@]}" --fp-contract=off "--target=$target" -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave for $target: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    [ "$target" != openmp ] || { check_real_messages && check_real_text "$result"; }
    check_real_parallelism "$target" "$result"
    [ "$target" != opencl ] || check_real_kernels "$result"
    if ! build_real_result "$target" "$result"; then
        fail_with "the result for $target does not build:" "$SCRATCH/warnings"
        return
    fi
    if [ -s "$SCRATCH/warnings" ] && ! $ORIGINAL_WARNS; then
        fail_with "the result for $target builds with warnings:" "$SCRATCH/warnings"
    fi
    [ "$target" = cuda ] || run_real_result "$target"
    [ "$target" != opencl ] || check_real_copies
}

# Build and run the original: what it prints for run line N of RUNS goes to $SCRATCH/expected.N and EXPECTED.
run_real_original() {
    local n arguments
    EXPECTED=()
    if ! build_real "$KERNEL" "$SCRATCH/original"; then
        fail_with "the original does not build:" "$SCRATCH/warnings"
        return 1
    fi
    ORIGINAL_WARNS=false
    [ ! -s "$SCRATCH/warnings" ] || ORIGINAL_WARNS=true
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        OMP_NUM_THREADS=3 timeout -k 5 60 "$SCRATCH/original" "${arguments[@]}" >"$SCRATCH/expected.$n" 2>&1
        echo "status $?" >>"$SCRATCH/expected.$n"
        IFS= read -r -d '' 'EXPECTED[n]' <"$SCRATCH/expected.$n"
    done
    return 0
}

run_real() {
    KERNEL=$1
    local targets target GCC_FLAGS ORIGINAL_WARNS OPTIMIZE=-O1
    read_flags "$KERNEL"
    read_runs
    read -r -a GCC_FLAGS <<<"$(real_directive gcc)"
    read -r -a targets <<<"$(real_directive targets)"
    [ ${#targets[@]} -gt 0 ] || targets=(c openmp opencl cuda)
    if [ "$mode" = wide ]; then # what nvcc says of it is all that is left to do
        [ -n "$NVCC" ] || { left_out "programs built by nvcc" "$NO_NVCC"; return; }
        [[ " ${targets[*]} " == *" cuda "* ]] || return
        targets=(cuda)
    fi
    if [ ${#RUNS[@]} -eq 0 ]; then
        fail "no line '// run:' among the first 15"
        return
    fi
    run_real_original || return
    for target in "${targets[@]}"; do
        if [ "$target" = opencl ] && ! has_opencl; then
            left_out "programs for OpenCL" "$NO_OPENCL"
        else
            check_real "$target"
        fi
    done
}
