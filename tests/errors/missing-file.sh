# A file that is not there, and one in a folder that is not there.
refuses 'error: .*nowhere\.c' scop nowhere.c
refuses 'error: .*no/folder\.c' scop no/folder.c
