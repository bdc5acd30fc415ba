# Files of schedule constraints: one located message for each thing wrong with them.
domain='domain: "{ S[i] : 0 <= i < 10 }"'

expect() {
    local pattern=$1
    cat >bad.sc
    refuses "$pattern" schedule bad.sc
}

refuses 'error: .*nowhere\.sc' schedule nowhere.sc
mkdir folder.sc
refuses 'error: .*folder\.sc' schedule folder.sc
expect '^bad\.sc: error: no domain' </dev/null
expect '^bad\.sc: error: no domain' <<<'validity: "{ S[i] -> S[i + 1] }"'
expect "^bad\.sc:2:1: error: 'validty' is not a kind" <<<"$domain
validty: \"{ S[i] -> S[i + 1] }\""
expect "^bad\.sc:2:1: error: 'domain' is given twice" <<<"$domain
$domain"
expect '^bad\.sc:1:1: error: this is not YAML' <<<'int main(void) { return 0; }'
expect '^bad\.sc:1:1: error: this is not YAML' <<<'- domain'
expect '^bad\.sc:1:10: error: .* affine' <<<'domain: "{ S[i] : i * i < 10 }"'
expect '^bad\.sc:2:12: error: .*relation' <<<"$domain
validity: \"{ S[i] -> S[i * i] }\""
expect '^bad\.sc:2:12: error: .*relation' <<<"$domain
proximity: { S[i] }"
expect '^bad\.sc:2:13: error: .*relation' <<<"$domain
proximity:  51\""
expect '^bad\.sc:2:24: error: .*with or without tags' <<<"$domain
conditional_validity: \"{ [S[i] -> W[]] -> [S[i] -> R[]]; [S[i] -> W[]] -> e[S[i + 1] -> R[]] }\""
expect '^bad\.sc:2:11: error: .*set of parameters' <<<"$domain
context: \"{ [i] : i > 0 }\""
expect '^bad\.sc:3:1: error: a value is missing' <<<"$domain
validity:"
expect '^bad\.sc:1:9: error: this quote is never closed' <<<'domain: "{ S[i] }'
expect '^bad\.sc:1:1: error: this brace is never closed' <<<"{ $domain"
expect '^bad\.sc:1:[0-9]+: error: unexpected text after' <<<"{ $domain } }"
printf 'domain: "{ S[i] }"\n\0' >nul.sc
refuses '^nul\.sc:2:1: error: the file contains a NUL byte' schedule nul.sc
head -c 20000 "$PAVE" >binary.sc
refuses '^binary\.sc:[0-9]+:[0-9]+: error: ' schedule binary.sc

# Two things wrong, two messages.
printf 'domain: "{ S[ }"\nvalidity: "{ S[ }"\n' >two.sc
refuses '^two\.sc:1:10: error: ' schedule two.sc
grep -q '^two\.sc:2:12: error: ' stderr || broken "the second error is not reported"

# All the ways in which such a file can be laid out.
printf '# a comment\n---\n%s\n"validity": "{ S[i] ->\n  S[i + 1] }"\n...\n' "$domain" >block.sc
printf "{ 'domain': { S[i] : 0 <= i < 10 },\n  validity: \"{ S[i] -> S[i + 1] }\" }\n" >flow.sc
printf '%s\r\nvalidity: { S[i]\r\n -> S[i + 1] }\r\n' "$domain" >plain.sc
for file in block flow plain; do
    accepts schedule $file.sc
    grep -q 'S\[i\] -> \[(i)\]' stdout || broken "$file.sc: another schedule than expected"
    mv stdout $file.out
    timeout 100 "$PAVE" schedule - <$file.sc >stdout 2>stderr || broken "$file.sc on standard input: exit status $?"
    cmp -s stdout $file.out || broken "$file.sc on standard input: another result"
done
grep -q 'error' stderr && broken "messages without an error"

# A program on standard input is still a program.
printf 'void f(int n, int A[n])\n{\n#pragma scop\n    for (int i = 0; i < n; i++)\n        A[i] = 0;\n#pragma endscop\n}\n' >good.c
timeout 100 "$PAVE" schedule - <good.c >stdout 2>stderr || broken "schedule - of a program: exit status $?"
grep -q '^domain:' stdout || broken "schedule - of a program: no schedule"

# There is no order to fall back to when the budget does not last.
refuses '^block\.sc:3:[0-9]+: error: .*budget' schedule --budget=100 block.sc

# Several documents, several schedules; a message names its place in the file.
{ cat block.sc; echo ---; cat plain.sc; } >several.sc
accepts schedule several.sc
[ "$(grep -c '^domain' stdout)" = 2 ] && [ "$(grep -c '^---$' stdout)" = 1 ] || broken "not two schedules"
echo 'contxt: "{ : }"' >>several.sc
refuses '^several\.sc:11:1: error: ' schedule several.sc
