#include "front/detect.h"

struct detection {
    struct pv_extract *x;
    struct pv_cursor function;
    struct pv_scopes *scopes;
    const struct pv_range *taken;
    int n_taken;
    pv_run_vec *runs;
    pv_obstacle_vec *obstacles;
    int depth;
};

/* A statement of the block being searched. */
struct candidate {
    const struct pv_node *node;
    struct pv_range range;
    bool is_good;  /* can be extracted */
    bool has_loop; /* holds a "for" */
};
typedef PV_VEC(struct candidate) candidate_vec;

static void search(struct detection *detection, const struct pv_node *node);

static bool has_for(const struct pv_node *node)
{
    if (node->kind == PV_NODE_FOR)
        return true;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if ((kid->is_stmt || kid->kind == PV_NODE_FOR) && has_for(kid))
            return true;
    return false;
}

static bool has_loop(const struct pv_node *node)
{
    if (node->kind == PV_NODE_FOR || node->kind == PV_NODE_WHILE || node->kind == PV_NODE_DO)
        return true;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (kid->is_stmt && has_loop(kid))
            return true;
    return false;
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

/* Try to extract one statement. */
static bool is_extractable(struct detection *detection, const struct pv_node *node, struct pv_range range)
{
    pv_node_vec nodes = {0};
    pv_push(detection->x->arena, &nodes, node);
    if (pv_extract_begin(detection->x, detection->function, range) &&
        pv_extract_block(detection->x, &nodes, range, false))
        return true;
    add_obstacle(detection, node, range);
    return false;
}

static void add_candidates(struct detection *detection, const struct pv_node *block, candidate_vec *candidates)
{
    struct pv_extract *x = detection->x;
    unsigned last = 0;
    for (const struct pv_node *kid = block->kids; kid; kid = kid->next) {
        struct candidate candidate = {.node = kid, .range = pv_extract_statement_range(x, kid)};
        bool is_here = candidate.range.begin.file == pv_clang_main_file(x->clang) &&
                       candidate.range.begin.offset >= last &&
                       candidate.range.end.offset > candidate.range.begin.offset;
        if (is_here)
            last = candidate.range.end.offset;
        candidate.is_good = is_here && !is_taken(detection, candidate.range) &&
                            is_extractable(detection, kid, candidate.range);
        candidate.has_loop = candidate.is_good && has_for(kid);
        pv_push(x->arena, candidates, candidate);
    }
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

/* Make the candidates from "begin" to "end", all good, a run: without statements at its ends that hold no
 * loop, and split where a declaration is needed after it. */
static void add_run(struct detection *detection, const candidate_vec *candidates, int begin, int end)
{
    while (begin < end && !candidates->v[begin].has_loop)
        begin++;
    while (begin < end && !candidates->v[end - 1].has_loop)
        end--;
    if (begin == end)
        return;
    for (int i = begin; i < end; i++) {
        if (!declares_for_later(detection, candidates->v[i].node, candidates->v[end - 1].range.end.offset))
            continue;
        add_run(detection, candidates, begin, i);
        add_run(detection, candidates, i + 1, end);
        return;
    }
    struct pv_run run = {.range = {candidates->v[begin].range.begin, candidates->v[end - 1].range.end}};
    for (int i = begin; i < end; i++)
        pv_push(detection->x->arena, &run.nodes, candidates->v[i].node);
    pv_push(detection->x->arena, detection->runs, run);
}

static void search_block(struct detection *detection, const struct pv_node *block)
{
    candidate_vec candidates = {0};
    add_candidates(detection, block, &candidates);
    for (int i = 0; i < candidates.n;) {
        if (!candidates.v[i].is_good) {
            search(detection, candidates.v[i++].node);
            continue;
        }
        int begin = i;
        while (i < candidates.n && candidates.v[i].is_good)
            i++;
        add_run(detection, &candidates, begin, i);
    }
}

/* Search the blocks in "node", a statement that cannot be extracted as a whole. */
static void search(struct detection *detection, const struct pv_node *node)
{
    if (!has_for(node) || detection->depth >= PV_DEEPEST_NESTING)
        return;
    detection->depth++;
    if (node->kind == PV_NODE_BLOCK) {
        search_block(detection, node);
    } else {
        for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
            if (kid->is_stmt)
                search(detection, kid);
    }
    detection->depth--;
}

void pv_detect_runs(struct pv_extract *x, struct pv_cursor definition, const struct pv_range *taken, int n_taken,
                    pv_run_vec *runs, pv_obstacle_vec *obstacles)
{
    bool ok = pv_extract_begin(x, definition, pv_cursor_range(x->clang, definition));
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
    if (ok)
        search(&detection, detection.scopes->body);
    else
        add_obstacle(&detection, detection.scopes->body, detection.scopes->range);
}
