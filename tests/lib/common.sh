# What the kinds of tests share.

# LeakSanitizer and the others report on stderr and end the process with a status no test expects.
export ASAN_OPTIONS=exitcode=99:abort_on_error=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export LSAN_OPTIONS=suppressions=$ROOT/tests/lib/lsan.supp:print_suppressions=0

# Count a failure of the current test and say why.
fail() {
    FAILED=$((FAILED + 1))
    printf '%s\n' "$1" >>"$REPORT"
}

# The same, followed by the first lines of the file $2.
fail_with() {
    fail "$1"
    head -n "${3:-60}" "$2" >>"$REPORT"
}

# Count a thing done, $1; one that is no proof and yet no failure, $1; or one left out, $1, because of $2; tests/run sums up
# at its end.
done_one() {
    echo "$1" >>"$WORK/done"
}
excused() {
    echo "$1" >>"$WORK/excused"
}
left_out() {
    echo "$1 ($2)" >>"$WORK/left_out"
}

# Whether `make check` takes the part $1 of the tests: one of $2, by a number made of its name. The others are for `make check-wide`;
# without either, tests/run takes all.
is_in_share() {
    number_of "$1"
    case $mode in
    check) [ $((NUMBER % $2)) -eq 0 ] ;;
    wide) [ $((NUMBER % $2)) -ne 0 ] ;;
    esac
}

