/* Finds regions in code without pragmas. */
#include "front/detect.h"

#include "front/configuration.h"
#include "front/effects.h"
#include "ir/kernel.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

struct detection {
    struct pv_extract *x;
    struct pv_cursor function;
    struct pv_scopes *scopes;
    const struct pv_range *taken;
    int n_taken;
    pv_run_vec *runs;
    pv_obstacle_vec *obstacles;
    bool is_body; /* the runs found now are the body of a statement */
    int depth;
};

/* A statement of the block being searched. */
struct candidate {
    const struct pv_node *node;
    struct pv_range range;
    bool is_good;    /* can be extracted */
    bool has_loop;   /* holds a loop */
    bool is_builtin; /* calls a PENCIL builtin */
    bool is_alone;   /* holds a call of unknown effect, which no other statement may pass: it shares no run */
};
typedef PV_VEC(struct candidate) candidate_vec;

static void search(struct detection *detection, const struct pv_node *node);

static bool has_loop(const struct pv_node *node)
{
    if (node->kind == PV_NODE_FOR || node->kind == PV_NODE_WHILE || node->kind == PV_NODE_DO)
        return true;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (kid->is_stmt && has_loop(kid))
            return true;
    return false;
}

static bool is_builtin(struct detection *detection, const struct pv_node *node)
{
    const struct pv_node *call = pv_node_strip(node);
    struct pv_cursor callee;
    bool is_assert;
    return call->kind == PV_NODE_CALL && pv_extract_callee(call, &callee) &&
           pv_pencil_builtin(pv_cursor_name(detection->x->clang, callee), &is_assert) != PV_BUILTIN_NONE;
}

static bool is_taken(const struct detection *detection, struct pv_range range)
{
    for (int i = 0; i < detection->n_taken; i++)
        if (range.begin.offset < detection->taken[i].end.offset && detection->taken[i].begin.offset < range.end.offset)
            return true;
    return false;
}

/* Note why "node", which stands in "range", cannot be part of a region: what the extraction refused last. */
static void add_obstacle(struct detection *detection, const struct pv_node *node, struct pv_range range)
{
    const struct pv_extract *x = detection->x;
    struct pv_obstacle obstacle = {range, x->refused, x->remedy, x->refused_at};
    if (x->refused && has_loop(node))
        pv_push(x->arena, detection->obstacles, obstacle);
}

/* Refuse a call of a function that no device can call: it has no body that could be carried over, and may do anything. The
 * loops beside and below the call can then be regions of their own. */
static bool refuse_host_call(struct pv_expr *expr, void *user)
{
    struct pv_extract *x = user;
    const struct pv_function *callee = expr->callee;
    struct pv_math_function known;
    if (expr->kind != PV_EXPR_CALL || (callee && (callee->has_body || callee->is_const || callee->is_pure ||
                                                  callee->summary || pv_math_function_find(callee->name, &known))))
        return true;
    pv_extract_refuse(x, expr->range.begin, "put work for the device into loops without such calls",
                      "a call of '%s' stays on the host", callee ? callee->name : "a function through a pointer");
    return false;
}

static void refuse_host_calls_in_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, refuse_host_call, user);
}

static bool refuse_host_calls(struct pv_tree *tree, void *user)
{
    if (tree->kind == PV_TREE_PENCIL || tree->kind == PV_TREE_LIVE_OUT)
        return false;
    pv_tree_visit_exprs(tree, refuse_host_calls_in_root, user);
    return true;
}

/* Does "node" have a loop without calls of unknown effect? */
static bool has_free_loop(struct pv_extract *x, const struct pv_node *node)
{
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        bool is_loop = kid->kind == PV_NODE_FOR || kid->kind == PV_NODE_WHILE || kid->kind == PV_NODE_DO;
        if ((is_loop && !pv_node_find_effect(x, kid)) || has_free_loop(x, kid))
            return true;
    }
    return false;
}

/* Is "node" a loop with a loop in it that a device can execute, whatever stands beside that? Arrays stay on the device while
 * the host executes what stands beside it. */
static bool has_loop_for_device(struct pv_extract *x, const struct pv_node *node)
{
    bool is_loop = node->kind == PV_NODE_FOR || node->kind == PV_NODE_WHILE || node->kind == PV_NODE_DO;
    return is_loop && has_free_loop(x, node);
}

/* The name of the macro that is used at "offset". */
static const char *macro_at(const struct pv_extract *x, unsigned offset)
{
    unsigned end = offset;
    while (end < x->size && (isalnum((unsigned char)x->text[end]) || x->text[end] == '_'))
        end++;
    return pv_strndup(x->arena, x->text + offset, end - offset);
}

/* Can the text of candidate "i" of "block" be replaced by other text? Not if a use of a macro makes it and more beside it, or if
 * a directive keeps it in its place. Else say so. */
