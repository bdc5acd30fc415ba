# What becomes of loops for OpenMP: which are parallel, with which clauses, how they are tiled and ordered.

# The code that pave makes of the region in file $1 with the further options, in "code".
code_of() {
    local file=$1
    shift
    accepts --target=openmp -o - "$@" "$file"
    cp stdout code
}
has() { grep -Eq -e "$1" code || broken "no line matches: $1"; }
lacks() { grep -Eq -e "$1" code && broken "a line matches: $1"; return 0; }

region() {
    printf 'void f(%s)\n{\n%s\n#pragma scop\n' "$1" "${2-}"
    cat
    printf '#pragma endscop\n}\n'
}

region 'int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n]' >product.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            C[i][j] += A[i][k] * B[k][j];
END
# The innermost loop goes along rows, whatever the order in the text, and is one for vectors.
code_of product.c --no-tile --no-jam
has 'if \(\(double\)n \* n \* n >= [0-9]+\) \{$'
has '#pragma omp simd$'
has 'const double s0 = A\[c0\]\[c1\];'
has 'C\[c0\]\[c2\] \+= s0 \* B\[c1\]\[c2\];'
# Iterations of the outer loops go side by side, and share rows.
code_of product.c --no-tile
has 'C\[c0 \+ 3\]\[c2\] = s[0-9]+;' && has 'B\[c1 \+ 3\]\[c2\]' && has 'c0_rest = c0_end - c0_end % [0-9]+;'
# Reuse in three directions pays for tiles; sizes are the user's where given.
code_of product.c
has 'c5'
code_of product.c -S 16
has 'c0 \+= 16' && has 'c1 \+= 16' && has 'c2 \+= 16'
code_of product.c --sizes='{ kernel[0] -> tile[8, 16, 24] }'
has '\+= 8\)' && has '\+= 16\)' && has '\+= 24\)'
code_of product.c --sizes='{ kernel[1] -> tile[8, 16, 24] }'
lacks '\+= 24\)'
code_of product.c --no-scale-tile-loops -S 16
has '16 \* c0'
refuses "gives no sizes; write them like" -o - --sizes='{ grid[0] -> tile[8] }' product.c
refuses "gives no sizes; write them like" -o - --sizes='8' product.c
# Without reuse, tiles only on demand.
region 'int n, double A[restrict n][n], double B[restrict n][n]' >sum.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
        A[i][j] += B[i][j];
END
code_of sum.c
lacks 'c2'
# Threads share a loop if all of it is enough work, with any threshold that the user likes.
has 'if \(\(double\)n \* n >= [0-9]+\) \{$'
code_of sum.c --parallel-threshold=0
has '#pragma omp parallel for$'
code_of sum.c --tile -S 32
has 'c3'
# For C without OpenMP, too.
accepts --target=c --tile -S 32 -o - sum.c
cp stdout code
has 'c3' && lacks 'omp'
accepts --target=c -o - sum.c
cp stdout code
lacks 'c3'

# A temporary does not keep its loop from running in parallel: each iteration gets its own.
region 'int n, double A[restrict n][n], double B[restrict n][n]' 'double t;' >temporary.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
        t = A[i][j];
        B[i][j] = t * t;
    }
END
code_of temporary.c
has '#pragma omp parallel for( if\(.*\))? private\(t\)'
# The same for a small array.
region 'int n, double A[restrict n][n], double B[restrict n][n]' 'double t[4];' >local_array.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < 4; k++)
            t[k] = A[i][j] * k;
        for (int k = 0; k < 4; k++)
            B[i][j] += t[k] * t[3 - k];
    }
END
code_of local_array.c
has '#pragma omp parallel for( collapse\(2\))?( if\(.*\))? private\(t\)'
# Where its last value is needed after the region, the last iteration gives it.
cat >lives_on.c <<'END'
double f(int n, double A[restrict n][n], double B[restrict n][n])
{
    double t = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t = A[i][j];
            B[i][j] = t * t;
        }
#pragma endscop
    return t;
}
END
code_of lives_on.c
has '#pragma omp parallel for( if\(.*\))? lastprivate\(t\)'
# Nor where one iteration sees the value of another.
region 'int n, double A[restrict n][n], double B[restrict n][n], double t' >carried.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
        B[i][j] = t;
        t = A[i][j];
    }
END
code_of carried.c
lacks 'omp parallel'

# Integers may be summed in any order, floating-point numbers with permission.
for type in int double; do
    cat >"reduce_$type.c" <<END
