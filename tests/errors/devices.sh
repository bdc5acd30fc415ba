# Options about the files made for devices, and the text of kernels.

cat >points.c <<'EOF'
struct point {
    float x, y;
};
void f(int n, struct point P[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        P[i].x += P[i].y;
#pragma endscop
}
EOF

# Kernels are part of the program, with the types they use.
accepts --target=opencl -o - points.c
grep -q '^    "struct point {"$' stdout || broken "no definition of the structure for the kernels"
grep -q 'pave_launch' stdout || broken "no launch"
grep -q '#include \\"' stdout && broken "the kernels include something"
# Types may come from included files, which stand before all else, in their order.
accepts --target=opencl --no-opencl-print-kernel-types --opencl-include-file=point.h --opencl-include-file=more.h -o - points.c
grep -q '^    "struct point {"$' stdout && broken "--no-opencl-print-kernel-types: the structure is defined"
grep -A 3 -F '"#include \"point.h\""' stdout | grep -qF '"#include \"more.h\""' || broken "--opencl-include-file: not in order"
# Kernels in a file of their own, beside the program.
mkdir -p folder
run_pave --target=opencl --no-opencl-embed-kernel-code -o folder/out_host.c points.c
[ $STATUS -eq 0 ] || broken "--no-opencl-embed-kernel-code: exit status $STATUS"
grep -q '__kernel void kernel0(' folder/out_kernel.cl || broken "no kernel in folder/out_kernel.cl"
grep -q '__kernel' folder/out_host.c && broken "--no-opencl-embed-kernel-code: a kernel in the program"
grep -q '^static const char pave_kernels\[\] = "folder/out_kernel.cl";$' folder/out_host.c || broken "the program does not name its kernels"
run_pave --target=opencl -o folder/whole_host.c points.c
[ -e folder/whole_kernel.cl ] && broken "a file of kernels that nobody asked for"

# Arrays have one dimension on the device, unless their rows have a constant size and the user wants them as they are.
cat >rows.c <<'EOF'
void f(int n, double A[restrict n][20][3], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 20; j++)
            A[i][j][2] += B[j][i];
#pragma endscop
}
EOF
accepts --target=cuda -o - rows.c
grep -q 'kernel0(double \*A, const double \*__restrict__ B, ' stdout || broken "arrays are not linear"
accepts --target=cuda --no-linearize-device-arrays -o - rows.c
grep -q 'kernel0(double (\*A)\[20\]\[3\], const double \*__restrict__ B, ' stdout || broken "A has no rows, or B has"
grep -q '((double (\*)\[20\]\[3\])pave_dev_A, (const double \*)pave_dev_B, ' stdout || broken "the launch has other types"
grep -Eq ' A\[[^]]*\]\[[^]]*\]\[2\] \+= B\[\(long long\)' stdout || broken "no access with three subscripts"

# Where a condition chooses between arrays nothing is restrict: compilers make one load of the two.
cat >either.c <<'EOF'
void f(int n, int m, const double V[restrict n], double A[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i] = 0.5 * (i + j < 7 ? V[i] : A[i]);
#pragma endscop
}
EOF
accepts --target=cuda -o - either.c
grep -q 'kernel0(double \*A, const double \*V, ' stdout || broken "V may be read too early"

# Hexagonal tiles: many steps of time in one launch, with barriers between them. With one dimension of space, wherever it fits.
cat >line.c <<'EOF'
void f(int n, int steps, double A[restrict n], double B[restrict n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int x = 1; x < n - 1; x++)
            B[x] = A[x - 1] + A[x] + A[x + 1];
        for (int x = 1; x < n - 1; x++)
            A[x] = B[x - 1] + B[x] + B[x + 1];
    }