static bool stands_alone(struct pv_extract *x, struct pv_range block, const candidate_vec *candidates, int i)
{
    const struct pv_range *range = &candidates->v[i].range;
    unsigned begin = range->begin.offset, end = range->end.offset, before = block.begin.offset;
    bool is_shared = begin <= block.begin.offset || end >= block.end.offset;
    for (int k = i - 1; k >= 0 && !is_shared; k--)
        if (candidates->v[k].range.begin.file == range->begin.file) {
            before = candidates->v[k].range.end.offset;
            is_shared = before > begin;
            break;
        }
    if (i + 1 < candidates->n && candidates->v[i + 1].range.begin.file == range->begin.file)
        is_shared |= candidates->v[i + 1].range.begin.offset < end;
    if (is_shared) {
        pv_extract_refuse(x, range->begin, "write the loop out",
                          "it comes from the macro '%s', which makes other text, too", macro_at(x, begin));
        return false;
    }
    pv_setting setting = {0};
    const struct pv_directive *directive = pv_configuration_find(x->arena, x->clang, &x->directives, x->text, begin,
                                                                 end, &setting);
    if (directive)
        pv_extract_refuse(x, pv_diag_locate(x->diag, range->begin.file, directive->at),
                          "move the directive out of the loop", "it contains '%s', which must be kept",
                          directive->text);
    else if ((directive = pv_directives_open_branch(&x->directives, x->text, before, begin)))
        pv_extract_refuse(x, pv_diag_locate(x->diag, range->begin.file, directive->at),
                          "put braces around what it makes conditional", "'%s' ends text that may belong to it",
                          directive->text);
    return !directive;
}

/* Can candidate "i" of "block" be extracted, and its text be replaced? */
static bool is_extractable(struct detection *detection, struct pv_range block, const candidate_vec *candidates, int i)
{
    struct pv_extract *x = detection->x;
    const struct candidate *candidate = &candidates->v[i];
    pv_node_vec nodes = {0};
    pv_push(x->arena, &nodes, candidate->node);
    struct pv_tree *tree = NULL;
    if (pv_extract_begin(x, detection->function, candidate->range) && stands_alone(x, block, candidates, i))
        tree = pv_extract_block(x, &nodes, candidate->range, false);
    if (tree && x->for_device && !has_loop_for_device(x, candidate->node))
        pv_tree_visit(tree, refuse_host_calls, x);
    if (tree && !x->refused)
        return true;
    add_obstacle(detection, candidate->node, candidate->range);
    return false;
}

/* A loop with a call of unknown effect in it gains nothing as a whole: no statement passes the call. The loops in it are
 * looked for by themselves. */
static void divide(struct detection *detection, struct candidate *candidate, const struct pv_node *call)
{
    struct pv_extract *x = detection->x;
    struct pv_loc loc = pv_cursor_loc(x->clang, call->cursor);
    const char *name = pv_cursor_name(x->clang, call->cursor), *inner = pv_effect_name(x, call);
    candidate->is_good = false;
    if (inner && strcmp(inner, name))
        pv_extract_refuse(x, loc, "take that call out of the function, or make its body visible",
                          "the call of '%s' must keep its place: it calls '%s', whose effect is unknown", name, inner);
    else if (x->errno_matters && pv_library_sets_errno(name))
        pv_extract_refuse(x, loc, "compile with -fno-math-errno if its value does not matter",
                          "the call of '%s', which may set errno, must keep its place", name);
    else
        pv_extract_refuse(x, loc, "make the body of the function visible, or declare it 'const' or 'pure' if it is",
                          "the call of '%s', whose effect is unknown, must keep its place", name);
    add_obstacle(detection, candidate->node, candidate->range);
}

/* Look at "first", a statement in "around", and, unless it is the body of something, at those that follow it. */
static void add_candidates(struct detection *detection, const struct pv_node *around, const struct pv_node *first,
                           bool is_body, candidate_vec *candidates)
{
    struct pv_extract *x = detection->x;
    for (const struct pv_node *kid = first; kid; kid = is_body ? NULL : kid->next) {
        struct candidate candidate = {.node = kid, .range = pv_extract_statement_range(x, kid)};
        pv_push(x->arena, candidates, candidate);
    }
    struct pv_range range = pv_cursor_range(x->clang, around->cursor);
    if (is_body) /* both end at the same place */
        range.end.offset = UINT_MAX;
    for (int i = 0; i < candidates->n; i++) {
        struct candidate *candidate = &candidates->v[i];
        bool is_here = candidate->range.begin.file == pv_clang_main_file(x->clang) &&
                       candidate->range.end.offset > candidate->range.begin.offset &&
                       !(is_body && pv_cursor_is_from_macro(x->clang, candidate->node->cursor));
        candidate->is_good = is_here && !is_taken(detection, candidate->range) &&
                             is_extractable(detection, range, candidates, i);
        candidate->has_loop = candidate->is_good && has_loop(candidate->node);
        candidate->is_builtin = candidate->is_good && is_builtin(detection, candidate->node);
        bool may_look = candidate->is_good && !x->calls_are_free;
        const struct pv_node *call = may_look ? pv_node_find_effect(x, candidate->node) : NULL;
        candidate->is_alone = call != NULL;
        if (call && candidate->has_loop && x->divides_at_calls)
            divide(detection, candidate, call);
    }
}

