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
refuses "error: one file too many: 'other.c'" scop good.c other.c
refuses "note: did you mean the command 'scop'\?" scpo good.c
refuses 'error: .*ctx' scop '--ctx=this is no set' good.c

# Names and prefixes of PPCG, arguments joined or apart, isl's knobs: all taken.
copes scop --no-pet-pencil --pet-no-autodetect --no-isl-schedule-whole-component --isl-schedule-algorithm feautrier \
    --opencl-no-use-gpu --use-gpu -S32 -S 16 --isl-gbr=once --isl-context gbr -I . -DX=1 -D Y -std=c99 -Wall good.c
copes scop -v --isl-gbr=once good.c
grep -q "note: option '--isl-gbr' " stderr || broken "no word about --isl-gbr"
copes scop --remarks=x good.c
grep -q "note: option '--remarks' has no effect yet" stderr || broken "no word about --remarks"
copes scop --quiet --remarks=x good.c
[ -s stderr ] && broken "--quiet prints notes"

for answer in --help --version --man 'scop --help' '--help scop'; do
    accepts $answer
    [ -s stderr ] && broken "pave $answer: output on stderr"
done
