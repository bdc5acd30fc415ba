# Memory of the device is kept between regions: a region that runs often allocates once, and idle memory goes
# back where the device has none left.

cat >often.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static void scale(int n, const float *restrict a, float *restrict b)
{
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i] + i;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), times = atoi(argv[2]), step = atoi(argv[3]);
    float *a = calloc(n + times * abs(step), sizeof(*a)), sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(argc - 3)
    for (int t = 0; t < times; t++) {
        float *c = calloc(n + t * step, sizeof(*c));
        scale(n + t * step, a, c);
        sum += c[n / 4];
        free(c);
    }
    printf("%g\n", sum);
    return 0;
}
EOF
gcc -std=gnu11 -fopenmp -w -O1 often.c -o original || broken "the original does not build"
run_pave --target=opencl -o often_host.c often.c
[ $STATUS -eq 0 ] || broken "exit status $STATUS"
device=${PAVE%/*}/cldevice.so
[ -e "$device" ] || device=$ROOT/build/cldevice.so
[ -e "$device" ] || exit 0 # no headers of OpenCL here
gcc -std=gnu11 -fopenmp -Wall -O1 often_host.c -Wl,--no-as-needed "-Wl,-rpath=${device%/*}" "$device" -o program 2>gcc.log ||
    broken "the result does not build: $(cat gcc.log)"

# With the arguments given, the device prints the same without a message, and has made a number of buffers that matches $1, and keeps
# no more than that.
makes() {
    local pattern=$1
    shift
    ./original "$@" >expected
    PAVE_DEVICE_BUFFERS=buffers ./program "$@" >printed 2>messages || broken "$*: exit status $?, $(cat messages)"
    cmp -s expected printed || broken "$*: prints something else"
    [ -s messages ] && broken "$*: $(cat messages)"
    grep -Eqx "($pattern) ($pattern)" buffers || broken "$*: buffers made and left: $(cat buffers), not $pattern"
}

makes 2 1000 1000 0
# Sizes that shrink: a buffer serves as long as it is not much too large.
makes '[1-9]|1[0-9]' 1000 100 -7
# Threads at the same time have buffers of their own.
makes '2|4|6|8' 1000 400 0 x x x
# Memory for no more than the largest call needs: what was kept for smaller ones goes back.
PAVE_DEVICE_MEMORY=24000 makes '[1-9][0-9]?' 1000 3 1000
# Too little memory is still a region on the host, each time.
PAVE_DEVICE_MEMORY=23999 ./program 1000 3 1000 >printed 2>messages || broken "exit status $?"
cmp -s expected printed || broken "prints something else"
[ "$(grep -c 'warning: OpenCL: the device has no memory for ' messages)" = 1 ] || broken "messages: $(cat messages)"

# CUDA: managed memory where it is asked for.
accepts --target=cuda -o - often.c
grep -q '^#define pave_managed' stdout && broken "managed memory by default"
accepts --target=cuda --device-memory=managed -o - often.c
grep -q '^#define pave_managed$' stdout || broken "no managed memory"
