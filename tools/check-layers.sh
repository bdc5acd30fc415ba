#!/usr/bin/env bash
# Enforce the law of the architecture on src/ and include/:
#   - a folder includes only base/, ir/ and itself; schedule/ also solve/; base/ only itself, ir/ base/ and itself,
#     solve/ base/ and itself; driver/ sees all;
#   - inside a folder a file includes only files listed above it in the table below;
#   - only front/clangc includes <clang-c/...>; solve/ includes nothing of isl; only driver/ includes the public headers;
#   - base names are unique, but for include/pave/, whose headers users call <pave/...>; every header compiles alone.
# Prints one line per violation, place first; status 1 if there is any.
set -u
cd "$(dirname "$0")/.." || exit 1

# folder: its files in the order in which they may include one another. Keep it equal to ARCHITECTURE.md.
order='
base: memory arena blocks workcount limbs shortnum vec str words diag file islx
ir: ctype expr tree array guard scop deps depcheck kernel code ast prog names dump
front: lexis clangc ompwords pragma directives types lvalue pencil scopes liveness constructs symbols moving extract origins effects memcalls replace statements detect regions evalctx named cases exclude affine factors delinear forward arrays paths calls refs loops poly induction survey invariants inliner walk joined evaluate summary tree2scop
analysis: alias overlap flow independ liverange reduction deadcode
solve: num simplex ilp diffgraph twovar cone sparse matrix
schedule: neighbours constraints chain schedrun depgraph polyhedra compress problem original coalesce adjacent farkas rowproblem rowsystem nodepoint utvpi pluto feautrier cluster schedtree strategy schedule
check: kernelcheck blockcheck schedcheck sample annotation bodies instances equiv
map: mapparams sizes tile conflict serial subtreecheck reuse work nest locality jam parallel outline kernelshape startvalue refgroup localmem staging hybrid hexmem devmodel gridmap hostcopy mapping
ast: localfill rewrite leaf fulltiles guardbuild astbuild schedfile genparams stock affexpr graft orders domains shift loopgen bandgen usergen treegen fromisl generate
lower: crange cctx spelling astexpr sharing threads buffers bodyexpr userstmt bodynames lowering version guardprog leaves unrolljam build scalars distribute fill barriers kernelargs hostprog deviceprog unused lower plainexpr plainprog
emit: writer target runtime clparams cprint cplain cguard progdump cpu device cuda opencl splice
report: nests
driver: flags options optiontable optionparse optionhelp optionman scfile loadschedule job clock outputs lowerstage pieces ladder stages readstage depstage schedulestage codestage reportstage codegenstage checkstage pipeline library main
'

check_includes() {
    find src -name '*.[ch]' | sort | xargs awk -v order="$order" '
        BEGIN {
            n = split(order, lines, "\n")
            for (i = 1; i <= n; i++) {
                m = split(lines[i], words, /[: ]+/)
                for (j = 2; j <= m; j++) rank[words[1] "/" words[j]] = j
                known[words[1]] = 1
            }
            allowed["schedule", "solve"] = 1
        }
        function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }
        FNR == 1 {
            self = FILENAME
            sub(/^src\//, "", self); sub(/\.[ch]$/, "", self)
            folder = self
            sub(/\/.*/, "", folder)
            if (!(folder in known))
                complain("unknown folder src/" folder "; list it in tools/check-layers.sh and ARCHITECTURE.md")
            else if (!(self in rank))
                complain("unknown file; list it in tools/check-layers.sh and ARCHITECTURE.md, below what it includes")
        }
        !/^[ \t]*#[ \t]*include[ \t]/ { next }
        /<clang-c\// && self != "front/clangc" { complain("only src/front/clangc may include <clang-c/...>") }
        /<isl\// && folder == "solve" { complain("src/solve knows nothing of isl") }
        !/"/ { next }
        {
            target = $0
            sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
            other = target
            sub(/\/.*/, "", other)
            sub(/\.h$/, "", target)
            if (target ~ /^pave(\/|$)/) {
                if (folder != "driver") complain("only src/driver may include the public headers")
            } else if (!(target in rank)) {
                complain("\"" target ".h\" is no file of the table in tools/check-layers.sh; write \"folder/file.h\"")
            } else if (other == folder) {
                if (target != self && (self in rank) && rank[target] > rank[self])
                    complain(self " stands above " target " in the order of src/" folder ": it may not include it")
            } else if (folder == "driver" || other == "base" || allowed[folder, other]) {
            } else if (other == "ir" && folder != "base" && folder != "solve") {
            } else
                complain("src/" folder " may not include src/" other)
        }
        END { exit bad }'
}

# The files that ARCHITECTURE.md lists, folder by folder, in the form of the table above.
documented() {
    awk '
        function add(name) { sub(/\.[ch]$/, "", name); line = line " " name }
        /^    src\/[a-z]+\// {
            if (line) print line
            line = substr($1, 5)
            sub(/\/$/, ":", line)
            add($2)
            next
        }
        !/^     / { if (line) print line; line = "" }
        line && /^               [^ (]/ { add($1) }
        END { if (line) print line }' ARCHITECTURE.md
}

# Both lists name the same files, and every file of the table exists.
check_lists() {
    local folder files bad=0 wanted
    while IFS=: read -r folder files; do
        [ -n "$folder" ] || continue
        wanted=$(documented | sed -n "s/^$folder: //p" | tr ' ' '\n' | sort)
        diff <(tr ' ' '\n' <<<"$files" | sed '/^$/d' | sort) <(echo "$wanted") |
            sed -n "s|^< \(.*\)|ARCHITECTURE.md: src/$folder/\1 is missing in the list of files|p
                    s|^> \(.*\)|ARCHITECTURE.md: src/$folder/\1 is no file of the table in tools/check-layers.sh|p" | grep . && bad=1
        for name in $files; do
            [ -e "src/$folder/$name.c" ] || [ -e "src/$folder/$name.h" ] ||
                { echo "tools/check-layers.sh: there is no src/$folder/$name"; bad=1; }
        done
    done <<<"$order"
    return $bad
}

check_names() {
    local twice
    twice=$(find src include/*.h -name '*.[ch]' 2>/dev/null | sed 's|.*/||' | sort | uniq -d)
    [ -z "$twice" ] && return
    for name in $twice; do
        echo "$(find src -name "$name" | head -n 1): another file is called $name; base names must be unique"
    done
    return 1
}

# build/flags.stamp holds the command line of the compiler, written by make.
check_headers() {
    local compile
    make -s build/flags.stamp || return 1
    compile=$(cat build/flags.stamp)
    find src include -name '*.h' -print0 | sort -z |
        xargs -0 -r -P "$(nproc 2>/dev/null || echo 2)" -I{} sh -c \
            "echo '#include \"{}\"' | $compile -I. -Werror -fsyntax-only -x c - || { echo '{}: does not compile alone'; exit 1; }" 2>&1
}

status=0
check_includes || status=1
check_lists || status=1
check_names || status=1
check_headers || status=1
exit $status
