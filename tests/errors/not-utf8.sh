# Bytes that are no UTF-8, NUL bytes, carriage returns, a byte-order mark, a file that is no text at all.
region='void f(int n, int A[n])\n{\n#pragma scop\n    for (int i = 0; i < n; i++)\n        A[i] = 0; /* \351\377\376 */\n#pragma endscop\n}\n'
printf "$region" >latin.c
copes scop latin.c
printf "$region" | sed 's/$/\r/' >carriage.c
copes scop carriage.c
{ printf '\357\273\277'; printf "$region"; } >mark.c
copes scop mark.c
printf 'int \351\377 = 1;\n' >name.c
copes scop name.c
printf 'int a;\0int b;\n' >nul.c
copes scop nul.c
head -c 20000 "$PAVE" >binary.c
copes scop binary.c
