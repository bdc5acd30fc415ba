# What becomes of one program: shared by tests/fuzz/run and tests/fuzz/reduce. Set: ROOT, BIN (folder of the tools),
# MODE (oracle or codegen). A program that hangs is ended after LIMIT seconds, pave after LIMIT seconds of a processor.

. "$ROOT/tests/lib/common.sh"
LIMIT=${LIMIT:-40}

# A message without what differs from program to program: places, names of variables and statements, numbers.
signature() {
    grep -vE '^(agree|[0-9]+ disagreements)' "$1" | head -n 1 |
        sed -E 's/^[^ ]*\.c:[0-9:]* //; s/\(run [^)]*\)//; s/-?[0-9]+/N/g; s/(S|[A-Za-z]+_)N(\[[^]]*\])?/S/g' |
        sed -E "s/'[^']*'/'X'/g; s/[A-Za-z_]+(N)?(\.[a-z]+)*(\[-?N\])+(\.[a-z]+(\[N\])?)*/E/g" | cut -c 1-160
}

# Set CLASS and DETAIL from the status $1 of a tool of pave whose messages are in the file $2.
classify_status() {
    DETAIL=$(signature "$2")
    if [ "$1" -eq 124 ] || [ "$1" -eq 137 ] || [ "$1" -eq 152 ]; then
        CLASS=hang DETAIL=
    elif [ "$1" -gt 128 ]; then
        CLASS=crash DETAIL="signal $(($1 - 128))"
    elif has_report "$2"; then
        CLASS=crash DETAIL="report of a sanitizer or of isl"
    elif grep -q 'internal error\|fault' "$2"; then
        CLASS=fault
    elif grep -qE '^[^ :]+:[0-9]+:[0-9]+: error: .' "$2"; then
        CLASS=refused DETAIL=$(grep -m 1 ': error: ' "$2" | signature /dev/stdin)
    else
        CLASS=trouble
    fi
}

# Classify the program $1, with scratch files in the folder $2: sets CLASS to agree, or to what is wrong, and DETAIL.
classify() {
    read_flags "$1"
    "classify_$MODE" "$1" "$2"
}

# The options that a model depends on.
model_flags() {
    local flag
    for flag in "${FLAGS[@]}"; do
        case $flag in
        --pencil | --ctx=* | --*encapsulate-dynamic-control | --signed-overflow=* | -[DI]*) echo "$flag" ;;
        esac
    done
}

classify_oracle() {
    local flags
    mapfile -t flags < <(model_flags)
    timeout -k 2 "$LIMIT" "$BIN/oracle" "$1" "$2" "${flags[@]}" >"$2/out" 2>"$2/err" </dev/null
    local status=$?
    case $status in
    0) CLASS=agree DETAIL=; has_report "$2/err" && CLASS=crash DETAIL="report of a sanitizer or of isl" ;;
    1) CLASS=disagree DETAIL=$(signature "$2/out") ;;
    *) classify_status $status "$2/err" ;;
    esac
}

# The lines "// run:" of the program $1, without that word and a return at the end.
runs_of() {
    sed -n '16q; s|\r$||; s|^// run:||p' "$1"
}

# Build $1 as $2 with the flags that follow.
build_program() {
    local source=$1 program=$2
    shift 2
    gcc -std=gnu99 -w -ffp-contract=off "-I$ROOT/include" "$@" "$source" -lm -o "$program" 2>"$program.log"
}

# The same with the fastest compiler there is that understands the program, where IS_QUICK.
IS_QUICK=true
build_fast() {
    $IS_QUICK && tcc -w "-I$ROOT/include" "$1" -lm -o "$2" 2>"$2.log" || build_program "$1" "$2" -O1
}

# The OpenCL device of the tests (tests/cldevice/cldevice.h).
DEVICE=$BIN/cldevice.so
[ "${DEVICE#/}" = "$DEVICE" ] && DEVICE=$ROOT/$DEVICE
has_device() {
    [ -e "$DEVICE" ]
}

