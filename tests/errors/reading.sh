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

# Directives in their other spellings, and operators, keep their loops as they are.
cat >spellings.c <<'END'
int a[100];
void f(int n)
{
    for (int i = 0; i < n; i++) {
%:ifdef OTHER
        a[i] = 1;
%:else
        a[i] = 2;
%:endif
    }
    for (int i = 0; i < n; i++) {
        _Pragma("GCC diagnostic push") a[i] += 1;
    }
}
END
copes spellings.c
[ "$(sed 1d spellings.pave.c)" = "$(cat spellings.c)" ] || broken "a directive is lost"
grep -q "loop kept as written: it contains '%:ifdef OTHER'" stderr || broken "no word about the directive"

# A marked region with a directive that matters to the text after it has a model, and keeps its text.
cat >marked.c <<'END'
int a[100];
void f(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
#define OTHER 2
        a[i] = OTHER;
#pragma endscop
}
END
accepts scop marked.c
copes marked.c
warned "region left unchanged: it contains '#define OTHER 2', which must be kept"
refuses "it contains '#define OTHER 2'" --strict marked.c

# Extensions of gcc that clang cannot read are named.
cat >nested.c <<'END'
int f(int n)
{
    int g(int x) { return x + n; }
    return g(1);
}
END
refuses '^nested.c:3:18: error: ' nested.c
grep -q 'note: a nested function is an extension of gcc that pave cannot read' stderr || broken "the extension is not named"

# Where all loops are in an included file, the message is about that.
echo 'static void g(int n, int *a) { for (int i = 0; i < n; i++) a[i] = 0; }' >loops.h
printf '#include "loops.h"\nint a[9];\nvoid f(void) { g(9, a); }\n' >user.c
copes user.c
grep -q '^\./loops.h:1:32: note: loops in this included file are not transformed' stderr || broken "no word about the included file"
grep -q 'no region found' stderr && broken "no region found"
# It comes once, however many regions the file has.
for f in g h k; do echo "void ${f}1(void) { for (int i = 0; i < 9; i++) a[i] += i; }"; done >>user.c
copes user.c
[ "$(grep -c 'note: loops in this included file' stderr)" -eq 1 ] || broken "more than one word about the included file"

# Text that gcc has preprocessed.
printf '#include <stdlib.h>\n#include <stdio.h>\nint a[100];\nvoid f(int n)\n{\n    for (int i = 0; i < n; i++)\n        a[i] = i;\n}\n' |
    gcc -E - >preprocessed.c
copes preprocessed.c
[ -s preprocessed.pave.c ] || broken "preprocessed text is not read"
