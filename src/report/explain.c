/* Prints the report of "pave explain" as text. */
#include "report/explain.h"

#include "base/str.h"

#include <string.h>

static const char *take_text(struct pv_arena *arena, struct pv_sb *text)
{
    const char *copy = pv_strdup(arena, text->text ? text->text : "");
    pv_sb_free(text);
    return copy;
}

/* "iteration i = 0, j = 1", or "the statement" where it runs once. */
static const char *instance_text(struct pv_arena *arena, const char *instance)
{
    return *instance ? pv_printf(arena, "%s", instance) : "the statement";
}

/* "writes", "may write", "reads" or "may read", with "write" as the word for a write. */
static const char *pick_verb(struct pv_arena *arena, bool is_write, bool is_unclear, const char *write)
{
    const char *verb = is_write ? write : "read";
    return is_unclear ? pv_printf(arena, "may %s", verb) : pv_printf(arena, "%ss", verb);
}

const char *pv_explain_example(struct pv_arena *arena, const struct pv_dependence *dependence)
{
    if (!dependence->parameters)
        return NULL;
    const char *where = *dependence->parameters ? pv_printf(arena, "with %s, ", dependence->parameters) : "";
    const char *element = dependence->element ? dependence->element : dependence->array;
    if (dependence->is_guess && dependence->source_text && dependence->target_text)
        return pv_printf(arena, "%s'%s' in (%s) and '%s' in (%s) may be the same element", where,
                         dependence->source_text, instance_text(arena, dependence->source_instance),
                         dependence->target_text, instance_text(arena, dependence->target_instance));
    if (!element)
        return pv_printf(arena, "%s(%s) runs before (%s)", where, instance_text(arena, dependence->source_instance),
                         instance_text(arena, dependence->target_instance));
    const char *source = pick_verb(arena, dependence->source_writes, dependence->is_source_unclear, "write");
    const char *target = pick_verb(arena, dependence->target_writes, dependence->is_target_unclear, "overwrite");
    return pv_printf(arena, "%s(%s) %s %s, then (%s) %s it", where, instance_text(arena, dependence->source_instance),
                     source, element, instance_text(arena, dependence->target_instance), target);
}

const char *pv_explain_array(struct pv_arena *arena, const struct pv_array_facts *array)
{
    struct pv_sb text = {0};
    if (array->is_value)
        pv_sb_add(&text, "passed to kernels by value");
    else if (array->is_on_device)
        pv_sb_printf(&text, "global memory of the device, %s",
                     array->is_copied_in && array->is_copied_out ? "copied in and out"
                     : array->is_copied_in                       ? "copied in"
                     : array->is_copied_out                      ? "copied out"
                                                                 : "not copied");
    else if (array->is_private)
        pv_sb_add(&text, "each thread has its own copy");
    else
        pv_sb_add(&text, "memory of the host");
    pv_sb_add(&text, array->is_on_device && array->is_private ? ", each thread has its own copy" : "");
    pv_sb_add(&text, array->keeps_last ? ", the copy of the last iteration is kept" : "");
    if (array->expansion)
        pv_sb_printf(&text, ", each %s has its own copy (--max-expansion)",
                     array->expansion == PV_EXPANSION_BY_THREAD ? "thread" : "iteration");
    pv_sb_add(&text, array->is_held ? ", also used by statements on the host" : "");
    pv_sb_add(&text, array->is_reduced ? ", partial results of threads are combined" : "");
    for (int i = 0; i < array->copies.n; i++)
        pv_sb_printf(&text, "; kernel %d: %s in %s", array->copies.v[i].kernel, array->copies.v[i].sizes,
                     array->copies.v[i].memory == PV_LOCAL_SHARED ? "shared memory" : "registers");
    return take_text(arena, &text);
}

