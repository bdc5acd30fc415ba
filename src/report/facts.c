/* Collects what became of each region. */
#include "report/facts.h"

#include "base/str.h"

#include <string.h>

struct pv_region_facts *pv_facts_get(struct pv_report *report, struct pv_range range, const char *function)
{
    for (int i = 0; i < report->regions.n; i++) {
        const struct pv_range *known = &report->regions.v[i]->range;
        if (known->begin.file == range.begin.file && known->begin.offset == range.begin.offset &&
            known->end.offset == range.end.offset)
            return report->regions.v[i];
    }
    struct pv_region_facts *facts = pv_new(report->arena, struct pv_region_facts);
    facts->range = range;
    facts->function = function;
    pv_push(report->arena, &report->regions, facts);
    return facts;
}

/* A region that was given up may have parts that have code: the smallest counts. */
const struct pv_region_facts *pv_facts_of(const struct pv_report *report, const struct pv_nest *loop)
{
    const struct pv_region_facts *found = NULL;
    for (int i = 0; i < report->regions.n; i++) {
        const struct pv_region_facts *facts = report->regions.v[i];
        bool is_around = facts->range.begin.file == loop->range.begin.file &&
                         facts->range.begin.offset <= loop->range.begin.offset &&
                         loop->range.end.offset <= facts->range.end.offset;
        if (is_around && (!found || facts->range.end.offset - facts->range.begin.offset <
                                        found->range.end.offset - found->range.begin.offset))
            found = facts;
    }
    return found;
}

void pv_times_add(struct pv_arena *arena, pv_times *times, const char *stage, double seconds)
{
    for (int i = 0; i < times->n; i++)
        if (!strcmp(times->v[i].stage, stage)) {
            times->v[i].seconds += seconds;
            return;
        }
    pv_push(arena, times, ((struct pv_time_facts){stage, seconds}));
}

const char *pv_times_text(struct pv_arena *arena, const pv_times *times)
{
    struct pv_sb text = {0};
    double all = 0;
    for (int i = 0; i < times->n; i++)
        all += times->v[i].seconds;
    pv_sb_printf(&text, "%.3f s", all);
    for (int i = 0; i < times->n; i++)
        pv_sb_printf(&text, "%s %s %.3f", i ? "," : ":", times->v[i].stage, times->v[i].seconds);
    const char *copy = pv_strdup(arena, text.text);
    pv_sb_free(&text);
    return copy;
}

const char *pv_facts_sizes(struct pv_arena *arena, const int *sizes, int n)
{
    struct pv_sb text = {0};
    for (int i = n - 1; i >= 0; i--)
        pv_sb_printf(&text, "%d%s", sizes[i], i ? " x " : "");
    const char *copy = pv_strdup(arena, text.text ? text.text : "1");
    pv_sb_free(&text);
    return copy;
}

/* Kernels. */

static struct pv_kernel_facts describe_kernel(struct pv_arena *arena, const struct pv_kernel *kernel)
{
    struct pv_kernel_facts facts = {.number = kernel->number,
                                    .is_single = !kernel->n_axes,
                                    .is_hexagonal = kernel->has_steps && !kernel->has_fronts && !kernel->overlap,
                                    .has_fronts = kernel->has_fronts,
                                    .is_overlapped = kernel->overlap,
                                    .n_reducers = kernel->n_reducers,
                                    .n_loaders = kernel->n_loaders};
    int threads[PV_MAX_AXES + 1] = {0}, n = pv_kernel_n_thread_axes(kernel);
    for (int i = 0; i < n && i <= PV_MAX_AXES; i++)
        threads[pv_kernel_device_axis(kernel, i)] = i < kernel->n_axes   ? kernel->threads[i]
                                                    : kernel->n_reducers ? kernel->n_reducers
                                                                         : kernel->n_loaders;
    facts.tile = pv_facts_sizes(arena, kernel->points, kernel->n_axes);
    facts.block = pv_facts_sizes(arena, threads, n);
    facts.grid = pv_facts_sizes(arena, kernel->most_blocks, kernel->n_axes);
    if (kernel->has_steps)
        facts.tile = pv_printf(arena, "%d x %s", kernel->height, facts.tile);
    return facts;
}

/* Arrays. */

static struct pv_array_facts *find_array(struct pv_region_facts *facts, const char *name)
{
    for (int i = 0; i < facts->arrays.n; i++)
        if (!strcmp(facts->arrays.v[i].name, name))
            return &facts->arrays.v[i];
    return NULL;
}

static struct pv_array_facts *facts_of_array(struct pv_report *report, struct pv_region_facts *facts,
                                             const struct pv_array *array)
{
    return array->var ? find_array(facts, pv_report_name(report, pv_var_text(report->arena, array->var))) : NULL;
}

/* Is "array" accessed by a statement with a body? */
static bool is_accessed(const struct pv_scop *scop, const struct pv_array *array)
{
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; scop->stmts.v[i]->body && j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->array == array)
                return true;
    return false;
}

static void add_arrays(struct pv_report *report, struct pv_region_facts *facts, const struct pv_code *code)
{
    for (int i = 0; i < code->scop->arrays.n; i++) {
        const struct pv_array *array = code->scop->arrays.v[i];
        if (array->kind != PV_ARRAY_DATA || !array->var || !is_accessed(code->scop, array))
            continue;
        const struct pv_device_array *device = code->plan ? pv_device_plan_find(code->plan, array) : NULL;
        struct pv_array_facts own = {.name = pv_report_name(report, pv_var_text(report->arena, array->var)),
                                     .is_scalar = !array->n_dims,
                                     .is_on_device = device != NULL,
                                     .is_value = device && device->is_value,
                                     .is_held = device && device->is_held,
                                     .is_copied_in = device && device->copy_in && !device->is_value,
                                     .is_copied_out = device && device->copy_out && !device->is_value};
        if (!find_array(facts, own.name))
            pv_push(report->arena, &facts->arrays, own);
    }
}

