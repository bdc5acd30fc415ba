# --save-schedule and --load-schedule: what was saved gives the same code; what breaks a dependence, has other instances,
# other nodes or is no schedule at all is refused at its place, and nothing is written.
cat >two.c <<'END'
void sums(int n, double a[restrict n][n], double b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] += a[i][j - 1];
#pragma endscop
#pragma scop
    for (int i = 1; i < n; i++)
        b[i] += b[i - 1];
#pragma endscop
}
END
accepts --target=openmp -q --save-schedule=saved -o - two.c
tail -n +2 stdout >first
accepts --target=openmp -q --load-schedule=saved -o - two.c
tail -n +2 stdout | cmp -s - first || broken "the schedule that was saved gives other code"
[ "$(grep -c '^---$' saved)" = 1 ] || broken "two regions, but not two documents"
accepts --target=openmp -q --no-reschedule --dump-schedule -o plain.c two.c
cp stdout original
accepts --target=openmp -q --load-schedule=original -o - two.c

refused() {
    refuses "$1" --target=openmp -q --load-schedule="$2" -o out.c two.c
    [ ! -e out.c ] || broken "refused, yet written"
}
sed 's/(j)/(-j)/' saved >backward
cmp -s saved backward && broken "the test does not change the schedule"
refused '^backward:1:1: error: this schedule does not fit the region: it breaks a dependence' backward
sed 's/0 < i < n/0 < i < n - 1/; s/0 < i < n }/0 < i < n - 1 }/' saved >fewer
cmp -s saved fewer && broken "the test does not change the instances"
refused '^fewer:[0-9]+:1: error: .* does not execute the right instances' fewer
sed '/^---$/,$d' saved >one
refused "error: 'one' holds 1 schedules, but 2 regions" one
printf 'domain: "{ S_0[i' >broken
refused '^broken:1:9: error: ' broken
{ sed -n '1,/^child:/p' saved; printf '  mark: "parallel"\n  child:\n    schedule: "[n] -> [{ S_0[i, j] -> [i] }, { S_0[i, j] -> [j] }]"\n'; sed -n '/^---$/,$p' saved; } >marked
refused '^marked:1:1: error: this schedule has nodes other than' marked
refused "error: cannot read 'absent'" absent
# Claims that are not true are not believed: this band is not permutable, its loop not parallel.
sed 's/permutable: [01]/permutable: 1/; s/coincident: \[ [01] \]/coincident: [ 1 ]/; s/coincident: \[ [01], [01] \]/coincident: [ 1, 1 ]/' \
    saved >claims
accepts --target=openmp -q --load-schedule=claims -o - two.c
