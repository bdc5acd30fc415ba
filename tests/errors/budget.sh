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
grep -q 'warning: the dependences of this region go by memory alone' err || broken "no warning of the fallback"
grep -q 'memory_based: true' out || broken "the output does not say that dependences go by memory"
refuses '^many\.c:4:[0-9]+: error: .*more work than the budget' scop --budget=1000 many.c
