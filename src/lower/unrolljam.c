/* Copies the iterations of jammed loops side by side into an innermost loop. */
#include "lower/unrolljam.h"

#include "lower/leaves.h"
#include "lower/sharing.h"

#include <assert.h>
#include <inttypes.h>

/* The nest. */

struct level;

/* What stands in the body of a loop: a loop, or a leaf. */
struct item {
    const struct level *level;
    const struct pv_code_leaf *leaf;
};

struct level {
    const struct pv_an *loop;
    const struct pv_code_loop *about;
    int depth;
    int factor; /* iterations side by side */
    PV_VEC(struct item) body;
    bool has_loops;
};

/* One of the iterations that are side by side. */
struct copy {
    int *shifts;     /* by depth: how far its iterators are from those of the loops */
    bool is_shifted; /* one of them is */
};
typedef PV_VEC(struct copy) copies;

/* A loop around the current place with several iterations side by side. */
struct side_by_side {
    int pos;          /* of its level */
    int factor;       /* how many there are at this place */
    isl_set *outside; /* what is known around it, lent */
};

struct nest {
    struct pv_cctx *ctx;
    struct pv_pout *out;
    enum pv_threads threads;
    PV_VEC(const struct level *) levels; /* at the current place, from the outside in */
    int n_depths;                        /* the greatest depth of an iterator and one */
    PV_VEC(struct side_by_side) around;  /* from the outside in */
    bool is_plain;                       /* no iterations go side by side from here on */
};

static bool collect(struct nest *nest, struct level *around, const pv_anodes *nodes);

static bool collect_loop(struct nest *nest, struct level *around, const struct pv_an *node)
{
    struct level *level = pv_new(nest->ctx->arena, struct level);
    struct item item = {.level = level};
    if (node->is_degenerate || !pv_ax_is_number(node->step, "1"))
        return false;
    level->loop = node;
    level->about = node->loop;
    level->depth = node->depth;
    level->factor = node->loop ? node->loop->factor : 1;
    nest->n_depths = node->depth >= nest->n_depths ? node->depth + 1 : nest->n_depths;
    around->has_loops = true;
    pv_push(nest->ctx->arena, &around->body, item);
    return collect(nest, level, &node->body);
}

/* Add "node" to the body of "around". False where it has another form. */
static bool collect_node(struct nest *nest, struct level *around, const struct pv_an *node)
{
    struct item item = {.leaf = (const struct pv_code_leaf *)node->leaf};
    switch (node->kind) {
    case PV_AN_FOR:
        return collect_loop(nest, around, node);
    case PV_AN_MARK:
        return collect(nest, around, &node->body);
    case PV_AN_USER:
        pv_push(nest->ctx->arena, &around->body, item);
        return true;
    default:
        return false;
    }
}

static bool collect(struct nest *nest, struct level *around, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n; i++)
        if (!collect_node(nest, around, nodes->v[i]))
            return false;
    return true;
}

/* Are the loops of "level" and below such that copies may go side by side? In an innermost loop it is too late. What stands beside
 * a loop is executed for all copies before the loop goes on, or after it: only where these are independent. */
static bool can_jam(const struct level *level, bool are_independent)
{
    are_independent = are_independent && (level->factor == 1 || level->about->is_independent);
    if (!level->has_loops)
        return level->factor == 1;
    bool can = level->body.n == 1 || are_independent;
    for (int i = 0; i < level->body.n && can; i++)
        can = !level->body.v[i].level || can_jam(level->body.v[i].level, are_independent);
    return can;
}

/* Copies. */

/* A copy where "old" is, or where the loops are if that is NULL. */
static struct copy new_copy(const struct nest *nest, const struct copy *old)
{
    struct copy copy = {pv_new_array(nest->ctx->arena, int, nest->n_depths + 1), old && old->is_shifted};
    for (int i = 0; old && i < nest->n_depths; i++)
        copy.shifts[i] = old->shifts[i];
    return copy;
}

/* For each of "all", "level->factor" copies at successive iterations of "level". */
static copies multiply(struct nest *nest, const copies *all, const struct level *level)
{
    copies result = {0};
    for (int i = 0; i < all->n; i++)
        for (int k = 0; k < level->factor; k++) {
            struct copy copy = new_copy(nest, &all->v[i]);
            copy.shifts[level->depth] = k;
            copy.is_shifted = copy.is_shifted || k;
            pv_push(nest->ctx->arena, &result, copy);
        }
    return result;
}

