# A region whose exact dependences take more work than allowed falls back to dependences by memory, with a warning;
# with less still, there is no model, and an error says so.
{
    echo 'void f(int n, int A[n][n])'
    echo '{'
    echo '#pragma scop'
    for ((i = 0; i < 40; i++)); do
        echo '    for (int i = 1; i < n - 1; i++)'
        echo "        for (int j = 1; j < n - 1; j++)"
        echo "            A[i][j] = A[i - 1][j + $((i % 3))] + A[i][j - 1];"
    done
    echo '#pragma endscop'
    echo '}'
} >many.c
"$PAVE" deps --budget=1500000 many.c >out 2>err || broken "deps --budget=1000000: exit status $?"
grep -q 'warning: exact dependence analysis of this region exceeded the budget' err || broken "no warning of the fallback"
grep -q 'memory_based: true' out || broken "the output does not say that dependences go by memory"
refuses '^many\.c:4:[0-9]+: error: .*exceeded the budget' scop --budget=1000 many.c
# What a budget leaves open is no difference between two programs, and no want of memory.
for name in agree_expanded agree_skewed agree_unrolled agree_interchanged; do
    for budget in 100 1000 2000 4000 6000 8000 10000 15000 20000 40000; do
        run_pave check --budget=$budget "$ROOT/tests/check/$name.c" "$ROOT/tests/check/$name.b.c"
        [ $STATUS -eq 0 ] || grep -q 'error: cannot compare: ' stderr ||
            broken "check $name within $budget operations: a verdict that is wrong"
    done
done
# Within any budget constraints are read and scheduled, or an error says that they are not.
stages() {
    local s
    printf 'domain: "[h, w] -> { '
    for ((s = 0; s < 16; s++)); do printf 'S%d[y, x] : 0 <= y < h and 0 <= x < w; ' $s; done
    printf '}"\n'
    for key in validity proximity coincidence; do
        printf '%s: "[h, w] -> { ' $key
        for ((s = 1; s < 16; s++)); do
            printf 'S%d[y, x] -> S%d[y, z] : 0 <= y < h and 0 <= x < w and 0 <= z < w and x - 1 <= z <= x + 1; ' $((s - 1)) $s
        done
        printf '}"\n'
    done
}
stages >stages.sc
for ((budget = 104000; budget < 140000; budget += 2000)); do
    run_pave schedule --budget=$budget stages.sc
    [ $STATUS -eq 0 ] || grep -q 'exceeded the budget' stderr || broken "schedule within $budget operations fails in silence"
done
