# Each rung of the ladder of ambitions (src/driver/ladder.c) is reached when those above it fail, the user is told what is
# lost, and the result is right. PAVE_FAIL makes the check of the rungs that it names fail.
cat >steps.c <<'END'
#include <stdio.h>
#define N 40
static double A[N][N], B[N][N], C[N][N], D[N][N];
static void f(int n, int steps)
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = B[i][j];
    }
#pragma endscop
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            D[i][j] = 0;
            for (int k = 0; k < n; k++)
                D[i][j] += C[i][k] * B[k][j];
        }
#pragma endscop
}
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (i * 3 + j) % 7, B[i][j] = (i + j * 5) % 11, C[i][j] = (i * 5 + j) % 13;
    f(N, 5);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a %a\n", A[i][j], D[i][j]);
}
END
gcc -std=c99 -O0 -w steps.c -o original && ./original >expected || broken "steps.c does not build"

# Compile for target $1 while the rungs $2 fail; the messages must match $3, if it is given. The result prints the same.
fails_down() {
    local target=$1 rungs=$2 loss=${3-} flags=(-O0)
    shift 2
    PAVE_FAIL=$rungs "$PAVE" --target="$target" --fp-contract=off --device=h200 "${HYBRID[@]}" steps.c -o made.c >stdout 2>stderr
    STATUS=$?
    [ $STATUS -eq 0 ] || broken "PAVE_FAIL=$rungs for $target: exit status $STATUS"
    [ -z "$loss" ] || grep -q "warning: $loss: fault in pave: .*please report this" stderr || broken "PAVE_FAIL=$rungs: no '$loss'"
    case $target in
    cuda) return ;;
    opencl) mv made_host.c made.c; flags+=(-Wl,--no-as-needed -lOpenCL) ;;
    openmp) flags+=(-fopenmp) ;;
    esac
    gcc -std=c99 -w -ffp-contract=off made.c -o made -lm "${flags[@]}" || broken "PAVE_FAIL=$rungs for $target: the result does not build"
    OMP_NUM_THREADS=3 ./made >printed 2>&1
    cmp -s expected printed || broken "PAVE_FAIL=$rungs for $target: prints something else"
}

# The text made for OpenMP has the line $1, or not ("!").
has() { grep -q -e "$1" made.c || broken "the result has no '$1'"; }
has_no() { ! grep -q -e "$1" made.c || broken "the result has '$1'"; }

HYBRID=(--hybrid)
fails_down cuda fronts,overlap,hexagons 'no hexagonal tiles'
HYBRID=(--no-hybrid)
fails_down cuda ''
grep -q 'origin0 =' made_kernel.cu || broken "no overlapped tiles"
fails_down cuda fronts,overlap 'no overlapped tiles'
! grep -q 'origin0 =' made_kernel.cu || broken "overlapped tiles after they failed"
HYBRID=(--no-hybrid --no-overlapped-tiles)
fails_down cuda fronts,overlap,hexagons
grep -q __shared__ made_kernel.cu || broken "no shared memory though copies do not fail"
fails_down cuda fronts,overlap,hexagons,copies 'kernels of this region use neither shared memory nor registers'
grep -q __global__ made_kernel.cu || broken "no kernels below copies"
! grep -q __shared__ made_kernel.cu || broken "shared memory after copies failed"
fails_down cuda fronts,overlap,hexagons,copies,kernels 'the region runs on the host'
! grep -q __global__ made_kernel.cu || broken "kernels after kernels failed"
fails_down openmp jam 'loops of this region are not unrolled and jammed'
has 'omp parallel for'
fails_down openmp jam,tiles 'loops of this region are not moved or tiled'
has 'omp parallel for'
fails_down openmp jam,tiles,parallel 'the region keeps its order'
has 'omp parallel for'
fails_down openmp jam,tiles,parallel,original 'region left unchanged'
has_no 'omp parallel for'
fails_down c parallel,original 'region left unchanged'
# With --strict that is an error.
PAVE_FAIL=parallel,original "$PAVE" --target=c --strict steps.c -o strict.c >stdout 2>stderr
[ $? -eq 1 ] && [ ! -e strict.c ] && grep -q 'error: region left unchanged: fault in pave' stderr || broken "no error with --strict"
# Without anything that fails, nothing is said.
fails_down openmp ''
! grep -q 'fault in pave' stderr || broken "a fault without reason"

# Wavefronts of tiles are the first rung for devices.
cat >sweep.c <<'END'
void sweep(int n, int m, double A[n][n])
{
#pragma scop
    for (int t = 0; t < m; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
#pragma endscop
}
END
PAVE_FAIL=fronts "$PAVE" --target=cuda sweep.c -o made.c >stdout 2>stderr || broken "sweep.c: exit status $?"
grep -q 'warning: no wavefronts of tiles: fault in pave: .*please report this' stderr || broken "sweep.c: no 'no wavefronts of tiles'"
grep -q __global__ made_kernel.cu || broken "sweep.c: no kernels below wavefronts"
"$PAVE" --target=cuda --wavefronts steps.c -o made.c >stdout 2>stderr || broken "steps.c: exit status $?"
grep -q 'warning: no wavefronts of tiles: no sequential loop of this region is in a permutable band' stderr ||
    broken "steps.c: no word about wavefronts"