#pragma endscop
}
EOF
accepts --target=cuda --no-narrow-kernels -o - line.c
[ "$(grep -c '__syncthreads();' stdout)" = 2 ] || broken "hexagonal tiles have one barrier after each step"
[ "$(grep -c '<<<' stdout)" = 1 ] || broken "one kernel"
accepts --target=cuda --dump-sizes -o /dev/null line.c
grep -q 'kernel\[0\] -> tile\[16, 66\];.*kernel\[0\] -> block\[128\]' stdout || broken "no sizes of hexagons"
accepts --target=cuda --no-hybrid --no-wavefronts -o - line.c
grep -q '__syncthreads' stdout && broken "--no-hybrid: barriers"
# OpenCL may find a processor: there with a GPU named, or on demand.
accepts --target=opencl -o - line.c
grep -q 'barrier(' stdout && broken "hexagonal tiles for an unknown device"
accepts --target=opencl --device=a100 -o - line.c
grep -q 'barrier(' stdout || broken "no hexagonal tiles for a GPU"
# Where they do not fit, nothing is said unless they were asked for.
cat >far.c <<'EOF'
void f(int n, int steps, double A[restrict n], double B[restrict n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int x = 0; x < n; x++)
            B[x] = A[n - 1 - x];
        for (int x = 0; x < n; x++)
            A[x] = B[x];
    }
#pragma endscop
}
EOF
accepts --target=cuda -o - far.c
grep -q 'hexagonal' stderr && broken "a word about hexagonal tiles"
accepts --target=cuda --hybrid -o - far.c
warned 'no hexagonal tiles: a dependence reaches too far in space, or not to a later time step'
accepts --target=cuda --hybrid -o - points.c
warned 'no hexagonal tiles: no sequential loop surrounds the parallel loops'

# With more tiles than blocks, blocks take them in turns, or each has neighbouring ones.
accepts --target=cuda --sizes='{ kernel[0] -> grid[7] }' -o - points.c
grep -Eq '^    for \(int c0 = b0; c0 <= .*; c0 \+= nb0\) \{$' stdout || broken "blocks do not take turns"
accepts --target=cuda --no-wrap --sizes='{ kernel[0] -> grid[7] }' -o - points.c
grep -Eq '^    for \(int c0 = pave_max\(0, first0 \+ b0 \* each0\); .* && c0 < first0 \+ \(b0 \+ 1\) \* each0; c0 \+= 1\) \{$' stdout ||
    broken "--no-wrap: blocks have no neighbouring tiles"
grep -q 'pave_each0 = (int)((pave_n0 + 6) / 7);$' stdout || broken "--no-wrap: not as many for each"

# Where hexagonal tiles take too much work, kernels go without.
cat >plane.c <<'EOF'
void f(int n, int steps, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                B[y][x] = A[y][x - 1] + A[y][x + 1] + A[y - 1][x] + A[y + 1][x];
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                A[y][x] = B[y][x - 1] + B[y][x + 1] + B[y - 1][x] + B[y + 1][x];
    }
#pragma endscop
}
EOF
accepts --target=cuda --no-narrow-kernels --hybrid -o - plane.c
[ "$(grep -c '<<<' stdout)" = 1 ] || broken "hexagonal tiles are one kernel"
accepts --target=cuda --no-narrow-kernels --hybrid --budget=150000 -o - plane.c
warned 'no hexagonal tiles: .* exceeded the budget'
[ "$(grep -c '<<<' stdout)" = 2 ] || broken "no kernels without hexagonal tiles"
# Their tiles are in shared memory where there is more than one dimension, or on demand.
accepts --target=cuda --hybrid -o - plane.c
grep -Eq '^    __shared__ double shared1\[[0-9]+\]\[[0-9]+\];$' stdout || broken "no tiles in shared memory"
grep -Eq '[^_]shared0\[.*\] = shared1\[.*\] \+ shared1\[' stdout || broken "steps do not work on shared memory"
accepts --target=cuda -o - line.c
grep -q '__shared__' stdout && broken "a line in shared memory"
accepts --target=cuda --shared-memory -o - line.c
grep -q '__shared__' stdout || broken "no line in shared memory"

