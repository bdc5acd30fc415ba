# A comparison with a minimum is one case. With quotients in it the cases stay apart: one case of all is tiled in ways for
# which isl takes far longer to make code.
for bound in 'n - i - m / 2' 'n - i - m'; do
    cat >minimum.c <<EOF
void f(int n, int m, int A[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= (m - 1 < $bound ? m - 1 : $bound); j++)
            A[i][j] = 1;
#pragma endscop
}
EOF
    accepts scop minimum.c
    case $bound in
    */*) grep -q 'domain: .* or ' stdout || broken "cases with quotients became one" ;;
    *) grep -q 'domain: .* or ' stdout && broken "a minimum is several cases" ;;
    esac
done
