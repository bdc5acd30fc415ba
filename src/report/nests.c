/* Records what happened to each loop of the file, and prints a line per loop nest. */
#include "report/nests.h"

#include "base/str.h"
#include "base/words.h"

#include <isl/aff.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Loops of the text. */

static bool holds(struct pv_range outer, struct pv_range inner)
{
    return outer.begin.offset <= inner.begin.offset && inner.end.offset <= outer.end.offset;
}

static bool is_inside(struct pv_loc loc, struct pv_range range)
{
    return loc.file == range.begin.file && range.begin.offset <= loc.offset && loc.offset < range.end.offset;
}

/* What the search for regions says about "range": the smallest statement that could not be part of one. */
static const struct pv_obstacle *find_obstacle(const struct pv_unit *unit, struct pv_range range)
{
    const struct pv_obstacle *best = NULL;
    for (int i = 0; i < unit->obstacles.n; i++) {
        const struct pv_obstacle *obstacle = &unit->obstacles.v[i];
        if (holds(obstacle->range, range) && (!best || holds(best->range, obstacle->range)))
            best = obstacle;
    }
    return best;
}

struct pv_report *pv_report_new(struct pv_arena *arena, const struct pv_unit *unit, struct pv_diag *diag)
{
    struct pv_report *report = pv_new(arena, struct pv_report);
    report->arena = arena;
    report->unit = unit;
    report->diag = diag;
    for (int i = 0; i < unit->loops.n; i++) {
        const struct pv_text_loop *text = &unit->loops.v[i];
        struct pv_nest loop = {.range = text->range, .function = text->function, .parent = text->parent};
        const struct pv_obstacle *obstacle = find_obstacle(unit, loop.range);
        if (obstacle)
            loop.verdict = (struct pv_verdict){
                .fate = PV_FATE_UNMODELLED, .reason = obstacle->reason, .remedy = obstacle->remedy, .at = obstacle->at};
        pv_push(arena, &report->loops, loop);
    }
    return report;
}

struct pv_nest *pv_report_find_loop(struct pv_report *report, struct pv_loc loc)
{
    for (int i = 0; i < report->loops.n; i++)
        if (report->loops.v[i].range.begin.file == loc.file && report->loops.v[i].range.begin.offset == loc.offset)
            return &report->loops.v[i];
    return NULL;
}

struct pv_verdict *pv_report_find(struct pv_report *report, struct pv_loc loc)
{
    struct pv_nest *loop = pv_report_find_loop(report, loc);
    return loop ? &loop->verdict : NULL;
}

void pv_report_loop(struct pv_report *report, struct pv_loc loc, enum pv_fate fate, const char *reason,
                    const char *remedy)
{
    struct pv_nest *found = NULL;
    for (int i = 0; i < report->loops.n; i++)
        if (is_inside(loc, report->loops.v[i].range))
            found = &report->loops.v[i];
    if (found)
        found->verdict = (struct pv_verdict){.fate = fate, .reason = reason, .remedy = remedy};
}

void pv_report_range(struct pv_report *report, struct pv_range range, const struct pv_verdict *verdict)
{
    report->n_regions++;
    for (int i = 0; i < report->loops.n; i++) {
        struct pv_nest *loop = &report->loops.v[i];
        if (loop->range.begin.file != range.begin.file || !holds(range, loop->range))
            continue;
        loop->region = report->n_regions;
        loop->verdict = *verdict;
    }
}

bool pv_report_has_lines(const struct pv_report *report, struct pv_range range)
{
    for (int i = 0; i < report->loops.n; i++) {
        const struct pv_nest *loop = &report->loops.v[i];
        if (loop->range.begin.file == range.begin.file && holds(range, loop->range) && !loop->verdict.is_said)
            return true;
    }
    return false;
}

void pv_report_opaque(struct pv_report *report, struct pv_range range, struct pv_verdict why, bool is_said)
{
    why.fate = PV_FATE_UNMODELLED;
    why.is_said = is_said;
    const char *reason = why.at.line ? pv_printf(report->arena, "%s (line %u)", why.reason, why.at.line) : why.reason;
    for (int i = 0; i < report->loops.n; i++) {
        struct pv_nest *loop = &report->loops.v[i];
        bool is_good = loop->verdict.is_parallel || loop->verdict.n_kernels;
        if (loop->range.begin.file != range.begin.file || !holds(range, loop->range))
            continue;
        loop->why = (struct pv_why){.reason = reason, .remedy = why.remedy};
        if (!is_good)
            loop->verdict = why;
    }
}