static pv_ax *shifted(const struct nest *nest, pv_ax *expr, const struct copy *copy)
{
    return pv_ax_shifted(nest->ctx->arena, expr, nest->n_depths, copy->shifts);
}

static pv_axs shifted_all(const struct nest *nest, const pv_axs *all, const struct copy *copy)
{
    pv_axs result = {0};
    for (int i = 0; i < all->n; i++)
        pv_push(nest->ctx->arena, &result, shifted(nest, all->v[i], copy));
    return result;
}

/* "leaf" as it is in "copy". */
static struct pv_code_leaf *copy_leaf(struct nest *nest, const struct pv_code_leaf *leaf, const struct copy *copy)
{
    struct pv_arena *arena = nest->ctx->arena;
    struct pv_code_leaf *result = pv_new(arena, struct pv_code_leaf);
    result->stmt = leaf->stmt;
    result->instance = shifted_all(nest, &leaf->instance, copy);
    for (int i = 0; i < leaf->accesses.n; i++) {
        struct pv_code_access access = {.expr = leaf->accesses.v[i].expr};
        access.subscripts = shifted_all(nest, &leaf->accesses.v[i].subscripts, copy);
        pv_push(arena, &result->accesses, access);
    }
    for (int i = 0; i < leaf->values.n; i++) {
        struct pv_code_value value = {leaf->values.v[i].expr, shifted(nest, leaf->values.v[i].value, copy)};
        pv_push(arena, &result->values, value);
    }
    return result;
}

/* Bounds. */

typedef PV_VEC(pv_px *) values;

/* The iterations that a loop has in all copies, and those that it has in each. */
struct bounds {
    pv_px *init, *end;        /* of all: the first, and the one after the last */
    bool same_init, same_end; /* all copies have these */
    values inits, ends;
};

/* The smaller, or larger, of two values. */
static pv_px *extremum(struct pv_cctx *ctx, enum pv_cmacro macro, pv_px *a, pv_px *b)
{
    if (pv_px_is_same(a, b))
        return a;
    pv_px *px = pv_px_macro(ctx->arena, macro, a, b);
    return pv_px_with(ctx->arena, px, pv_crange_join(a->range, b->range), px->width);
}

/* Add "value" unless it is there already. */
static void add_distinct(struct pv_arena *arena, values *all, pv_px *value)
{
    for (int i = 0; i < all->n; i++)
        if (pv_px_is_same(all->v[i], value))
            return;
    pv_push(arena, all, value);
}

/* The smallest, or largest, of "n" values. Macros write each operand twice, so that the text that a compiler sees doubles
 * with each macro in another: a balanced tree keeps it short. */
static pv_px *extremum_of(struct pv_cctx *ctx, enum pv_cmacro macro, int n, pv_px *const *all)
{
    if (n == 1)
        return all[0];
    return extremum(ctx, macro, extremum_of(ctx, macro, n / 2, all), extremum_of(ctx, macro, n - n / 2, all + n / 2));
}

/* "expr" + 1, without two constants where one will do. */
static pv_ax *plus_one(struct pv_arena *arena, pv_ax *expr)
{
    bool is_sub = expr->kind == PV_AX_SUB;
    if ((!is_sub && expr->kind != PV_AX_ADD) || expr->args[1]->kind != PV_AX_NUMBER)
        return pv_ax_binary(arena, PV_AX_ADD, expr, pv_ax_number(arena, 1));
    pv_int128 old = pv_crange_number(expr->args[1]), constant = is_sub ? 1 - old : old + 1;
    bool is_negative = constant < 0;
    constant = is_negative ? -constant : constant;
    if (constant > INT64_MAX)
        return pv_ax_binary(arena, PV_AX_ADD, expr, pv_ax_number(arena, 1));
    pv_ax *number = pv_ax_digits(arena, pv_printf(arena, "%" PRId64, (int64_t)constant));
    return constant ? pv_ax_binary(arena, is_negative ? PV_AX_SUB : PV_AX_ADD, expr->args[0], number) : expr->args[0];
}

