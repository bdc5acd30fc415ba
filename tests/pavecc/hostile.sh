# pavecc on command lines that are wrong, unusual or interrupted: it does what the compiler does.
cat >a.c <<'END2'
static double x[900][900];
double sum(void)
{
    double s = 0;
    for (int i = 0; i < 900; i++)
        for (int j = 0; j < 900; j++)
            x[i][j] = i * 0.5 + j;
    for (int i = 0; i < 900; i++)
        s += x[i][7];
    return s;
}
const char *when(void) { return __TIME__ __TIMESTAMP__; }
END2
cat >m.c <<'END2'
#include <stdio.h>
double sum(void);
int main(void)
{
    printf("%g\n", sum());
    return 0;
}
END2
gcc a.c m.c -o plain && expected=$(./plain)
# Assert that pavecc ends as gcc does, with the same messages.
as_gcc() {
    PAVE_CC=gcc "$PAVECC" "$@" >stdout 2>stderr
    local status=$?
    gcc "$@" >expected.out 2>expected.err
    [ $? -eq $status ] || broken "pavecc $*: exit status $status"
    cmp -s stderr expected.err && cmp -s stdout expected.out || broken "pavecc $*: other messages than gcc"
}
works() {
    "$PAVECC" "$@" >stdout 2>stderr || broken "pavecc $*: exit status $?"
}
has_threads() {
    nm "$1" | grep -q GOMP_parallel || broken "$1 has no threads"
}
echo 'int f(void) { return y; }' >bad.c
echo 'int g(void) { return z; }' >bad2.c
as_gcc a.c m.c -o
as_gcc -c a.c -x
as_gcc -c a.c m.c -o both.o
as_gcc -c missing.c
as_gcc bad.c bad2.c m.c
as_gcc -c a.c -o /missing/a.o
as_gcc
[ ! -e -fopenmp ] && [ ! -e both.o ] || broken "a file is written in spite of an error"

# A pipe can be read only once, and only the compiler reads it.
works -c -x c /dev/stdin -o pipe.o < <(cat a.c)
nm pipe.o | grep -q ' T sum' || broken "the text of a pipe is lost"

# Objects beside a file that is compiled and linked at once; an object with threads beside a file without.
works -c a.c
has_threads a.o
works -save-temps m.c a.o -o saved && [ "$(./saved)" = "$expected" ] || broken "-save-temps loses an object"
works -MMD m.c a.o -o deps && [ "$(./deps)" = "$expected" ] || broken "-MMD loses the library of OpenMP"

# Options in response files, and dependency files where the temporary folder has odd characters.
echo "--pave-target=c -c a.c -o c.o" >words
works @words
! nm c.o | grep -q GOMP || broken "--pave-target in a response file has no effect"
echo "--pave-target=c --version" >words
works @words
mkdir 'tmp/a $dir#'
TMPDIR="$PWD/tmp/a \$dir#" works -MMD -MP -c a.c && [ "$(cat a.d)" = "a.o: a.c" ] || broken "a.d: $(cat a.d)"
rmdir 'tmp/a $dir#'
works -MMD -MF - -c a.c && grep -q '^a.o: a.c$' stdout || broken "-MF - prints $(cat stdout)"
TMPDIR=/missing works -c a.c && has_threads a.o

# The same object again, although the file names times.
export SOURCE_DATE_EPOCH=1
works -g -O1 -c a.c -o 1.o && sleep 1 && works -g -O1 -c a.c -o 2.o && cmp 1.o 2.o || broken "the object differs"
unset SOURCE_DATE_EPOCH
has_threads 1.o

# Other languages in the same command are compiled as the user asked: without OpenMP.
if echo 'int main() {}' | g++ -x c++ - -o cpp 2>/dev/null; then
    printf '#ifdef _OPENMP\n#error OpenMP\n#endif\nextern "C" double sum(void);\nint main() { return sum() < 0; }\n' >p.cpp
    PAVE_CC=g++ works p.cpp a.o -o cpp && ./cpp || broken "C++ and an object"
    works p.cpp a.c -o cpp -lstdc++ && ./cpp || broken "C++ and C"
fi
echo 'int ok;' >h.h
works h.h && gcc -Winvalid-pch -Werror -include h.h -c m.c -o h.o 2>stderr || broken "the compiled header has other options"

# A signal ends it, and its folder goes.
cat >slow <<'END2'
#!/bin/sh
touch started
exec sleep 60
END2
chmod +x slow
PAVE_CC=$PWD/slow "$PAVECC" -c m.c &
pid=$!
for _ in $(seq 200); do [ -e started ] && break || sleep 0.05; done
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || broken "a signal does not end pavecc as it should"
