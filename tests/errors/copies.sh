# What a region on a device copies: what it may read of what was there before, and what may be read after it.

# The copies of $1 are the words that follow: in:NAME and out:NAME, in their order.
copies() {
    local source=$1
    shift
    accepts --target=cuda -o - "$source"
    local found
    found=$(sed -nE 's/^ +pave_copy_(in|out)\((pave_dev_)?([A-Za-z]+), (pave_dev_)?([A-Za-z]+), .*/\1:\3/p' stdout | tr '\n' ' ')
    [ "$found" = "$* " ] || broken "$source: copies '$found', not '$*'"
}

# What is killed before has no value to copy in, and what is killed after none to copy out.
cat >killed.c <<'EOF'
#include <pave/pencil.h>
void f(int n, float A[restrict static n], float B[restrict static n], float C[restrict static n])
{
#pragma scop
    __pencil_kill(A);
    for (int i = 0; i < n; i++)
        A[i] = B[i] * 2;
    for (int i = 0; i < n; i++)
        C[i] = A[n - 1 - i];
    __pencil_kill(A);
#pragma endscop
}
EOF
copies killed.c in:B out:C

# Elements that the region leaves alone are copied in, to be copied out as they were, unless they have no value.
cat >part.c <<'EOF'
#include <pave/pencil.h>
void f(int n, float A[restrict static n + 1], float B[restrict static n + 1], float C[restrict static n + 1])
{
#pragma scop
    __pencil_kill(B);
    for (int i = 0; i < n; i++) {
        A[i + 1] = i;
        B[i + 1] = i;
    }
    for (int i = 0; i <= n; i++)
        C[i] = i;
#pragma endscop
}
EOF
copies part.c in:A out:B out:A out:C

# Of pointers the elements up to the last that is accessed count; what only some iterations write is copied in.
cat >pointers.c <<'EOF'
void f(int n, float *restrict out, const float *restrict in, float *restrict some)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] > 0)
            some[i] = 1;
    }
#pragma endscop
}
EOF
copies pointers.c in:in in:some out:out out:some

# Variables of the region, and those that nothing reads after it, stay on the device.
cat >locals.c <<'EOF'
void f(float A[restrict static 1000], float B[restrict static 1000])
{
    float C[1000];
#pragma scop
    float D[1000];
    for (int i = 0; i < 1000; i++)
        C[i] = A[i];
    for (int i = 0; i < 1000; i++)
        D[i] = C[999 - i];
    for (int i = 0; i < 1000; i++)
        B[i] = D[999 - i];
#pragma endscop
}
EOF
copies locals.c in:A out:B
