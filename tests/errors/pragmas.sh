# Pragmas that do not pair.
body='    for (int i = 0; i < n; i++)\n        A[i] = 0;\n'
printf "void f(int n, int A[n])\n{\n#pragma scop\n$body}\n" >no-end.c
refuses '^no-end\.c:3:[0-9]+: error: .*scop' scop no-end.c
printf "void f(int n, int A[n])\n{\n$body#pragma endscop\n}\n" >no-begin.c
refuses '^no-begin\.c:5:[0-9]+: error: .*endscop' scop no-begin.c
printf "void f(int n, int A[n])\n{\n#pragma scop\n#pragma scop\n$body#pragma endscop\n#pragma endscop\n}\n" >nested.c
refuses '^nested\.c:[0-9]+:[0-9]+: error: .*scop' scop nested.c
# A region that starts inside a loop and ends outside, one over two functions, one outside all functions.
printf "void f(int n, int A[n])\n{\n    for (int i = 0; i < n; i++) {\n#pragma scop\n        A[i] = 0;\n    }\n#pragma endscop\n}\n" >crossing.c
copes scop crossing.c
printf "void f(int n, int A[n])\n{\n#pragma scop\n$body}\nvoid g(int n, int A[n])\n{\n$body#pragma endscop\n}\n" >two-functions.c
copes scop two-functions.c
printf '#pragma scop\nint x;\n#pragma endscop\n' >outside.c
copes scop outside.c
printf 'void f(void)\n{\n#pragma scop\n#pragma endscop\n}\n' >empty-region.c
copes scop empty-region.c
