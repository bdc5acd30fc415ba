# --schedule-solver: told in the help and the manual page; with -v pave says which systems were approximated, and for which
# component of statements it solved exactly since the approximation is empty.

kernels=$ROOT/tests/kernels/polybench
summary='schedule rows: [1-9][0-9]* systems were approximated by constraints of two variables, '

accepts schedule --help
grep -q -- '--schedule-solver=exact|utvpi|auto' stdout || broken "the help does not name the three solvers"
accepts --man
grep -q -- 'schedule\\-solver=exact|utvpi|auto' stdout || broken "the manual page does not name the three solvers"
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
exit 0
