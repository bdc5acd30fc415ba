# Text as editors and old programs have it: byte-order marks, carriage returns, implicit declarations.
printf '\xef\xbb\xbf#define N 100\r\nint a[N];\r\nvoid f(int n)\r\n{\r\n    for (int i = 0; i < n; i++)\r\n        a[i] = i;\r\n}\r\n' >mark.c
for target in c openmp; do
    copes --target=$target mark.c
    [ "$(head -c 3 mark.pave.c | od -An -tx1)" = " ef bb bf" ] || broken "$target: the byte-order mark is not first"
    [ "$(grep -c $'\xef\xbb\xbf' mark.pave.c)" -eq 1 ] || broken "$target: two byte-order marks"
    grep -vq $'\r$' mark.pave.c && broken "$target: a line without a carriage return"
done
for target in opencl cuda; do
    copes --target=$target -o for_$target.c mark.c
    [ "$(head -c 3 for_$target.c | od -An -tx1)" = " ef bb bf" ] || broken "$target: the byte-order mark is not first"
    grep -vq $'\r$' for_$target.c && broken "$target: a line without a carriage return"
done

# Columns do not count the mark, and the line in the message has no carriage return.
printf '\xef\xbb\xbfint x = y;\r\n' >place.c
refuses '^place.c:1:9: error: ' place.c
[ "$(sed -n 2p stderr)" = '    1 | int x = y;' ] || broken "the line is not as it should be"
[ "$(sed -n 3p stderr)" = '      |         ^' ] || broken "the caret is not below the name"

# What gcc 12 takes with a warning.
cat >old.c <<'END'
int a[100];
f(n) { int i, *p = 5; for (i = 0; i < n; i++) a[i] = g(i); return; }
END
copes old.c
[ -s old.pave.c ] || broken "nothing is written"
