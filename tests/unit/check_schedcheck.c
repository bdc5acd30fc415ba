/* Trees against schedule constraints: right ones, and each way of being wrong. */
#include "check/schedcheck.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <stdio.h>

/* A loop over a square whose instances depend on the one before in each direction. */
#define SQUARE "domain: \"[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }\"\n"
#define BOTH SQUARE "validity: \"{ S[i, j] -> S[i + 1, j]; S[i, j] -> S[i, j + 1] }\"\n"
#define SKEWED SQUARE "validity: \"{ S[i, j] -> S[i + 1, j - 1] }\"\n"
#define CROSSED "domain: \"[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }\"\n"
/* W writes a scalar that R reads in the same iteration; the next W may not come between them. */
#define LIVE                                                        \
    "domain: \"[n] -> { W[i] : 0 <= i < n; R[i] : 0 <= i < n }\"\n" \
    "validity: \"{ W[i] -> R[i] }\"\n"                              \
    "condition: \"{ [W[i] -> a[]] -> [R[i] -> b[]] }\"\n"           \
    "conditional_validity: \"{ [R[i] -> b[]] -> [W[j] -> a[]] : j > i }\"\n"
#define LIVE_DOMAIN "{ domain: \"[n] -> { W[i] : 0 <= i < n; R[i] : 0 <= i < n }\", child: "
#define SQUARE_DOMAIN "{ domain: \"[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }\", child: "
#define CROSSED_DOMAIN "{ domain: \"[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }\", child: "
#define BAND(schedule) "{ schedule: \"" schedule "\" }"
#define WITH(schedule, flags) "{ schedule: \"" schedule "\", " flags " }"
#define ABOVE(schedule, child) "{ schedule: \"" schedule "\", child: " child " }"
#define FIRST_THEN(a, b) "{ sequence: [ { filter: \"" a "\" }, { filter: \"" b "\" } ] }"
#define ANY_OF(a, b) "{ set: [ { filter: \"" a "\" }, { filter: \"" b "\" } ] }"