/* Code. */

/* A generated loop. */
struct generated {
    int depth; /* of its iterator */
    const struct pv_an *node;
    const struct pv_code_loop *annotation; /* or NULL */
};

/* What is around a place of the code. */
struct around {
    PV_VEC(struct generated) loops;
    int parallel; /* depth of the loop that threads share; -1: none */
    bool is_vector, is_jammed;
    int kernel;                     /* its number, from 1; 0: none */
    const struct pv_kernel *mapped; /* the same as a kernel, or NULL */
    int n_outside;                  /* of "loops", those that the host executes around it */
};

struct reading {
    struct pv_report *report;
    const struct pv_code *code;
    struct around around;
    int n_kernels;
    unsigned char *ways; /* [loop of the report * statements + statement]: of enum way; NULL: not wanted */
};

/* How the code goes through the iterations that a loop of the text has for a statement: a set of bits. */
enum way { WAY_SHARED = 1, WAY_IN_TURN = 2 };

/* The first iterator of the statement of "leaf" that the generated iterator at "depth" moves; -1: none. */
static int iterator_moved_by(const struct pv_code_leaf *leaf, int depth)
{
    for (int i = 0; i < leaf->stmt->n_iterators; i++)
        if (pv_ax_uses_iterator(leaf->instance.v[i], depth))
            return i;
    return -1;
}

/* Does iterator "pos" of the statement of "leaf" move with the generated iterator at "depth"? */
static bool is_moved_by(const struct pv_code_leaf *leaf, int pos, int depth)
{
    return pv_ax_uses_iterator(leaf->instance.v[pos], depth);
}

/* The first factor that "expr" multiplies the iterator at "depth" with; 1 where there is none. */
static int64_t factor_of(pv_ax *expr, int depth)
{
    int64_t factor = 1;
    bool is_product = expr->kind == PV_AX_MUL;
    for (int i = 0; i < expr->n && factor == 1; i++) {
        pv_ax *arg = expr->args[i];
        if (is_product && arg->kind == PV_AX_NUMBER && pv_ax_uses_iterator(expr->args[1 - i], depth))
            factor = strtoll(arg->text, NULL, 10);
        else
            factor = factor_of(arg, depth);
    }
    return factor;
}

/* The amount by which "loop" advances; 1 where that is not a number. */
static int64_t step_of(const struct generated *loop)
{
    pv_ax *step = loop->node->step;
    return step->kind == PV_AX_NUMBER ? strtoll(step->text, NULL, 10) : 1;
}

/* The loop around "leaf" over the tiles that the generated loop "point" goes through, innermost first: no argument of the
 * statement names it, but the start of "point" does. NULL where there is none. */
static const struct generated *find_tile_loop(const struct reading *reading, const struct pv_code_leaf *leaf,
                                              const struct generated *point)
{
    for (int i = reading->around.loops.n - 1; i >= 0; i--) {
        const struct generated *outer = &reading->around.loops.v[i];
        if (outer->depth < point->depth && iterator_moved_by(leaf, outer->depth) < 0 &&
            pv_ax_uses_iterator(point->node->init, outer->depth))
            return outer;
    }
    return NULL;
}

/* Does a loop around "leaf" go through groups of iterations? */
static bool is_in_tiles(const struct reading *reading, const struct pv_code_leaf *leaf)
{
    for (int i = 0; i < reading->around.loops.n; i++) {
        const struct generated *loop = &reading->around.loops.v[i];
        if (iterator_moved_by(leaf, loop->depth) >= 0 && find_tile_loop(reading, leaf, loop))
            return true;
    }
    return false;
}

