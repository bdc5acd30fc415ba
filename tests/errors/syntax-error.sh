# What is no C is refused where it stops being C.
printf 'void f(int n)\n{\n#pragma scop\n    for (int i = 0; i < n; i++\n        ;\n#pragma endscop\n}\n' >parenthesis.c
refuses '^parenthesis\.c:[45]:[0-9]+: error: ' scop parenthesis.c
printf 'int f(void)\n{\n    return undeclared;\n}\n' >undeclared.c
refuses '^undeclared\.c:3:12: error: ' scop undeclared.c
printf '#include "nowhere.h"\nint x;\n' >header.c
refuses '^header\.c:1:10: error: ' scop header.c
printf 'void f(void)\n{\n' >open.c
refuses '^open\.c:[0-9]+:[0-9]+: error: ' scop open.c
