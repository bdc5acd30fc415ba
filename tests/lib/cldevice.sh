# cldevice: the OpenCL device that other tests rely on (tests/cldevice) finds what it is there to find. A kernel of
# tests/cldevice/cases runs with the arguments "N GROUPS ITEMS" of its line "// run:", once in the order of each line
# "// ORDER: TEXT", and must print the text; after "error: " it is the report of the device, and the exit status is 1.

list_cldevice() {
    local file
    for file in tests/cldevice/cases/*.cl; do
        if [ -e "$file" ]; then echo "$file"; fi
    done
}

# Run the test $1 in the order $2 with the compiler $3; it must print $4.
check_cldevice() {
    local arguments expected="$4 status 0" printed
    read -r -a arguments < <(sed -n 's|^// run: ||p' "$1")
    [ "${4#error: }" = "$4" ] || expected="cldevice: $4 status 1"
    printed=$(PAVE_DEVICE_ORDER=$2 PAVE_DEVICE_COMPILER=$3 timeout -k 5 60 "$SCRATCH/host" "$1" "${arguments[@]}" 2>"$SCRATCH/err"; echo "status $?")
    grep '^cldevice: ' "$SCRATCH/err" >"$SCRATCH/out"
    printed=$(echo $(cat "$SCRATCH/out") $printed)
    [ "$printed" = "$expected" ] || fail_with "$2, $3: prints '$printed', not '$expected'" "$SCRATCH/err"
}

run_cldevice() {
    local device=$BIN/cldevice.so compiler order text n=0
    has_opencl || { left_out "tests of the OpenCL device" "$NO_OPENCL"; return; }
    [ -e "$device" ] || { fail "$device is not built: make programs"; return; }
    [ "${device#/}" = "$device" ] && device=$ROOT/$device
    gcc -std=c11 -Wall -Wextra -Werror tests/cldevice/cases/host.c "$device" "-Wl,-rpath=${device%/*}" -o "$SCRATCH/host" 2>"$SCRATCH/err" ||
        { fail_with "no host:" "$SCRATCH/err"; return; }
    for compiler in tcc gcc; do
        command -v $compiler >/dev/null || { left_out "kernels built by $compiler" "not installed; type: tools/deps tests"; continue; }
        while read -r order text; do
            n=$((n + 1))
            check_cldevice "$1" "$order" $compiler "$text"
        done < <(sed -nE 's/^\/\/ (forward|backward|random:[0-9]+): /\1 /p' "$1")
    done
    [ $n -gt 0 ] || fail "no order in which it runs"
}