/* The first iterator of the statement of "leaf" that goes with the loop, or the loop over tiles, that threads share; -1: none. */
static int find_shared(const struct reading *reading, const struct pv_code_leaf *leaf)
{
    const struct around *around = &reading->around;
    int shared = iterator_moved_by(leaf, around->parallel);
    for (int i = 0; i < around->loops.n && shared < 0; i++) {
        const struct generated *tiles = find_tile_loop(reading, leaf, &around->loops.v[i]);
        if (tiles && tiles->depth == around->parallel)
            shared = iterator_moved_by(leaf, around->loops.v[i].depth);
    }
    return shared;
}

/* The loops of the text around the statement of "leaf" run like the code around it. */
static void read_leaf(struct reading *reading, const struct pv_code_leaf *leaf)
{
    const struct pv_stmt *stmt = leaf->stmt;
    const struct around *around = &reading->around;
    struct pv_loc loc = stmt->call ? stmt->call->range.begin : stmt->range.begin;
    bool is_tiled = !around->kernel && is_in_tiles(reading, leaf);
    int shared = around->parallel >= 0 ? find_shared(reading, leaf) : -1;
    for (int i = 0; i < reading->report->loops.n; i++) {
        struct pv_nest *loop = &reading->report->loops.v[i];
        if (!is_inside(loc, loop->range) || !holds(reading->code->scop->region->range, loop->range))
            continue;
        struct pv_verdict *verdict = &loop->verdict;
        verdict->is_parallel = verdict->is_parallel || around->parallel >= 0;
        verdict->is_vector = verdict->is_vector || around->is_vector;
        verdict->is_jammed = verdict->is_jammed || around->is_jammed;
        verdict->is_tiled = verdict->is_tiled || is_tiled;
        if (shared >= 0 && !verdict->parallel_loop)
            verdict->parallel_loop = stmt->iterators[shared];
        bool is_single = around->mapped && !around->mapped->n_axes;
        verdict->is_single = is_single && (verdict->is_single || !verdict->n_kernels);
        verdict->n_kernels += around->kernel > loop->last_kernel;
        loop->last_kernel = around->kernel > loop->last_kernel ? around->kernel : loop->last_kernel;
    }
}

static void add_generated(struct pv_role *role, const struct generated *loop)
{
    const struct pv_mark *mark = loop->annotation ? loop->annotation->mark : NULL;
    bool is_shared = mark && (mark->kind == PV_MARK_PARALLEL || mark->kind == PV_MARK_COLLAPSE);
    role->is_shared = role->is_shared || is_shared;
    role->is_vector = role->is_vector || (mark && mark->is_simd);
    if (loop->annotation && loop->annotation->factor > role->jam && loop->annotation->factor > 1)
        role->jam = loop->annotation->factor;
}

/* A set of generated iterators by depth: which of them the iterators of "leaf" before "pos" determine. Where one of these moves with
 * a single other iterator, it determines that. */
static void find_determined(const struct reading *reading, const struct pv_code_leaf *leaf, int pos, bool *is_fixed)
{
    const struct around *around = &reading->around;
    for (int outer = 0; outer < pos; outer++) {
        int n = 0, last = 0;
        for (int i = 0; i < around->loops.n; i++)
            if (!is_fixed[i] && is_moved_by(leaf, outer, around->loops.v[i].depth)) {
                n++;
                last = i;
            }
        if (n == 1)
            is_fixed[last] = true;
    }
}

/* What the loops around "leaf" do with iterator "pos" of its statement, while those before it stay as they are. Does any loop
 * move it? */
static bool add_loops_of(const struct reading *reading, const struct pv_code_leaf *leaf, int pos, struct pv_role *role)
{
    const struct around *around = &reading->around;
    bool *is_fixed = pv_new_array(reading->report->arena, bool, around->loops.n + 1), is_moved = false;
    find_determined(reading, leaf, pos, is_fixed);
    for (int i = 0; i < around->loops.n; i++) {
        const struct generated *loop = &around->loops.v[i];
        if (is_fixed[i] || !is_moved_by(leaf, pos, loop->depth))
            continue;
        is_moved = true;
        add_generated(role, loop);
        role->is_launch_loop = role->is_launch_loop || (around->mapped && i < around->n_outside);
        const struct generated *tiles = around->kernel ? NULL : find_tile_loop(reading, leaf, loop);
        if (!tiles)
            continue;
        add_generated(role, tiles);
        int64_t size = step_of(tiles) * factor_of(loop->node->init, tiles->depth);
        if (size > 1 && size < INT_MAX)
            role->tile = (int)size;
    }
    return is_moved;
}

