# An output that cannot be written is an error, and no half output counts as done.
[ -e /dev/full ] || exit 0
cat >good.c <<'END'
void f(int n, int A[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i] = 0;
#pragma endscop
}
END
for arguments in "scop good.c" --help --man --version; do
    timeout 100 "$PAVE" $arguments >/dev/full 2>stderr </dev/null
    status=$?
    has_report stderr && broken "report of a sanitizer or of isl"
    [ $status -eq 1 ] || broken "pave $arguments to a full disk: exit status $status, not 1"
    grep -q 'error: ' stderr || broken "pave $arguments to a full disk: no error message"
done
timeout 100 "$PAVE" scop good.c 2>stderr >&- </dev/null
status=$?
[ $status -eq 1 ] || broken "pave scop with stdout closed: exit status $status, not 1"
