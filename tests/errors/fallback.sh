# Programs for OpenCL where the device is not there, or does not take a region: the original text runs, with one message.

cat >regions.c <<'EOF'
#include <stdio.h>
static void scale(int n, float *restrict a)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
}
static void shift(int n, float *restrict b, const float *restrict a)
{
    if (n > 100)
        for (int i = 0; i < n; i++)
            b[i] = a[i];
    else
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i] + 1.5;
}
int main(void)
{
    float a[200], b[200];
    scale(50, a);
    shift(50, b, a);
    scale(20, a);
    for (int i = 0; i < 50; i++)
        printf("%g %g ", a[i], b[i]);
    shift(101, b, a);
    printf("%g\n", b[30]);
    return 0;
}
EOF
gcc -std=gnu11 -w -O1 regions.c -o original && ./original >expected 2>&1
run_pave --target=opencl -o regions_host.c regions.c
[ $STATUS -eq 0 ] || broken "exit status $STATUS"
device=${PAVE%/*}/cldevice.so
[ -e "$device" ] || device=$ROOT/build/cldevice.so
[ -e "$device" ] || exit 0 # no headers of OpenCL here
build=(gcc -std=gnu11 -Wall -O1 regions_host.c -Wl,--no-as-needed "-Wl,-rpath=${device%/*}" "$device")
"${build[@]}" -o program 2>gcc.log || broken "the result does not build: $(cat gcc.log)"

# Without $1 the device prints the same, and the messages that match the other arguments, one line for each.
without() {
    local lacks=$1 n
    shift
    PAVE_DEVICE_LACKS=$lacks ./program >printed 2>messages || broken "without $lacks: exit status $?"
    cmp -s expected printed || broken "without $lacks: another result"
    n=$(grep -c 'warning: OpenCL: ' messages)
    [ "$n" -eq $# ] || broken "without $lacks: $n messages, not $#: $(cat messages)"
    for pattern; do
        grep -Eq -e "$pattern" messages || broken "without $lacks: no message matches '$pattern': $(cat messages)"
    done
}

without nothing
without device '^regions.c:4: warning: OpenCL: no device found, .*; the region runs on the host$'
without double '^regions.c:4: warning: OpenCL: the device has no double precision; the region runs on the host$'
# Only the region of the kernel that is refused stays on the host.
without kernel0 '^regions.c:4: warning: OpenCL: the device refuses the kernels of this region; the region runs on the host$'
grep -qx 'there is no room for kernel0' messages || broken "the log of the device is lost"
# No memory: each region that asks for it says so each time.
PAVE_DEVICE_LACKS=memory ./program >printed 2>messages || broken "without memory: exit status $?"
cmp -s expected printed || broken "without memory: another result"
grep -qx 'regions.c:4: warning: OpenCL: the device has no memory for a; the region runs on the host' messages ||
    broken "without memory: $(cat messages)"