const char *pv_explain_kernel(struct pv_arena *arena, const struct pv_kernel_facts *kernel)
{
    if (kernel->is_single)
        return "one thread executes it";
    struct pv_sb text = {0};
    pv_sb_printf(&text, "%s of %s, block of %s threads, grid of at most %s blocks",
                 kernel->is_hexagonal    ? "hexagonal tiles"
                 : kernel->has_fronts    ? "wavefronts of tiles"
                 : kernel->is_overlapped ? "overlapped tiles"
                                         : "tiles",
                 kernel->tile, kernel->block, kernel->grid);
    if (kernel->n_reducers)
        pv_sb_printf(&text, ", %d threads share a reduction", kernel->n_reducers);
    if (kernel->n_loaders)
        pv_sb_printf(&text, ", %d loader threads for each that computes", kernel->n_loaders);
    return take_text(arena, &text);
}

const char *pv_explain_order(struct pv_arena *arena, const struct pv_order_facts *order)
{
    if (!order->is_computed)
        return order->why_original ? order->why_original : "order of the program";
    if (strcmp(order->scheduler, "pave") != 0)
        return pv_printf(arena, "by %s's scheduler (--scheduler=%s)", order->scheduler, order->scheduler);
    return pv_printf(arena,
                     "by pave's scheduler, --schedule-solver=%s: %d row system%s solved exactly, %d approximated",
                     order->solver, order->n_exact, order->n_exact == 1 ? "" : "s", order->n_approximated);
}

/* Loops. */

struct printing {
    struct pv_sb *out;
    const struct pv_report *report;
    const struct pv_explain_params *params;
    const struct pv_region_facts *region; /* the last one that was begun, or NULL */
};

static void print_dependence(const struct printing *printing, int indent, const struct pv_dependence *dependence)
{
    struct pv_arena *arena = printing->report->arena;
    const char *name = dependence->array ? pv_printf(arena, "'%s'", dependence->array) : "memory";
    const char *source = dependence->source_text ? pv_printf(arena, "'%s'", dependence->source_text) : name;
    const char *target = dependence->target_text ? pv_printf(arena, "'%s'", dependence->target_text) : name;
    if (dependence->source.line)
        pv_sb_printf(printing->out, "%*sdependence: %s of %s at %u:%u, then %s of %s at %u:%u\n", indent, "",
                     dependence->source_writes ? "write" : "read", source, dependence->source.line,
                     dependence->source.col, dependence->target_writes ? "write" : "read", target,
                     dependence->target.line, dependence->target.col);
    const char *example = pv_explain_example(arena, dependence);
    if (example)
        pv_sb_printf(printing->out, "%*sexample: %s\n", indent, "", example);
}

static int depth_of(const struct pv_report *report, int i)
{
    int depth = 0;
    while (!pv_report_is_outermost(report, i) && report->loops.v[i].parent >= 0) {
        i = report->loops.v[i].parent;
        depth++;
    }
    return depth;
}

static void print_loop(const struct printing *printing, int i)
{
    const struct pv_report *report = printing->report;
    const struct pv_nest *loop = &report->loops.v[i];
    int indent = 2 * depth_of(report, i);
    struct pv_why why = pv_report_why(report, loop);
    pv_sb_printf(printing->out, "%s:%u:%u: %*s%s\n", pv_diag_file_name(report->diag, loop->range.begin.file),
                 loop->range.begin.line, loop->range.begin.col, indent, "", pv_report_head(report, loop));
    indent += 4;
    pv_sb_printf(printing->out, "%*s%s%s%s\n", indent, "", pv_report_summary(report, loop), why.reason ? ": " : "",
                 why.reason ? why.reason : "");
    if (why.dependence)
        print_dependence(printing, indent, why.dependence);
    if (why.remedy)
        pv_sb_printf(printing->out, "%*sto change this: %s\n", indent, "", why.remedy);
}

/* Regions. */

