#include "front/split.h"

static bool find_loop(struct pv_tree *tree, void *user)
{
    bool *found = user;
    *found = *found || tree->kind == PV_TREE_FOR;
    return !*found;
}

static bool has_loop(struct pv_tree *tree)
{
    bool found = false;
    pv_tree_visit(tree, find_loop, &found);
    return found;
}

/* Does a statement of the region's own list declare something? Then what follows may depend on it. */
static bool declares(const struct pv_tree *tree)
{
    if (tree->kind == PV_TREE_DECL)
        return true;
    for (int i = 0; tree->kind == PV_TREE_BLOCK && !tree->is_scope && i < tree->children.n; i++)
        if (declares(tree->children.v[i]))
            return true;
    return false;
}

/* The statements from "first" to "end" of "region", less those at both ends that hold no loop, as a
 * region of its own; NULL where no loop is left. What comes after it may use every variable. */
static struct pv_region *part_of(struct pv_arena *arena, const struct pv_region *region, int first, int end)
{
    struct pv_tree *const *list = region->body->children.v;
    while (first < end && !has_loop(list[first]))
        first++;
    while (first < end && !has_loop(list[end - 1]))
        end--;
    if (first == end)
        return NULL;
    struct pv_region *part = pv_new(arena, struct pv_region);
    part->function = region->function;
    part->range = (struct pv_range){list[first]->range.begin, list[end - 1]->range.end};
    part->body = pv_tree_new(arena, PV_TREE_BLOCK, part->range);
    for (int i = first; i < end; i++) {
        if (declares(list[i]))
            return NULL;
        pv_push(arena, &part->body->children, list[i]);
    }
    part->all_used_after = true;
    return part;
}

int pv_region_split(struct pv_arena *arena, const struct pv_region *region, struct pv_region *parts[2])
{
    const struct pv_tree *body = region->body;
    int at = 0, n = 0;
    while (at < body->children.n && body->children.v[at]->range.end.offset <= region->refused_at.offset)
        at++;
    struct pv_region *before = part_of(arena, region, 0, at);
    if (before)
        parts[n++] = before;
    struct pv_region *after = at < body->children.n ? part_of(arena, region, at + 1, body->children.n) : NULL;
    if (after)
        parts[n++] = after;
    return n;
}