/* The first value beyond "limit", which is allowed itself where "is_last" says so. */
static pv_px *value_beyond(struct pv_cctx *ctx, pv_ax *limit, bool is_last)
{
    if (!is_last || limit->kind != PV_AX_MIN)
        return pv_astexpr(ctx, is_last ? plus_one(ctx->arena, limit) : limit);
    pv_px *result = value_beyond(ctx, limit->args[0], true);
    for (int i = 1; i < limit->n; i++)
        result = extremum(ctx, PV_CMACRO_MIN, result, value_beyond(ctx, limit->args[i], true));
    return result;
}

/* The one after the last iteration of "level" in "copy". */
static pv_px *end_in_copy(struct nest *nest, const struct level *level, const struct copy *copy)
{
    pv_ax *cond = level->loop->cond;
    return value_beyond(nest->ctx, shifted(nest, cond->args[1], copy), cond->kind == PV_AX_LE);
}

static struct bounds find_bounds(struct nest *nest, const struct level *level, const copies *all)
{
    struct bounds bounds = {0};
    values inits = {0}, ends = {0};
    struct pv_arena *arena = nest->ctx->arena;
    for (int i = 0; i < all->n; i++) {
        pv_px *init = pv_astexpr(nest->ctx, shifted(nest, level->loop->init, &all->v[i]));
        pv_px *end = end_in_copy(nest, level, &all->v[i]);
        pv_push(arena, &bounds.inits, init);
        pv_push(arena, &bounds.ends, end);
        add_distinct(arena, &inits, init);
        add_distinct(arena, &ends, end);
    }
    bounds.same_init = inits.n == 1;
    bounds.same_end = ends.n == 1;
    bounds.init = extremum_of(nest->ctx, PV_CMACRO_MAX, inits.n, inits.v);
    bounds.end = extremum_of(nest->ctx, PV_CMACRO_MIN, ends.n, ends.v);
    return bounds;
}

/* A name for "value" in the rest of the block. */
static pv_px *name_value(struct nest *nest, const struct level *level, const char *suffix, pv_px *value)
{
    struct pv_cctx *ctx = nest->ctx;
    const char *name = pv_printf(ctx->arena, "%s_%s", ctx->iterators.v[level->depth], suffix);
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(value->range);
    pv_ps_const(nest->out, pv_spell_iterator_type(ctx), name, value);
    return pv_px_integer(ctx->arena, name, value->range, ctx->width);
}

/* Inside a loop. */

/* Is "init" one of "inits" with "cond" at the same place of "conds"? */
static bool is_learnt(const pv_axs *inits, const pv_axs *conds, pv_ax *init, pv_ax *cond)
{
    for (int i = 0; i < inits->n; i++)
        if (pv_ax_is_same(inits->v[i], init) && pv_ax_is_same(conds->v[i], cond))
            return true;
    return false;
}

/* What is known in the iterations of "level" that "all" copies have. Most copies have the same bounds. */
static void learn_bounds(struct nest *nest, const struct level *level, const copies *all)
{
    struct pv_cctx *ctx = nest->ctx;
    pv_axs inits = {0}, conds = {0};
    for (int i = 0; i < all->n; i++) {
        pv_ax *init = shifted(nest, level->loop->init, &all->v[i]);
        pv_ax *cond = shifted(nest, level->loop->cond, &all->v[i]);
        if (is_learnt(&inits, &conds, init, cond))
            continue;
        ctx->known = pv_crange_enter(ctx->known, level->depth, init, cond);
        pv_push(ctx->arena, &inits, init);
        pv_push(ctx->arena, &conds, cond);
    }
}

static void add_level(struct nest *nest, int pos, const copies *all);

/* A loop with "factor" of the iterations of level "pos" from "init" to before "end" side by side. */
struct part {
    int pos;
    pv_px *init, *end;
    int factor;
    bool is_main;    /* what is said about the loop is said about this part */
    bool is_certain; /* it has an iteration */
};

/* The loop of "part", to go on in its body. */
static struct pv_ps *add_head(struct nest *nest, const struct part *part)
{
    struct pv_cctx *ctx = nest->ctx;
    const struct level *level = nest->levels.v[part->pos];
    pv_px *name = pv_px_name(ctx->arena, ctx->iterators.v[level->depth]);
    pv_px *end = pv_px_operand(ctx->arena, part->end, PV_CPREC_SUM);
    struct pv_ps *loop = pv_ps_for(nest->out, pv_spell_iterator_type(ctx), name->text, part->init,
                                   pv_px_binary(ctx->arena, name, "<", end, PV_CPREC_RELATION),
                                   pv_px_number(ctx->arena, part->factor));
    if (part->is_main && level->about)
        pv_sharing_decide(ctx, loop, level->about, nest->threads, part->init, part->end);
    pv_ps_enter(nest->out, &loop->body);
    return loop;
}