/* Does a directive between candidate "i" and the one before it keep them apart? */
static bool is_cut_off(const struct detection *detection, const candidate_vec *candidates, int i)
{
    return pv_directives_obstacle(&detection->x->directives, candidates->v[i - 1].range.end.offset,
                                  candidates->v[i].range.begin.offset);
}

/* Does the statement declare a variable that is named at or after "end"? */
static bool declares_for_later(const struct detection *detection, const struct pv_node *node, unsigned end)
{
    if (node->kind != PV_NODE_DECL_STMT)
        return false;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        const struct pv_symbol *symbol = pv_scopes_symbol(detection->scopes, kid->cursor);
        if (symbol && pv_symbol_is_used_from(symbol, end))
            return true;
    }
    return false;
}

/* Does "run" step a variable to which "node", the statement before it, gives its first value? Without
 * that value nothing is known of the variable. */
static bool sets_up_counter(const struct pv_node *node, struct pv_range run)
{
    enum pv_op op;
    if (node->kind == PV_NODE_DECL_STMT && node->n_kids == 1)
        node = node->kids;
    else if (node->kind == PV_NODE_BINARY && pv_cursor_binary_op(node->cursor, &op) && op == PV_OP_ASSIGN)
        node = pv_node_strip(node->kids);
    const struct pv_symbol *symbol = node->symbol;
    if (!symbol || !symbol->is_local || pv_cxtype_kind(node->type) > PV_CXTYPE_UNSIGNED)
        return false;
    for (int i = 0; i < symbol->uses.n; i++) {
        unsigned at = symbol->uses.v[i].offset;
        if (symbol->uses.v[i].is_write && run.begin.offset <= at && at < run.end.offset)
            return true;
    }
    return false;
}

/* Shorten the run from "*begin" to "*end" to its loops, and what belongs to them: builtins, and first values of
 * variables that loops step. */
static void trim_run(const candidate_vec *candidates, int *begin, int *end)
{
    int first = *begin;
    while (*begin < *end && !candidates->v[*begin].has_loop)
        ++*begin;
    while (*begin < *end && !candidates->v[*end - 1].has_loop)
        --*end;
    if (*begin == *end)
        return;
    for (bool found = true; found && *begin > first;) {
        const struct candidate *before = &candidates->v[*begin - 1];
        struct pv_range run = {candidates->v[*begin].range.begin, candidates->v[*end - 1].range.end};
        found = before->is_builtin || sets_up_counter(before->node, run);
        *begin -= found;
    }
}

/* Make the candidates from "begin" to "end", all good, a run: without statements at its ends that have nothing to do with
 * its loops, and split where a declaration is needed after it. */
static void add_run(struct detection *detection, const candidate_vec *candidates, int begin, int end)
{
    int last = end;
    trim_run(candidates, &begin, &end);
    if (begin == end)
        return;
    while (end < last && candidates->v[end].is_builtin)
        end++;
    for (int i = begin; i < end; i++) {
        if (!declares_for_later(detection, candidates->v[i].node, candidates->v[end - 1].range.end.offset))
            continue;
        add_run(detection, candidates, begin, i);
        add_run(detection, candidates, i + 1, end);
        return;
    }
    struct pv_run run = {.range = {candidates->v[begin].range.begin, candidates->v[end - 1].range.end},
                         .is_body = detection->is_body};
    for (int i = begin; i < end; i++)
        pv_push(detection->x->arena, &run.nodes, candidates->v[i].node);
    pv_push(detection->x->arena, detection->runs, run);
}

/* Can candidate "i" be in one run with those from "begin" to the one before it? */
static bool follows(const struct detection *detection, const candidate_vec *candidates, int begin, int i)
{
    const struct candidate *candidate = &candidates->v[i];
    return candidate->is_good && !candidate->is_alone && !candidates->v[begin].is_alone &&
           !is_cut_off(detection, candidates, i) &&
           !pv_construct_between(detection->scopes, candidates->v[i - 1].range.end.offset,
                                 candidate->range.begin.offset);
}

