/* Tests of the scheduler's budget: whatever it is, there is a legal schedule or a reason why not, simpler schedules on the
 * way, and none of this once the budget is large enough. */
#include "check/schedcheck.h"
#include "schedule/schedule.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <stdio.h>

static const struct pv_schedule_params defaults = {
    .scheduler = PV_SCHEDULER_PAVE,
    .reschedule = true,
    .outer_coincidence = true,
    .maximize_band_depth = true,
    .maximize_coincidence = true,
    .split_scaled = true,
    .treat_coalescing = true,
    .carry_self_first = true,
    .max_coefficient = -1,
    .max_constant_term = -1,
};

struct counts {
    int n_refused, n_simple, n_full, n_wrong;
};

static void try_budget(isl_schedule_constraints *sc, unsigned long budget, struct counts *counts)
{
    struct pv_schedule_params params = defaults;
    struct pv_schedule_report report = {0};
    params.budget = budget;
    isl_schedule *schedule = pv_schedule_from_constraints(isl_schedule_constraints_copy(sc), &params, &report);
    if (schedule) {
        counts->n_wrong += pv_legality_check_tree(sc, schedule) != PV_LEGAL;
        counts->n_simple += report.why_simple != NULL;
        counts->n_full += !report.why_simple;
    } else {
        counts->n_wrong += !report.why_not;
        counts->n_refused++;
    }
    isl_schedule_free(schedule);
}

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    FILE *file = fopen("tests/schedule/durbin.sc", "r");
    isl_schedule_constraints *sc = file ? isl_schedule_constraints_read_from_file(ctx, file) : NULL;
    if (file)
        (void)fclose(file);
    struct counts counts = {0}, last = {0};
    for (unsigned long budget = 100; sc && budget < 300000; budget += budget / 8)
        try_budget(sc, budget, &counts);
    if (sc)
        try_budget(sc, 50000000, &last);
    bool is_good = sc && !counts.n_wrong && counts.n_refused && counts.n_simple && last.n_full == 1 && !last.n_wrong;
    if (is_good)
        printf("ok every budget gives a legal schedule or a reason\n");
    else
        printf("FAIL budget: %d refused, %d simple, %d full, %d wrong; with a large one %d full\n", counts.n_refused,
               counts.n_simple, counts.n_full, counts.n_wrong, last.n_full);
    isl_schedule_constraints_free(sc);
    isl_ctx_free(ctx);
    return !is_good;
}
