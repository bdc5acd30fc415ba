# A hundred parameters, in bounds, subscripts and conditions, one by one and all together.
params=() zeros=() sum=
for ((k = 0; k < 100; k++)); do
    params+=("int p$k")
    zeros+=($((k % 3)))
    sum+=" + p$k"
done
join() { local IFS=,; echo "$*"; }
{
    echo '#include <stdio.h>'
    echo 'static double A[400], B[400];'
    echo "static void f(int n, $(join "${params[@]}"))"
    echo '{'
    echo '#pragma scop'
    for ((k = 0; k < 100; k++)); do
        echo "    for (int i = p$k; i < n; i++)"
        echo "        A[i + p$(((k * 7 + 1) % 100))] = 0.5 * B[i + p$(((k * 3 + 2) % 100))] + 0.25 * A[i + p$k];"
    done
    echo "    for (int i = 0; i < n$sum; i++)"
    echo "        if (i > p3 && i + p4 < 2 * n + p5)"
    echo "            B[i] = 0.5 * A[i + p6] + i;"
    echo '#pragma endscop'
    echo '}'
    echo 'int main(void)'
    echo '{'
    echo '    for (int i = 0; i < 400; i++) A[i] = i % 9, B[i] = i % 7;'
    echo "    f(10, $(join "${zeros[@]}"));"
    echo '    for (int i = 0; i < 400; i++) printf("%a %a\n", A[i], B[i]);'
    echo '}'
} >parameters.c
stays_within parameters.c openmp
warned "left unchanged: .* exceeded the budget"
stays_within parameters.c opencl --time-limit=1