/* The leaves of "level" from item "first" to before the next loop, in all copies. Return where that is. */
static int add_leaves(struct nest *nest, const struct level *level, int first, const copies *all)
{
    int end = first;
    while (end < level->body.n && level->body.v[end].leaf)
        end++;
    for (int i = 0; i < all->n; i++)
        for (int k = first; k < end; k++)
            pv_leaves_add(nest->ctx, nest->out, copy_leaf(nest, level->body.v[k].leaf, &all->v[i]));
    return end;
}

/* The innermost loop: the leaves of all copies. */
static void add_innermost(struct nest *nest, const struct part *part, const copies *all)
{
    struct pv_cctx *ctx = nest->ctx;
    const struct level *level = nest->levels.v[part->pos];
    struct pv_ps_inner *inner = pv_new(ctx->arena, struct pv_ps_inner);
    inner->depth = level->depth;
    inner->mark = part->is_main && level->about ? level->about->mark : NULL;
    inner->is_certain = part->is_certain;
    inner->inside = pv_cctx_here(ctx, NULL);
    pv_pblock *around = nest->out->at;
    add_head(nest, part)->inner = inner;
    add_leaves(nest, level, 0, all);
    pv_ps_enter(nest->out, around);
}

/* A loop with further loops, and perhaps leaves, in its body. */
static void add_outer(struct nest *nest, const struct part *part, const copies *all)
{
    const struct level *level = nest->levels.v[part->pos];
    pv_pblock *around = nest->out->at;
    int inner = part->pos + 1;
    add_head(nest, part);
    for (int i = 0; i < level->body.n;) {
        if (level->body.v[i].leaf) {
            i = add_leaves(nest, level, i, all);
            continue;
        }
        if (nest->levels.n == inner)
            pv_push(nest->ctx->arena, &nest->levels, level);
        nest->levels.v[inner] = level->body.v[i++].level;
        add_level(nest, inner, all);
    }
    pv_ps_enter(nest->out, around);
}

static void add_part(struct nest *nest, const struct part *part, const copies *all)
{
    struct pv_cctx *ctx = nest->ctx;
    struct level level = *nest->levels.v[part->pos];
    isl_set *outside = isl_set_copy(ctx->known);
    int n_around = nest->around.n;
    struct side_by_side here = {part->pos, part->factor, outside};
    if (part->factor > 1)
        pv_push(ctx->arena, &nest->around, here);
    level.factor = part->factor;
    pv_cctx_set_range(ctx, level.depth, (struct pv_crange){part->init->range.min, part->end->range.max - 1});
    copies inside = multiply(nest, all, &level);
    learn_bounds(nest, &level, &inside);
    if (level.has_loops)
        add_outer(nest, part, &inside);
    else
        add_innermost(nest, part, &inside);
    nest->around.n = n_around;
    isl_set_free(ctx->known);
    ctx->known = outside;
}

/* Iterations of level "pos" that not all copies have: those of copy "i", before or after the common ones. */
static void add_own(struct nest *nest, int pos, const copies *all, int i, pv_px *init, pv_px *end)
{
    copies one = {0};
    pv_push(nest->ctx->arena, &one, all->v[i]);
    struct part part = {pos, init, end, 1, false, false};
    add_part(nest, &part, &one);
}

/* The most copies whose own iterations get loops of their own, if the level is the innermost. */
static const int most_own = 2;

enum side { BEFORE_COMMON, AFTER_COMMON };

/* Add a loop over the "factor" iterations of "outer" that are side by side, and be in it. Its iterator takes the place of that of
 * "outer". */
static void enter_one_by_one(struct nest *nest, const struct level *outer, int factor)
{
    struct pv_cctx *ctx = nest->ctx;
    struct pv_arena *arena = ctx->arena;
    const char *old = ctx->iterators.v[outer->depth], *new = pv_printf(arena, "%s_one", old);
    pv_px *last = pv_px_binary(arena, pv_px_name(arena, old), "+", pv_px_number(arena, factor), PV_CPREC_SUM);
    pv_px *test = pv_px_binary(arena, pv_px_name(arena, new), "<", last, PV_CPREC_RELATION);
    struct pv_ps *loop = pv_ps_for(nest->out, pv_spell_iterator_type(ctx), new, pv_px_name(arena, old), test,
                                   pv_px_number(arena, 1));
    pv_ps_enter(nest->out, &loop->body);
    ctx->iterators.v[outer->depth] = new;
}

