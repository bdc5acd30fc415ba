# versus: pave's schedule of every region of every kernel is legal and not worse than that of isl's scheduler, which may
# give up or take too long: outer bands at least as deep, with as many coincident members, no larger sum of
# coefficients. Live ranges need not keep their order; in `make check-wide` they do. Lines "// worse-than-isl: WHY" in a kernel say why
# pave's schedule need not be as good.

list_versus() {
    c_files tests/kernels
}

run_versus() {
    local order=--live-range-reordering region
    case $mode in wide) order=--no-live-range-reordering ;; esac
    run_tool 100 "$BIN/pave" deps -q $order --dump-schedule-constraints "$1" || return
    csplit -s -z -f "$SCRATCH/region" -b %d.sc "$SCRATCH/out" '/^---$/' '{*}'
    for region in "$SCRATCH"/region*.sc; do
        sed -i '/^---$/d' "$region"
        make_schedule pave "$SCRATCH/found" "$region" || continue
        if grep -q '^// worse-than-isl: ' "$1"; then continue; fi
        { (ulimit -t 2; exec "$BIN/pave" schedule -q --scheduler=isl "$region" >"$SCRATCH/isl" 2>"$SCRATCH/err"); } 2>/dev/null || continue
        "$PLAIN/schedstat" --not-worse "$SCRATCH/isl" "$SCRATCH/found" >"$SCRATCH/diff" 2>&1 ||
            fail_with "isl's scheduler does better on $region:" "$SCRATCH/diff"
    done
}
