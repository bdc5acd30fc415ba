# Scalars that give way to an element of an array or to a copy for each iteration of a loop: what is said, and when they stay.

# Assert that the notes about scalars for the function of $1, with the options that follow, are the lines of standard input.
notes() {
    local source=$1
    shift
    accepts -v --target=openmp "$@" -o - "$source"
    grep -oE "note: ('.*' is computed in|copies of '.*' let) .*" stderr | cut -c 7- >found
    diff - found >difference || broken "$source $*: other notes: $(cat difference)"
}

cat >product.c <<'EOF'
void f(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
#pragma endscop
}
EOF
notes product.c <<'EOF'
'sum' is computed in elements of 'C' (--in-place)
EOF
notes product.c --no-in-place --max-expansion=0 </dev/null
notes product.c --reassociate --max-expansion=0 </dev/null

# The element is read while its value is computed.
sed 's/B\[k\]\[j\]/C[k][j]/' product.c >in_use.c
notes in_use.c --max-expansion=0 </dev/null
notes in_use.c <<'EOF'
copies of 'sum' let another loop be the innermost one (--max-expansion)
EOF

# Other types round, or wrap around, elsewhere.
sed 's/double C/float C/' product.c >narrow.c
notes narrow.c --max-expansion=0 </dev/null

# Short loops are unrolled by the compiler.
sed 's/k = 0; k < n/k = 0; k < 5/' product.c >short.c
notes short.c </dev/null

# The pointers may overlap, and no test keeps them apart.
sed 's/restrict //g' product.c >overlap.c
notes overlap.c --no-run-time-tests </dev/null

# A product unrolled by six in two directions: exact dependences, and tiles.
{
    printf 'void f(int n, int m, double A[restrict 6*n][m], double B[restrict m][6*n], double C[restrict 6*n][6*n])\n{\n'
    printf '#pragma scop\nfor (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) {\n'
    for a in 0 1 2 3 4 5; do
        for b in 0 1 2 3 4 5; do
            echo "C[6*i+$a][6*j+$b] += A[6*i+$a][k] * B[k][6*j+$b];"
        done
    done
    printf '}\n#pragma endscop\n}\n'
} >unrolled.c
accepts -v --target=openmp -o - unrolled.c
grep -q 'warning:' stderr && broken "unrolled.c: a budget was exceeded"
grep -q 'loop parallel .*tiled' stderr || broken "unrolled.c: no tiles"
