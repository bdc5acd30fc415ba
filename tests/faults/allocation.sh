# Whatever allocation fails, once or with all that follow: status 2 and a message, or the result that there is without
# the failure. Never a signal, never another result.
cp "$ROOT/tests/kernels/triangular_solve.c" "$ROOT/tests/kernels/kernel.h" .
run_pave -q -o expected.c triangular_solve.c
[ $STATUS -eq 0 ] || broken "no code"
FAULT=count:count LD_PRELOAD=$INJECT "$PAVE" -q -o actual.c triangular_solve.c || broken "the counting run fails"
read -r total names <count
[ "$total" -gt 1000 ] && [ "$names" -gt 50 ] || broken "only $total allocations, $names of names, are counted"
sed 1d expected.c >expected

# Let allocation number $2 fail in the way $1.
try() {
    rm -f actual.c
    FAULT=$1:$2 LD_PRELOAD=$INJECT timeout -k 5 60 "$PAVE" -q -o actual.c triangular_solve.c >stdout 2>stderr </dev/null
    local status=$?
    case $status in
    0)
        sed 1d actual.c | cmp -s - expected || broken "allocation $2 of $total fails ($1): another result"
        ;;
    2)
        grep -q 'error: \|fault' stderr || broken "allocation $2 of $total fails ($1): no message"
        [ -e actual.c ] && broken "allocation $2 of $total fails ($1): status 2 and a file"
        ;;
    1)
        # A file that libclang cannot open is an error like others; it says why.
        grep -q 'error: .*Cannot allocate memory' stderr || broken "allocation $2 of $total fails ($1): status 1, not for want of memory"
        [ -e actual.c ] && broken "allocation $2 of $total fails ($1): status 1 and a file"
        ;;
    *) broken "allocation $2 of $total fails ($1): exit status $status" ;;
    esac
    return 0
}

# All over the run.
density=2
! $IS_HASTY || density=1
step=$((total / (20 * density)))
for ((at = 1; at <= total; at += step)); do
    try alloc $at
    try once $((at + step / 3 * (at % 3)))
done
# The file is read in a small share of them.
for ((at = 400; at < 4000; at += 121 / density)); do
    try once $at
done
# Names, of which isl says nothing.
for ((at = 1; at <= names; at += 1 + names / (30 * density))); do
    try name $at
done