/* What the mapping of "kernel" does with iterator "pos" of "stmt". */
static void add_members_of(const struct pv_kernel *kernel, const struct pv_stmt *stmt, int pos, struct pv_role *role)
{
    for (int i = 0; kernel->place && i < kernel->n_members; i++) {
        isl_union_pw_aff *all = isl_multi_union_pw_aff_get_at(kernel->place, i);
        isl_space *space = isl_space_align_params(isl_set_get_space(stmt->domain), isl_union_pw_aff_get_space(all));
        isl_pw_aff *value = isl_union_pw_aff_extract_pw_aff(
            all, isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, 1));
        bool is_moved = isl_pw_aff_involves_dims(value, isl_dim_in, (unsigned)pos, 1) == isl_bool_true;
        const struct pv_kernel_member *member = &kernel->members[i];
        role->is_blocks = role->is_blocks || (is_moved && member->level == PV_LEVEL_BLOCK);
        role->is_threads = role->is_threads || (is_moved && member->level == PV_LEVEL_THREAD);
        if (is_moved && member->axis < kernel->n_axes && kernel->points[member->axis] > 1)
            role->tile = kernel->points[member->axis];
        isl_pw_aff_free(value);
        isl_union_pw_aff_free(all);
    }
}

/* Add "one", what the code does with a loop of the text for one statement, to "role". */
static void add_role(struct pv_role *role, const struct pv_role *one)
{
    role->is_shared = role->is_shared || one->is_shared;
    role->is_vector = role->is_vector || one->is_vector;
    role->is_blocks = role->is_blocks || one->is_blocks;
    role->is_threads = role->is_threads || one->is_threads;
    role->is_launch_loop = role->is_launch_loop || one->is_launch_loop;
    role->tile = one->tile ? one->tile : role->tile;
    role->jam = one->jam > role->jam ? one->jam : role->jam;
}

static bool is_distributed(const struct pv_role *role)
{
    return role->is_shared || role->is_blocks || role->is_threads;
}

/* Note which way the code at "leaf" goes through the iterations of "nest", where "role" is all it does with them. */
static void note_way(struct reading *reading, const struct pv_code_leaf *leaf, const struct pv_nest *nest,
                     const struct pv_role *role, bool is_moved)
{
    const struct pv_scop *scop = reading->code->scop;
    int loop = (int)(nest - reading->report->loops.v), stmt = 0;
    while (stmt < scop->stmts.n && scop->stmts.v[stmt] != leaf->stmt)
        stmt++;
    enum way way = is_distributed(role) ? WAY_SHARED : is_moved ? WAY_IN_TURN : 0;
    if (stmt < scop->stmts.n)
        reading->ways[loop * scop->stmts.n + stmt] |= (unsigned char)way;
}

/* A loop is sequential as a whole where threads share its iterations for some of its statements, but never for another. */
static void find_partial(struct reading *reading)
{
    int n = reading->code->scop->stmts.n;
    for (int i = 0; i < reading->report->loops.n; i++) {
        bool is_shared = false, is_in_turn = false;
        for (int k = 0; k < n; k++) {
            is_shared = is_shared || (reading->ways[i * n + k] & WAY_SHARED);
            is_in_turn = is_in_turn || reading->ways[i * n + k] == WAY_IN_TURN;
        }
        if (is_shared && is_in_turn)
            reading->report->loops.v[i].role.is_partial = true;
    }
}

