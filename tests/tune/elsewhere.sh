# Programs run elsewhere: on several runners at once, which take a quarter of the time; as a project that is built with pavecc; on hosts
# through ssh, which is a fake here.
cp fake fake.elsewhere
remote=("${search[@]/--run=*/--run=sh $PWD/fake.elsewhere \"\$EXE\"}")
for n in 1 4; do
    run_pave "${remote[@]}" --no-cache --points=13 --seed=3 --runners=$n --work=r$n -o r$n.tuned \
        --run-on='sleep 0.1; sh "$DIR/pave-run"; echo "runner $RUNNER" >>runners.'$n move.c
    [ $STATUS -eq 0 ] || broken "the search with $n runners fails"
done
[ "$(sort -u runners.1)" = 'runner 0' ] && [ "$(sort -u runners.4 | wc -l)" -eq 4 ] || broken "other runners than asked for"
grep -q 'tile\[' r1.tuned && grep -q 'tile\[' r4.tuned || broken "nothing found"

# Through ssh.
mkdir bin
cat >bin/ssh <<'END'
while [ "${1#-}" != "$1" ]; do shift 2; done
echo "$1" >>hosts.seen
shift
exec sh -c "$1"
END
chmod +x bin/ssh
PATH=$PWD/bin:$PATH run_pave "${remote[@]}" --no-cache --points=9 --hosts=left,right --work=ssh -o ssh.tuned move.c
[ $STATUS -eq 0 ] || broken "the search through ssh fails"
[ "$(sort -u hosts.seen)" = "$(printf 'left\nright')" ] || broken "other hosts than asked for: $(sort -u hosts.seen)"

# A project: its make builds with pavecc, in copies; the directory itself stays as it is.
mkdir project && cd project || exit 1
cp ../move.c .
cat >main.c <<'END'
#include <stdio.h>
void move(void);
extern double a[2000][2000], b[2000][2000];
int main(void)
{
    b[3][5] = 7;
    move();
    printf("%g\n", a[5][3]);
    return 0;
}
END
printf 'CC ?= cc\nbench: prog\n\t@./prog\nprog: main.o move.o\n\t$(CC) $^ -o $@\n' >Makefile
# What pavecc is called with decides how long it takes.
PAVE=$PAVE run_pave tune --no-cache --points=4 --budget=60 -- make bench
[ $STATUS -eq 0 ] || broken "a project is not tuned"
[ "$(ls)" = "$(printf 'Makefile\nmain.c\nmove.c\nproject.tune\nproject.tuned\nstderr\nstdout')" ] || broken "the project has changed: $(ls)"
grep -q '	run	' project.tune/journal || broken "the project was not run: $(cat project.tune/journal)"
exit 0
