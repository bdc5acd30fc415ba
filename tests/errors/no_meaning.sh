# A region that no values of the parameters give a meaning is left as it is, for every target; its model can be looked at.

cat >endless.c <<'END'
void f(int n, int A[n][n])
{
#pragma parameter n 1 64
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; i < n; j++)
            A[i][j] = i + j;
#pragma endscop
}
END
for target in c openmp opencl cuda; do
    run_pave --target=$target -o out.c endless.c
    [ $STATUS -eq 0 ] || broken "target $target: exit status $STATUS"
    grep -q '^endless.c:5:5: warning: region left unchanged: no values of the parameters give' stderr ||
        broken "target $target: no warning"
    grep -q 'for (int j = 0; i < n; j++)' out.c || broken "target $target: the region is gone"
    refuses 'region left unchanged: no values' --strict --target=$target -o out.c endless.c
done
accepts scop endless.c
grep -q 'warning: no values of the parameters give' stderr || broken "no warning with the model"

# One that --ctx rules out is no fault, either.
run_pave --target=opencl --ctx='[n] -> { : n > 3 and n < 2 }' -o out.c endless.c