/* Add what the code at "leaf" does with the loops of the text around its statement. */
static void read_roles(struct reading *reading, const struct pv_code_leaf *leaf)
{
    const struct pv_stmt *stmt = leaf->stmt;
    const struct pv_scop *scop = reading->code->scop;
    for (int i = 0; i < scop->loops.n; i++) {
        const struct pv_loop *loop = &scop->loops.v[i];
        bool is_around = is_inside(stmt->range.begin, loop->range) ||
                         (stmt->call && is_inside(stmt->call->range.begin, loop->range));
        struct pv_nest *nest = is_around && loop->depth < stmt->n_iterators
                                   ? pv_report_find_loop(reading->report, loop->range.begin)
                                   : NULL;
        if (!nest)
            continue;
        struct pv_role role = {0};
        bool is_moved = add_loops_of(reading, leaf, loop->depth, &role);
        if (reading->around.mapped)
            add_members_of(reading->around.mapped, stmt, loop->depth, &role);
        note_way(reading, leaf, nest, &role, is_moved);
        add_role(&nest->role, &role);
    }
}

static void read_nodes(struct reading *reading, const pv_anodes *nodes);

static void read_loop(struct reading *reading, const struct pv_an *node)
{
    struct around outside = reading->around, *around = &reading->around;
    const struct pv_mark *mark = node->loop ? node->loop->mark : NULL;
    bool is_loop = !node->is_degenerate;
    if (is_loop) {
        pv_push(reading->report->arena, &around->loops, ((struct generated){node->depth, node, node->loop}));
        around->is_vector = around->is_vector || (mark && mark->is_simd);
        around->is_jammed = around->is_jammed || (node->loop && node->loop->factor > 1);
        if (mark && mark->kind == PV_MARK_PARALLEL && around->parallel < 0)
            around->parallel = node->depth;
    }
    read_nodes(reading, &node->body);
    outside.loops = around->loops;
    outside.loops.n -= is_loop;
    *around = outside;
}

static void read_mark(struct reading *reading, const struct pv_an *node)
{
    bool is_kernel = node->mark && node->mark->kind == PV_MARK_KERNEL;
    if (is_kernel) {
        reading->around.kernel = ++reading->n_kernels;
        reading->around.mapped = node->mark->kernel;
        reading->around.n_outside = reading->around.loops.n;
    }
    read_nodes(reading, &node->body);
    if (is_kernel) {
        reading->around.kernel = 0;
        reading->around.mapped = NULL;
    }
}

static void read_node(struct reading *reading, const struct pv_an *node)
{
    switch (node->kind) {
    case PV_AN_FOR:
        read_loop(reading, node);
        break;
    case PV_AN_IF:
        read_nodes(reading, &node->body);
        read_nodes(reading, &node->other);
        break;
    case PV_AN_MARK:
        read_mark(reading, node);
        break;
    case PV_AN_USER:
        read_leaf(reading, node->leaf);
        if (reading->report->is_detailed)
            read_roles(reading, node->leaf);
        break;
    }
}

static void read_nodes(struct reading *reading, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n; i++)
        read_node(reading, nodes->v[i]);
}

void pv_report_code(struct pv_report *report, const struct pv_code *code)
{
    pv_report_range(report, code->scop->region->range, &(struct pv_verdict){.fate = PV_FATE_TRANSFORMED});
    struct reading reading = {.report = report, .code = code, .around = {.parallel = -1}};
    if (report->is_detailed)
        reading.ways = pv_new_array(report->arena, unsigned char, report->loops.n * code->scop->stmts.n + 1);
    read_nodes(&reading, &code->nodes);
    if (report->is_detailed)
        find_partial(&reading);
}

/* Lines. */

/* Is anything inside loop "i" in a region? */
static bool has_region_inside(const struct pv_report *report, int i)
{
    for (int k = i + 1; k < report->loops.n; k++)
        if (report->loops.v[k].region && holds(report->loops.v[i].range, report->loops.v[k].range))
            return true;
    return false;
}

bool pv_report_is_outermost(const struct pv_report *report, int i)
{
    const struct pv_nest *loop = &report->loops.v[i];
    if (loop->parent < 0)
        return true;
    const struct pv_nest *parent = &report->loops.v[loop->parent];
    return parent->region ? parent->region != loop->region : has_region_inside(report, loop->parent);
}

static bool is_container(const struct pv_report *report, int i)
{
    return !report->loops.v[i].region && has_region_inside(report, i);
}

