# 300 statements, each of which depends on every other: pave may give up on a new order, and says so.
# only: wide
{
    echo '#include <stdio.h>'
    echo 'static double A[400], s;'
    echo 'static void f(int n)'
    echo '{'
    echo '#pragma scop'
    echo '    for (int t = 0; t < n; t++) {'
    for ((k = 0; k < 150; k++)); do
        echo "        A[$k] = 0.5 * A[$(((k * 7 + 3) % 150))] + 0.25 * A[$(((k * 11 + 5) % 150))] + s;"
        echo "        s = 0.125 * A[$k];"
    done
    echo '    }'
    echo '#pragma endscop'
    echo '}'
    echo 'int main(void)'
    echo '{'
    echo '    for (int i = 0; i < 400; i++) A[i] = i % 9;'
    echo '    f(5);'
    echo '    for (int i = 0; i < 400; i++) printf("%a\n", A[i]);'
    echo '    printf("%a\n", s);'
    echo '}'
} >scalars.c
stays_within scalars.c openmp
stays_within scalars.c opencl --time-limit=1
warned "left unchanged"

{
    echo '#include <stdio.h>'
    echo 'static double A[64][64];'
    echo 'static void f(int n)'
    echo '{'
    echo '#pragma scop'
    echo '    for (int i = 2; i < n - 2; i++)'
    echo '        for (int j = 2; j < n - 2; j++) {'
    for ((k = 0; k < 300; k++)); do
        echo "            A[i + $((k % 5 - 2))][j + $((k % 3 - 1))] = 0.5 * A[i - $((k % 2))][j + $((k % 4 - 2))] + $k;"
    done
    echo '        }'
    echo '#pragma endscop'
    echo '}'
    echo 'int main(void)'
    echo '{'
    echo '    for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) A[i][j] = (i * 5 + j) % 9;'
    echo '    f(20);'
    echo '    for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) printf("%a\n", A[i][j]);'
    echo '}'
} >arrays.c
stays_within arrays.c c
stays_within arrays.c opencl --time-limit=1
warned "left unchanged"
