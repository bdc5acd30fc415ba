# A disk that is full, a file that cannot get its name, a process that is killed: the output is as it was before, whole or
# not there at all; with an error, nothing of a temporary file stays.
cp "$ROOT/tests/kernels/matrix_product.c" "$ROOT/tests/kernels/kernel.h" .
mkdir old new
run_pave -q --target=cuda -o old matrix_product.c
[ $STATUS -eq 0 ] || broken "no code for cuda"
names=$(ls old)
[ "$(wc -w <<<"$names")" -eq 3 ] || broken "--target=cuda writes other files than expected: $names"

# Run pave with the fault $1 on the folder "new": it must end with status $2.
with_fault() {
    FAULT=$1 LD_PRELOAD=$INJECT timeout -k 5 100 "$PAVE" -q --target=cuda -S 7 -o new matrix_product.c >stdout 2>stderr </dev/null
    status=$?
    [ $status -eq "$2" ] || broken "with the fault $1: exit status $status, not $2"
    [ $status -eq 137 ] || grep -q "^pave: error: cannot write 'new/" stderr || broken "with the fault $1: no message"
}

for fault in write:1 write:2 write:3 rename:1; do
    with_fault $fault 1
    [ -z "$(ls -A new)" ] || broken "with the fault $fault: left behind: $(ls -A new)"
done
cp old/* new
for fault in write:1 write:2 write:3 rename:1 kill:1 kill:2 kill:3; do
    case $fault in kill:*) with_fault $fault 137 ;; *) with_fault $fault 1 ;; esac
    for name in $names; do
        cmp -s old/$name new/$name || broken "with the fault $fault: $name has changed"
    done
    [ $status -eq 137 ] || [ "$(ls -A new | wc -l)" -eq 3 ] || broken "with the fault $fault: left behind: $(ls -A new)"
    rm -f new/*.*.??????
done

# Devices are written to as they are; folders and files in folders that are not there are not.
[ -e /dev/full ] && refuses "cannot write '/dev/full'" -q -o /dev/full matrix_product.c
mkdir taken_host.c taken_kernel.h
refuses "cannot write 'taken_kernel.h'" -q --target=cuda -o taken.c matrix_product.c
[ -e taken_kernel.cu ] && broken "a file is written although another one cannot be"
if [ "$(id -u)" -ne 0 ]; then
    chmod 555 new
    refuses "cannot write 'new/" -q -o new matrix_product.c
    chmod 755 new
fi
exit 0
