# The completions for each shell: they load, and they offer what --help shows, option by option.
"$PAVE" --help >help || broken "--help fails"
# The options of --help: --[no-]x stands for two.
sed '/^Accepted/,/^$/d' help | grep -oE '^ +(-[A-Za-z], )?--[][a-z-]+' | sed -E 's/.*--/--/; s/^--\[no-\](.*)/--\1 --no-\1/; s/\[$//; s/=$//' |
    tr ' ' '\n' | sed 's/\[$//' | sort -u >options
[ "$(wc -l <options)" -gt 100 ] || broken "only $(wc -l <options) options found in --help"
sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' help | sort >commands
for shell in bash zsh fish; do
    run_pave --completion=$shell
    mv stdout pave.$shell
    ! command -v $shell >/dev/null || $shell -n pave.$shell || broken "$shell does not read its completions"
done
refuses "'--completion' needs one of" --completion=csh

# What bash offers for the words given.
offers() {
    bash -c '. ./pave.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _pave; printf "%s\n" "${COMPREPLY[@]}"' _ "$@"
}
is_offered() {
    local wanted=$1
    shift
    [ "$(offers "$@" | sort | tr '\n' ' ')" = "$wanted " ] || broken "bash offers for '$*': $(offers "$@" | tr '\n' ' ')"
}
offers pave -- | sed 's/=$//' | sort -u | diff options - >differs || broken "bash offers other options than --help: $(cat differs)"
cat commands >expected && ls >>expected
offers pave '' | sort | diff <(sort expected) - >differs || broken "bash offers other first words: $(cat differs)"
is_offered 'c cuda opencl openmp' pave --target =
is_offered 'opencl openmp' pave --target = open
is_offered 'cuda' pave --target cu
is_offered '--target=cuda' pave --target=cu
is_offered 'off on' pave --tile = o
is_offered 'pave.zsh' pave -o pave.z
is_offered '' pave --budget ''
is_offered '--ast-build-allow-else --ast-build-allow-or' pave codegen --ast-build-al
! offers pave codegen -- | grep -q autodetect || broken "bash offers an option that the command does not know"

grep -oE "'\*?--[a-z-]+" pave.zsh | sed "s/^'\*\?//" | sort -u | diff options - >differs || broken "zsh: $(cat differs)"
grep -oE -- '-l [a-z-]+' pave.fish | sed 's/^-l /--/' | sort -u | diff options - >differs || broken "fish: $(cat differs)"
if command -v fish >/dev/null; then
    export HOME=$PWD XDG_DATA_HOME=$PWD XDG_CONFIG_HOME=$PWD
    fish -c 'source pave.fish; complete -C "pave --target="' 2>/dev/null | cut -f 1 | sort | tr '\n' ' ' >offered
    [ "$(cat offered)" = '--target=c --target=cuda --target=opencl --target=openmp ' ] || broken "fish offers: $(cat offered)"
fi