# Set NUMBER to a number made of the name $1.
number_of() {
    local i code
    NUMBER=0
    for ((i = 0; i < ${#1}; i++)); do
        printf -v code %d "'${1:i:1}"
        NUMBER=$(((NUMBER * 31 + code) % 65521))
    done
}

# Of the lines $2 and so on, print the one that `make check` takes for the test $1, by its name; `make check-wide` takes the others, and
# tests/run without either takes all.
share_of() {
    local path=$1 n mine
    shift
    number_of "$path"
    mine=$((NUMBER % $# + 1))
    for ((n = 1; n <= $#; n++)); do
        case $mode in
        check) [ $n -eq $mine ] ;;
        wide) [ $n -ne $mine ] ;;
        esac && echo "${!n}"
    done
    return 0
}

# What some tests need, and others do without. The second is there where the first is.
has_opencl() {
    [ -e /usr/include/CL/cl.h ] || [ -e /usr/local/include/CL/cl.h ]
}
has_oclgrind() {
    has_opencl && command -v oclgrind >/dev/null
}
NO_OPENCL='not installed; type: tools/deps opencl' NO_OCLGRIND='not installed; type: tools/deps opencl tests'
NO_NVCC="not installed; it is part of NVIDIA's CUDA toolkit"

# Programs for OpenCL run on PoCL: each in a process of its own, or in copies of one that has started PoCL already
# (tests/clserver), if start_pocl found that it can. They must be built with POCL_FORM, and are ended after POCL_LIMIT seconds.
[ -n "${POCL_SERVER-}" ] || POCL_SERVER='' POCL_FORM=()
POCL_LIMIT=300

# Start that process, in the background, with the files of tests/run.
start_pocl() {
    local server=$PLAIN/clserver wait
    [ -z "$POCL_SERVER" ] && [ -x "$server" ] || return
    POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable POCL_WORK_GROUP_METHOD=loops "$server" "$WORK/pocl" $POCL_LIMIT 2>/dev/null &
    for ((wait = 0; wait < 600; wait++)); do
        if [ -p "$WORK/pocl" ]; then
            POCL_SERVER=$WORK/pocl POCL_FORM=(-shared -fPIC -Wl,-Bsymbolic)
            return
        fi
        kill -0 $! 2>/dev/null || return
        sleep 0.1
    done
}

# Run the program $2 with the further arguments on PoCL; what it prints goes to the file $1.
run_on_pocl() {
    local printed=$1 status answer
    shift
    if [ -z "$POCL_SERVER" ]; then
        POCL_WORK_GROUP_METHOD=loops timeout -k 5 $POCL_LIMIT "$@" >"$printed" 2>&1
        return
    fi
    answer=$SCRATCH/answer
    [ -p "$answer" ] || mkfifo "$answer"
    printf '%s\0' "$answer" "$printed" "$@" '' >"$POCL_SERVER"
    read -r -t $((POCL_LIMIT + 10)) status <>"$answer"
    return "${status:-125}"
}

# Run a command for at most $1 seconds, its output in $SCRATCH/out and $SCRATCH/err, its status in STATUS.
# Return 1, with the failure counted, as judge_run does.
run_tool() {
    local limit=$1
    shift
    timeout -k 5 "$limit" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
    STATUS=$?
    judge_run "$limit" "$SCRATCH/err" "$@"
}

# Return 1, with the failure counted, if the command that follows ended with STATUS and messages in the file $2 after a timeout of
# $1 seconds, a signal, a sanitizer's report or a leak of isl objects.
judge_run() {
    local limit=$1 messages=$2
    shift 2
    if [ $STATUS -eq 124 ] || [ $STATUS -eq 137 ]; then
        fail "no end after $limit s: $*"
        return 1
    elif [ $STATUS -eq 126 ] || [ $STATUS -eq 127 ]; then
        fail_with "cannot be run; is it built (make programs)? $*" "$messages"
        return 1
    elif [ $STATUS -gt 128 ]; then
        fail_with "ended by signal $((STATUS - 128)): $*" "$messages"
        return 1
    fi
    if has_report "$messages"; then
        fail_with "report of a sanitizer or of isl: $*" "$messages"
        return 1
    fi
}

# Whether the file $1 holds a report of a sanitizer, of objects never freed, or of a fault that pave found in itself and
# stepped down from. Bytes 0 part the text.
has_report() {
    local part
    [ -s "$1" ] || return 1
    while IFS= read -r -d '' part || [ -n "$part" ]; do
        case $part in
        *"isl_ctx not freed"* | *"isl_ctx freed, but"* | *Sanitizer:* | *"runtime error: "* | *"fault in pave"*) return 0 ;;
        esac
    done <"$1"
    return 1
}

# Let the parallel loops of a program for OpenMP run backwards, where nothing but the iterations matters: an order that
# is not allowed shows without threads and without luck.
turn_round() {
    awk '
        is_parallel && match($0, /for \(.*\) *{?$/) {
            split(substr($0, RSTART + 5), part, "; ")
            n = split(part[1], word, " ")
            for (i = 1; i <= n && word[i] != "="; i++) { }
            name = word[i - 1]
            type = part[1]; sub(" " name " = .*", "", type)
            lo = part[1]; sub(".* " name " = ", "", lo)
            up = part[2]
            step = part[3]; sub("^" name " \\+= ", "", step)
            brace = step ~ /{$/ ? " {" : ""; sub(/\) *{?$/, "", step)
            if (step ~ /^[0-9]+$/ && index(up, name " <= ") == 1) {
                hi = substr(up, length(name " <= ") + 1)
                $0 = sprintf("for (%s %s = (%s) < (%s) ? (%s) - 1 : (%s) + ((%s) - (%s)) / %s * %s; %s >= (%s); %s -= %s)%s",
                             type, name, hi, lo, lo, lo, hi, lo, step, step, name, lo, name, step, brace)
            } else if (step ~ /^[0-9]+$/ && index(up, name " < ") == 1) {
                hi = substr(up, length(name " < ") + 1)
                $0 = sprintf("for (%s %s = (%s) <= (%s) ? (%s) - 1 : (%s) + ((%s) - (%s) - 1) / %s * %s; %s >= (%s); %s -= %s)%s",
                             type, name, hi, lo, lo, lo, hi, lo, step, step, name, lo, name, step, brace)
            }
        }
        { is_parallel = /#pragma omp parallel for/ && !/lastprivate|reduction|\\$/; print }' "$1"
}

# Read the directives in the first 15 lines of the C file $1: FLAGS gets the words of "// flags:".
# The flags are words without quotes or blanks inside.
read_flags() {
    local line i
    FLAGS=()
    for ((i = 0; i < 15; i++)); do
        IFS= read -r line || break
        case $line in "// flags:"*) read -r -a FLAGS <<<"${line#// flags:}" ;; esac
    done <"$1"
}

# Compare the file $1 with the actual $2 using the command in the other arguments; or, with --update, replace it.
compare() {
    local expected=$1 actual=$2
    shift 2
    if $UPDATE; then
        cmp -s "$expected" "$actual" || cp "$actual" "$expected"
    elif ! "$@" "$expected" "$actual" >"$SCRATCH/diff" 2>&1; then
        fail_with "differs from $expected:" "$SCRATCH/diff" 200
    fi
}

# The C files below the folder $1, in order.
c_files() {
    [ -d "$1" ] && find "$1" -name '*.c' | sort
}