/* How the statements of a loop run. */
static void add_qualities(const struct pv_report *report, struct pv_sb *text, const struct pv_verdict *verdict)
{
    if (verdict->n_kernels) {
        pv_sb_printf(text, "runs on the device, in %d kernel%s", verdict->n_kernels, verdict->n_kernels > 1 ? "s" : "");
        return;
    }
    const char *separator = verdict->is_parallel ? ", " : "";
    pv_sb_add(text, verdict->is_parallel ? "parallel" : "");
    if (verdict->is_parallel && verdict->parallel_loop)
        pv_sb_printf(text, " over '%s'", pv_report_name(report, verdict->parallel_loop));
    if (verdict->is_tiled)
        pv_sb_printf(text, "%stiled", separator);
    separator = text->n && verdict->is_tiled ? ", " : separator;
    if (verdict->is_jammed)
        pv_sb_printf(text, "%sunrolled and jammed", separator);
    separator = verdict->is_jammed ? ", " : separator;
    if (verdict->is_vector)
        pv_sb_printf(text, "%svectorized", separator);
    if (!verdict->is_parallel && report->is_sequential)
        pv_sb_add(text, verdict->is_tiled || verdict->is_jammed || verdict->is_vector ? "" : "transformed");
    else if (!verdict->is_parallel)
        pv_sb_printf(text, "%son one thread",
                     verdict->is_tiled || verdict->is_jammed || verdict->is_vector ? ", " : "");
}

/* The line about a loop, without its place. */
static const char *describe(const struct pv_report *report, const struct pv_verdict *verdict)
{
    static const char *const starts[] = {
        [PV_FATE_UNKNOWN] = "loop kept as written",
        [PV_FATE_OUTSIDE] = "loop kept as written",
        [PV_FATE_UNMODELLED] = "loop kept as written",
        [PV_FATE_KEPT] = "loop kept as written",
        [PV_FATE_TRANSFORMED] = "loop ",
    };
    struct pv_sb text = {0};
    pv_sb_add(&text, starts[verdict->fate]);
    if (verdict->fate == PV_FATE_TRANSFORMED)
        add_qualities(report, &text, verdict);
    if (verdict->reason)
        pv_sb_printf(&text, ": %s", verdict->reason);
    if (verdict->reason && verdict->at.line)
        pv_sb_printf(&text, " (line %u)", verdict->at.line);
    if (verdict->remedy)
        pv_sb_printf(&text, "; %s", verdict->remedy);
    const char *line = pv_strdup(report->arena, text.text);
    pv_sb_free(&text);
    return line;
}

int pv_report_print(const struct pv_report *report, struct pv_diag *diag, enum pv_report_detail detail, bool is_strict)
{
    int n_errors = 0;
    for (int i = 0; i < report->loops.n; i++) {
        const struct pv_nest *loop = &report->loops.v[i];
        const struct pv_verdict *verdict = &loop->verdict;
        bool is_nest = pv_report_is_outermost(report, i);
        bool is_error = is_strict && is_nest && verdict->fate == PV_FATE_UNMODELLED && !is_container(report, i);
        bool is_wanted = detail == PV_REPORT_LOOPS || (is_nest && verdict->fate > PV_FATE_OUTSIDE);
        if (!is_error && (verdict->is_said || !is_wanted))
            continue;
        n_errors += is_error;
        if (is_error)
            pv_error(diag, loop->range.begin, "%s", describe(report, verdict));
        else
            pv_remark(diag, loop->range.begin, "%s", describe(report, verdict));
    }
    return n_errors;
}

/* One loop in words. */

