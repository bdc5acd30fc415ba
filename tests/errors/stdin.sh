# A FILE named - is standard input; messages call it <stdin>.
printf 'void f(int n, int A[n])\n{\n#pragma scop\n    for (int i = 0; i < n; i++)\n        A[i] = 0;\n#pragma endscop\n}\n' >good.c
timeout 100 "$PAVE" scop - <good.c >stdout 2>stderr || broken "pave scop -: exit status $?"
[ -s stdout ] || broken "pave scop -: no output"
printf 'int f(void)\n{\n    return undeclared;\n}\n' >bad.c
timeout 100 "$PAVE" scop - <bad.c >stdout 2>stderr && broken "pave scop - of bad C: exit status 0"
grep -Eq '^<?stdin>?:3:12: error: ' stderr || broken "pave scop - of bad C: no located error"