# Conditions have no case that cannot be, and none that always is: compilers warn of it.
cat >diagonals.c <<'EOF'
void f(int n, int m, int A[restrict n][m])
{
#pragma scop
    for (int d = 0; d < n + m - 1; d++)
        for (int i = d < m ? 0 : d - m + 1; i <= (d < n ? d : n - 1); i++)
            A[i][d - i] = i;
#pragma endscop
}
EOF
accepts --target=cuda --isolate-full-tiles -o - diagonals.c
grep -Eq '(\|\||\() *1 == 0' stdout && broken "a condition that cannot be"
cat >offsets.c <<'EOF'
void f(int h, int w, int k, double in[restrict h][w], double out[restrict h][w])
{
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int d = 0; d < k; d++)
                out[y][x] += in[(y + d - 2 > 0 ? y + d - 2 : 0) % h][x];
#pragma endscop
}
EOF
accepts --target=cuda --isolate-full-tiles -o - offsets.c
grep -q '_narrow(' stdout || broken "no kernels for small sizes"
grep -q ' (long long)h + k <= 2147483649ll' stdout || broken "no condition on large sizes"
grep -Eq '(\(| )h \+ k <= 2147483649' stdout && broken "a sum of type int compared with what is no int"
cat >borders.c <<'EOF'
void f(int h, int w, double u[restrict h][w + 1], double v[restrict h + 1][w])
{
#pragma scop
    for (int y = 0; y < h; y++) {
        u[y][0] = 0;
        u[y][w] = 0;
    }
    for (int x = 0; x < w; x++) {
        v[0][x] = 0;
        v[h][x] = 0;
    }
#pragma endscop
}
EOF
accepts --target=cuda --isolate-full-tiles -o - borders.c
grep -q '|| 1)' stdout && broken "a condition with a number in it"

# A pointer does not say how many elements there are, nor does a subscript that is not affine.
cat >pointer.c <<'EOF'
void f(unsigned n, unsigned k, const float *restrict Q, float x[restrict n])
{
#pragma scop
    for (unsigned i = 0; i < n; i++)
        x[i] = Q[i * i % k];
#pragma endscop
}
EOF
run_pave --target=opencl -o - pointer.c
[ $STATUS -eq 0 ] || broken "exit status $STATUS"
grep -q "runs on the host: the accessed part of 'Q' is not known" stderr || broken "no warning about the size of Q"

# A member of a structure that is called like an array is not that array.
cat >member.c <<'END'
struct point { float x, y; };
void f(int n, struct point points[restrict n], float x[restrict n], float y[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        points[i].x = y[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += points[j].x;
#pragma endscop
}
END
for target in opencl cuda; do
    run_pave -q --target=$target -o member_$target.c member.c
    [ $STATUS -eq 0 ] || broken "no code for a member called like an array"
    cat member_$target*_kernel.cu member_$target.c 2>/dev/null | grep -E '(__global__|__kernel) void kernel0' | grep -Eq '[ *]x[,)]' &&
        broken "$target: the first kernel is given an array that it does not use"
done

# Elements before the first one that a pointer leads to cannot be copied: a test says whether there are any.
cat >before.c <<'EOF'
void f(int n, int first, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[first + i - 1];
}
void g(int n, double *restrict a, const double *restrict b)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i - 1];
}
EOF
accepts --target=opencl -v -o - before.c
grep -q 'before.c:3:5: note: the new code of this region runs where a test passes: of the parameters' stderr || broken "no test of the subscripts"
grep -Eq 'if \(!\(.*first >= 1' stdout || broken "no test of the first element"
warned "the region runs on the host: the accessed part of 'b' is not known"
run_pave --target=opencl --no-run-time-tests -o - before.c
grep -q "before.c:3:5: warning: the region runs on the host: the accessed part of 'b' is not known" stderr || broken "a test though none is allowed"
