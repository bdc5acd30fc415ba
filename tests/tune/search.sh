# A search finds the fastest program, from pave's choice; variants that do not build, crash, hang or print something else are tried
# points with their reason. The same seed takes the same path. What it finds is a file of options.
export FAULTS=yes
run_pave "${search[@]}" --timeout=1 --points=36 --budget=100 -o found move.c
[ $STATUS -eq 0 ] || broken "the search fails"
is_best found
grep -q '^best: 1\.[0-9]* times as fast as the default (p = ' stdout || broken "no gain is reported: $(cat stdout)"
for kind in 'fail	crash	segmentation fault' 'fail	wrong	line 1 is .result 41., not .result 42.' 'fail	timeout	still running' 'fail	build	'; do
    grep -q "	$kind" move.tune/journal || broken "the journal has no $kind"
done
grep -q '^# Machine: ' found || broken "the options do not name the machine"
[ "$(ls move.tune)" = "$(printf 'journal\noriginal.out')" ] || broken "programs are left: $(ls move.tune)"

# pave and pavecc take the file.
run_pave -q @found -o a.c move.c
run_pave -q "${fixed[@]}" --sizes='{ kernel[0] -> tile[8,64] }' -o b.c move.c
diff <(tail -n +2 a.c) <(tail -n +2 b.c) >/dev/null || broken "the file of options does not mean what it says"
PAVE_FLAGS=@found "$PAVECC" -c move.c -o move.o || broken "pavecc does not take the file of options"

# The path is the same, whatever the clock says; times do not depend on it here. The cache would give it away: it is left out.
unset FAULTS
path() { grep -v '^#' "$1/journal" | cut -f 2,3,5; }
for work in one two; do
    run_pave "${search[@]}" --no-cache --jobs=1 --work=$work --points=12 --seed=7 -o $work.tuned move.c
    [ $STATUS -eq 0 ] || broken "the search fails"
done
cmp -s <(path one) <(path two) || broken "two searches with the same seed differ"
# The cache makes the next search begin with what the first has found.
run_pave "${search[@]}" --points=9 -o again move.c
is_best again

# Nothing is faster than the default: it stays, and noise is no gain.
cat >fake <<'END'
echo "result 42"
n=$(cat count 2>/dev/null) && echo $((n * 1103515245 + 12345 & 2147483647)) >count
awk -v n="$n" 'BEGIN { printf "took %.4f s\n", 1 + 0.2 * n / 2147483648 }'
END
echo 5 >count
run_pave "${search[@]}" --no-cache --points=20 -o none move.c
grep -q '^best: the default' stdout || broken "noise is reported as a gain: $(cat stdout)"
grep -q 'Nothing was significantly faster' none || broken "noise is written as a gain"
grep -q 'sizes' none && broken "the default has sizes"
[ $STATUS -eq 0 ] || broken "exit status $STATUS"

# Flags of the compiler: one of each group, or none. Those for CUDA go to nvcc.
cat >fake <<'END'
echo "result 42"
case $FLAGS in *-DFAST*-DSMALL*) echo "took 1 s" ;; *-DFAST*) echo "took 1.1 s" ;; *) echo "took 1.3 s" ;; esac
END
run_pave "${search[@]}" --no-cache --sizes='{ kernel[0] -> tile[8,64] }' --points=12 --flags='-DFAST|-DSLOW;-DSMALL' -o flags move.c
grep -q '^# Compile with -DFAST -DSMALL' flags || broken "the flags are not found: $(cat flags stderr)"
run_pave tune --batch --no-cache --target=cuda --points=3 --flags=-maxrregcount=64 --sizes='{ kernel[0] -> tile[8,64] }' --no-wrap --work=cuda move.c
grep -lq '^export NVCC_APPEND_FLAGS=-maxrregcount=64$' cuda/batch/*/pave-build || broken "no flags for nvcc: $(cat cuda/batch/*/pave-build)"
