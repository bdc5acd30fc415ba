# kernels: programs compiled by pave do what the original does. Each C file below tests/programs and tests/kernels
# with lines "// run: ARGS" among its first 15 is compiled for each target; original and results are built with gcc,
# without contraction of floating-point operations, and must print the same for each run line, byte for byte. The
# results must build without a warning. A region that keeps its text must have a warning or a note that says so.
# The listings of the papers are also compiled in their original order, kernels with each line of option_sets below. pave itself
# compiles for C, with the default options, and where no two ways have a stage in common, tests/ways, which does what pave does in less
# time, otherwise. But for
# those of THREADED, parallel loops run backwards in one thread, which shows a wrong order without luck.
# The C text is also annotated, and `pave check` must prove that it does what the original does, or say that it cannot
# compare the two; a line "// check: no REASON" among the first 15 leaves this out.
# What OpenMP makes of a quarter of the programs below tests/programs is compiled once more, as kind same does, by pave itself;
# of the others in `make check-wide`.
# PAVE_FLAGS in the environment adds options for pave, KERNEL_TARGETS replaces the targets.

read -r -a KERNEL_TARGETS <<<"${KERNEL_TARGETS:-c openmp}"
read -r -a PAVE_FLAGS <<<"${PAVE_FLAGS:-}"

# What kernels are compiled with beyond the defaults: a way a line. A way is a target and options; "plain" stands for none. Of the
# four sets for other schedules each kernel has one in `make check`, by its name, and the other three in `make check-wide`.
option_sets() {
    [ "$mode" = wide ] || echo "openmp --tile=on"
    if is_in_share "$KERNEL" 5; then
        echo "openmp --ast=pave"
        echo "openmp --ast=isl"
        echo "openmp --tile=on -S 5 --no-schedule-outer-coincidence"
    fi
    share_of "$KERNEL" "openmp --no-live-range-reordering" "openmp --scheduler=isl" \
        "openmp --no-group-chains --schedule-whole-component" "openmp --schedule-solver=utvpi"
}

THREADED=("openmp plain" "openmp --tile=on")

# The programs that can be run.
list_runnable() {
    { c_files tests/programs; c_files tests/kernels; } | xargs -r awk '
        FNR > 15 { nextfile }
        /^\/\/ run:/ { print FILENAME; nextfile }'
}

list_kernels() {
    case $mode in wide) list_runnable | grep '^tests/kernels/' ;; *) list_runnable ;; esac
}

# Set RUNS to the words of each "// run:" line of the program.
read_runs() {
    mapfile -t RUNS < <(sed -n '16q; s|^// run: *||p' "$KERNEL")
}

