# For the scripts of tests/errors: what pave promises on any input, asserted. A script runs in its scratch folder.

. "$ROOT/tests/lib/common.sh"

# End the test as failed.
broken() {
    printf '%s\n' "$1"
    [ -s stderr ] && { echo "stderr was:"; head -c 4000 stderr; }
    exit 1
}

# Run pave with the arguments given, stdout and stderr in files of these names, and assert what holds for every run:
# it ends in time with status 0 or 1, frees what it took, and prints nothing on stdout unless the status is 0.
run_pave() {
    timeout -k 5 100 "$PAVE" "$@" >stdout 2>stderr </dev/null
    STATUS=$?
    has_report stderr && broken "pave $*: report of a sanitizer or of isl"
    [ $STATUS -le 1 ] || broken "pave $*: exit status $STATUS"
    if [ $STATUS -eq 1 ]; then
        [ -s stdout ] && broken "pave $*: exit status 1 and output on stdout"
        grep -q ' error: ' stderr || broken "pave $*: exit status 1 without an error message"
    fi
}

# Assert that pave refuses: status 1 and a line on stderr that matches the extended regular expression $1.
refuses() {
    local pattern=$1
    shift
    run_pave "$@"
    [ $STATUS -eq 1 ] || broken "pave $*: exit status $STATUS, not 1"
    grep -Eq -e "$pattern" stderr || broken "pave $*: no message matches: $pattern"
}

# Assert that pave works: status 0 and something on stdout.
accepts() {
    run_pave "$@"
    [ $STATUS -eq 0 ] || broken "pave $*: exit status $STATUS, not 0"
    [ -s stdout ] || broken "pave $*: no output"
}

# Assert that pave works, or refuses with a place: FILE:LINE:COLUMN: error: reason.
copes() {
    run_pave "$@"
    [ $STATUS -eq 0 ] || grep -Eq '^[^ :]+:[0-9]+:[0-9]+: error: .' stderr || broken "pave $*: no located error"
}

# Assert that pave compiles the program $1 for the target $2, with the options that follow, within 60 s of a processor and 2 GiB
# of memory, and that the result prints what the program prints, or, for cuda, that there is a result.
stays_within() {
    local file=$1 target=$2 result=${1%.c}_$2_host.c libraries=()
    shift 2
    [ -x "${file%.c}" ] || gcc -std=c99 -O0 -w -ffp-contract=off "-I$ROOT/include" "$file" -o "${file%.c}" -lm || broken "$file does not build"
    (
        ulimit -v 2097152 -t 60
        exec timeout -k 5 600 "$PAVE" --target="$target" --fp-contract=off "$@" -o "$result" "$file"
    ) >stdout 2>stderr </dev/null
    STATUS=$?
    [ $STATUS -eq 0 ] || broken "pave --target=$target $* $file: exit status $STATUS"
    has_report stderr && broken "pave --target=$target $* $file: report of isl"
    case $target in
    cuda) return ;;
    opencl) libraries=(-Wl,--no-as-needed -lOpenCL) ;;
    openmp) libraries=(-fopenmp) ;;
    esac
    gcc -std=c99 -O0 -w -ffp-contract=off "-I$ROOT/include" "$result" -o result -lm "${libraries[@]}" || broken "$result does not build"
    timeout 60 "./${file%.c}" >expected || broken "$file: exit status $?"
    OMP_NUM_THREADS=3 timeout 60 ./result >printed || broken "$result: exit status $?"
    cmp -s expected printed || broken "pave --target=$target $* $file: prints something else"
}

# Assert that the last run of pave warned.
warned() {
    grep -Eq -e "warning: .*${1:-}" stderr || broken "no warning${1:+ matches: $1}"
}
