# Nests of twelve loops, full and with bounds that depend on all loops around them.
# only: wide
nest() { # NAME, the lower bound of loop $k and its upper bound as shell text
    {
        echo '#include <stdio.h>'
        echo 'static double A[64], B[64];'
        echo 'static void f(int n)'
        echo '{'
        echo '#pragma scop'
        for ((k = 0; k < 12; k++)); do echo "    for (int i$k = $(eval "echo \"$2\""); i$k < $(eval "echo \"$3\""); i$k++)"; done
        echo '    A[i0 + i3 + i7 + i11] = 0.5 * A[i1 + i5] + B[i2 + i10];'
        for ((k = 0; k < 12; k++)); do echo "    for (int i$k = $(eval "echo \"$2\""); i$k < $(eval "echo \"$3\""); i$k++)"; done
        echo '    B[i0 + i6] += 0.25 * A[i1 + i2];'
        echo '#pragma endscop'
        echo '}'
        echo 'int main(void)'
        echo '{'
        echo '    for (int i = 0; i < 64; i++) A[i] = i % 9, B[i] = i % 7;'
        echo '    f(2);'
        echo '    for (int i = 0; i < 64; i++) printf("%a %a\n", A[i], B[i]);'
        echo '}'
    } >"$1.c"
}
nest full 0 n
nest triangular '$([ $k -gt 0 ] && echo i$((k - 1)) || echo 0)' n+1
nest sums 0 'n + 1$(for ((l = 0; l < k; l++)); do printf " - i$l"; done)'
stays_within triangular.c openmp
for name in full triangular sums; do
    stays_within $name.c opencl --time-limit=1
    stays_within $name.c c --tile -S 2 --time-limit=1
done
