# A folder where a file is expected.
mkdir folder.c
refuses 'error: .*folder\.c' scop folder.c