# Build the program for OpenCL $1 as $2, for this device.
build_for_device() {
    local device=("-Wl,-rpath=${DEVICE%/*}" "$DEVICE")
    $IS_QUICK && tcc -w "-I$ROOT/include" "$1" "${device[@]}" -lm -o "$2" 2>"$2.log" ||
        build_program "$1" "$2" -O0 -Wl,--no-as-needed "${device[@]}"
}

# What codegen does with a program; see build_for.
read -r -a TARGETS <<<"${TARGETS:-c turned openmp}"

# Build the result $1 for target $2 as $3. Iterations of parallel loops are dealt out one by one, so that each thread
# runs a sequence with gaps.
build_for() {
    case $2 in
    c) build_fast "$1" "$3" ;;
    safe) build_program "$1" "$3" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all ;;
    safe_openmp) build_program "$1" "$3" -O1 -fopenmp -fsanitize=address,undefined -fno-sanitize-recover=all ;;
    turned)
        turn_round "$1" >"$3.turned.c"
        build_fast "$3.turned.c" "$3"
        ;;
    openmp)
        sed -E '/schedule\(/!s/^( *#pragma omp parallel for[^\r]*)(\r?)$/\1 schedule(static, 1)\2/' "$1" >"$3.dealt.c"
        build_program "$3.dealt.c" "$3" -O1 -fopenmp
        ;;
    device) build_for_device "$1" "$3" ;;
    opencl) build_program "$1" "$3" -O1 "${POCL_FORM[@]}" -Wl,--no-as-needed -lOpenCL ;;
    oclgrind) build_program "$1" "$3" -O1 -Wl,--no-as-needed -lOpenCL ;;
    esac
}

# Whether the program $2 made for target $1 prints what it must for each of the runs in the file $3/runs; tests/batch says where it
# does not, in $3/expected.actual. On the device of the tests each runs in two orders.
runs_right() {
    local target=$1 program=$2 orders=()
    local -x OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
    if [ "$target" = device ]; then
        $IS_QUICK || local -x PAVE_DEVICE_COMPILER=gcc
        local -x PAVE_DEVICE_CACHE=$program.kernels
        [ -d "$PAVE_DEVICE_CACHE" ] || mkdir "$PAVE_DEVICE_CACHE"
        orders=(random:1 backward)
    fi
    "$BIN/batch" "$LIMIT" "$program" "$3/expected" "${orders[@]}" <"$3/runs"
}

