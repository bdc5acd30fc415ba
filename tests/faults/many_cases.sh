# Scalars whose value has as many cases as conditions allow, conditions of many parts, remainders by many numbers.
primes=(2 3 5 7 11 13 17 19 23 29 31 37 41 43)
{
    echo '#include <stdio.h>'
    echo 'static int A[4000];'
    echo 'static void f(int n)'
    echo '{'
    echo '#pragma scop'
    echo '    for (int i = 0; i < n; i++) {'
    echo '        int k = 0, l = i;'
    for p in "${primes[@]}"; do
        echo "        if (i % $p == 1) k += $p; else if (i / $p > 2) k += 1;"
        echo "        l = l > $p ? l - $p : l + k % $p;"
    done
    echo '        A[k + l + 1000] += i;'
    echo '    }'
    printf '    for (int i = 0; i < n; i++)\n        if (0'
    for p in "${primes[@]}"; do printf ' || (i %% %d == 1 && (i / %d) %% 2 == 0)' $p $p; done
    printf ')\n            A[i] = A[i'
    for p in "${primes[@]}"; do printf ' + (i > %d ? i %% %d : 0)' $p $p; done
    echo '];'
    echo '#pragma endscop'
    echo '}'
    echo 'int main(void)'
    echo '{'
    echo '    for (int i = 0; i < 4000; i++) A[i] = i % 9;'
    echo '    f(60);'
    echo '    for (int i = 0; i < 4000; i++) printf("%d\n", A[i]);'
    echo '}'
} >cases.c
for target in openmp opencl; do stays_within cases.c $target; done
