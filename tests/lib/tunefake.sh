# For the scripts of tests/tune: a program whose variants are not compiled but looked at. Their time, which they "print", and what is
# wrong with them depends on the tile sizes in the text; the fastest has tiles of 8 by 64.

cat >move.c <<'END'
#define N 2000
double a[N][N], b[N][N];
void move(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[j][i];
}
END
# fake TEXT: what the program would do.
cat >fake <<'END'
x=$(sed -n 's/.* c0 += \([0-9]*\).*/\1/p' "$1" | head -n 1) y=$(sed -n 's/.* c1 += \([0-9]*\).*/\1/p' "$1" | head -n 1)
case ${FAULTS:-}$x in
yes48 | yes64) kill -SEGV $$ ;;
yes96 | yes128 | yes192) echo 'result 41' && exit 0 ;;
yes16) sleep 100 ;;
esac
echo "result 42"
awk -v x="${x:-1}" -v y="${y:-1}" 'function away(n, best) { n = log(n / best) / log(2); return n < 0 ? -n : n }
    BEGIN { printf "took %.3f s\n", 1 + 0.1 * away(x, 8) + 0.05 * away(y, 64) + (x == 1 ? 5 : 0) }'
END
# Options that leave only the sizes to be varied.
fixed=(--tile --dynamic-chunk=-1 --no-jam --jam-first=0 --jam-second=0 --no-isolate-full-tiles --max-expansion=0 --no-in-place --parallel-threshold=0 --reschedule
    --no-schedule-serialize-sccs --schedule-maximize-coincidence --schedule-outer-coincidence --no-schedule-whole-component)
# The command line of a search on the fake; what follows are options.
search=(tune --build='! grep -qE "c1 [+]= (512|1024)" "$SRC" && cp "$SRC" "$EXE"' --run='sh ./fake "$EXE"' --time-from='took ([0-9.]+) s'
    "${fixed[@]}")

# Assert that the options in the file $1 are those of the fastest program.
is_best() {
    grep -q 'tile\[8,64\]' "$1" || broken "$1 does not hold the fastest sizes: $(cat "$1")"
}
