# A file without a byte, one of blanks, one with comments only: programs without a region.
: >empty.c
copes scop empty.c
printf ' \n\t\n' >blank.c
copes scop blank.c
printf '/* nothing */\n// here' >comment.c
copes scop comment.c
