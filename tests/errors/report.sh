# A line for each loop nest: how it runs, or why not, and what to change.

cat >nests.c <<'END'
#include <stdio.h>
int tick(void);
void work(int n, int m, float *restrict a, float *restrict b, float (*restrict c)[m])
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    b[0] = s;
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + b[i];
    for (int i = 3; i < n; i++)
        b[i] = b[i - 3] * a[i];
    for (int i = 0; i < 10; i++)
        b[i] = 2;
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i][j] += c[i][j - 1];
}

void odd(int n, float *a)
{
    for (int i = 0; i < n; i++)
        switch (i) {
        case 1:
            a[i] = 3;
        }
}
END
run_pave -o out.c nests.c
[ $STATUS -eq 0 ] || broken "a nest without a model made compile fail"
says() {
    grep -Eq "^nests.c:$1: note: $2\$" stderr || { cat stderr; broken "no line for $1: $2"; }
}
says 5:5 "loop parallel over 'i', vectorized"
says 8:5 "loop on one thread: it accumulates 's' in floating point; --reassociate lets threads share it"
says 11:5 "loop on one thread: the next iteration reads 'a' in line 12, written in line 12"
says 13:5 "loop on one thread: the iteration 3 later reads 'b' in line 14, written in line 14"
says 15:5 "loop vectorized, on one thread: one execution of it has too little work for threads"
says 17:5 "loop parallel over 'i', unrolled and jammed"
says 24:5 "loop kept as written: 'switch' is not supported in a region \(line 25\).*"
# One line each, in the order of the text.
[ "$(grep -c '^nests.c:.*: note: loop ' stderr)" -eq 7 ] || broken "not one line for each nest"
grep '^nests.c:.*: note: loop ' stderr | cut -d: -f2 | sort -nc || broken "the lines are not in order"
grep -Eq '^nests.c:18:9' stderr && broken "a line for an inner loop"
# -v has a line for inner loops too, -q none at all; what helps is named where it helps alone.
run_pave -v -o out.c nests.c
grep -Eq '^nests.c:18:9: note: loop parallel' stderr || broken "-v has no line for an inner loop"
run_pave -q -o out.c nests.c
[ -s stderr ] && broken "-q is not quiet"
run_pave --reassociate -o out.c nests.c
grep -q 'reassociate' stderr && broken "--reassociate is named where it is given"
# A nest without a model is an error with --strict, and nothing is written.
rm out.c
refuses "nests.c:24:5: error: loop kept as written: 'switch'" --strict -o out.c nests.c
[ -e out.c ] && broken "--strict wrote a file"
