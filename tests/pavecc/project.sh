# A project of several files in several folders, built by make with two jobs, and by CMake where it is installed.
mkdir -p app lib
cat >lib/grid.h <<'END'
enum { N = 1200 };
void step(double a[N][N], double b[N][N]);
double sum(double a[N][N]);
END
cat >lib/step.c <<'END'
#include "grid.h"
void step(double a[N][N], double b[N][N])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
END
cat >lib/sum.c <<'END'
#include "grid.h"
double sum(double a[N][N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j];
    return s;
}
END
cat >app/main.c <<'END'
#include <stdio.h>
#include "../lib/grid.h"
static double a[N][N], b[N][N];
int main(void)
{
    for (int j = 0; j < N; j++)
        a[0][j] = b[0][j] = j;
    for (int t = 0; t < 5; t++) {
        step(a, b);
        step(b, a);
    }
    printf("%.17g\n", sum(a));
}
END
cat >Makefile <<'END'
CFLAGS = -O2 -Wall -Wextra -Werror -MMD -MP
LDLIBS = -lm
app/main: app/main.o libgrid.a
libgrid.a: lib/step.o lib/sum.o
	ar rcs $@ $^
-include app/main.d lib/step.d lib/sum.d
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(grid C)
add_library(grid SHARED lib/step.c lib/sum.c)
add_executable(main app/main.c)
target_link_libraries(main grid m)
END
gcc -O1 lib/*.c app/main.c -o plain && expected=$(./plain)
quiet() {
    "$@" >stdout 2>stderr || { tail -n 5 stdout; broken "$*: exit status $?"; }
}
quiet make -j2 CC="$PAVECC"
[ "$(app/main)" = "$expected" ] || broken "make: prints $(app/main), not $expected"
nm app/main | grep -q GOMP_parallel || broken "make: no threads"
quiet make CC="$PAVECC" && grep -q 'up to date' stdout || broken "make: builds again"
touch lib/grid.h
quiet make -n CC="$PAVECC" && [ "$(grep -c pavecc stdout)" -ge 4 ] || broken "make: does not see that the header changed"
if command -v cmake >/dev/null; then
    quiet cmake -S . -B built -DCMAKE_C_COMPILER="$PAVECC" -DCMAKE_BUILD_TYPE=Release
    quiet cmake --build built
    [ "$(built/main)" = "$expected" ] || broken "cmake: prints $(built/main), not $expected"
    nm built/libgrid.so | grep -q GOMP_parallel || broken "cmake: no threads"
fi
