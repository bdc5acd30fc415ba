# Arrays of negative, zero and huge size.
cat >negative.c <<'END'
void f(void)
{
    int A[-3];
#pragma scop
    for (int i = 0; i < 3; i++)
        A[i] = 0;
#pragma endscop
}
END
refuses '^negative\.c:3:[0-9]+: error: ' scop negative.c
cat >negative-vla.c <<'END'
void f(int n)
{
#pragma scop
    int m = -3;
    int A[m];
    for (int i = 0; i < n; i++)
        A[i] = 0;
#pragma endscop
}
END
copes scop negative-vla.c
cat >zero.c <<'END'
void f(int n, int A[0])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i] = 0;
#pragma endscop
}
END
copes scop zero.c
cat >huge.c <<'END'
extern char A[1000000000000000000];
void f(int n)
{
#pragma scop
    for (long i = 0; i < 1000000000000000000; i++)
        A[i] = n;
#pragma endscop
}
END
copes scop huge.c