$type f(int n, $type A[restrict n][n])
{
    $type s = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += A[i][j];
#pragma endscop
    return s;
}
END
done
code_of reduce_int.c
has '#pragma omp parallel for( if\(.*\))? reduction\(\+:s\)'
code_of reduce_double.c
lacks 'omp parallel'
code_of reduce_double.c --reassociate
has '#pragma omp parallel for( if\(.*\))? reduction\(\+:s\)'
# Not where the sum is looked at on the way.
cat >prefix.c <<'END'
int f(int n, int A[restrict n][n])
{
    int s = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s += A[i][j];
            A[i][j] = s;
        }
#pragma endscop
    return s;
}
END
code_of prefix.c
lacks 'reduction'

# An innermost loop keeps what it stays on in a scalar: a sum, ...
region 'int n, double x[restrict n], double A[restrict n][n]' >rows.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
        x[i] += A[i][j] * A[i][j];
END
code_of rows.c
has 'double s0 = x\[c0\];' && has 's0 \+= A\[c0\]\[c1\] \* A\[c0\]\[c1\];' && has 'x\[c0\] = s0;'
accepts --target=openmp --annotate -o - rows.c
grep -q 's0' stdout && broken "annotated statements are not as they were"
# ... but not where another reference may reach it,
region 'int n, int k, double x[restrict n]' >meets.c <<'END'
for (int i = 0; i < n; i++)
    x[i] = x[i] * 2 + x[k];
END
code_of meets.c --max-parts=1
lacks 's0'
# where the loop may pass it without looking,
region 'int n, int k, double x[restrict n], double y[restrict n], double z[restrict n]' >maybe.c <<'END'
for (int i = 0; i < n; i++)
    x[i] = y[i] > 0 ? z[k] : 0;
END
code_of maybe.c
lacks 's0'
# and only if it has an iteration.
region 'int n, int m, int k, double x[restrict n], double z[restrict n]' >empty.c <<'END'
for (int i = 0; i < m; i++)
    x[i] = z[k];
END
code_of empty.c
has 'if \(0 < m\) \{'

# Loops are not set apart for the sake of vectors where one of their statements is a call.
cat >beside_call.c <<'EOF'
float a[4000], b[4000], c[4000], d[4000], e[4000];
void add(float x[4000], float y[4000], float z[4000], int i) { x[i] += y[i] * z[i]; }
void f(void)
{
    for (int i = 0; i < 4000; i++) {
        b[i] = d[i] * e[i];
        add(a, b, c, i);
    }
}
EOF
code_of beside_call.c
has 'add\(a, b, c, i\)' && lacks 'omp'
# A band above two statements is tiled as a whole, each with its own innermost loop; threads share the tiles of a front.
region 'int n, int steps, double A[restrict n][n], double B[restrict n][n]' >time.c <<'END'
for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            B[i][j] = A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1];
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            A[i][j] = B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1];
}
END
code_of time.c
has '#pragma omp parallel for$' && has '#pragma omp simd$' && has 'c5 = ' && has '256 \* c2 \+ 255'
code_of time.c --tile=on -S 12 --no-schedule-outer-coincidence
has '12 \* c1 \+ 11' && has '12 \* c2 \+ 11'
code_of time.c --no-tile
lacks 'c3'
# Rows that wait for each element go side by side, with what stands before their loop.
region 'int n, double y[restrict n][n], double x[restrict n][n]' >rows.c <<'END'
for (int i = 0; i < n; i++) {
    y[i][0] = x[i][0];
    for (int j = 1; j < n; j++)
        y[i][j] = 0.5 * y[i][j - 1] + x[i][j];
}
END
code_of rows.c
has 'y\[c0 \+ 3\]\[0\] = x\[c0 \+ 3\]\[0\];' && has 'y\[c0 \+ 3\]\[c1\] = 0.5 \* y\[c0 \+ 3\]\[c1 - 1\]'
code_of rows.c --jam-first=2
has 'y\[c0 \+ 1\]' && lacks 'y\[c0 \+ 2\]'
code_of rows.c --no-jam
lacks 'y\[c0 \+ 1\]'
# Sizes that are not used are named.
region 'int n, double A[restrict n][n], double B[restrict n][n]' >copy.c <<'END'
for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
        A[i][j] = B[i][j];
END
code_of copy.c -S 8
grep -q 'copy.c:5:1: note: the tile sizes are not used in this region' stderr || broken "sizes that are not used are not named"