static void begin_region(const struct printing *printing)
{
    const struct pv_region_facts *facts = printing->region;
    pv_sb_printf(printing->out, "region in %s(), lines %u to %u", facts->function ? facts->function : "?",
                 facts->range.begin.line, facts->range.end.line);
    if (facts->is_kept || !facts->has_code)
        pv_sb_add(printing->out, ": kept as written");
    else if (facts->guard)
        pv_sb_printf(printing->out, ": new code behind a run-time test of %s", facts->guard);
    pv_sb_add(printing->out, "\n");
}

/* Is there something to say about "array" even in short? */
static bool is_remarkable(const struct pv_array_facts *array)
{
    return array->is_on_device || array->is_private || array->expansion || array->is_reduced || array->copies.n;
}

static void print_tree(const struct printing *printing, const char *title, const char *tree)
{
    if (!tree)
        return;
    pv_sb_printf(printing->out, "  %s\n", title);
    for (const char *line = tree; *line;) {
        size_t n = strcspn(line, "\n");
        pv_sb_printf(printing->out, "    %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void end_region(const struct printing *printing)
{
    const struct pv_region_facts *facts = printing->region;
    struct pv_arena *arena = printing->report->arena;
    bool is_verbose = printing->params->is_verbose;
    for (int i = 0; i < facts->kernels.n; i++)
        pv_sb_printf(printing->out, "  kernel %d: %s\n", facts->kernels.v[i].number,
                     pv_explain_kernel(arena, &facts->kernels.v[i]));
    for (int i = 0; i < facts->arrays.n; i++)
        if (is_verbose || is_remarkable(&facts->arrays.v[i]))
            pv_sb_printf(printing->out, "  %s '%s': %s\n", facts->arrays.v[i].is_scalar ? "scalar" : "array",
                         facts->arrays.v[i].name, pv_explain_array(arena, &facts->arrays.v[i]));
    if (facts->has_code || facts->order.is_computed)
        pv_sb_printf(printing->out, "  schedule: %s\n", pv_explain_order(arena, &facts->order));
    for (int i = 0; i < facts->order.parts.n; i++)
        pv_sb_printf(printing->out, "    loops divided into parts: %s (--max-parts)\n", facts->order.parts.v[i]);
    for (int i = 0; is_verbose && i < facts->order.decisions.n; i++)
        pv_sb_printf(printing->out, "    %s\n", facts->order.decisions.v[i]);
    if (is_verbose) {
        print_tree(printing, "schedule tree before:", facts->tree_before);
        print_tree(printing, "schedule tree after:", facts->tree_after);
        pv_sb_printf(printing->out, "  time: %s\n", pv_times_text(arena, &facts->times));
    }
}

/* Loops that nobody may parallelize are worth no word in short: those outside of the marked regions. */
static bool is_wanted(const struct printing *printing, int i)
{
    enum pv_fate fate = printing->report->loops.v[i].verdict.fate;
    return printing->params->is_verbose || fate > PV_FATE_OUTSIDE;
}

void pv_explain_print(struct pv_sb *out, const struct pv_report *report, const struct pv_explain_params *params)
{
    struct printing printing = {out, report, params, NULL};
    int n_parallel = 0, n_wanted = 0;
    for (int i = 0; i < report->loops.n; i++) {
        n_wanted += is_wanted(&printing, i);
        n_parallel += is_wanted(&printing, i) && !pv_report_why(report, &report->loops.v[i]).reason;
    }
    pv_sb_printf(out, "%s: target %s, %d loop%s, %d parallel\n", report->unit->file_name, params->target, n_wanted,
                 n_wanted == 1 ? "" : "s", n_parallel);
    for (int i = 0; i < report->loops.n; i++) {
        if (!is_wanted(&printing, i))
            continue;
        const struct pv_region_facts *facts = pv_facts_of(report, &report->loops.v[i]);
        if (printing.region && facts != printing.region)
            end_region(&printing);
        if (pv_report_is_outermost(report, i))
            pv_sb_add(out, "\n");
        bool is_new = facts && facts != printing.region;
        printing.region = facts;
        if (is_new)
            begin_region(&printing);
        print_loop(&printing, i);
    }
    if (printing.region)
        end_region(&printing);
}
