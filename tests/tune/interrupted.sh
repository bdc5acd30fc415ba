# A search that is killed, interrupted or runs into a full disk loses nothing that it knew, and goes on.
more=(--no-cache --jobs=1 --points=16 --seed=3 --budget=1000)
path() { grep -v '^#' "$1/journal" | cut -f 2,3,5; }
run_pave "${search[@]}" "${more[@]}" --work=whole -o whole.tuned move.c
[ $STATUS -eq 0 ] || broken "the search fails"

# Wait until the journal $1 has $2 rows.
wait_for_rows() {
    for ((i = 0; i < 600; i++)); do
        [ "$(wc -l 2>/dev/null <"$1/journal" || echo 0)" -ge "$2" ] && return
        sleep 0.05
    done
    broken "the journal $1 does not grow"
}
# Killed in the middle, then resumed: the same path. A row that was half written is dropped.
"$PAVE" "${search[@]}" "${more[@]}" --work=killed -o killed.tuned move.c >out 2>err &
pid=$!
wait_for_rows killed 20
kill -KILL $pid
wait $pid 2>/dev/null
[ -e killed.tuned ] && broken "options are there although the search was killed"
printf '12.5\trun\t0.0' >>killed/journal
run_pave "${search[@]}" "${more[@]}" --resume --work=killed -o killed.tuned move.c
[ $STATUS -eq 0 ] || broken "--resume fails"
cmp -s <(path whole) <(path killed) || broken "the resumed search takes another path: $(diff <(path whole) <(path killed))"
cmp -s <(grep -v '^#' whole.tuned) <(grep -v '^#' killed.tuned) || broken "the resumed search finds something else"

# Interrupted, or the terminal was closed: the best so far is confirmed and written.
sed -i '1i sleep 0.05' fake
set -m # else a process in the background ignores interrupts
for signal in INT HUP; do
    "$PAVE" "${search[@]}" "${more[@]}" --points=0 --work=$signal -o $signal.tuned move.c >out 2>err &
    pid=$!
    wait_for_rows $signal 50
    kill -$signal $pid
    wait $pid
    status=$?
    [ $status -eq 130 ] || broken "exit status $status after an interrupt: $(cat err)"
    grep -q '; interrupted$' out || broken "the report does not say that it was interrupted"
    grep -q -e '^--tile' $signal.tuned || broken "no options after an interrupt"
    pgrep -f "$PWD/$signal" >/dev/null && broken "processes are left"
done
set +m

# A full disk: an error, and the journal has all rows that were written. Files may not grow beyond some kilobytes.
(
    ulimit -f 8
    trap '' XFSZ
    exec "$PAVE" "${search[@]}" "${more[@]}" --points=200 --work=full -o full.tuned move.c
) >out 2>err
[ $? -eq 1 ] || broken "no error on a full disk: $(cat err)"
grep -q '; the journal cannot be written$' out || broken "the report does not say why it ended"
grep -q "error: cannot write 'full/journal': .*; the search can go on with --resume" err || broken "no message: $(cat err)"
[ "$(tail -c 1 full/journal | wc -l)" -eq 1 ] || broken "the journal ends in the middle of a row"
rows=$(wc -l <full/journal)
[ "$rows" -gt 20 ] || broken "the journal has lost rows"
run_pave "${search[@]}" "${more[@]}" --points=10 --resume --work=full -o full.tuned move.c
[ $STATUS -eq 0 ] || broken "--resume after a full disk fails"

# The journal of another search is not taken.
refuses "belongs to another search" "${search[@]}" --seed=4 --resume --work=whole move.c
refuses "cannot read 'missing/journal'|cannot open" "${search[@]}" --resume --work=missing move.c
refuses "is no regular expression" tune --time-from='(' move.c
refuses "needs a number" tune --tolerance=x move.c
refuses "the original program fails: crash: exit status 3" tune --build=true --run='exit 3' move.c
refuses "times in the output differ from run to run" tune --no-cache --build=true --run='date +%N' move.c
refuses "the original program fails: build: " tune --build='echo no compiler; exit 1' move.c
exit 0