# Whether a line that begins with "// $1" is among the first 15 of the program.
says() {
    local lines line
    mapfile -t -n 15 lines <"$KERNEL"
    for line in "${lines[@]}"; do
        [[ $line != "// $1"* ]] || return 0
    done
    return 1
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

# Whether the text at hand, TEXT, is the program with nothing but lines on top.
is_unchanged() {
    local original
    original=$(<"$KERNEL")
    [ "${TEXT: -${#original}}" = "$original" ]
}

# Whether the text $1, but for its first line, is one that was built and run before in this test.
is_known() {
    local rest=${1#*$'\n'} text
    for text in "${KNOWN[@]}"; do
        [ "$text" != "$rest" ] || return 0
    done
    KNOWN+=("$rest")
    return 1
}

# Set OPTIONS to the options of the set $1: "plain" has none, and blanks are part of what follows --sizes=.
read_options() {
    OPTIONS=()
    [ "$1" != plain ] || return
    read -r -a OPTIONS <<<"${1%%--sizes=*}"
    [ "${1#*--sizes=}" = "$1" ] || OPTIONS+=("--sizes=${1#*--sizes=}")
}

# Set OPTIONS to the words for pave that make the way $1 of the program, with the result in the folder $2, and RESULT to its name.
read_way() {
    local target=${1%% *}
    read_options "${1#* }"
    RESULT=$2/$target.c
    case $target in cuda | opencl) RESULT=$2/${target}_host.c ;; esac
    # Programs of the tests are small, and their threads should run.
    [ "$target" != openmp ] || OPTIONS=(--parallel-threshold=0 "${OPTIONS[@]}")
    [ "$target" != opencl ] || OPTIONS=(--fp-contract=off "${OPTIONS[@]}")
    OPTIONS+=("--target=$target" -o "$RESULT")
}

# Compile the program in each of the ways given, at once (tests/ways): STATUSES has the exit status of each, and the result of
# way N is in the folder $SCRATCH/way.N.
compile_ways() {
    local way words=() folders=() n=0
    for way; do
        read_way "$way" "$SCRATCH/way.$n"
        words+=(--)
        case $way in "c --annotate" | "openmp plain" | "opencl plain" | "cuda plain") words+=(pave) ;; esac
        words+=("${OPTIONS[@]}")
        folders+=("$SCRATCH/way.$n")
        n=$((n + 1))
    done
    mkdir "${folders[@]}"
    run_tool 300 "$BIN/ways" "$SCRATCH/way" "${FLAGS[@]}" "${PAVE_FLAGS[@]}" "$KERNEL" "${words[@]}" || return
    mapfile -t STATUSES <"$SCRATCH/out"
    [ $STATUS -eq 0 ] && [ ${#STATUSES[@]} -eq $# ] && return
    fail_with "ways: exit status $STATUS, ${#STATUSES[@]} results of $#" "$SCRATCH/err"
    return 1
}

# Have way $1, number $2 of compile_ways, at hand: RESULT is the file made, TEXT what is in it, and the file MESSAGES has what pave
# said. Status 1, with the failure counted, if pave failed.
take_way() {
    read_way "$1" "$SCRATCH/way.$2"
    STATUS=${STATUSES[$2]} MESSAGES=$SCRATCH/way.$2.err TEXT=
    judge_run 300 "$MESSAGES" pave "${FLAGS[@]}" "${PAVE_FLAGS[@]}" "${OPTIONS[@]}" "$KERNEL" || return
    if [ $STATUS -ne 0 ]; then
        fail_with "pave for $1: exit status $STATUS" "$MESSAGES"
        return 1
    fi
    TEXT=$(<"$RESULT")
}

# Whether the file $1 holds what the original printed for run line $2, from 0. Texts have no byte 0; where one has, cmp decides.
is_expected() {
    local text
    if IFS= read -r -d '' text <"$1"; then
        cmp -s "$SCRATCH/expected.$2" "$1"
    else
        [ "$text" = "${EXPECTED[$2]}" ]
    fi
}

# Count the failure of $1, which printed something else, $SCRATCH/printed, for run line $2.
fail_to_print() {
    diff "$SCRATCH/expected.$2" "$SCRATCH/printed" >"$SCRATCH/diff"
    fail_with "$1, arguments ${RUNS[$2]}: prints something else" "$SCRATCH/diff" 20
}

# Status 1, with the failure counted, unless gcc, which only reads $1, has nothing to say of it, called $2, with the further flags.
has_no_warnings() {
    local source=$1 name=$2
    shift 2
    set_defines
    gcc -std=c99 -fsyntax-only -Wall -Wextra -Wno-unknown-pragmas -Iinclude -I"${KERNEL%/*}" "${DEFINES[@]}" "$@" "$source" \
        2>"$SCRATCH/warnings" && [ ! -s "$SCRATCH/warnings" ] && return
    fail_with "$name does not build without warnings:" "$SCRATCH/warnings"
    return 1
}

# Build $1 into $2 with the further flags, with the fastest compiler there is, if it understands the text.
build_quickly() {
    local source=$1 program=$2
    shift 2
    set_defines
    tcc -w -Iinclude -I"${KERNEL%/*}" "${DEFINES[@]}" "$source" "$@" -o "$program" -lm >"$SCRATCH/warnings" 2>&1
}

# Build the result of the way $1 as $2; status 1, with the failure counted, if gcc would not or has a warning.
build_way() {
    local way=$1 program=$2 openmp=() source=$RESULT threaded
    [ "${way%% *}" != openmp ] || openmp=(-fopenmp)
    for threaded in "${THREADED[@]}"; do
        [ "$way" = "$threaded" ] || continue
        build_kernel "$RESULT" "$program" -fopenmp && [ ! -s "$SCRATCH/warnings" ] && return
        fail_with "the result for $way does not build without warnings:" "$SCRATCH/warnings"
        return 1
    done
    has_no_warnings "$RESULT" "the result for $way" "${openmp[@]}" || return
    if [ "${way%% *}" = openmp ]; then
        source=${RESULT%.c}.turned.c
        turn_round "$RESULT" >"$source"
    fi
    build_quickly "$source" "$program" || build_kernel "$source" "$program"
}

# Compare what the way $1, number $2 of compile_ways, prints.
check_way() {
    local way=$1 program=$SCRATCH/${1%% *} arguments n
    take_way "$way" "$2" || return
    if is_unchanged && ! grep -Eq 'left (unchanged|alone)|kept as written|no region found' "$MESSAGES"; then
        fail "pave for $way: nothing changed, and no warning says why"
        return
    fi
    case $KERNEL:$way in tests/programs/*:"openmp plain") ! is_in_share "$KERNEL" 4 || check_again "$KERNEL" openmp "$RESULT" "$MESSAGES" "${PAVE_FLAGS[@]}" --parallel-threshold=0 ;; esac
    is_known "$TEXT" && return
    build_way "$way" "$program" || return
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive timeout -k 5 60 "$program" "${arguments[@]}" >"$SCRATCH/printed" 2>&1
        echo "status $?" >>"$SCRATCH/printed"
        is_expected "$SCRATCH/printed" "$n" || fail_to_print "$way" "$n"
    done
}

# What the comparison of two models may cost: more in `make check-wide`, where a few more of them can be compared.
CHECK_BUDGET=1500000
[ "$mode" != check ] || CHECK_BUDGET=300000

# Compare the models of the program and of what was made of it, RESULT.
check_model() {
    says "check: no" && return
    [ -e "$RESULT" ] || return
    run_tool 100 "$BIN/pave" check -q --budget=$CHECK_BUDGET "${FLAGS[@]}" -I"$(dirname "$KERNEL")" "$KERNEL" "$RESULT" || return
    [ $STATUS -eq 0 ] && return
    if grep -q ' error: cannot compare' "$SCRATCH/err"; then
        excused "programs that 'pave check' cannot compare with what was made of them"
    else
        fail_with "pave check: exit status $STATUS" "$SCRATCH/err"
    fi
}

# Build the original, with the fastest compiler there is that understands it.
build_original() {
    build_quickly "$KERNEL" "$SCRATCH/original" || OPTIMIZE=-O0 build_kernel "$KERNEL" "$SCRATCH/original"
}

# Build and run the original: what it prints for run line N of RUNS goes to $SCRATCH/expected.N and EXPECTED.
print_expected() {
    local arguments status n
    KNOWN=() EXPECTED=()
    read_runs
    if ! build_original; then
        fail_with "the original does not build:" "$SCRATCH/warnings"
        return 1
    fi
    for n in "${!RUNS[@]}"; do
        read -r -a arguments <<<"${RUNS[n]}"
        timeout -k 5 60 "$SCRATCH/original" "${arguments[@]}" >"$SCRATCH/expected.$n" 2>&1
        status=$?
        echo "status $status" >>"$SCRATCH/expected.$n"
        [ $status -lt 124 ] || fail_with "the original, arguments ${RUNS[n]}: status $status" "$SCRATCH/expected.$n"
        IFS= read -r -d '' 'EXPECTED[n]' <"$SCRATCH/expected.$n"
    done
    return 0
}

# The ways to compile the program, a line each.
kernel_ways() {
    local target
    for target in "${KERNEL_TARGETS[@]}"; do
        case $mode:$target in *:c) echo "c --annotate" ;; wide:*) ;; *) echo "$target plain" ;; esac
    done
    case $KERNEL in
    tests/programs/papers/*) echo "openmp --no-reschedule" ;;
    tests/kernels/*) option_sets ;;
    esac
}

run_kernels() {
    KERNEL=$1
    local ways n OPTIMIZE
    read_flags "$KERNEL"
    print_expected || return
    mapfile -t ways < <(kernel_ways)
    compile_ways "${ways[@]}" || return
    for n in "${!ways[@]}"; do
        OPTIMIZE=-O0
        [ "${ways[n]}" != "openmp plain" ] || OPTIMIZE=-O1
        check_way "${ways[n]}" "$n"
        [ "${ways[n]}" != "c --annotate" ] || check_model
    done
}