/* The same for all copies, in one text: loops over the iterations that are side by side around level "pos", with one
 * copy in them. */
static void add_own_in_loops(struct nest *nest, int pos, const struct bounds *bounds, enum side side)
{
    struct pv_cctx *ctx = nest->ctx;
    const struct level *level = nest->levels.v[pos];
    PV_VEC(const char *) names = {0};
    isl_set *known = ctx->known;
    pv_pblock *outside = nest->out->at;
    int n = nest->around.n;
    bool was_plain = nest->is_plain;
    struct copy copy = new_copy(nest, NULL);
    copies one = {0};
    pv_push(ctx->arena, &one, copy);
    ctx->known = isl_set_copy(nest->around.v[0].outside);
    for (int q = nest->around.v[0].pos; q < pos; q++)
        learn_bounds(nest, nest->levels.v[q], &one);
    for (int i = 0; i < n; i++) {
        const struct level *outer = nest->levels.v[nest->around.v[i].pos];
        pv_push(ctx->arena, &names, ctx->iterators.v[outer->depth]);
        enter_one_by_one(nest, outer, nest->around.v[i].factor);
    }
    pv_px *init = pv_astexpr(ctx, level->loop->init);
    pv_px *end = end_in_copy(nest, level, &copy);
    struct part part = {pos, init, extremum(ctx, PV_CMACRO_MIN, bounds->init, end), 1, false, false};
    if (side == AFTER_COMMON)
        part = (struct part){pos, extremum(ctx, PV_CMACRO_MAX, bounds->init, bounds->end), end, 1, false, false};
    nest->around.n = 0;
    nest->is_plain = true;
    add_part(nest, &part, &one);
    nest->is_plain = was_plain;
    nest->around.n = n;
    for (int i = 0; i < n; i++)
        ctx->iterators.v[nest->levels.v[nest->around.v[i].pos]->depth] = names.v[i];
    pv_ps_enter(nest->out, outside);
    isl_set_free(ctx->known);
    ctx->known = known;
}

/* The iterations of level "pos" that not all copies have, on one side of those that all have. */
static void add_owns(struct nest *nest, int pos, const copies *all, const struct bounds *bounds, enum side side)
{
    if (all->n > most_own || nest->levels.v[pos]->has_loops) {
        add_own_in_loops(nest, pos, bounds, side);
        return;
    }
    for (int i = 0; i < all->n; i++)
        if (side == BEFORE_COMMON)
            add_own(nest, pos, all, i, bounds->inits.v[i],
                    extremum(nest->ctx, PV_CMACRO_MIN, bounds->init, bounds->ends.v[i]));
        else
            add_own(nest, pos, all, i, extremum(nest->ctx, PV_CMACRO_MAX, bounds->init, bounds->end),
                    bounds->ends.v[i]);
}

/* How many iterations of "level" go side by side at the current place. */
static int factor_of(const struct nest *nest, const struct level *level)
{
    return nest->is_plain ? 1 : level->factor;
}

/* Name where the whole groups of "factor" iterations of "level" from "init" to before "end" end. */
static pv_px *end_of_groups(struct nest *nest, const struct level *level, pv_px *init, pv_px *end, int factor,
                            const char *suffix)
{
    struct pv_cctx *ctx = nest->ctx;
    struct pv_arena *arena = ctx->arena;
    struct pv_crange length = pv_crange_add(end->range, pv_crange_negate(init->range));
    pv_px *size = end;
    if (!pv_px_is_number(init, 0))
        size = pv_px_paren(arena,
                           pv_px_binary(arena, end, "-", pv_px_operand(arena, init, PV_CPREC_PRODUCT), PV_CPREC_SUM));
    pv_px *left = pv_px_binary(arena, size, "%", pv_px_number(arena, factor), PV_CPREC_PRODUCT);
    struct pv_crange range = {end->range.min - factor,
                              end->range.max > init->range.max ? end->range.max : init->range.max};
    ctx->overflows = ctx->overflows || !pv_crange_fits_int(length);
    pv_px *value = pv_px_binary(arena, end, "-", left, PV_CPREC_SUM);
    return name_value(nest, level, suffix, pv_px_with(arena, value, range, PV_WIDTH_INT));
}

