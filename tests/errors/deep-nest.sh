# Loops nested 200 deep, and an expression nested 5000 deep.
{
    echo 'void f(int n, int A[n])'
    echo '{'
    echo '#pragma scop'
    for ((i = 0; i < 200; i++)); do echo "for (int i$i = 0; i$i < n; i$i++)"; done
    echo 'A[i0] = i199;'
    echo '#pragma endscop'
    echo '}'
} >loops.c
copes scop loops.c
{
    echo 'void f(int n, int A[n])'
    echo '{'
    echo '#pragma scop'
    printf 'A[0] = '
    printf '(%.0s' {1..5000}
    printf 1
    printf ')%.0s' {1..5000}
    echo ';'
    echo '#pragma endscop'
    echo '}'
} >parentheses.c
refuses '^pave: error: .*too deep' scop -fbracket-depth=10000 parentheses.c
refuses '^parentheses\.c:4:[0-9]+: error: ' scop parentheses.c
{
    echo 'void f(int n, int A[n])'
    echo '{'
    echo '#pragma scop'
    printf 'A[0] = 1'
    printf ' + A[0]%.0s' {1..3000}
    echo ';'
    echo '#pragma endscop'
    echo '}'
} >sum.c
copes scop sum.c
