# Completion of pave's command line in bash. The names come from `pave --help`, so they are those of the installed pave.

_pave() {
    local word=${COMP_WORDS[COMP_CWORD]} help names
    COMPREPLY=()
    case $word in
    -*)
        help=$(pave --help 2>/dev/null)
        names=$(grep -o -e '--[a-z][a-z-]*' -e '--\[no-\][a-z-]*' <<<"$help" | sed 's/^--\[no-\]\(.*\)/--\1 --no-\1/')
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
        ;;
    *)
        if [ "$COMP_CWORD" -eq 1 ]; then
            help=$(pave --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
            mapfile -t COMPREPLY < <(compgen -W "$help" -- "$word")
        fi
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
        ;;
    esac
}
complete -o filenames -F _pave pave