/* With so many iterations side by side, those that are left go in groups of "rest_factor" first: several may be left, and
 * one at a time takes long. */
static const int large_factor = 6, rest_factor = 2;

/* The iterations of level "pos" from "start" to before "end", fewer than "factor". */
static void add_rest(struct nest *nest, int pos, const copies *all, pv_px *start, pv_px *end, int factor)
{
    if (factor >= large_factor) {
        pv_px *last = end_of_groups(nest, nest->levels.v[pos], start, end, rest_factor, "last");
        struct part pairs = {pos, start, last, rest_factor, false, false};
        add_part(nest, &pairs, all);
        struct pv_crange range = {start->range.min, last->range.max};
        start = pv_px_with(nest->ctx->arena, last, range, last->width);
    }
    struct part singles = {pos, start, end, 1, false, false};
    add_part(nest, &singles, all);
}

/* The iterations that all copies have: most of them side by side, then the rest. */
static void add_common(struct nest *nest, int pos, const copies *all, const struct bounds *bounds)
{
    pv_px *init = bounds->init, *end = bounds->end;
    const struct level *level = nest->levels.v[pos];
    struct pv_cctx *ctx = nest->ctx;
    int factor = factor_of(nest, level);
    struct part part = {pos, init, end, factor, true, false};
    part.is_certain = factor == 1 && !all->v[0].is_shifted && bounds->same_init && bounds->same_end &&
                      pv_crange_has_iteration(ctx->known, level->loop);
    if (factor > 1)
        part.end = end_of_groups(nest, level, init, end, factor, "rest");
    add_part(nest, &part, all);
    if (factor > 1) {
        struct pv_crange range = {init->range.min, part.end->range.max};
        add_rest(nest, pos, all, pv_px_with(ctx->arena, part.end, range, part.end->width), end, factor);
    }
}

/* Level "pos" of the nest and all in it, for "all" copies, at least one. */
static void add_level(struct nest *nest, int pos, const copies *all)
{
    assert(all->n > 0);
    const struct level *level = nest->levels.v[pos];
    struct bounds bounds = find_bounds(nest, level, all);
    bool has_block = !bounds.same_init || !bounds.same_end || factor_of(nest, level) > 1;
    bool is_alone = pos > 0 && nest->levels.v[pos - 1]->body.n == 1; /* in the body of a loop */
    pv_pblock *outside = nest->out->at;
    if (has_block && !is_alone)
        pv_ps_enter(nest->out, &pv_ps_add(nest->out, PV_PS_BLOCK)->body);
    if (has_block)
        bounds.end = name_value(nest, level, "end", bounds.end);
    if (!bounds.same_init)
        bounds.init = name_value(nest, level, "start", bounds.init);
    if (!bounds.same_init)
        add_owns(nest, pos, all, &bounds, BEFORE_COMMON);
    add_common(nest, pos, all, &bounds);
    if (!bounds.same_end)
        add_owns(nest, pos, all, &bounds, AFTER_COMMON);
    pv_ps_enter(nest->out, outside);
}

/* Read the nest at "node" into "nest". False where it has another form. */
static bool read_nest(struct nest *nest, const struct pv_an *node)
{
    struct level around = {0};
    if (!collect_node(nest, &around, node) || !around.has_loops || !can_jam(around.body.v[0].level, true))
        return false;
    pv_push(nest->ctx->arena, &nest->levels, around.body.v[0].level);
    return true;
}

bool pv_unrolljam_applies(struct pv_cctx *ctx, const struct pv_an *node)
{
    struct nest nest = {.ctx = ctx};
    return read_nest(&nest, node);
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    struct nest nest = {.ctx = user, .out = out, .threads = stmt->threads};
    if (stmt->kind != PV_PS_NEST) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    pv_cctx_go(nest.ctx, stmt->place);
    if (!read_nest(&nest, stmt->place->loop))
        return;
    copies one = {0};
    pv_push(out->arena, &one, new_copy(&nest, NULL));
    add_level(&nest, 0, &one);
}

void pv_unrolljam(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, version->texts.v[i].ctx);
}
