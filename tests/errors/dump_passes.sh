# --dump=PASS: the program after each pass of lowering. What a pass does is not there before it, and is there after it; the
# output is the same as without the option; the name of no pass is refused with the names of all.
cat >product.c <<'END'
void product(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
END
refuses "option '--dump' needs one of none\|parse\|.*\|guard\|build\|.*, not 'nothing'" --dump=nothing product.c
passes=$("$PAVE" --help | grep -o -- '--dump=[a-z0-9|]*' | sed 's/--dump=none|parse|scop|deps|dead|schedule|expand|split|map|ast|//; s/|/ /g')
[ "$(wc -w <<<"$passes")" -ge 8 ] || broken "--help lists fewer than 8 passes: $passes"
for pass in $passes; do
    accepts --target=cuda --device=h200 -q --dump="$pass" -o made.c product.c
    cp stdout "$pass"
    tail -n +2 made_kernel.cu >"$pass.text"
    grep -q '^// region at line 4$' "$pass" || broken "--dump=$pass: no region at line 4"
done
run_pave --target=cuda --device=h200 --dump=none -o made.c product.c
tail -n +2 made_kernel.cu >without.text
for pass in $passes; do
    cmp -s "$pass.text" without.text || broken "--dump=$pass changes the output"
done
# The first pass with $2 in its text is $1, and all later ones have it.
begins() {
    local has= name
    for name in $passes; do
        [ "$name" = "$1" ] && has=yes
        grep -q -- "$2" "$name" && [ -z "$has" ] && broken "'$2' is there after pass $name, before pass $1"
        grep -q -- "$2" "$name" || [ -z "$has" ] || broken "'$2' is not there after pass $name"
    done
}
begins widths 'int, 0 to'
grep -q 'iterator, 0 to' build || broken "after pass build there are no iterators whose width is open"
! grep -q 'iterator, 0 to\|by_width' widths || broken "after pass widths the width of an iterator is open"
begins statements 'private2\[.* += '
begins distribute 'c0 += nb1'
begins fill 'shared0\[.*\] = '
begins barriers 'barrier();'
begins declare 'shared double shared0'
begins arguments 'kernel_0(double \*C'
grep -q 'phase fill' fill || broken "no phases before barriers are placed"
! grep -q 'phase' barriers || broken "phases are left after barriers are placed"
# --dump=STAGE: what a stage makes of each region.
stage_says() {
    accepts --target=openmp -q --dump="$1" -o made.c product.c
    grep -q '^// region at line 4$' stdout || broken "--dump=$1: no region at line 4"
    grep -q -e "$2" stdout || { cat stdout; broken "--dump=$1 does not say: $2"; }
}
run_pave -q --target=openmp -o without.c product.c
stage_says parse 'for (.*C\[i\]\[j\] += A\[i\]\[k\] \* B\[k\]\[j\];'
stage_says scop 'domain: "\[n\] -> { S_0\[i, j, k\]'
stage_says deps 'tagged_flow: '
stage_says dead 'tagged_flow: '
stage_says schedule 'coincident: \[ 1, 1 \]\|coincident: \[ 1, 1, 0 \]'
stage_says expand 'domain: "\[n\] -> { S_0\[i, j, k\]'
stage_says expand 'coincident: \[ 1'
stage_says split 'coincident: \[ 1'
stage_says map 'mark: "parallel"'
stage_says ast 'for (.*c0'
cmp -s <(tail -n +2 made.c) <(tail -n +2 without.c) || broken "--dump=ast changes the output"
# Sizes beyond int: the pass widths makes iterators wide, and the pass narrow adds kernels for small sizes.
sed 's/int n/long n/; s/int \([ijk]\) /long \1 /' product.c >wide.c
accepts --target=cuda --device=h200 -q --dump=widths -o made.c wide.c
grep -q 'long long, 0 to' stdout || broken "iterators over a size of type long do not have 64 bits"
accepts --target=cuda --device=h200 -q --dump=narrow -o made.c wide.c
grep -q 'integers of 32 bits, for small parameters' stdout || broken "no kernels for small sizes after the pass narrow"
