# The tools that compare schedules must see each difference that tests rely on.
TOOLS=$(dirname "$PAVE")

tree() {
    echo 'domain: "[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }"'
    echo 'child:'
    cat
}

# Assert that scheddiff with the options given says that the files a and b are equal ($1 0) or not ($1 1).
says() {
    local expected=$1
    shift
    "$TOOLS/scheddiff" "$@" a b >stdout 2>stderr
    [ $? -eq "$expected" ] || broken "scheddiff $*: not $expected: $(cat stdout)"
}

expects() {
    "$TOOLS/schedstat" b --expect "$1" >stdout 2>stderr || broken "schedstat --expect '$1': not so"
}

denies() {
    "$TOOLS/schedstat" b --expect "$1" >stdout 2>stderr
    [ $? -eq 1 ] || broken "schedstat --expect '$1': not denied"
}

band='  schedule: "[n] -> [{ S[i, j] -> [i]; T[i] -> [i] }, { S[i, j] -> [j]; T[i] -> [0] }]"
  permutable: 1
  coincident: [ 1, 0 ]
  child:
    sequence:
    - filter: "{ S[i, j] }"
    - filter: "{ T[i] }"'
tree <<<"$band" >a
tree <<<"$band" >b
says 0
for change in 's/S\[i, j\] -> \[j\]/S[i, j] -> [j + 1]/' 's/permutable: 1/permutable: 0/' 's/1, 0/1, 1/' 's/sequence/set/' \
    's/S\[i, j\] -> \[i\]/S[i, j] -> [2i]/' 's/T\[i\] -> \[0\]/T[i] -> [n]/'; do
    sed "$change" a >b
    says 1 --up-to=members,sequence
done
sed '/child:/,$!b; /sequence/,$d; /    child/d' a | sed '$d' >b
says 1

# The order of members is free on demand, and so is that of a sequence.
sed 's/\[{ \(.*\) }, { \(.*\) }\]/[{ \2 }, { \1 }]/; s/1, 0/0, 1/' a >b
says 1
says 0 --up-to=members
sed 's/S\[i, j\] }"$/@/; s/T\[i\] }"$/S[i, j] }"/; s/@/T[i] }"/' a >b
says 1
says 0 --up-to=sequence

# What is left out matches all; a sequence that orders nothing may be missing.
cp a b
tree >a <<'END'
  schedule: "[n] -> [{ S[i, j] -> [i]; T[i] -> [i] }]"
  permutable: 1
  coincident: [ 1 ]
  child:
    mark: "more"
END
says 0
sed -i 's/more/any/' a
says 1
tree <<<"$band" | sed 's/-> \[0\]/-> [n]/' >a
sed '/^  child:/,$d' a >b
says 1
says 0 --up-to=idle
sed -i 's/-> \[n\]/-> [0]/' a b
says 1 --up-to=idle

# Properties.
tree <<<"$band" >b
expects 'shape S 10p'
denies 'shape S 11p'
denies 'shape U 10p'
expects 'max-coefficient 1'
denies 'max-coefficient 0'
expects no-idle-member
expects no-inner-coincident
denies inner-coincident
expects no-group
denies 'group S T'
tree >a <<<"${band/1, 0/1, 1}"
"$TOOLS/schedstat" --not-worse b b >stdout || broken "worse than itself"
"$TOOLS/schedstat" --not-worse a b >stdout && broken "one coincident member less is not worse"
"$TOOLS/schedstat" --not-worse b a >stdout || broken "one coincident member more is worse"
sed 's/-> \[j\]/-> [i + j]/' b >a
"$TOOLS/schedstat" --not-worse b a >stdout && broken "a larger coefficient is not worse"
sed 's/S\[i, j\] -> \[j\]/S[i, j] -> [2i]/; s/-> \[0\]/-> [2i]/' b >a
cp a b
denies 'max-coefficient 1'
denies no-idle-member
