# A region of 10,000 statements.
{
    echo 'void f(int n, int A[n][n])'
    echo '{'
    echo '#pragma scop'
    for ((i = 0; i < 10000; i++)); do echo "A[$((i % 100))][$((i / 100))] = $i;"; done
    echo '#pragma endscop'
    echo '}'
} >statements.c
copes scop statements.c
