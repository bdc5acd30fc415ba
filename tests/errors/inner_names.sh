# Reports name what the program names: the function of unknown effect behind a call whose body is visible, and the iterators of
# functions that are expanded at their calls.

cat >calls.c <<'END2'
#include <stdio.h>
#include <stdlib.h>
static void check(int n)
{
    if (n < 0)
        exit(1);
}
static void fill(int n, double *a)
{
    check(n);
    for (int i = 0; i < n; i++)
        a[i] = i;
}
void run(int steps, int n, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        fill(n, a);
        for (int i = 0; i < n; i++)
            b[i] += a[i];
    }
    for (int t = 0; t < steps; t++) {
        printf("%d\n", t);
        b[t] += 1;
    }
}
END2
"$PAVE" calls.c -o out.c 2>err || broken "exit status $?"
grep -q "calls.c:16:5: note: .*: the call of 'fill' must keep its place: it calls 'exit', whose effect is unknown (line 17)" err ||
    broken "the function behind the call of 'fill' is not named: $(cat err)"
grep -q "calls.c:21:5: note: .*: the call of 'printf', whose effect is unknown, must keep its place (line 22)" err ||
    broken "a direct call is not named: $(cat err)"

cat >expanded.c <<'END2'
static void sweep(int n, double (*a)[n], double (*b)[n])
{
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            b[y][x] = a[y][x - 1] + a[y][x + 1];
}
void run(int steps, int n, double (*restrict a)[n], double (*restrict b)[n])
{
    for (int t = 0; t < steps; t++) {
        sweep(n, a, b);
        sweep(n, b, a);
    }
}
END2
"$PAVE" expanded.c -o out.c 2>err || broken "exit status $?"
grep -q "loop parallel over '[xy]'" err || broken "no parallel loop over 'x' or 'y': $(cat err)"
! grep -q "__[0-9]" err || broken "a generated name is shown: $(cat err)"