# Run the program $2 made for target $1, on PoCL or Oclgrind, with the further arguments.
run_for() {
    local target=$1 program=$2
    shift 2
    case $target in
    oclgrind)
        timeout -k 2 60 oclgrind --data-races --uninitialized --max-errors 1 "$program" "$@" >"$program.printed" 2>&1
        # Its search for uninitialised values does not know all instructions.
        if grep -q 'FATAL ERROR .*Uninitialized' "$program.printed"; then
            timeout -k 2 60 oclgrind --data-races --max-errors 1 "$program" "$@" 2>&1
        else
            cat "$program.printed"
        fi
        ;;
    opencl)
        POCL_CACHE_DIR=${program%/*}/pocl run_on_pocl "$program.printed" "$program" "$@"
        cat "$program.printed"
        ;;
    esac
}

# The same as runs_right for those two.
runs_right_there() {
    local arguments n=0
    while read -r -a arguments; do
        n=$((n + 1))
        run_for "$1" "$2" "${arguments[@]}" >"$3/expected.actual" </dev/null
        cmp -s "$3/expected.$n" "$3/expected.actual" || return
    done <"$3/runs"
}

# The exit status of pave for each language that the program at hand was compiled to.
declare -A MADE=()

# Let pave compile $1 for target $2 in the folder $3; RESULT is set to the file to build, and $3/err has the messages. What
# was made for another target of the same language is taken again. Status 1 with CLASS set where it fails.
compile_for() {
    local language=$2 status
    case $2 in
    safe) language=c ;;
    turned | safe_openmp) language=openmp ;;
    oclgrind | device) language=opencl ;;
    esac
    RESULT=$3/made_$language.c
    [ $language != opencl ] || RESULT=$3/made_host.c
    if [ -z "${MADE[$language]-}" ]; then
        (
            ulimit -v "${MEMORY_KB:-2097152}" -t "$LIMIT"
            exec timeout -k 2 $((20 * LIMIT)) "$BIN/pave" "--target=$language" --fp-contract=off --parallel-threshold=0 "${FLAGS[@]}" "$1" -o "$RESULT"
        ) >"$3/out" 2>"$3/err.$language" </dev/null
        MADE[$language]=$?
    fi
    status=${MADE[$language]}
    ln -f "$3/err.$language" "$3/err"
    [ $status -ne 0 ] && { classify_status $status "$3/err"; return 1; }
    has_report "$3/err" && { CLASS=crash DETAIL="report of a sanitizer or of isl"; return 1; }
    return 0
}

# Set CLASS and DETAIL where pave's messages, in the file $1, say that it gave up a region.
note_unchanged() {
    local reason
    reason=$(grep -m 1 'region left unchanged\|runs on the host' "$1") || return
    CLASS=unchanged DETAIL=$(signature /dev/stdin <<<"$reason")
}

# Compare what was made of $1 for target $2 with it, in the folder $3. Sets CLASS and DETAIL where something is wrong.
check_target_of() {
    local how=runs_right
    compile_for "$1" "$2" "$3" || return
    if [ "$2" = device ] && ! grep -q pave_launch "$RESULT"; then # nothing runs there
        note_unchanged "$3/err"
        return
    fi
    if ! build_for "$RESULT" "$2" "$3/$2"; then
        CLASS=uncompilable DETAIL=$(grep -m 1 'error:' "$3/$2.log" | signature /dev/stdin)
        return
    fi
    case $2 in opencl | oclgrind) how=runs_right_there ;; esac
    if ! $how "$2" "$3/$2" "$3"; then
        CLASS=differ
        grep -q 'Sanitizer\|runtime error\|Invalid \(read\|write\)\|data race\|divergence\|^cldevice: error' "$3/expected.actual" && CLASS=unsafe
        return
    fi
    note_unchanged "$3/err"
}

# What the original $1 prints for each of its runs, built by the further command, in the folder $2.
print_expected_of() {
    local file=$1 scratch=$2
    shift 2
    "$@" "$file" "$scratch/original" || return
    runs_of "$file" >"$scratch/runs"
    "$BIN/batch" --record "$LIMIT" "$scratch/original" "$scratch/expected" <"$scratch/runs"
}

classify_codegen() {
    local target class=agree detail=
    MADE=()
    rm -rf "$2"/*.kernels
    print_expected_of "$1" "$2" build_fast || print_expected_of "$1" "$2" build_program ||
        { CLASS=invalid DETAIL=; return; }
    for target in "${TARGETS[@]}"; do
        CLASS=agree DETAIL=
        check_target_of "$1" "$target" "$2"
        if [ "$CLASS" = differ ]; then # the quick compiler may be wrong
            IS_QUICK=false
            CLASS=invalid
            if print_expected_of "$1" "$2" build_fast; then
                CLASS=agree
                check_target_of "$1" "$target" "$2"
            fi
            IS_QUICK=true
        fi
        case $CLASS in differ | unsafe) is_valid "$1" "$2" || { CLASS=invalid; return; } ;; esac
        is_fine "$CLASS" || { DETAIL="$target: $DETAIL"; return; }
        [ "$CLASS" = agree ] || class=$CLASS detail=$DETAIL
    done
    CLASS=$class DETAIL=$detail
}

# Is the program $1 free of undefined behaviour, as far as the tools see?
is_valid() {
    local arguments
    build_program "$1" "$2/checked" -O1 -Werror=uninitialized -Werror=maybe-uninitialized -Werror=return-type \
        -fsanitize=address,undefined -fno-sanitize-recover=all || return 1
    while read -r -a arguments; do
        timeout 5 "$2/checked" "${arguments[@]}" >/dev/null 2>&1 </dev/null || return 1
    done < <(runs_of "$1")
}

# Is the class $1 what a correct pave may give?
is_fine() {
    case $1 in
    agree | refused | unchanged) return 0 ;;
    esac
    return 1
}
