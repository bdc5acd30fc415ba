# --schedule-solver: told in the help and the manual page; with -v pave says which systems were approximated, and for which
# component of statements it solved exactly since the approximation is empty.

kernels=$ROOT/tests/kernels/polybench
summary='schedule rows: [1-9][0-9]* systems were approximated by constraints of two variables, '

accepts schedule --help
grep -q -- '--schedule-solver=exact|utvpi|auto' stdout || broken "the help does not name the three solvers"
accepts --man
grep -q -- 'schedule\\-solver=exact|\\:utvpi|\\:auto' stdout || broken "the manual page does not name the three solvers"
refuses "schedule-solver.*fast" schedule --schedule-solver=fast "$kernels/gemm.c"

# All in an approximation.
accepts schedule -v --schedule-solver=utvpi "-I$ROOT/include" "$kernels/gemm.c"
grep -q "$summary"'0 were solved exactly' stderr || broken "gemm: no word of approximated systems"
grep -q 'found exactly' stderr && broken "gemm: a system was solved exactly"

# One component of nine statements has an empty approximation: only its systems are solved exactly.
accepts schedule -v --schedule-solver=utvpi "-I$ROOT/include" "$kernels/deriche.c"
grep -q "$summary"'[1-9] were solved exactly' stderr || broken "deriche: no word of approximated systems"
grep -q 'a row for S_[0-9]* and 8 more statements is found exactly: its approximation .* is empty' stderr ||
    broken "deriche: no word of the component that was solved exactly"
accepts schedule -q --schedule-solver=utvpi "-I$ROOT/include" "$kernels/deriche.c"
[ -s stderr ] && broken "deriche: notes in spite of -q"

# Small systems are solved exactly by auto, and always by exact.
for solver in exact auto; do
    accepts schedule -v --schedule-solver=$solver "-I$ROOT/include" "$kernels/gemm.c"
    grep -q 'approximat' stderr && broken "$solver: a small system was approximated"
done

# Rows that carry dependences first: statements that form a chain depend on each other in the same instance, which no loop
# carries; the loops around them are found all the same.
for solver in exact utvpi; do
    accepts schedule --schedule-algorithm=feautrier --schedule-solver=$solver "-I$ROOT/include" "$kernels/covariance.c"
    grep -q 'keeps its order' stderr && broken "$solver: no schedule that carries dependences first"
    grep -q 'G_0\[i0, i1\] -> \[(i0)\] }, { G_0\[i0, i1\] -> \[(i1)\]' stdout ||
        broken "$solver: the chain has no band of two loops"
done

# A ring of 34 arrays, each computed from the one before: auto approximates its systems. The schedule is that of exact.
awk 'BEGIN {
    n = 34
    printf "void f(int t, int n"
    for (k = 0; k < n; k++) printf ", double A%d[restrict n]", k
    printf ")\n{\n#pragma scop\nfor (int s = 0; s < t; s++)\nfor (int i = 1; i < n; i++) {\n"
    for (k = 0; k < n; k++) printf "A%d[i] += A%d[i] + A%d[i - 1];\n", k, (k + n - 1) % n, (k + n - 1) % n
    printf "}\n#pragma endscop\n}\n"
}' >ring.c
accepts schedule -v --schedule-solver=auto ring.c
grep -q "$summary" stderr || broken "auto: a large system was not approximated"
mv stdout by_auto
accepts schedule -v --schedule-solver=exact ring.c
grep -q 'approximat' stderr && broken "exact: a large system was approximated"
cmp -s stdout by_auto || broken "auto: a ring of statements has another schedule than with exact"
exit 0
