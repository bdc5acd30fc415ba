#!/usr/bin/env bash
# Enforce the law of the architecture on src/ and include/:
#   - a folder includes only base/, ir/ and itself; schedule/ also solve/; base/ only itself, ir/ base/ and itself,
#     solve/ base/ and itself; driver/ sees all;
#   - inside a folder a file includes only files listed above it in the list of ARCHITECTURE.md, "The law";
#   - only front/clangunit includes <clang-c/...>; solve/ includes nothing of isl; only driver/ includes the public headers;
#   - base names are unique, but for include/pave/, whose headers users call <pave/...>; every header compiles alone.
# Prints one line per violation, place first; status 1 if there is any.
set -u
cd "$(dirname "$0")/.." || exit 1

# "folder: files": what ARCHITECTURE.md lists, in the order in which files of a folder may include one another.
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

order=$(documented)

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
                complain("unknown folder src/" folder "; list it in ARCHITECTURE.md")
            else if (!(self in rank))
                complain("unknown file; list it in ARCHITECTURE.md, below what it includes")
        }
        !/^[ \t]*#[ \t]*include[ \t]/ { next }
        /<clang-c\// && self != "front/clangunit" { complain("only src/front/clangunit may include <clang-c/...>") }
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
                complain("\"" target ".h\" is no file of the list in ARCHITECTURE.md; write \"folder/file.h\"")
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

# Every file of the list exists.
check_list() {
    local folder files name bad=0
    while IFS=: read -r folder files; do
        for name in $files; do
            [ -e "src/$folder/$name.c" ] || [ -e "src/$folder/$name.h" ] ||
                { echo "ARCHITECTURE.md: there is no src/$folder/$name"; bad=1; }
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
check_list || status=1
check_names || status=1
check_headers || status=1
exit $status
