# pave explain on every program of tests/kernels and tests/real, for each target: each loop that is not parallel has a reason, and
# each reason is more than that its iterations depend on each other. Examples name no variable of pave's own.
# only: wide

check() {
    awk -v of="$1, $2" '
        /^[^ ].*:[0-9]+:[0-9]+: / { head = $0; getline
            if (!/parallel: .* its iterations/ && !/(sequential[^:]*|kept as written): ./)
                print of ": no reason: " head
            if (/depend on each other$|region runs on the host$/)
                print of ": no more than: " $0 }' "$3"
    # Names of pave's own, but for those that the program has, too.
    grep -oE 'example: .*' "$3" | grep -oE '[A-Za-z_0-9]*(__[0-9]+|pave_[A-Za-z_0-9]*)' | sort -u | while read -r name; do
        grep -qw "$name" "$ROOT/$1" || echo "$2, $1: the example names $name"
    done
}
find "$ROOT/tests/kernels" "$ROOT/tests/real" -name '*.c' ! -name '*.part.c' | sort >programs
while read -r program; do
    read -r -a flags < <(sed -n '1,15s|^// flags: ||p' "$program" | head -n 1)
    for target in openmp opencl cuda; do
        (cd "$ROOT" && "$PAVE" explain -q --target="$target" "${flags[@]}" -Iinclude "$program") >report 2>errors ||
            { cat errors; broken "explain fails on $program"; }
        check "${program#"$ROOT"/}" "$target" report >>missing
    done
done <programs
[ ! -s missing ] || { cat missing; broken "loops without a reason"; }
