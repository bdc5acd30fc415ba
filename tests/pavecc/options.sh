# pavecc on the command lines that compilers know.
mkdir -p src inc
cat >inc/size.h <<'END'
#define N 2000
END
cat >src/own.h <<'END'
#include "size.h"
void add(double *restrict x, const double *restrict y);
END
cat >src/add.c <<'END'
#include <assert.h>
#include "own.h"
const char *file(void) { return __FILE__; }
void add(double *restrict x, const double *restrict y)
{
    for (int t = 0; t < N; t++)
        for (int i = 0; i < N; i++)
            x[i] += y[i] * t;
}
int line(void) { return __LINE__; }
END
cat >src/main.c <<'END'
#include <stdio.h>
#include "own.h"
const char *file(void);
int line(void);
static double x[N], y[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        y[i] = i % 7;
    add(x, y);
    printf("%g %s %d\n", x[5], file(), line());
    return 0;
}
END
expected='9.995e+06 src/add.c 10'
says() {
    [ "$("$@")" = "$expected" ] || broken "$*: prints $("$@")"
}
builds() {
    "$PAVECC" -Iinc -O1 "$@" >stdout 2>stderr || broken "pavecc $*: exit status $?"
    [ -s stderr ] && broken "pavecc $*: says something"
    return 0
}
has_threads() { nm "$1" | grep -q GOMP_parallel; }

# All at once, object by object, from standard input, by a response file, with code between.
builds src/main.c src/add.c -o one
says ./one
has_threads one || broken "no threads in what pavecc links"
builds -c src/main.c src/add.c
builds main.o add.o -o two
says ./two
builds -x c -c - -o stdin.o -Isrc <src/add.c
nm stdin.o | grep -q ' T add' || broken "standard input was not compiled"
printf '%s\n' '-c "src/add.c" -o' 'three\ .o' >words
builds @words
has_threads 'three .o' || broken "the response file was not read"
builds -S src/add.c -o add.s
grep -q GOMP_parallel add.s || broken "-S: no threads"
builds -g add.s -x c src/main.c -o four
says ./four
"$PAVECC" -Iinc -E src/add.c >text.i || broken "-E: exit status $?"
gcc -Iinc -E src/add.c | cmp -s - text.i || broken "-E: not the user's text"
"$PAVECC" --version | cmp -s - <(${PAVE_CC:-cc} --version) || broken "--version is not the compiler's"

# Dependency files are the compiler's.
for words in '-MMD' '-MD -MP' '-MMD -MF deps/x.d -MT x' '-Wp,-MMD,deps/y.d'; do
    rm -rf deps o
    mkdir -p deps o
    builds $words -c src/add.c -o o/add.o
    cat deps/*.d o/*.d 2>/dev/null | sed 's/\\$//' | tr -s ' \n' '\n' | sort -u >actual
    rm -rf deps o
    mkdir -p deps o
    gcc -Iinc -O1 $words -c src/add.c -o o/add.o
    cat deps/*.d o/*.d 2>/dev/null | sed 's/\\$//' | tr -s ' \n' '\n' | sort -u >wanted
    cmp -s wanted actual || { diff wanted actual; broken "$words: other dependencies"; }
done

# The same input gives the same object, which names the user's files alone; debuggers find the lines.
builds -g -c src/add.c -o a.o
builds -g -c src/add.c -o b.o
cmp -s a.o b.o || broken "two objects of one input differ"
strings -a a.o | grep -q 'pavecc\.' && broken "the object names a temporary file"
readelf --debug-dump=decodedline a.o | grep -q '^add.c *8 ' || broken "no line 8 in the debugging information"

# Files that pave does not take compile as they are, with one warning; wrong ones have the compiler's messages alone.
printf '%s\n' 'int f(int *a)' '{' '    for (int i = 0; i < 9; i++)' '        a[i] = missing;' '    return 0;' '}' >wrong.c
"$PAVECC" -c wrong.c 2>stderr && broken "wrong.c: no error"
[ "$(grep -c "missing" stderr)" -ge 1 ] || broken "wrong.c: not the compiler's message"
grep -q pavecc stderr && broken "wrong.c: a message of pavecc"
"$PAVECC" -Iinc -fwrapv -c src/add.c -o wrap.o 2>stderr || broken "-fwrapv: exit status $?"
[ "$(wc -l <stderr)" = 1 ] || broken "-fwrapv: not one warning"
grep -q "src/add.c: warning: compiled as it is: option '-fwrapv'" stderr || broken "-fwrapv: no warning"

# Wrong options for pave are errors.
PAVE_FLAGS=--no-such-option "$PAVECC" -Iinc -c src/add.c -o odd.o 2>stderr && broken "a bad PAVE_FLAGS: no error"
grep -q "^pavecc: error: unknown option '--no-such-option'" stderr || broken "a bad PAVE_FLAGS: no message"
"$PAVECC" --pave-reasociate -Iinc -c src/add.c -o odd.o 2>stderr && broken "--pave-reasociate: no error"
grep -q "did you mean '--reassociate'" stderr || broken "--pave-reasociate: no option like it is named"
grep -q 'note: options for pave come from' stderr || broken "--pave-reasociate: the message does not say where options come from"
[ ! -e odd.o ] || broken "wrong options: an object"

# OpenMP directives of the user stay what they are without -fopenmp.
sed 's|^void|void wrong(void);\n&|; s|    for (int t|#ifdef _OPENMP\n    wrong();\n#endif\n&|' src/add.c >src/omp.c
"$PAVECC" -Iinc -c src/omp.c -o omp.o 2>stderr || broken "omp.c: exit status $?"
grep -q 'src/omp.c: warning: transformed without threads' stderr || broken "omp.c: no warning"
has_threads omp.o && broken "omp.c: compiled with OpenMP"
nm omp.o | grep -q wrong && broken "omp.c: _OPENMP is defined"

# A header that only the folder of the file has is not found by headers elsewhere.
mkdir -p other late
echo '#include "which.h"' >other/o.h
echo '#define WHICH 1' >src/which.h
echo '#define WHICH 2' >late/which.h
printf '%s\n' '#include <o.h>' 'int a[N]; int f(void) { for (int i = 0; i < N; i++) a[i] = WHICH; return 0; }' >src/which.c
"$PAVECC" -DN=100000000 -Iother -Ilate -S src/which.c -O0 -o which.s 2>stderr || broken "which.c: exit status $?"
grep -q 'warning: compiled as it is: headers' stderr || broken "which.c: no warning"

# Targets; options for pave.
builds --pave-target=c src/main.c src/add.c -o five
says ./five
has_threads five && broken "--pave-target=c: threads"
PAVE_TARGET=cobol "$PAVECC" -c src/add.c 2>stderr && broken "a target that there is not"
grep -q "unknown target 'cobol'" stderr || broken "no message about a wrong target"
PAVE_FLAGS=--no-quiet "$PAVECC" -Iinc -c src/add.c 2>stderr || broken "--no-quiet: exit status $?"
grep -q 'src/add.c:6:5: note: loop' stderr || broken "PAVE_FLAGS=--no-quiet: no notes"

# Exit status, and signals.
"$PAVECC" none.c -c 2>stderr && broken "none.c compiles"
printf '#!/bin/sh\nkill -TERM $PPID; sleep 1\n' >slow
chmod +x slow
PAVE_CC=./slow "$PAVECC" -c src/add.c 2>stderr && broken "ended by a signal with status 0"
PAVE_CC=$PAVECC "$PAVECC" -c src/add.c 2>stderr && broken "pavecc calls itself"
grep -q 'itself' stderr || broken "no message about pavecc as its own compiler"
