# A kernel that lacks a barrier fails the check of lowered kernels (src/check/kernelcheck.c): PAVE_DROP_BARRIER=N removes
# barrier N. The user is told, and the region falls to a rung that needs none of them. Nor may blocks share a loop with
# dependences: PAVE_SPLIT_LOOP=N distributes loop N over them in the kernel, PAVE_SHARE_INNERMOST=1 all innermost loops in
# the mapping (src/check/blockcheck.c). PAVE_SHRINK_TILES=1 takes points from overlapped tiles (src/check/overlapcheck.c).
cat >product.c <<'EOF'
void product(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
EOF
cat >steps.c <<'EOF'
void steps(int n, int m, double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = B[i][j];
    }
#pragma endscop
}
EOF
cat >sweep.c <<'EOF'
void sweep(int n, int m, double A[n][n])
{
#pragma scop
    for (int t = 0; t < m; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
#pragma endscop
}
EOF
cat >eliminate.c <<'EOF'
void eliminate(int n, double A[n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            A[i][k] /= A[k][k];
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        }
#pragma endscop
}
EOF

# Compile $2 with the further options while barrier $1 is missing ("none": while all are there). The check must find it.
without_barrier() {
    local which=$1 file=$2
    shift 2
    rm -f made_*
    if [ "$which" = none ]; then
        "$PAVE" --target=cuda "$@" "$file" -o made.c >stdout 2>stderr || broken "$file $*: exit status $?"
        ! grep -q 'fault in pave' stderr || broken "$file $*: a fault though no barrier is missing"
        grep -q '__syncthreads' made_kernel.cu || broken "$file $*: no barrier at all"
        return
    fi
    PAVE_DROP_BARRIER=$which "$PAVE" --target=cuda "$@" "$file" -o made.c >stdout 2>stderr ||
        broken "$file $*, barrier $which: exit status $?"
    grep -q 'fault in pave: .*no barrier stands between two threads of a block' stderr ||
        broken "$file $*: the check does not miss barrier $which"
}

for which in none 0 1; do
    without_barrier $which product.c --device=h200
    without_barrier $which steps.c --hybrid --shared-memory
done
without_barrier 0 steps.c --hybrid --no-shared-memory
# Loader threads for the first thread of a block, which writes in between what they load.
for which in none 1 2 3 4 5 6; do
    without_barrier $which "$ROOT/tests/kernels/scans/filter_lattice.c" --device=h200
done
# Tiles in wavefronts. Those of eliminate.c are of two kinds: some work on copies without barriers in between (0 to 2, where two
# stand in a row), the others in memory that all blocks share (3 and 4).
for which in none 0 1 2; do
    without_barrier $which sweep.c --wavefronts --no-narrow-kernels
done
for which in none 0 3 4; do
    without_barrier $which eliminate.c --wavefronts --no-narrow-kernels
done
without_barrier 1 eliminate.c --wavefronts --no-narrow-kernels --no-shared-memory
for which in none 0 1 2; do
    without_barrier $which steps.c --overlapped-tiles
done

# In a persistent kernel all blocks wait between two steps: PAVE_DROP_GRID_BARRIER=N removes grid barrier N.
for which in none 0 1; do
    rm -f made_*
    [ $which = none ] || export PAVE_DROP_GRID_BARRIER=$which
    "$PAVE" --target=cuda --no-hybrid --no-overlapped-tiles --no-wavefronts steps.c -o made.c >stdout 2>stderr || broken "steps.c, grid barrier $which: exit status $?"
    unset PAVE_DROP_GRID_BARRIER
    if [ $which = none ]; then
        [ "$(grep -c 'this_grid().sync' made_kernel.cu)" -ge 2 ] || broken "steps.c: no persistent kernel"
        ! grep -q 'fault in pave' stderr || broken "steps.c: a fault though no grid barrier is missing"
    else
        grep -q 'fault in pave: .*no grid barrier stands between two steps' stderr ||
            broken "steps.c: the check does not miss grid barrier $which"
    fi
done

# Compile $2 for devices while the assignment $1 is in the environment: the check must say $3.
with_shared_loop() {
    rm -f made_*
    env "$1" "$PAVE" --target=cuda "${@:4}" "$2" -o made.c >stdout 2>stderr || broken "$1 $2: exit status $?"
    grep -q "fault in pave: .*$3" stderr || broken "$1 $2 ${*:4}: the check does not see it"
}
with_shared_loop PAVE_SHARE_INNERMOST=1 product.c 'a dependence joins two blocks of one launch'
! grep -q '^__global__' made_kernel.cu 2>/dev/null || broken "product.c: kernels that fail the check are written"
with_shared_loop PAVE_SHARE_INNERMOST=1 steps.c 'a dependence joins two blocks of one launch' --hybrid
with_shared_loop PAVE_SHARE_INNERMOST=1 sweep.c 'a dependence joins two blocks of one launch' --wavefronts
with_shared_loop PAVE_SHARE_INNERMOST=1 eliminate.c 'a dependence joins two blocks of one launch' --wavefronts
with_shared_loop PAVE_SHRINK_TILES=1 steps.c 'an overlapped tile does not' --overlapped-tiles
with_shared_loop PAVE_SPLIT_LOOP=0 product.c 'blocks share a loop whose iterations depend on each other'
! grep -q '^__global__' made_kernel.cu 2>/dev/null || broken "product.c: kernels that fail the check are written"
