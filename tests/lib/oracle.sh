# oracle: the model of a program below tests/programs against a trace of its execution. A line "// run: ARGS" in
# the first 15 lines of the program asks for it, "// oracle: no REASON" refuses it.

list_oracle() {
    [ -e tests/oracle/oracle.c ] || return
    c_files tests/programs | xargs -r awk '
        FNR > 15 { nextfile }
        /^\/\/ run:/ && !(FILENAME in wanted) { wanted[FILENAME] = 1; files[++n] = FILENAME }
        /^\/\/ oracle: no/ { refused[FILENAME] = 1 }
        END { for (i = 1; i <= n; i++) if (!(files[i] in refused)) print files[i] }'
}

run_oracle() {
    [ -x "$BIN/oracle" ] || { fail "$BIN/oracle is not built: make programs"; return; }
    read_flags "$1"
    run_tool 120 "$BIN/oracle" "$1" "$SCRATCH" "${FLAGS[@]}" || return
    [ $STATUS -eq 0 ] || { cat "$SCRATCH/err" >>"$SCRATCH/out"; fail_with "model and trace disagree:" "$SCRATCH/out"; }
}
