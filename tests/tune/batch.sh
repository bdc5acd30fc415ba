# A race elsewhere: one directory with all programs and a script goes to another machine, which here has none of the files of this one.
cp fake fake.far # the machine has it
far=("${search[@]/--run=*/--run=sh $PWD/fake.far \"\$EXE\"}")
far+=(--no-cache --batch --points=24 --seed=3 --budget=60 --timeout=1)
# Handed over by --run-on: the directory is copied, raced and removed; variants that do not build, crash, hang or print something else
# are tried points.
cat >carry <<'END'
set -e
d=$(mktemp -d "$PWD/farXXXXXX")
tar -C "$DIR" -cf - . | tar -C "$d" -xf -
FAULTS=yes JOBS=2 sh "$d/pave-run" >&2
cp "$d/results.tar" "$DIR/"
rm -rf "$d"
END
run_pave "${far[@]}" --run-on="sh $PWD/carry" --html=page.html -o found move.c
[ $STATUS -eq 0 ] || broken "the race elsewhere fails: $(cat stderr move.tune/batch/log)"
grep -q '^best: 1\.[0-9]* times as fast as the default (p = ' stdout || broken "no gain is reported: $(cat stdout)"
grep -q 'tile\[' found || broken "no sizes are found: $(cat found)"
for kind in 'fail	crash	' 'fail	wrong	line 1 is .result 41., not .result 42.' 'fail	timeout	still running' 'fail	build	'; do
    grep -q "	$kind" move.tune/journal || broken "the journal has no $kind"
done
[ "$(ls move.tune)" = journal ] || broken "programs are left: $(ls move.tune)"
grep -q '"tuning": {"summary": "1\.' page.html || broken "the page does not show the search"

# By hand: the search waits for the results.
hand=(--work=hand -o hand.tuned)
run_pave "${far[@]}" "${hand[@]}" move.c
[ $STATUS -eq 0 ] && grep -q 'are in hand/batch. Run its script pave-run' stdout || broken "no word about what to do: $(cat stdout)"
[ -e hand.tuned ] && broken "options are there before anything has run"
refuses "there are no results in" "${far[@]}" "${hand[@]}" --resume move.c
mv hand/batch carried
sh carried/pave-run build 2>/dev/null && sh carried/pave-run race 2>/dev/null || broken "the script fails"
refuses "cannot read|cannot open" "${far[@]}" "${hand[@]}" --resume move.c
mkdir hand/batch && cp carried/points carried/results.tar hand/batch/
run_pave "${far[@]}" "${hand[@]}" --resume move.c
[ $STATUS -eq 0 ] || broken "--resume fails: $(cat stderr)"
grep -q '^# Machine: .* processors' hand.tuned || broken "the machine is not named: $(cat hand.tuned)"
grep -q 'tile\[' hand.tuned || broken "nothing is found: $(cat hand.tuned)"

# The original fails there; the race fails; a project has no batch.
refuses "the original program fails" "${far[@]}" --build='case $SRC in *original.c) exit 1 ;; esac; cp "$SRC" "$EXE"' \
    --run-on='sh "$DIR/pave-run"' --points=2 move.c
refuses "the race elsewhere fails: no such host" "${far[@]}" --points=2 --run-on='echo no such host; exit 1' move.c
refuses "a project has no report" tune --html=page.html -- make bench
refuses "needs a file" tune --batch -- make bench

# For a device, sizes around those that pave chooses.
run_pave tune --batch --no-cache --target=cuda --points=8 --work=cuda move.c
[ $STATUS -eq 0 ] || broken "no batch for a device: $(cat stderr)"
size=$("$PAVE" -q --target=cuda --dump-sizes -o ./ move.c | sed -n 's/.*block\[\([0-9]*\).*/\1/p' | head -n 1)
grep -q "block\[0\] = $((2 * size))\$" cuda/batch/points || broken "no larger block than $size: $(cat cuda/batch/points)"
[ -e cuda/batch/0/move_kernel.cu ] || broken "no kernels are handed over"

# Sums in another order are tried where the user tolerates differences.
printf 'double sum(int n, double x[n]) {\ndouble s = 0;\n#pragma scop\nfor (int i = 0; i < n; i++) s += x[i];\n#pragma endscop\nreturn s;\n}\n' >sum.c
for tolerance in '' --tolerance=1e-9; do
    run_pave tune --batch --no-cache --points=12 $tolerance --work=sum sum.c
    grep -q -e '--reassociate' sum/batch/points && found=yes || found=
    [ "$found" = "${tolerance:+yes}" ] || broken "with '$tolerance': $(cat sum/batch/points stderr)"
done

# As a job of Slurm on a node that shares the directory, and through ssh to a host; both are fakes.
mkdir bin
printf '#!/bin/sh\n[ "$1" = -W ] && exec sh -c "${2#--wrap=}"\n' >bin/sbatch && chmod +x bin/sbatch
PATH=$PWD/bin:$PATH run_pave "${far[@]}" --run-on='sbatch -W --wrap="sh $DIR/pave-run"' --points=4 --work=slurm -o slurm.tuned move.c
[ $STATUS -eq 0 ] || broken "the race by Slurm fails: $(cat stderr)"
printf 'while [ "${1#-}" != "$1" ]; do shift 2; done\necho "$1" >>%s/hosts.seen\nshift\nexec sh -c "$1"\n' "$PWD" >bin/ssh
sed -i '1i #!/bin/sh' bin/ssh && chmod +x bin/ssh
PATH=$PWD/bin:$PATH run_pave "${far[@]}" --hosts=left --points=4 --work=ssh -o ssh.tuned move.c
[ $STATUS -eq 0 ] && [ "$(cat hosts.seen)" = left ] || broken "the race through ssh fails: $(cat stderr)"
exit 0
