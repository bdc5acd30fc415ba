# Programs that nobody would write by hand: each ends in time with a right result, whatever becomes of its loops.
# program NAME DECLARATIONS BODY [MORE]: a function with BODY as its region, and a main that calls it for n = 10.
# only: wide
program() {
    {
        echo '#include <stdio.h>'
        echo '#define MIN(a, b) ((a) < (b) ? (a) : (b))'
        echo 'static double A[400], B[400];'
        echo "$2"
        printf 'static void f(int n)\n{\n#pragma scop\n%s\n#pragma endscop\n}\n' "$3"
        echo 'int main(void)'
        echo '{'
        echo '    for (int i = 0; i < 400; i++) A[i] = i % 9, B[i] = i % 7;'
        echo '    f(10);'
        echo '    for (int i = 0; i < 400; i++) printf("%a %a\n", A[i], B[i]);'
        echo "    ${4-}"
        echo '}'
    } >"$1.c"
}

# The text $2 for k from 0 to $1 - 1, "@" standing for k.
each() {
    local k
    for ((k = 0; k < $1; k++)); do printf '%s' "${2//@/$k}"; done
}
# The text $2 $1 times.
times() { each "$1" "$2"; }

loop='for (int i = 0; i < n; i++)'
program sum '' "$loop A[i] = 0$(each 2000 ' + @.5 * B[(i + @) % 300]');"
program parentheses '' "$loop A[$(times 200 '(')i$(times 200 ')')] = $(times 200 '-(')B[i]$(times 200 ')');"
program choices '' "$loop A[$(each 150 'i == @ ? 399 - @ : ')i] = B[i];"
program minima '' "for (int i = 0; i < $(times 9 'MIN(n, ')n$(each 9 ' + @)'); i++) A[i] = B[i];"
program values '' "$loop { int k = i; $(each 40 'k = k < @ * i ? k + @ : k - 3; ') A[k < 0 ? 0 : k > 399 ? 399 : k] = B[i]; }"
program disjuncts '' "$loop for (int j = 0; j < n; j++) if (i > 390$(each 60 ' || (i + @ * j > 3 * @ && i - 2 * j < @ % 11)')) A[i + j] += B[j];"
program negations '' "$loop if (i >= 0$(each 40 ' && !(i == 3 * @ || (i > @ && i % (@ + 2) == 1))')) A[i] += B[i];"
program dimensions "static double D$(times 20 '[2]');" \
    "$(each 20 'for (int i@ = 0; i@ < 2; i@++) ')D$(each 20 '[i@]') = A[i0 + i19 + n] + 1;" "printf(\"%a\n\", D$(times 20 '[1]'));"
program strides '' "for (long i = 0; i < 4000000000000; i += 999999999989)
        for (int j = 0; j < n; j++) A[i / 999999999989 * 10 + j] += B[j];
    for (int i = 2000000000; i > 0; i -= 199999999) B[i / 199999999] += 1;"
program wraps '' "for (unsigned char c = 250; c != 5; c++)
        for (unsigned short s = 65530; s != 4; s += 2) A[(unsigned char)(c * 3 + s)] += B[(unsigned char)(s - c)];"
program calls "static void g0(int i) { A[i] += 1; }
$(for ((k = 1; k < 14; k++)); do echo "static void g$k(int i) { g$((k - 1))(i); g$((k - 1))((i + $k) % 400); }"; done)" "$loop g13(i);"
program structures "struct s0 { double v[2]; };
$(for ((k = 1; k < 60; k++)); do echo "struct s$k { int pad; struct s$((k - 1)) in; };"; done)
static struct s59 S[40];" "$loop S[i]$(times 59 .in).v[i % 2] = A[i] + S[n - 1 - i]$(times 59 .in).v[0];" \
    "printf(\"%a\n\", S[3]$(times 59 .in).v[1]);"
program initialiser '' "$loop { double t[400] = {B[0]$(each 399 ', B[@]')}; A[i] = t[i * 3]; }"
program name "static double $(times 3000 v)[400];" "for (int $(times 3000 w) = 0; $(times 3000 w) < n; $(times 3000 w)++)
        A[$(times 3000 w)] = $(times 3000 v)[$(times 3000 w)] + B[$(times 3000 w)];"
program nest '' "$(each 70 'for (int i@ = 0; i@ < n / 10; i@++) ')A[i0] = A[i1] + B[i69];"
program arrays "$(each 1000 'static double X@[20]; ')" "$loop { $(each 999 'X@[i] = X999[i] + A[i]; ') }" 'printf("%a\n", X5[3]);'

for name in sum parentheses choices minima values disjuncts negations strides wraps calls structures initialiser name; do
    stays_within $name.c openmp
done
for name in dimensions strides structures; do
    stays_within $name.c opencl --time-limit=5
done
stays_within nest.c openmp --time-limit=2
# More loops in one another than have a bit each where loops are mapped.
program loops "static double D$(times 34 '[1]');" "$(each 34 'for (int i@ = 0; i@ < n / 10; i@++) ')D$(each 34 '[i@]') = 1.5;" \
    "printf(\"%a\n\", D$(times 34 '[0]'));"
stays_within loops.c openmp
warned "loops are nested too deeply"
stays_within arrays.c c --time-limit=2
# A thousand regions: the work of each is its own.
{
    echo '#include <stdio.h>'
    echo 'static double A[400], B[400];'
    each 1000 'static void f@(int n)
{
#pragma scop
    for (int i = 1; i < n; i++)
        A[i] = A[i - 1] + B[(i + @) % 400];
#pragma endscop
}
'
    echo 'int main(void)'
    echo '{'
    each 1000 'f@(20); '
    echo '    for (int i = 0; i < 20; i++) printf("%a\n", A[i]);'
    echo '}'
} >regions.c
stays_within regions.c c
