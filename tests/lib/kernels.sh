# kernels: programs compiled by pave do what the original does. Each C file below tests/programs and tests/kernels
# with lines "// run: ARGS" among its first 15 is compiled for each target; original and results are built with gcc,
# without contraction of floating-point operations, and must print the same for each run line, byte for byte. The
# results must build without a warning. A region that keeps its text must have a warning or a note that says so.
# The listings of the papers are also compiled in their original order, kernels with each line of option_sets below.
# The C text is also annotated, and `pave check` must prove that it does what the original does, or say that it cannot
# compare the two; a line "// check: no REASON" among the first 15 leaves this out.
# What OpenMP makes of the programs below tests/programs is compiled once more, as kind same does.
# PAVE_FLAGS in the environment adds options for pave, KERNEL_TARGETS replaces the targets.

read -r -a KERNEL_TARGETS <<<"${KERNEL_TARGETS:-c openmp}"
read -r -a PAVE_FLAGS <<<"${PAVE_FLAGS:-}"

# What kernels are compiled with beyond the defaults: a target and options a line.
option_sets() {
    cat <<END
c --tile=on
openmp --tile=on
openmp --no-live-range-reordering
openmp --no-group-chains
openmp --schedule-whole-component
openmp --scheduler=isl
END
}

list_kernels() {
    { c_files tests/programs; c_files tests/kernels; } | xargs -r awk '
        FNR > 15 { nextfile }
        /^\/\/ run:/ { print FILENAME; nextfile }'
}

# The words of each "// run:" line of the file $1, a line each.
run_lines() {
    head -n 15 "$1" | sed -n 's|^// run:||p'
}

# The faster of gcc's linkers, where it works: thousands of small programs are linked.
LINKER=()
if echo 'int main(void) { return 0; }' | gcc -fuse-ld=gold -x c - -o /dev/null 2>/dev/null; then LINKER=(-fuse-ld=gold); fi

# Set DEFINES to the flags of the program that a compiler needs.
set_defines() {
    local flag
    DEFINES=()
    for flag in "${FLAGS[@]}"; do case $flag in -D*) DEFINES+=("$flag") ;; esac; done
}

# Build $1 into $2 with the further flags; the warnings go to $SCRATCH/warnings. OPTIMIZE says how much gcc should do:
# originals, and results other than that for OpenMP with the default options, come in such numbers that less must serve.
OPTIMIZE=-O1
build_kernel() {
    local source=$1 program=$2
    shift 2
    set_defines
    gcc -std=c99 $OPTIMIZE -ffp-contract=off -Wall -Wextra -Wno-unknown-pragmas -Wno-maybe-uninitialized -Iinclude -I"${KERNEL%/*}" \
        "${LINKER[@]}" "${DEFINES[@]}" "$@" "$source" -o "$program" -lm 2>"$SCRATCH/warnings"
}

# Whether the file $1 is the program with nothing but lines on top.
is_unchanged() {
    tail -c "$(stat -c %s "$KERNEL")" "$1" | cmp -s - "$KERNEL"
}

# Whether the program in $1, but for its first line, is one that was built and run before.
is_known() {
    local sum
    sum=$(tail -n +2 "$1" | cksum)
    grep -Fqx "$sum" "$SCRATCH/known" 2>/dev/null && return
    echo "$sum" >>"$SCRATCH/known"
    return 1
}

# Compile for target $1 with the further options and compare what the result prints.
check_target() {
    local target=$1 result=$SCRATCH/$1.c arguments n=0
    shift
    run_tool 100 "$BIN/pave" "${FLAGS[@]}" "${PAVE_FLAGS[@]}" "$@" --target="$target" -o "$result" "$KERNEL" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave --target=$target: exit status $STATUS" "$SCRATCH/err"
        return
    fi
    if is_unchanged "$result" && ! grep -Eq 'left (unchanged|alone)|no region found' "$SCRATCH/err"; then
        fail "pave --target=$target: nothing changed, and no warning says why"
        return
    fi
    case $KERNEL:$target:$# in tests/programs/*:openmp:0) check_again "$KERNEL" openmp "$result" "${PAVE_FLAGS[@]}" ;; esac
    is_known "$result" && return
    local openmp=()
    [ "$target" = openmp ] && openmp=(-fopenmp)
    if ! build_kernel "$result" "$SCRATCH/$target" "${openmp[@]}" || [ -s "$SCRATCH/warnings" ]; then
        fail_with "the result for $target does not build without warnings:" "$SCRATCH/warnings"
        return
    fi
    while read -r -a arguments; do
        n=$((n + 1))
        OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive timeout -k 5 60 "$SCRATCH/$target" "${arguments[@]}" >"$SCRATCH/printed" 2>&1
        echo "status $?" >>"$SCRATCH/printed"
        cmp -s "$SCRATCH/expected.$n" "$SCRATCH/printed" && continue
        diff "$SCRATCH/expected.$n" "$SCRATCH/printed" >"$SCRATCH/diff"
        fail_with "$target $*, arguments ${arguments[*]}: prints something else" "$SCRATCH/diff" 20
    done < <(run_lines "$KERNEL")
}

# Compare the models of the program and of what was made of it for target c.
check_model() {
    head -n 15 "$KERNEL" | grep -q '^// check: no' && return
    local result=$SCRATCH/c.c
    [ -e "$result" ] || return
    run_tool 100 "$BIN/pave" check -q --budget=1500000 "${FLAGS[@]}" -I"$(dirname "$KERNEL")" "$KERNEL" "$result" || return
    [ $STATUS -eq 0 ] && return
    grep -q ' error: cannot compare' "$SCRATCH/err" || fail_with "pave check: exit status $STATUS" "$SCRATCH/err"
}

# Build the original, with the fastest compiler there is that understands it.
build_original() {
    set_defines
    tcc -w -Iinclude -I"${KERNEL%/*}" "${DEFINES[@]}" "$KERNEL" -o "$SCRATCH/original" -lm >"$SCRATCH/warnings" 2>&1 ||
        OPTIMIZE=-O0 build_kernel "$KERNEL" "$SCRATCH/original"
}

# Build and run the original: what it prints for run line N goes to $SCRATCH/expected.N.
print_expected() {
    local arguments status n=0
    if ! build_original; then
        fail_with "the original does not build:" "$SCRATCH/warnings"
        return 1
    fi
    while read -r -a arguments; do
        n=$((n + 1))
        timeout -k 5 60 "$SCRATCH/original" "${arguments[@]}" >"$SCRATCH/expected.$n" 2>&1
        status=$?
        echo "status $status" >>"$SCRATCH/expected.$n"
        [ $status -lt 124 ] || fail_with "the original, arguments ${arguments[*]}: status $status" "$SCRATCH/expected.$n"
    done < <(run_lines "$KERNEL")
}

run_kernels() {
    KERNEL=$1
    local target arguments
    read_flags "$KERNEL"
    print_expected || return
    for target in "${KERNEL_TARGETS[@]}"; do
        case $target in
        c)
            OPTIMIZE=-O0 check_target c --annotate
            check_model
            ;;
        *) check_target "$target" ;;
        esac
    done
    case $KERNEL in
    tests/programs/papers/*) check_target openmp --no-reschedule ;;
    esac
    case $KERNEL in
    tests/kernels/*)
        OPTIMIZE=-O0
        while read -r -a arguments; do check_target "${arguments[@]}"; done < <(option_sets)
        ;;
    esac
}