const char *pv_report_summary(const struct pv_report *report, const struct pv_nest *loop)
{
    const struct pv_role *role = &loop->role;
    if (loop->verdict.fate != PV_FATE_TRANSFORMED)
        return "kept as written";
    struct pv_sb text = {0};
    if (role->is_partial)
        pv_sb_printf(&text, ", sequential, but %s share its iterations for some statements",
                     role->is_shared ? "threads" : "threads of the device");
    else if (role->is_blocks || role->is_threads)
        pv_sb_printf(&text, ", parallel: %s share its iterations",
                     role->is_blocks && role->is_threads ? "blocks and threads of the device"
                     : role->is_blocks                   ? "blocks of the device"
                                                         : "threads of a block of the device");
    else if (role->is_shared)
        pv_sb_add(&text, ", parallel: threads share its iterations");
    if (text.n && role->is_reordered && !role->is_partial)
        pv_sb_add(&text, " in a new order");
    if (role->tile)
        pv_sb_printf(&text, ", tiled by %d", role->tile);
    if (role->jam)
        pv_sb_printf(&text, ", unrolled and jammed by %d", role->jam);
    if (role->is_vector)
        pv_sb_add(&text, ", vectorized");
    if (!role->is_shared && !role->is_blocks && !role->is_threads && !(role->is_vector && report->is_sequential))
        pv_sb_printf(&text, ", sequential%s",
                     loop->verdict.n_kernels     ? " on the device"
                     : loop->verdict.is_parallel ? ""
                                                 : ", on one thread");
    const char *summary = pv_strdup(report->arena, text.text + 2);
    pv_sb_free(&text);
    return summary;
}

struct pv_why pv_report_why(const struct pv_report *report, const struct pv_nest *loop)
{
    const struct pv_verdict *verdict = &loop->verdict;
    if (is_distributed(&loop->role) && !loop->role.is_partial && verdict->fate == PV_FATE_TRANSFORMED)
        return (struct pv_why){0};
    if (loop->why.reason)
        return loop->why;
    if (verdict->fate == PV_FATE_TRANSFORMED && verdict->n_kernels + verdict->is_parallel && !verdict->reason)
        return (struct pv_why){.reason = "another loop of the nest runs in parallel"};
    if (verdict->fate == PV_FATE_OUTSIDE || (verdict->fate == PV_FATE_UNKNOWN && !verdict->reason))
        return (struct pv_why){.reason = "it is not in a region",
                               .remedy = "mark it with '#pragma scop' and '#pragma endscop', or pass --autodetect"};
    if (!verdict->reason)
        return (struct pv_why){.reason = "new code would gain nothing"};
    const char *reason = verdict->reason;
    if (verdict->at.line)
        reason = pv_printf(report->arena, "%s (line %u)", reason, verdict->at.line);
    return (struct pv_why){.reason = reason, .remedy = verdict->remedy};
}

/* The length of "name", "n" characters so far, without digits at its end and "mark" before them; 0 if it does not end so. */
static size_t without_number(const char *name, size_t n, const char *mark)
{
    size_t length = strlen(mark), digits = 0;
    while (digits < n && strchr("0123456789", name[n - 1 - digits]))
        digits++;
    bool has_mark = digits && n > digits + length && !strncmp(name + n - digits - length, mark, length);
    return has_mark ? n - digits - length : 0;
}

const char *pv_report_name(const struct pv_report *report, const char *name)
{
    size_t n = strlen(name), first = without_number(name, n, "_"); /* NAME__1, or NAME__1_2 where that is taken */
    size_t length = without_number(name, n, "__own");
    length = length ? length : without_number(name, n, "__");
    length = length ? length : without_number(name, first, "__");
    if (!length || pv_text_count_identifier(report->unit->text, report->unit->size, name))
        return name;
    return pv_printf(report->arena, "%.*s", (int)length, name);
}

const char *pv_report_head(const struct pv_report *report, const struct pv_nest *loop)
{
    const size_t most = 60;
    size_t size = 0;
    const char *text = pv_diag_file_text(report->diag, loop->range.begin.file, &size);
    struct pv_sb head = {0};
    int open = 0;
    for (unsigned i = loop->range.begin.offset; text && i < loop->range.end.offset && i < size; i++) {
        bool is_blank = strchr(" \t\r\n", text[i]) != NULL;
        open += (text[i] == '(') - (text[i] == ')');
        if (text[i] == '{' || (text[i] == ';' && !open))
            break;
        if (!is_blank)
            pv_sb_addn(&head, &text[i], 1);
        else if (head.n && head.text[head.n - 1] != ' ')
            pv_sb_add(&head, " ");
        if ((text[i] == ')' && !open) || head.n > most)
            break;
    }
    while (head.n && head.text[head.n - 1] == ' ')
        head.text[--head.n] = 0;
    const char *found = pv_printf(report->arena, "%s%s", head.text ? head.text : "", head.n > most ? "..." : "");
    pv_sb_free(&head);
    return found;
}