/* Arrays that have copies for iterations. */
static void add_expanded(struct pv_report *report, struct pv_region_facts *facts, const struct pv_code *code)
{
    for (int i = 0; i < code->scop->arrays.n; i++) {
        struct pv_array_facts *array = facts_of_array(report, facts, code->scop->arrays.v[i]);
        if (!array || !code->scop->arrays.v[i]->n_copies)
            continue;
        array->expansion = PV_EXPANSION_BY_ITERATION;
        for (int k = 0; k < code->locals.n; k++)
            if (code->locals.v[k].array == code->scop->arrays.v[i] && code->locals.v[k].is_per_thread)
                array->expansion = PV_EXPANSION_BY_THREAD;
    }
}

/* What the copies of "kernel" say about arrays. */
static void add_copies(struct pv_report *report, struct pv_region_facts *facts, const struct pv_kernel *kernel)
{
    for (int i = 0; i < kernel->locals.n; i++) {
        const struct pv_local *local = kernel->locals.v[i];
        struct pv_array_facts *array = facts_of_array(report, facts, local->array);
        if (!array)
            continue;
        struct pv_sb sizes = {0};
        for (int d = 0; d < local->n_dims; d++)
            pv_sb_printf(&sizes, "%s%d", d ? " x " : "", local->sizes[d]);
        struct pv_copy_facts copy = {kernel->number, local->memory,
                                     pv_strdup(report->arena, sizes.text ? sizes.text : "1")};
        pv_push(report->arena, &array->copies, copy);
        array->is_reduced = array->is_reduced || local->reduction;
        pv_sb_free(&sizes);
    }
    for (int i = 0; i < kernel->privates.n; i++) {
        struct pv_array_facts *array = facts_of_array(report, facts, kernel->privates.v[i]);
        if (array)
            array->is_private = true;
    }
}

struct sharing_search {
    struct pv_report *report;
    struct pv_region_facts *facts;
};

/* Take what "sharing" says about arrays. */
static void add_sharing(const struct sharing_search *search, const struct pv_sharing *sharing)
{
    for (int i = 0; i < sharing->privates.n; i++) {
        struct pv_array_facts *array = facts_of_array(search->report, search->facts, sharing->privates.v[i]);
        if (array)
            array->is_private = true;
    }
    for (int i = 0; i < sharing->lasts.n; i++) {
        struct pv_array_facts *array = facts_of_array(search->report, search->facts, sharing->lasts.v[i]);
        if (array)
            array->keeps_last = true;
    }
    for (int i = 0; i < sharing->reductions.n; i++) {
        struct pv_array_facts *array = facts_of_array(search->report, search->facts, sharing->reductions.v[i]->array);
        if (array)
            array->is_reduced = true;
    }
}

static bool look_at_loop(struct pv_an *node, void *user)
{
    if (node->loop && node->loop->mark)
        add_sharing(user, &node->loop->mark->sharing);
    return true;
}

/* Append "what" to a list of "n" things tested so far. */
static void add_tested(struct pv_sb *text, int *n, const char *what)
{
    pv_sb_printf(text, "%s%s", (*n)++ ? " and " : "", what);
}

/* The test in front of "code", in words. */
static const char *describe_guard(struct pv_report *report, const struct pv_region_facts *facts,
                                  const struct pv_code_guard *guard)
{
    struct pv_sb text = {0};
    int n = 0;
    if (guard && guard->assumed)
        add_tested(&text, &n, "conditions on the parameters");
    if (guard && guard->tests.n)
        add_tested(&text, &n, "no overlap of ");
    for (int i = 0; guard && guard->tests.n && i < guard->spans.n; i++)
        if (!pv_code_guard_repeats(guard, i))
            pv_sb_printf(&text, "%s'%s'", i ? ", " : "", pv_var_text(report->arena, guard->spans.v[i].span->var));
    for (int i = 0, n_copies = 0; i < facts->arrays.n; i++) {
        if (!facts->arrays.v[i].expansion)
            continue;
        if (!n_copies)
            add_tested(&text, &n, "memory for copies of ");
        pv_sb_printf(&text, "%s'%s'", n_copies++ ? ", " : "", facts->arrays.v[i].name);
    }
    const char *words = text.n ? pv_strdup(report->arena, text.text) : NULL;
    pv_sb_free(&text);
    return words;
}

void pv_facts_read_code(struct pv_report *report, struct pv_region_facts *facts, const struct pv_code *code)
{
    struct sharing_search search = {report, facts};
    facts->has_code = true;
    facts->is_kept = code->is_no_better;
    add_arrays(report, facts, code);
    add_expanded(report, facts, code);
    if (code->is_no_better)
        return;
    facts->guard = describe_guard(report, facts, code->guard);
    pv_an_visit(&code->nodes, look_at_loop, &search);
    for (int i = 0; code->plan && i < code->plan->kernels.n; i++) {
        pv_push(report->arena, &facts->kernels, describe_kernel(report->arena, code->plan->kernels.v[i]));
        add_copies(report, facts, code->plan->kernels.v[i]);
    }
}