/* Make runs of the good ones among "candidates", and search the others. */
static void add_runs(struct detection *detection, const candidate_vec *candidates, bool is_body)
{
    for (int i = 0; i < candidates->n;) {
        if (!candidates->v[i].is_good) {
            search(detection, candidates->v[i++].node);
            continue;
        }
        int begin = i++;
        while (i < candidates->n && follows(detection, candidates, begin, i))
            i++;
        detection->is_body = is_body;
        add_run(detection, candidates, begin, i);
    }
}

static void search_list(struct detection *detection, const struct pv_node *around, const struct pv_node *first,
                        bool is_body)
{
    candidate_vec candidates = {0};
    add_candidates(detection, around, first, is_body, &candidates);
    add_runs(detection, &candidates, is_body);
}

/* Search the statements in "node", one that cannot be extracted as a whole. */
static void search(struct detection *detection, const struct pv_node *node)
{
    if (!has_loop(node) || detection->depth >= PV_DEEPEST_NESTING || pv_construct_at(detection->scopes, node))
        return;
    detection->depth++;
    if (node->kind == PV_NODE_BLOCK) {
        search_list(detection, node, node->kids, false);
    } else {
        for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
            if (kid->kind == PV_NODE_BLOCK)
                search(detection, kid);
            else if (kid->is_stmt && has_loop(kid))
                search_list(detection, node, kid, true);
    }
    detection->depth--;
}

/* Note of the statements under directives in "node" why they cannot be part of a region. */
static void add_constructs(struct detection *detection, const struct pv_node *node)
{
    struct pv_extract *x = detection->x;
    if (detection->depth++ < PV_DEEPEST_NESTING)
        for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
            struct pv_range range = pv_extract_statement_range(x, kid);
            pv_node_vec nodes = {0};
            pv_push(x->arena, &nodes, kid);
            if (!has_loop(kid) || !pv_construct_at(detection->scopes, kid))
                add_constructs(detection, kid);
            else if (pv_extract_begin(x, detection->function, range) && !pv_extract_block(x, &nodes, range, false))
                add_obstacle(detection, kid, range);
        }
    detection->depth--;
}

void pv_detect_runs(struct pv_extract *x, struct pv_cursor definition, const struct pv_range *taken, int n_taken,
                    pv_run_vec *runs, pv_obstacle_vec *obstacles)
{
    bool ok = pv_extract_begin(x, definition, (struct pv_range){0});
    struct detection detection = {
        .x = x,
        .function = definition,
        .scopes = x->scopes,
        .taken = taken,
        .n_taken = n_taken,
        .runs = runs,
        .obstacles = obstacles,
    };
    if (!detection.scopes->body)
        return;
    const struct pv_construct *orphaned = pv_construct_orphaned(detection.scopes);
    if (ok && orphaned) {
        pv_extract_refuse_team(x, orphaned);
        ok = false;
    }
    if (ok)
        search(&detection, detection.scopes->body);
    else
        add_obstacle(&detection, detection.scopes->body, detection.scopes->range);
    if (orphaned)
        add_constructs(&detection, detection.scopes->body);
}

/* Does "offset" lie in "range"? */
static bool holds(struct pv_range range, unsigned offset)
{
    return range.begin.offset <= offset && offset < range.end.offset;
}

void pv_detect_parts(struct pv_extract *x, struct pv_cursor definition, const struct pv_run *whole, unsigned culprit,
                     pv_run_vec *parts)
{
    pv_obstacle_vec obstacles = {0};
    if (!pv_extract_begin(x, definition, whole->range))
        return;
    struct detection detection = {
        .x = x, .function = definition, .scopes = x->scopes, .runs = parts, .obstacles = &obstacles};
    candidate_vec candidates = {0};
    int n_loops = 0, n_culprits = 0;
    for (int i = 0; i < whole->nodes.n; i++) {
        const struct pv_node *node = whole->nodes.v[i];
        struct candidate candidate = {.node = node, .range = pv_extract_statement_range(x, node), .is_good = true};
        candidate.has_loop = has_loop(node);
        candidate.is_builtin = is_builtin(&detection, node);
        n_loops += candidate.has_loop;
        n_culprits += holds(candidate.range, culprit);
        pv_push(x->arena, &candidates, candidate);
    }
    if (!n_culprits && n_loops > 1) {
        for (int i = 0, first = 0; i < candidates.n; i++)
            if (candidates.v[i].has_loop) {
                detection.is_body = whole->is_body;
                add_run(&detection, &candidates, first, i + 1);
                first = i + 1;
            }
        return;
    }
    for (int i = 0; i < candidates.n; i++)
        candidates.v[i].is_good = n_culprits ? !holds(candidates.v[i].range, culprit) : !candidates.v[i].has_loop;
    add_runs(&detection, &candidates, whole->is_body);
}
