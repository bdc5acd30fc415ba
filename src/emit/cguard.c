/* Prints the run-time test in front of a region. */
#include "emit/cguard.h"

#include "emit/runtime.h"

#include <inttypes.h>

/* Subscripts as an array. */
static void print_subscripts(const struct pv_cprint *how, struct pv_sb *out, int n, pv_px *const *all)
{
    pv_sb_add(out, "(const long long[]){");
    for (int i = 0; i < n; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_cprint_expr(how, out, all[i]);
    }
    pv_sb_add(out, "}");
}

static void print_span(const struct pv_cprint *how, const char *own, struct pv_sb *out, const struct pv_pspan *span)
{
    if (span->has_rows)
        pv_sb_printf(out, "%srows(%d, ", own, span->n_dims);
    else
        pv_sb_add(out, "{");
    pv_cprint_expr(how, out, span->base);
    pv_sb_add(out, ", ");
    if (span->has_rows) {
        print_subscripts(how, out, span->n_dims, span->first.v);
        pv_sb_add(out, ", ");
        print_subscripts(how, out, span->n_dims, span->last.v);
    } else {
        pv_cprint_expr(how, out, span->first.v[0]);
        pv_sb_add(out, ", ");
        pv_cprint_expr(how, out, span->last.v[0]);
    }
    pv_sb_printf(out, ", %" PRId64 "%s", span->elem_size, span->has_rows ? ")" : "}");
}

/* A test of spans, each on a line of its own. */
static void print_test(const struct pv_cprint *how, const char *own, const struct pv_papart *test, bool is_part,
                       const char *margin, struct pv_sb *out)
{
    bool has_parentheses = test->exception && is_part;
    pv_sb_add(out, has_parentheses ? "(" : "");
    if (test->exception) {
        pv_cprint_expr(how, out, test->exception);
        pv_sb_add(out, " || ");
    }
    pv_sb_printf(out, "%sapart(%d, %d, (const %sspan[]){", own, test->n_written, test->spans.n, own);
    for (int i = 0; i < test->spans.n; i++) {
        pv_sb_printf(out, "%s\n%s        ", i ? "," : "", margin);
        print_span(how, own, out, &test->spans.v[i]);
    }
    pv_sb_printf(out, "})%s", has_parentheses ? ")" : "");
}

/* The test that there is memory for copies of arrays. */
static void print_rooms(const struct pv_cprint *how, const char *own, const struct pv_pguard *guard, const char *margin,
                        struct pv_sb *out)
{
    pv_sb_printf(out, "%sreserve(%srooms, %d, %" PRId64 ", (const %sroom[]){", own, own, guard->rooms.n,
                 guard->most_bytes, own);
    for (int i = 0; i < guard->rooms.n; i++) {
        const struct pv_proom *room = &guard->rooms.v[i];
        pv_sb_printf(out, "%s\n%s        {%" PRId64 ", %d, {", i ? "," : "", margin, room->elem_size, room->dims.n);
        for (int k = 0; k < room->dims.n; k++) {
            pv_sb_add(out, k ? ", " : "");
            pv_cprint_expr(how, out, room->dims.v[k]);
        }
        pv_sb_add(out, "}}");
    }
    pv_sb_add(out, "})");
}

const char *pv_cguard_condition(const struct pv_cprint *how, const struct pv_names *names,
                                const struct pv_pguard *guard, const char *margin)
{
    struct pv_sb text = {0};
    if (guard->assumed)
        pv_cprint_expr(how, &text, guard->assumed);
    for (int i = 0; i < guard->tests.n; i++) {
        if (text.n)
            pv_sb_printf(&text, " &&\n%s    ", margin);
        print_test(how, names->own, &guard->tests.v[i], guard->assumed || guard->tests.n > 1 || guard->rooms.n, margin,
                   &text);
    }
    if (guard->rooms.n && text.n)
        pv_sb_printf(&text, " &&\n%s    ", margin);
    if (guard->rooms.n)
        print_rooms(how, names->own, guard, margin, &text);
    const char *condition = pv_strdup(names->arena, text.n ? text.text : "1");
    pv_sb_free(&text);
    return condition;
}

static void note_macros(const struct pv_pspan *span, bool uses[PV_CMACROS])
{
    for (int i = 0; i < span->first.n; i++) {
        pv_px_macros(span->first.v[i], uses);
        pv_px_macros(span->last.v[i], uses);
    }
}

void pv_cguard_macros(const struct pv_pguard *guard, bool uses[PV_CMACROS])
{
    pv_px_macros(guard->assumed, uses);
    for (int i = 0; i < guard->tests.n; i++) {
        pv_px_macros(guard->tests.v[i].exception, uses);
        for (int k = 0; k < guard->tests.v[i].spans.n; k++)
            note_macros(&guard->tests.v[i].spans.v[k], uses);
    }
    for (int i = 0; i < guard->rooms.n; i++)
        for (int k = 0; k < guard->rooms.v[i].dims.n; k++)
            pv_px_macros(guard->rooms.v[i].dims.v[k], uses);
}

static bool has_rows(const struct pv_pguard *guard)
{
    for (int i = 0; i < guard->tests.n; i++)
        for (int k = 0; k < guard->tests.v[i].spans.n; k++)
            if (guard->tests.v[i].spans.v[k].has_rows)
                return true;
    return false;
}

void pv_cguard_print_top(const struct pv_names *names, int n, struct pv_prog *const *progs, struct pv_sb *out)
{
    bool uses_at = false, uses_spans = false, uses_rows = false, uses_rooms = false;
    for (int i = 0; i < n; i++) {
        const struct pv_pguard *guard = progs[i]->guard;
        uses_at = uses_at || (guard && guard->uses_at);
        uses_spans = uses_spans || (guard && guard->tests.n);
        uses_rows = uses_rows || (guard && has_rows(guard));
        uses_rooms = uses_rooms || (guard && guard->rooms.n);
    }
    if (uses_at)
        pv_names_add_support(names, out, pv_runtime_at);
    if (uses_spans)
        pv_names_add_support(names, out, pv_runtime_apart);
    if (uses_rows)
        pv_names_add_support(names, out, pv_runtime_rows);
    if (uses_rooms)
        pv_names_add_support(names, out, pv_runtime_room);
}
