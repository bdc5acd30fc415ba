# The command line: what is wrong is named, with the option probably meant.
echo 'int x;' >good.c
refuses "error: unknown option '--autodetct'; did you mean '--autodetect'\?" scop --autodetct good.c
refuses "error: unknown option '--no-pencl'; did you mean '--no-pencil'\?" scop --no-pencl good.c
refuses "error: unknown option '--zzzzzz'" scop --zzzzzz good.c
refuses "note: 'pave --help' lists the options" scop -Z good.c
refuses "error: option '--signed-overflow' needs one of avoid\|ignore, not 'perhaps'" scop --signed-overflow=perhaps good.c
refuses "error: option '--pencil' needs yes or no, not 'perhaps'" scop --pencil=perhaps good.c
refuses "error: option '--tile-size' needs a number from 0 to [0-9]+, not '99999999999999999999'" scop --tile-size 99999999999999999999 good.c
refuses "error: option '--ctx' needs an argument: SET" scop good.c --ctx
refuses "error: option '-I' needs an argument: DIR" scop good.c -I
refuses "error: option '--no-pencil' takes no argument" scop --no-pencil=yes good.c
refuses "error: no input file" scop
refuses "error: unexpected extra file 'other.c'" scop good.c other.c
refuses "note: did you mean the command 'scop'\?" scpo good.c
refuses 'error: .*ctx' scop '--ctx=this is no set' good.c

# Names and prefixes of PPCG, arguments joined or apart, isl's knobs: all taken.
copes scop --no-pet-pencil --pet-no-autodetect --no-isl-schedule-whole-component --isl-schedule-algorithm feautrier \
    --opencl-no-use-gpu --use-gpu -S32 -S 16 --isl-gbr=once --isl-context gbr -I . -DX=1 -D Y -std=c99 -Wall good.c
copes scop -v --isl-gbr=once good.c
grep -q "note: option '--isl-gbr' " stderr || broken "no word about --isl-gbr"
copes scop --remarks=x good.c
grep -q "warning: '--remarks' has no effect: " stderr || broken "no word about --remarks"
copes scop --quiet --remarks=x good.c
[ -s stderr ] && broken "--quiet prints notes"

for answer in --help --version --man 'scop --help' '--help scop'; do
    accepts $answer
    [ -s stderr ] && broken "pave $answer: output on stderr"
done

# The options of compilers: used, ignored, or refused with the reason.
cat >program.c <<'END'
#ifndef NEEDED
#error "NEEDED is not defined"
#endif
int a[sizeof(wide)];
END
echo 'typedef long wide;' >types.h
flags=(-O3 -g -ggdb3 -w -Wall -Wextra -Werror -MMD -MF deps -MT x.o -pthread -march=native -ffast-math -fno-tree-vectorize
    -fnobody-knows-this -fopenmp -std=gnu99 -pedantic -pipe -c -s -lm -l m -L/lib -Wl,-O1 -Xlinker -x --param max-inline=3
    -isystem . -idirafter . -U nothing -m64 -include types.h -Wp,-DNEEDED=1 -x c --sysroot=/)
copes "${flags[@]}" program.c
[ -s stderr ] && [ "$(grep -cv 'no region found' stderr)" -ne 0 ] && broken "there is a word about options of compilers"
[ -e deps ] && broken "an option of compilers has written a file"
copes -v "${flags[@]}" program.c
[ "$(grep -c 'note: compiler options that do not concern pave are ignored: -O3 -g' stderr)" -eq 1 ] || broken "no line about them"
refuses "error: option '-E': pave compiles nothing" -E good.c
refuses "error: option '-xc\+\+': pave reads C, and no other language" -x c++ good.c
refuses "error: option '-MF' needs an argument" good.c -MF
refuses "error: 'part.o' is an object file; pave reads C" good.c part.o
refuses "error: 'good.o' would be an object file; pave writes C" -c good.c -o good.o
copes -fwrapv good.c
warned "option '-fwrapv' has no effect: pave assumes that no signed integer overflows"

# Several files, each on its own.
mkdir made sub
cp good.c sub
echo 'int y;' >other.c
rm -f good.pave.c
copes good.c other.c
[ -s good.pave.c ] && [ -s other.pave.c ] || broken "several files: one is missing"
copes good.c other.c -o made
[ -s made/good.pave.c ] && [ -s made/other.pave.c ] || broken "several files: one is missing in the folder"
refuses "error: 'one.c' is not a directory; with several input files, -o must name one" good.c other.c -o one.c
refuses "error: 'good.c' and 'sub/good.c' would both become 'good.pave.c'" good.c sub/good.c
refuses "error: '--save-schedule' takes one file at a time" --save-schedule=x good.c other.c
rm -f other.pave.c
refuses "error: cannot read 'missing.c'" good.c missing.c other.c
[ -s other.pave.c ] || broken "several files: one stops those after it"

# OpenCL and CUDA write a file of the same name: neither overwrites that of the other.
copes --target=opencl good.c
copes --target=opencl good.c
refuses "error: 'good_host.c' was written by pave for OpenCL; choose another file or directory with -o, or remove it" --target=cuda good.c
copes --target=cuda good.c -o made
refuses "error: 'made/good_host.c' was written by pave for CUDA" --target=opencl good.c -o made

# Names of pave's own code have no place in the help.
for page in --help --man; do
    accepts $page
    ! grep -n 'PV_' stdout || broken "pave $page shows a name of the source"
done
