# pave codegen: what is wrong with a schedule is said at its place.
# Assert that the schedule $2 is refused with a message that matches $1.
schedule() {
    printf '%s\n' "$2" >s.in
    refuses "$1" codegen s.in
}

schedule "^s.in:1:36: error: cannot read the schedule: it is not in isl's notation" '[n] -> { S[i] -> [i] : 0 <= i and  }'
schedule '^s.in:1:1: error: expected the schedule in braces' '[n] -> { S[i] -> [i] : 0 <= i < n'
schedule '^s.in:1:1: error: expected the schedule in braces' 'int main(void);'
schedule '^s.in:1:1: error: the schedule must be a map' '[n] -> { S[i] : 0 <= i < n }'
schedule '^s.in:2:1: error: the schedule maps to tuples of different length' '# two lengths
{ S[i] -> [i] : 0 <= i < 9; T[] -> [0, 0] }'
schedule '^s.in:2:3: error: the context must be a set of parameters' '{ S[i] -> [i] : 0 <= i < 9 }
  { A[i] }'
schedule '^s.in:3:1: error: the options must be a map' '{ S[i] -> [i] : 0 <= i < 9 }
{ : }
{ unroll[0] }'
schedule '^s.in:4:1: error: unexpected text after the options' '{ S[i] -> [i] : 0 <= i < 9 }
{ : }
{ }
{ }'
schedule "^s.in:3:1: error: unknown option 'separte'; the options are atomic, separate, unroll" '{ S[i] -> [i] : 0 <= i < 9 }
{ : }
{ [i] -> separte[0]; [i] -> unroll[0] }'
schedule "^s.in:1:1: error: unknown option 'unrol'" 'domain: "{ S[i] : 0 <= i < 9 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  options: "{ unrol[0] }"'
schedule '^s.in:2:1: error: expected a schedule' '# nothing'
schedule '^s.in:1:1: error: no code for this schedule: ' '[n] -> { S[i] -> [i] : i < n }'
schedule '^s.in:1:1: error: no code for this schedule: cannot find lower bound' '[n] -> { S[i] -> [i] : 0 <= i < n }
{ : }
{ [i] -> unroll[0] }'
schedule '^s.in:1:1: error: no C code for this schedule: a statement has no name' '{ [i] -> [i] : 0 <= i < 9 }'
schedule "^s.in:1:1: error: no C code for this schedule: 'S'' is not a C identifier" "{ S'[i] -> [i] : 0 <= i < 9 }"

# Trees.
schedule "^s.in:3:13: error: cannot read the schedule tree: it is not in isl's notation" 'domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[n] -> [{ S[i] -> [(i + )] }]"'
schedule "^s.in:3:3: error: cannot read the schedule tree: it is not in isl's notation" 'domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedul: "[n] -> [{ S[i] -> [(i)] }]"'
schedule '^s.in:2:1: error: no code for this schedule: ' '# T is no statement
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[n] -> [{ T[i] -> [(i)] }]"'

# What isl's reader would crash on, or never end at.
schedule '^s.in:3:13: error: not a schedule tree: expected a key or a text, found a number' 'domain: "{ S[i] : 0 <= i < 9 }"
child:
  schedule: 2[{ S[i] -> [(i)] }]"'
schedule '^s.in:4:3: error: not a schedule tree: expected a key or a text, found a number' 'domain: "{ S[i] : 0 <= i < 9 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  2: 1'
schedule '^s.in:4:17: error: not a schedule tree: expected a key or a text, found a number' 'domain: "{ S[i] : 0 <= i < 9 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  permutable: 1 2'
for end in '-' '- filter:' '- filter: "{ S[i]' '[ { filter: "{ S[i] }" }' '-??ter: "{ S[i] }"' '- - filter' '- filter "{ S[i] }"' \
    '- [ filter: "{ S[i] }" ]' '- filter' '- "{ S[i] }"'; do
    schedule '^s.in:4:.* error: not a schedule tree: ' "domain: \"{ S[i] : 0 <= i < 9 }\"
child:
  sequence:
  $end"
done
printf '%s\n' 'domain: "{ S[i, j] : 0 <= i, j < 9 }"' 'child:' '  schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"' \
    '  permutable: 1' '  coincident: [ 1, 0 ]' >flags.st
accepts codegen flags.st

printf '{ S[i] -> [i] : 0 <= \0 i < 9 }' >zero.in
refuses '^zero.in:1:22: error: the file contains a NUL byte' codegen zero.in
refuses "cannot read 'missing.st'" codegen missing.st
refuses "cannot read '.': Is a directory" codegen .
refuses 'error: generating code for this schedule exceeded the budget' codegen --budget=10 "$ROOT/tests/codegen/ex05_13.st"

# The context may come first, the options and the context may be missing, a tree may be in braces.
echo '[n] -> { : n = 5 } [n] -> { S[i] -> [i] : 0 <= i < n } { [i] -> atomic[0] }' >first.in
accepts codegen first.in
grep -q 'c0 <= 4' stdout || broken "the context is not used"
echo '{ domain: "{ S[i] : 0 <= i < 9 }", child: { schedule: "[{ S[i] -> [(-i)] }]" } }' >braces.st
accepts codegen braces.st
grep -qx '    S(-c0);' stdout || broken "a tree in braces is not read"
timeout 10 "$PAVE" codegen - <first.in | grep -q 'S(c0);' || broken "no code for standard input"
"$PAVE" codegen -o code.c first.in && grep -q 'S(c0);' code.c || broken "no code in the file of -o"

# pave's own generator.
for budget in 1 2 3 5 10 30; do
    refuses 'error: generating code for this schedule exceeded the budget' codegen --ast=pave --budget=$budget \
        "$ROOT/tests/codegen/ex05_13.st"
done
echo "{ S[i] -> [i] : i <= 5 }" >endless.in
refuses "error: no code for this schedule: a loop has no first iteration" codegen --ast=pave endless.in