static const struct {
    const char *name, *constraints, *schedule;
    enum pv_legality expected;
} cases[] = {
    {"original order", BOTH, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]") " }", PV_LEGAL},
    {"interchange", BOTH, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(j)] }, { S[i, j] -> [(i)] }]") " }", PV_LEGAL},
    {"reversal", BOTH, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(-i)] }, { S[i, j] -> [(j)] }]") " }", PV_ILLEGAL_ORDER},
    {"nothing carried", BOTH, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(i)] }]") " }", PV_ILLEGAL_ORDER},
    {"no order needed", SQUARE, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(i)] }]") " }", PV_LEGAL},
    {"permutable", BOTH, SQUARE_DOMAIN WITH("[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "permutable: 1") " }",
     PV_LEGAL},
    {"ordered but not permutable", SKEWED, SQUARE_DOMAIN BAND("[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]") " }",
     PV_LEGAL},
    {"permutable is a lie", SKEWED,
     SQUARE_DOMAIN WITH("[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "permutable: 1") " }", PV_ILLEGAL_PERMUTABLE},
    {"skewing makes it true", SKEWED,
     SQUARE_DOMAIN WITH("[{ S[i, j] -> [(i)] }, { S[i, j] -> [(i + j)] }]", "permutable: 1") " }", PV_LEGAL},
    {"coincident", SKEWED "coincidence: \"{ S[i, j] -> S[i + 1, j - 1] }\"\n",
     SQUARE_DOMAIN WITH("[{ S[i, j] -> [(i + j)] }, { S[i, j] -> [(i)] }]", "coincident: [ 1, 0 ]") " }", PV_LEGAL},
    {"coincident is a lie", SKEWED "coincidence: \"{ S[i, j] -> S[i + 1, j - 1] }\"\n",
     SQUARE_DOMAIN WITH("[{ S[i, j] -> [(i + j)] }, { S[i, j] -> [(i)] }]", "coincident: [ 1, 1 ]") " }",
     PV_ILLEGAL_COINCIDENT},
    {"coincident inside what carries", SKEWED "coincidence: \"{ S[i, j] -> S[i + 1, j - 1] }\"\n",
     SQUARE_DOMAIN ABOVE("[{ S[i, j] -> [(i)] }]", WITH("[{ S[i, j] -> [(j)] }]", "coincident: [ 1 ]")) " }", PV_LEGAL},
    {"an instance is missing", SQUARE, "{ domain: \"[n] -> { S[i, j] : 0 <= i < n and 0 < j < n }\" }",
     PV_ILLEGAL_DOMAIN},
    {"only the context counts", SQUARE "context: \"[n] -> { : n = 1 }\"\n", "{ domain: \"[n] -> { S[0, 0] }\" }",
     PV_LEGAL},
    {"a constraint outside the context", BOTH "context: \"[n] -> { : n < 2 }\"\n",
     SQUARE_DOMAIN BAND("[{ S[i, j] -> [(-i)] }]") " }", PV_LEGAL},
    {"an instance and itself", SQUARE "validity: \"{ S[i, j] -> S[i, j] }\"\n",
     SQUARE_DOMAIN BAND("[{ S[i, j] -> [(i)] }]") " }", PV_LEGAL},
    {"sequence forward", CROSSED "validity: \"{ S[i] -> T[j] }\"\n",
     CROSSED_DOMAIN FIRST_THEN("{ S[i] }", "{ T[i] }") " }", PV_LEGAL},
    {"sequence backward", CROSSED "validity: \"{ S[i] -> T[j] }\"\n",
     CROSSED_DOMAIN FIRST_THEN("{ T[i] }", "{ S[i] }") " }", PV_ILLEGAL_ORDER},
    {"set with an order", CROSSED "validity: \"{ S[i] -> T[j] }\"\n",
     CROSSED_DOMAIN ANY_OF("{ S[i] }", "{ T[i] }") " }", PV_ILLEGAL_ORDER},
    {"set with the other order", CROSSED "validity: \"{ T[i] -> S[j] }\"\n",
     CROSSED_DOMAIN ANY_OF("{ S[i] }", "{ T[i] }") " }", PV_ILLEGAL_ORDER},
    {"set without an order", CROSSED, CROSSED_DOMAIN ANY_OF("{ S[i] }", "{ T[i] }") " }", PV_LEGAL},
    {"live ranges in order", LIVE,
     LIVE_DOMAIN ABOVE("[{ W[i] -> [(i)]; R[i] -> [(i)] }]", FIRST_THEN("{ W[i] }", "{ R[i] }")) " }", PV_LEGAL},
    {"live ranges in reverse", LIVE,
     LIVE_DOMAIN ABOVE("[{ W[i] -> [(-i)]; R[i] -> [(-i)] }]", FIRST_THEN("{ W[i] }", "{ R[i] }")) " }", PV_LEGAL},
    {"live ranges overlap", LIVE, LIVE_DOMAIN BAND("[{ W[i] -> [(i)]; R[i] -> [(i + 2)] }]") " }",
     PV_ILLEGAL_CONDITIONAL},
    {"live ranges overlap in a sequence", LIVE, LIVE_DOMAIN FIRST_THEN("{ W[i] }", "{ R[i] }") " }",
     PV_ILLEGAL_CONDITIONAL},
    {"live ranges apart", LIVE, LIVE_DOMAIN BAND("[{ W[i] -> [(2i)]; R[i] -> [(2i + 1)] }]") " }", PV_LEGAL},
    {"live ranges apart in reverse", LIVE, LIVE_DOMAIN BAND("[{ W[i] -> [(-2i)]; R[i] -> [(1 - 2i)] }]") " }",
     PV_ILLEGAL_CONDITIONAL},
    {"opened outside, overwritten inside", LIVE,
     LIVE_DOMAIN ABOVE("[{ W[i] -> [(i)]; R[i] -> [(i + 1)] }]", FIRST_THEN("{ W[i] }", "{ R[i] }")) " }",
     PV_ILLEGAL_CONDITIONAL},
    {"opened outside, closed first inside", LIVE,
     LIVE_DOMAIN ABOVE("[{ W[i] -> [(i)]; R[i] -> [(i + 1)] }]", FIRST_THEN("{ R[i] }", "{ W[i] }")) " }", PV_LEGAL},
    {"other tags do not touch", LIVE "proximity: \"{ W[i] -> R[i] }\"\n",
     LIVE_DOMAIN ABOVE("[{ W[i] -> [(i)]; R[i] -> [(i)] }]", FIRST_THEN("{ W[i] }", "{ R[i] }")) " }", PV_LEGAL},
    {"tags that match nothing",
     CROSSED "validity: \"{ S[i] -> T[i] }\"\n"
             "condition: \"{ [S[i] -> a[]] -> [T[i] -> b[]] }\"\n"
             "conditional_validity: \"{ [T[i] -> c[]] -> [S[j] -> d[]] : j > i }\"\n",
     CROSSED_DOMAIN FIRST_THEN("{ S[i] }", "{ T[i] }") " }", PV_LEGAL},
    {"without tags",
     CROSSED "validity: \"{ S[i] -> T[i] }\"\n"
             "condition: \"{ S[i] -> T[i] }\"\n"
             "conditional_validity: \"{ T[i] -> S[j] : j > i }\"\n",
     CROSSED_DOMAIN FIRST_THEN("{ S[i] }", "{ T[i] }") " }", PV_ILLEGAL_CONDITIONAL},
    {"a group is expanded", CROSSED "validity: \"{ S[i] -> T[i]; T[i] -> S[i + 1] }\"\n",
     "{ domain: \"[n] -> { G[i] : 0 <= i < n }\", child: { schedule: \"[{ G[i] -> [(i)] }]\", child: { contraction: \""
     "{ S[i] -> G[(i)]; T[i] -> G[(i)] }\", expansion: \"{ G[i] -> S[i]; G[i] -> T[i] }\", child: " FIRST_THEN(
         "{ S[i] }", "{ T[i] }") " } } }",
     PV_LEGAL},
    {"a group in the wrong order", CROSSED "validity: \"{ S[i] -> T[i]; T[i] -> S[i + 1] }\"\n",
     "{ domain: \"[n] -> { G[i] : 0 <= i < n }\", child: { schedule: \"[{ G[i] -> [(-i)] }]\", child: { contraction: \""
     "{ S[i] -> G[(i)]; T[i] -> G[(i)] }\", expansion: \"{ G[i] -> S[i]; G[i] -> T[i] }\", child: " FIRST_THEN(
         "{ S[i] }", "{ T[i] }") " } } }",
     PV_ILLEGAL_ORDER},
};

int main(void)
{
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        isl_schedule_constraints *sc = isl_schedule_constraints_read_from_str(ctx, cases[i].constraints);
        isl_schedule *schedule = isl_schedule_read_from_str(ctx, cases[i].schedule);
        if (!sc || !schedule)
            printf("FAIL %s: the test does not read\n", cases[i].name);
        else {
            enum pv_legality legality = pv_legality_check_tree(sc, schedule);
            if (legality == cases[i].expected)
                printf("ok %s\n", cases[i].name);
            else
                printf("FAIL %s: verdict %d, not %d\n", cases[i].name, (int)legality, (int)cases[i].expected);
        }
        isl_schedule_constraints_free(sc);
        isl_schedule_free(schedule);
    }
    isl_ctx_free(ctx);
    return 0;
}
