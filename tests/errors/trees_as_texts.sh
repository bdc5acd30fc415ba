# A text that begins like a schedule tree where a set or relation is wanted: isl would read it as a tree, and crash.
cat >loop.c <<'EOF'
void f(int n, double A[n])
{
    for (int i = 0; i < n; i++)
        A[i] = 1;
}
EOF
for text in '{domain: 2n] > { : n > ' 'domain:2' '{ "domain" : 2 }' '{ domain
: 2 }'; do
    refuses 'is not a parameter set for --ctx' scop "--ctx=$text" loop.c
    refuses 'gives no sizes' --tile "--sizes=$text" -o - loop.c
done
for text in '{domain: 2n] > { : n > ' 'domain:2' '{ domain : 2 }'; do
    printf 'domain: "%s"\n' "$text" | tee tree.st >tree.sc
    refuses 'tree.st:1:9: error: not a schedule tree: expected a set or relation, found another tree' codegen tree.st
    refuses 'tree.sc:1:10: error: expected' schedule tree.sc
    printf 'domain: "{ S[i] : 0 <= i < 4 }"\nvalidity: "%s"\n' "$text" >tree.sc
    refuses 'tree.sc:2:1[0-9]: error: expected' schedule tree.sc
done
printf '{ S[i] -> [i] : 0 <= i < 4 }\n{ domain: 2 }\n' >flat.in
refuses 'flat.in:2:1: error: expected the context, not a schedule tree' codegen flat.in
# A statement of this name is none of that.
printf 'domain: "{ domain[i] : 0 <= i < 4 }"\n' >named.sc
accepts schedule named.sc
