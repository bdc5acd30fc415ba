# doc: the pages of doc/. Each file that a page shows is written, each command is run, in order, in a scratch folder; the lines
# that the page shows as output are in what the last commands print. A block is fenced; its first line says what it is:
#   ```c NAME      a file
#   ```sh [NEED]   commands; with a need they are run only where it is met: opencl, nvcc
#   ```text        lines of the output of the commands above
# In tables, pave knows the options of the second column; from-ppcg.md names all options that are not general.

list_doc() {
    ls doc/*.md
}

has_need() {
    case $1 in
    '') true ;;
    opencl) has_opencl ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Run the block $1 of the page in the file $2.
run_block() {
    local need line
    case $1 in
    'c '*) cp "$2" "${1#c }" ;;
    sh | 'sh '*)
        need=${1#sh} need=${need# }
        has_need "$need" || { left_out "commands of a page" "no $need"; return; }
        bash -e "$2" >out 2>&1 || { fail_with "a command fails:" "$2"; fail_with "it prints:" out; return 1; }
        ;;
    text)
        while IFS= read -r line; do
            grep -qxF -e "$line" out || { fail_with "not in what the commands print: $line" out; return 1; }
        done <"$2"
        ;;
    *) fail "a block without a kind: '$1'" ;;
    esac
}

# Compare the options in the tables of the page $1 with those of pave.
check_tables() {
    local option
    grep -oE '^ +(-[A-Za-z], )?--[][a-z-]+' help | sed -E 's/.*--/--/; s/\[no-\](.*)/\1 --no-\1/; s/\[//g' | tr ' ' '\n' | sort -u >known
    grep '^|' "$1" | cut -d '|' -f 3 | grep -oE '`--[a-z][a-z-]*' | tr -d '`' | sort -u >options
    while read -r option; do
        grep -qxF -e "$option" known || pave "$option" --version >/dev/null 2>&1 || fail "pave has no option $option"
    done <options
    case $1 in
    */from-ppcg.md)
        sed -n '/^Front end:/,/^Accepted/p' help | grep -oE '^ +(-[A-Za-z], )?--[][a-z-]+' | sed 's/.*--//; s/\[no-\]//; s/\[.*//' >options
        while read -r option; do grep -q -e "--$option\b" "$1" || fail "the page does not name --$option"; done <options
        ;;
    esac
}

run_doc() {
    local bin=$BIN n=0 kind='' line page=$ROOT/$1
    [ "${bin#/}" = "$bin" ] && bin=$ROOT/$bin
    (
        cd "$SCRATCH" && PATH=$bin:$PATH && pave --help >help || exit 1
        check_tables "$page"
        while IFS= read -r line; do
            case $line in
            '```')
                if [ -n "$kind" ]; then run_block "$kind" "block$n" || break; kind=''; else fail "a block without a kind"; fi ;;
            '```'*) kind=${line#'```'} n=$((n + 1)); : >"block$n" ;;
            *) [ -z "$kind" ] || printf '%s\n' "$line" >>"block$n" ;;
            esac
        done <"$page"
        [ -z "$kind" ] || fail "the last block does not end"
        exit $FAILED
    ) || FAILED=$((FAILED + 1))
}
