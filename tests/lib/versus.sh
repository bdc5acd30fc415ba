# versus: pave's schedule of every region of every kernel is legal and not worse than that of isl's scheduler, which may
# give up or take too long: outer bands at least as deep, with as many coincident members, no larger sum of
# coefficients. In `make check` live ranges of half of the kernels need not keep their order; in `make check-wide` those of the other
# half need not, and then those of all kernels must. Lines "// worse-than-isl: WHY" in a kernel say why pave's schedule need not be as
# good.

list_versus() {
    local file
    c_files tests/kernels | while read -r file; do if [ "$mode" = wide ] || is_in_share "$file" 2; then echo "$file"; fi; done
}

run_versus() {
    case $mode in wide) check_versus "$1" --no-live-range-reordering ;; esac
    ! is_in_share "$1" 2 || check_versus "$1" --live-range-reordering
}

check_versus() {
    local order=$2 region
    rm -f "$SCRATCH"/region*.sc
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
