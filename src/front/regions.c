/* Entry of the first phase: from a file to the trees of its regions. */
#include "front/regions.h"

#include "base/file.h"
#include "front/configuration.h"
#include "front/detect.h"
#include "front/errnouse.h"
#include "front/invocation.h"
#include "front/lexis.h"
#include "front/liveness.h"
#include "front/moving.h"
#include "front/origins.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What pv_unit.front points at. */
struct front {
    struct pv_extract x;
    struct pv_unit *unit;
    pv_cursor_vec functions;                 /* defined in the main file */
    PV_VEC(struct pv_range) function_ranges; /* where they are: asking libclang for each place would take too long */
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Marked regions. */

struct marks {
    struct pv_pragma *scop, *endscop;
};
typedef PV_VEC(struct marks) marks_vec;

static struct pv_loc locate(const struct front *front, unsigned offset)
{
    return pv_diag_locate(front->x.diag, front->unit->file, offset);
}

/* Drop pragmas that the preprocessor skipped. */
static void drop_skipped(struct front *front)
{
    struct pv_pragmas *pragmas = &front->x.pragmas;
    int n = 0;
    for (int i = 0; i < pragmas->list.n; i++)
        if (!pv_clang_is_skipped(front->x.clang, pragmas->list.v[i].at))
            pragmas->list.v[n++] = pragmas->list.v[i];
    pragmas->list.n = n;
    n = 0;
    for (int i = 0; i < pragmas->omps.n; i++)
        if (!pv_clang_is_skipped(front->x.clang, pragmas->omps.v[i].at))
            pragmas->omps.v[n++] = pragmas->omps.v[i];
    pragmas->omps.n = n;
}

/* Macros may hold pragmas, too: find where they are used. Hand the pragmas that belong to loops to the unit. */
static void complete_pragmas(struct front *front)
{
    struct pv_extract *x = &front->x;
    pv_macro_text_vec macros = {0};
    pv_clang_macros_with(x->clang, "_Pragma", &macros);
    if (macros.n)
        pv_pragmas_scan_macros(x->arena, x->text, x->size, &macros, &x->pragmas);
    drop_skipped(front);
    for (int i = 0; x->replaces_openmp && i < x->pragmas.omps.n; i++) {
        const struct pv_omp *directive = &x->pragmas.omps.v[i];
        struct pv_loop_pragma pragma = {directive->begin, directive->end,
                                        pv_text_skip_blank(x->text, x->size, directive->end)};
        if (directive->kind == PV_OMP_CONSTRUCT && !directive->is_from_macro)
            pv_push(x->arena, &front->unit->loop_pragmas, pragma);
    }
    for (int i = 0; i < x->pragmas.loop_pragmas.n; i++)
        pv_push(x->arena, &front->unit->loop_pragmas, x->pragmas.loop_pragmas.v[i]);
}

/* Match each scop pragma with its endscop. False after an error. */
static bool pair_marks(struct front *front, marks_vec *pairs)
{
    struct pv_diag *diag = front->x.diag;
    struct pv_pragma *open = NULL;
    int n_errors = pv_diag_count(diag, PV_ERROR);
    for (int i = 0; i < front->x.pragmas.list.n; i++) {
        struct pv_pragma *pragma = &front->x.pragmas.list.v[i];
        if (pragma->kind == PV_PRAGMA_SCOP) {
            if (open) {
                pv_error(diag, locate(front, pragma->at), "'#pragma scop' inside a region");
                pv_note(diag, locate(front, open->at), "the region begins here; regions cannot be nested");
            }
            open = pragma;
        } else if (pragma->kind == PV_PRAGMA_ENDSCOP) {
            struct marks pair = {open, pragma};
            if (open)
                pv_push(front->x.arena, pairs, pair);
            else
                pv_error(diag, locate(front, pragma->at), "'#pragma endscop' without a '#pragma scop' before it");
            open = NULL;
        }
    }
    if (open)
        pv_error(diag, locate(front, open->at), "'#pragma scop' without a '#pragma endscop' after it");
    return pv_diag_count(diag, PV_ERROR) == n_errors;
}

/* The function of the main file that "offset" lies in the body of. */
static const struct pv_cursor *function_at(struct front *front, unsigned offset)
{
    for (int i = front->function_ranges.n; i < front->functions.n; i++)
        pv_push(front->x.arena, &front->function_ranges, pv_cursor_range(front->x.clang, front->functions.v[i]));
    for (int i = 0; i < front->functions.n; i++) {
        const struct pv_range *range = &front->function_ranges.v[i];
        if (range->begin.offset <= offset && offset < range->end.offset)
            return &front->functions.v[i];
    }
    return NULL;
}

/* The statement behind the labels of "node" that end before "begin": a region may start there. */
static const struct pv_node *skip_labels(struct front *front, const struct pv_node *node, unsigned begin)
{
    while ((node->kind == PV_NODE_CASE || node->kind == PV_NODE_DEFAULT || node->kind == PV_NODE_LABEL) &&
           node->last_kid && pv_cursor_range(front->x.clang, node->cursor).begin.offset < begin)
        node = node->last_kid;
    return node;
}

/* Find the statements between two offsets among those below "block", a node with statements, or in a
 * block further down that holds both. Return the node that the offsets split instead, or NULL. */
static const struct pv_node *find_between(struct front *front, const struct pv_node *block, unsigned begin,
                                          unsigned end, pv_node_vec *found)
{
    for (const struct pv_node *kid = block->kids; kid; kid = kid->next) {
        const struct pv_node *node = skip_labels(front, kid, begin);
        struct pv_range range = pv_cursor_range(front->x.clang, node->cursor);
        bool is_here = range.begin.file == front->unit->file;
        if (!is_here || range.end.offset <= begin || range.begin.offset >= end)
            continue;
        if (range.begin.offset >= begin && range.end.offset <= end) {
            if (block->kind != PV_NODE_BLOCK)
                return node;
            pv_push(front->x.arena, found, node);
            continue;
        }
        bool holds_both = range.begin.offset < begin && end < range.end.offset;
        return holds_both ? find_between(front, node, begin, end, found) : node;
    }
    return block->kind == PV_NODE_BLOCK ? NULL : block;
}

/* What surrounds the region. */

static bool is_in(unsigned offset, struct pv_range range)
{
    return range.begin.offset <= offset && offset < range.end.offset;
}

/* Is the variable named in the region, or declared in it? */
static bool is_in_region(const struct pv_extract *x, const struct pv_symbol *symbol)
{
    if (symbol->is_local && is_in(symbol->offset, x->region))
        return true;
    for (int i = 0; i < symbol->uses.n; i++)
        if (is_in(symbol->uses.v[i].offset, x->region))
            return true;
    return false;
}

/* A pointer that is not used later says nothing about what it points at: it is left out. */
static void add_dead(struct pv_extract *x, struct pv_region *region, struct pv_var *var)
{
    if (!var->is_decayed && !pv_type_holds_pointer(var->type))
        pv_push(x->arena, &region->dead_after, var);
}

static void set_liveness(struct pv_extract *x, struct pv_region *region)
{
    for (int i = 0; i < x->scopes->symbols.n; i++) {
        const struct pv_symbol *symbol = x->scopes->symbols.v[i];
        if (!is_in_region(x, symbol))
            continue;
        bool is_inner = symbol->is_local && is_in(symbol->offset, x->region);
        bool is_live = is_inner ? pv_symbol_is_used_from(symbol, x->region.end.offset)
                                : pv_live_after(x->clang, x->scopes, symbol, x->region);
        if (is_live)
            pv_push(x->arena, &region->used_after, pv_extract_var(x, symbol->decl));
        else if (!is_inner)
            add_dead(x, region, pv_extract_var(x, symbol->decl));
    }
}

/* Append the names of types and enumerators that "node" declares. */
static void add_type_names(struct pv_extract *x, struct pv_region *region, const struct pv_node *node)
{
    static const enum pv_node_kind kinds[] = {PV_NODE_TYPEDEF_DECL, PV_NODE_STRUCT_DECL, PV_NODE_UNION_DECL,
                                              PV_NODE_ENUM_DECL, PV_NODE_ENUMERATOR};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (node->kind == kinds[i])
            pv_push(x->arena, &region->local_names, pv_cursor_name(x->clang, node->cursor));
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        add_type_names(x, region, kid);
}

static void set_local_names(struct pv_extract *x, struct pv_region *region)
{
    for (int i = 0; i < x->scopes->symbols.n; i++)
        if (x->scopes->symbols.v[i]->is_local)
            pv_push(x->arena, &region->local_names, x->scopes->symbols.v[i]->name);
    if (x->scopes->body && !x->scopes->is_too_deep)
        add_type_names(x, region, x->scopes->body);
}

static void apply_bounds(struct pv_extract *x, struct pv_region *region, struct pv_pragma *pragma, struct pv_var *var)
{
    pragma->is_used = true;
    struct pv_value_bounds bounds = {var, pragma->min, pragma->max};
    if (pragma->kind == PV_PRAGMA_PARAMETER)
        pv_push(x->arena, &region->parameters, var);
    if (pragma->has_bounds)
        pv_push(x->arena, &region->value_bounds, bounds);
    if (pragma->kind == PV_PRAGMA_LIVE_OUT)
        pv_push(x->arena, &region->live_out, var);
}

/* Apply the pragmas that name variables: those before the end of the region in its function or outside
 * of all functions, and live-out inside the region. */
static void apply_pragmas(struct front *front, struct pv_region *region)
{
    struct pv_extract *x = &front->x;
    for (int i = 0; i < x->pragmas.list.n; i++) {
        struct pv_pragma *pragma = &x->pragmas.list.v[i];
        if (pragma->kind < PV_PRAGMA_PARAMETER)
            continue;
        bool is_inside = is_in(pragma->at, x->region);
        bool is_visible = pragma->at < x->region.end.offset &&
                          (is_in(pragma->at, x->scopes->range) || !function_at(front, pragma->at));
        bool applies = pragma->kind == PV_PRAGMA_LIVE_OUT ? is_inside : is_visible;
        if (!applies)
            continue;
        for (int j = 0; j < pragma->names.n; j++) {
            struct pv_var *var = pv_extract_lookup(x, pragma->names.v[j], pragma->at);
            if (var)
                apply_bounds(x, region, pragma, var);
            else
                pv_warn(x->diag, locate(front, pragma->at), "pragma ignored: there is no variable '%s' here",
                        pragma->names.v[j]);
        }
    }
}

/* Add the loops of the function that is being extracted to the unit's list, unless they are there. */
static void add_loops(struct front *front)
{
    const struct pv_scopes *scopes = front->x.scopes;
    struct pv_unit *unit = front->unit;
    int first = unit->loops.n;
    for (int i = 0; i < first; i++)
        if (is_in(unit->loops.v[i].range.begin.offset, scopes->range))
            return;
    for (int i = 0; i < scopes->loops.n; i++) {
        const struct pv_loop_extent *extent = &scopes->loops.v[i];
        struct pv_text_loop loop = {{locate(front, extent->begin), locate(front, extent->end)},
                                    pv_cursor_name(front->x.clang, scopes->function),
                                    -1};
        for (int k = unit->loops.n - 1; k >= first && loop.parent < 0; k--)
            if (extent->end <= unit->loops.v[k].range.end.offset && extent->begin < extent->end)
                loop.parent = k;
        if (is_in(extent->begin, scopes->range) && extent->begin < extent->end)
            pv_push(front->x.arena, &unit->loops, loop);
    }
}

/* Refuse the region in work where every thread of a team executes it. */
static bool refuse_in_team(struct pv_extract *x)
{
    const struct pv_construct *construct = pv_construct_around(x->scopes, x->region.begin.offset);
    if (construct && construct->range.begin.offset >= x->region.begin.offset)
        construct = NULL; /* it is in the region, not around it */
    if (!construct)
        construct = pv_construct_orphaned(x->scopes);
    if (construct)
        pv_extract_refuse_team(x, construct);
    return construct != NULL;
}

/* What pv_region.origin points at. */
struct origin {
    struct pv_cursor function;
    struct pv_run run;
};

/* Extract the statements of "run" in the function "definition" as a region. */
static struct pv_region *make_region(struct front *front, struct pv_cursor definition, const struct pv_run *run,
                                     bool is_marked)
{
    struct pv_extract *x = &front->x;
    struct pv_region *region = pv_new(x->arena, struct pv_region);
    struct origin *origin = pv_new(x->arena, struct origin);
    *origin = (struct origin){definition, *run};
    region->origin = origin;
    region->range = run->range;
    region->is_marked = is_marked;
    region->is_body = run->is_body;
    bool ok = pv_extract_begin(x, definition, run->range);
    add_loops(front);
    if (ok && !refuse_in_team(x)) {
        region->body = pv_extract_block(x, &run->nodes, run->range, false);
        pv_moving_finish(x, region);
        set_liveness(x, region);
        pv_origins_find(x);
        set_local_names(x, region);
        apply_pragmas(front, region);
    }
    const struct pv_directive *fixed = pv_configuration_find(
        x->arena, x->clang, &x->directives, x->text, run->range.begin.offset, run->range.end.offset, &region->setting);
    if (fixed)
        region->fixed = pv_printf(x->arena, "it contains '%s', which must be kept", fixed->text);
    region->function = x->function;
    region->refused = x->refused;
    region->remedy = x->remedy;
    region->refused_at = x->refused_at;
    if (region->refused)
        region->body = NULL;
    return region;
}

struct pv_region *pv_front_read_again(struct pv_unit *unit, const struct pv_region *region, enum pv_calls calls)
{
    struct front *front = unit->front;
    const struct origin *origin = region->origin;
    struct pv_region *part = make_region(front, origin->function, &origin->run, region->is_marked);
    part->keeps_calls = calls == PV_CALLS_STAY;
    return part;
}

void pv_front_split(struct pv_unit *unit, const struct pv_region *region, pv_regions *parts)
{
    struct front *front = unit->front;
    const struct origin *origin = region->origin;
    pv_run_vec runs = {0};
    unsigned culprit = region->refused && !region->is_too_much ? region->refused_at.offset : UINT_MAX;
    pv_detect_parts(&front->x, origin->function, &origin->run, culprit, &runs);
    for (int i = 0; i < runs.n; i++) {
        struct pv_region *part = make_region(front, origin->function, &runs.v[i], false);
        part->keeps_calls = region->keeps_calls;
        part->is_second = region->is_second;
        if (part->range.begin.offset != region->range.begin.offset ||
            part->range.end.offset != region->range.end.offset)
            pv_push(front->x.arena, parts, part);
    }
}

static bool add_marked(struct front *front, struct marks marks)
{
    struct pv_extract *x = &front->x;
    struct pv_range range = {locate(front, marks.scop->end), locate(front, marks.endscop->begin)};
    const struct pv_cursor *function = function_at(front, marks.scop->at);
    if (!function || function != function_at(front, marks.endscop->at)) {
        pv_error(x->diag, locate(front, marks.scop->at), "a region must lie inside one function");
        return false;
    }
    pv_extract_begin(x, *function, range);
    pv_node_vec nodes = {0};
    const struct pv_node *split = find_between(front, x->scopes->body, range.begin.offset, range.end.offset, &nodes);
    if (split) {
        pv_error(x->diag, locate(front, marks.scop->at),
                 "the region splits a statement: '#pragma scop' and '#pragma endscop' must stand between "
                 "statements of one block");
        pv_note(x->diag, pv_cursor_range(x->clang, split->cursor).begin, "the statement begins here");
        return false;
    }
    struct pv_run run = {.nodes = nodes, .range = range};
    struct pv_region *region = make_region(front, *function, &run, true);
    pv_push(x->arena, &front->unit->regions, region);
    region->original_line = marks.scop->has_bounds ? (unsigned)marks.scop->min : 0;
    return true;
}

static int compare_regions(const void *a, const void *b)
{
    const struct pv_region *left = *(struct pv_region *const *)a, *right = *(struct pv_region *const *)b;
    return (left->range.begin.offset > right->range.begin.offset) -
           (left->range.begin.offset < right->range.begin.offset);
}

/* Look for regions in all functions, beside those that are marked. */
static void detect_regions(struct front *front)
{
    struct pv_extract *x = &front->x;
    PV_VEC(struct pv_range) taken = {0};
    for (int i = 0; i < front->unit->regions.n; i++)
        pv_push(x->arena, &taken, front->unit->regions.v[i]->range);
    for (int i = 0; i < front->functions.n; i++) {
        pv_run_vec runs = {0};
        pv_detect_runs(x, front->functions.v[i], taken.v, taken.n, &runs, &front->unit->obstacles);
        add_loops(front);
        for (int j = 0; j < runs.n; j++)
            pv_push(x->arena, &front->unit->regions, make_region(front, front->functions.v[i], &runs.v[j], false));
    }
}

static bool find_regions(struct front *front, const struct pv_front_params *params)
{
    marks_vec marks = {0};
    if (!pair_marks(front, &marks))
        return false;
    for (int i = 0; i < marks.n; i++)
        if (!add_marked(front, marks.v[i]))
            return false;
    if (params->autodetect || (params->autodetect_auto && marks.n == 0))
        detect_regions(front);
    if (front->unit->regions.n)
        qsort(front->unit->regions.v, (size_t)front->unit->regions.n, sizeof(struct pv_region *), compare_regions);
    return true;
}

static void warn_unused_pragmas(struct front *front)
{
    for (int i = 0; i < front->x.pragmas.list.n; i++) {
        const struct pv_pragma *pragma = &front->x.pragmas.list.v[i];
        bool is_in_any = false;
        for (int j = 0; j < front->unit->regions.n; j++)
            is_in_any |= front->unit->regions.v[j]->body && is_in(pragma->at, front->unit->regions.v[j]->range);
        if (pragma->kind == PV_PRAGMA_INDEPENDENT && is_in_any && !pragma->is_used)
            pv_warn(front->x.diag, locate(front, pragma->at),
                    "'#pragma pencil independent' has no effect: no 'for' loop follows it");
    }
}

/* The text of a unit; NULL after an error. */
static struct pv_unit *read_unit(struct pv_arena *arena, struct pv_diag *diag, const char *path,
                                 const struct pv_front_params *params)
{
    struct pv_sb text = {0};
    if (params->text)
        pv_sb_addn(&text, params->text, params->size);
    bool is_read = params->text || pv_file_read(diag, path, &text);
    struct pv_unit *unit = pv_new(arena, struct pv_unit);
    unit->file_name = strcmp(path, "-") ? pv_strdup(arena, path) : "<stdin>";
    unit->size = text.n;
    unit->text = is_read ? pv_strndup(arena, text.text, text.n) : NULL;
    pv_sb_free(&text);
    if (!is_read)
        return NULL;
    unit->file = pv_diag_add_file(diag, unit->file_name, unit->text, unit->size);
    return unit;
}

/* Prepare the extraction of regions from "unit". */
static struct front *new_front(struct pv_arena *arena, struct pv_diag *diag, struct pv_clang *clang,
                               struct pv_unit *unit, const struct pv_front_params *params)
{
    struct front *front = pv_new(arena, struct front);
    pv_extract_init(&front->x, arena, diag, clang);
    front->unit = unit;
    pv_directives_scan(arena, unit->text, unit->size, &front->x.directives);
    front->x.for_device = params->for_device;
    front->x.text = unit->text;
    front->x.size = unit->size;
    front->x.read_length = pv_extract_expr;
    front->x.calls_are_free = params->calls_are_free;
    front->x.divides_at_calls = params->divides_at_calls;
    front->x.replaces_openmp = params->replace_openmp;
    front->x.reassociates = params->reassociate;
    return front;
}

struct pv_unit *pv_front_parse(struct pv_arena *arena, struct pv_diag *diag, const char *path,
                               const struct pv_front_params *params)
{
    struct pv_unit *unit = read_unit(arena, diag, path, params);
    if (!unit)
        return NULL;
    struct pv_pragmas pragmas = {0};
    struct pv_pragma_params wanted = {.pencil = params->pencil, .generated = params->generated};
    pv_pragmas_scan(arena, diag, unit->file, unit->text, unit->size, &wanted, &pragmas);
    for (int i = 0; i < pragmas.annotations.n; i++)
        pv_push(arena, &unit->annotations, pragmas.annotations.v[i]);
    double start = seconds();
    const struct pv_invocation how = {params->n_clang_args, params->clang_args, params->openmp,
                                      pragmas.has_conditionals};
    struct pv_clang *clang = pv_invocation_parse(arena, diag, unit, &how);
    unit->parse_seconds = seconds() - start;
    if (!clang)
        return NULL;
    struct front *front = unit->front = new_front(arena, diag, clang, unit, params);
    front->x.pragmas = pragmas;
    complete_pragmas(front);
    pv_clang_functions(clang, &front->functions);
    pv_clang_names(clang, unit);
    pv_clang_header_loops(clang, &unit->header_loops);
    front->x.errno_matters = !params->calls_are_free && pv_invocation_has_errno(&how) &&
                             pv_errno_matters(&front->x, &front->functions);
    if (find_regions(front, params)) {
        warn_unused_pragmas(front);
        return unit;
    }
    pv_front_free(unit);
    return NULL;
}

/* The directives in a function of an included file are not known: refuse its body if there may be any. */
static bool refuse_foreign_pragmas(struct pv_extract *x)
{
    size_t size;
    unsigned offset;
    struct pv_range range = x->scopes->range;
    const char *text = pv_cursor_spelled_text(x->clang, x->scopes->function, &size, &offset);
    if (range.begin.file == pv_clang_main_file(x->clang) || !text)
        return false;
    size_t n = range.end.offset > range.begin.offset ? range.end.offset - range.begin.offset : 0;
    const char *body = pv_strndup(x->arena, text + offset, n < size - offset ? n : size - offset);
    if (strstr(body, "_Pragma") || strstr(body, "pragma"))
        pv_extract_refuse(x, x->function->loc, NULL, "function '%s' of an included file holds pragmas",
                          x->function->name);
    return x->refused != NULL;
}

struct pv_tree *pv_front_function_body(struct pv_unit *unit, struct pv_function *function)
{
    struct front *front = unit->front;
    struct pv_extract *x = &front->x;
    if (function->body || function->refused)
        return function->body;
    const struct pv_function_slot *slot = NULL;
    for (int i = 0; i < x->functions.n; i++)
        if (x->functions.v[i].function == function)
            slot = &x->functions.v[i];
    struct pv_cursor definition;
    if (!x->clang || !slot || !pv_cursor_definition(slot->decl, &definition)) {
        function->refused = "its body is not visible";
        function->refused_at = function->loc;
        return NULL;
    }
    if (pv_extract_begin(x, definition, (struct pv_range){0}) && !refuse_foreign_pragmas(x)) {
        pv_node_vec nodes = {0};
        pv_node_statements(x->arena, x->scopes->body, &nodes);
        struct pv_range range = pv_cursor_range(x->clang, x->scopes->body->cursor);
        function->body = pv_extract_block(x, &nodes, range, true);
        if (function->body)
            pv_moving_declare(x, function->body);
    }
    function->refused = x->refused;
    function->refused_at = x->refused_at;
    return function->body;
}

void pv_front_free(struct pv_unit *unit)
{
    struct front *front = unit ? unit->front : NULL;
    if (!front)
        return;
    pv_clang_free(front->x.clang);
    front->x.clang = NULL;
}
