/* Frees and prints the dependences of a region. */
#include "ir/deps.h"

#include "base/islx.h"

#include <stdlib.h>

void pv_deps_free(struct pv_deps *deps)
{
    if (!deps)
        return;
    isl_union_map_free(deps->tagged_flow);
    isl_union_map_free(deps->flow);
    isl_union_map_free(deps->tagged_false);
    isl_union_map_free(deps->false_deps);
    isl_union_map_free(deps->overwritten);
    isl_union_map_free(deps->live_in);
    isl_union_map_free(deps->live_out);
    isl_union_map_free(deps->matched);
    isl_union_map_free(deps->tagged_order);
    isl_union_map_free(deps->order);
    isl_union_map_free(deps->array_order);
    isl_union_map_free(deps->tagged_forced);
    isl_union_map_free(deps->forced);
    isl_union_map_free(deps->apart);
    isl_union_map_free(deps->independent);
    isl_union_set_free(deps->kept);
    for (int i = 0; i < deps->reductions.n; i++)
        isl_union_map_free(deps->reductions.v[i]->deps);
}

bool pv_reduction_has(const struct pv_reduction *reduction, const struct pv_access *access)
{
    for (int i = 0; i < reduction->updates.n; i++)
        if (reduction->updates.v[i] == access)
            return true;
    return false;
}

__isl_give isl_union_map *pv_deps_get_validity(const struct pv_deps *deps)
{
    return isl_union_map_union(isl_union_map_copy(deps->flow), isl_union_map_copy(deps->false_deps));
}

const char *pv_reduction_op_name(enum pv_reduction_op op)
{
    static const char *const names[] = {
        [PV_REDUCE_ADD] = "+", [PV_REDUCE_MUL] = "*", [PV_REDUCE_MIN] = "min", [PV_REDUCE_MAX] = "max",
        [PV_REDUCE_AND] = "&", [PV_REDUCE_OR] = "|",  [PV_REDUCE_XOR] = "^",
    };
    return names[op];
}

/* "key: relation"; isl's notation holds no quotes and no backslashes. Nothing for NULL. */
static void add_relation(struct pv_sb *out, int indent, const char *key, __isl_keep isl_union_map *relation)
{
    if (!relation)
        return;
    isl_union_map *short_form = pv_union_map_coalesce(isl_union_map_copy(relation));
    char *text = pv_printed(isl_union_map_to_str(short_form));
    isl_union_map_free(short_form);
    pv_sb_printf(out, "%*s%s: \"%s\"\n", indent, "", key, text);
    free(text);
}

static void dump_reduction(struct pv_sb *out, const struct pv_reduction *reduction)
{
    pv_sb_printf(out, "    - array: %s\n", reduction->array->name);
    pv_sb_printf(out, "      operator: \"%s\"\n", pv_reduction_op_name(reduction->op));
    pv_sb_add(out, "      statements: [");
    for (int i = 0; i < reduction->stmts.n; i++)
        pv_sb_printf(out, "%s%s", i ? ", " : "", reduction->stmts.v[i]->name);
    pv_sb_printf(out, "]\n      permission: %s\n",
                 reduction->is_asserted        ? "given"
                 : reduction->needs_permission ? "needed"
                                               : "not needed");
    add_relation(out, 6, "dependences", reduction->deps);
}

static void dump_kept(struct pv_sb *out, __isl_keep isl_union_set *kept)
{
    if (!kept)
        return;
    char *text = pv_printed(isl_union_set_to_str(kept));
    pv_sb_printf(out, "  kept: \"%s\"\n", text);
    free(text);
}

void pv_deps_dump(struct pv_sb *out, const struct pv_scop *scop, const struct pv_deps *deps, const char *file)
{
    const struct pv_region *region = scop->region;
    pv_sb_add(out, "- file: \"");
    for (const char *c = file; *c; c++)
        pv_sb_printf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    pv_sb_printf(out, "\"\n  function: %s\n", region->function ? region->function->name : "");
    pv_sb_printf(out, "  lines: [%u, %u]\n", region->range.begin.line, region->range.end.line);
    if (deps->is_memory_based)
        pv_sb_add(out, "  memory_based: true\n");
    add_relation(out, 2, "flow", deps->flow);
    add_relation(out, 2, "tagged_flow", deps->tagged_flow);
    add_relation(out, 2, "false", deps->false_deps);
    add_relation(out, 2, "tagged_false", deps->tagged_false);
    add_relation(out, 2, "order", deps->order);
    add_relation(out, 2, "tagged_order", deps->tagged_order);
    add_relation(out, 2, "forced", deps->forced);
    add_relation(out, 2, "tagged_forced", deps->tagged_forced);
    add_relation(out, 2, "live_in", deps->live_in);
    add_relation(out, 2, "live_out", deps->live_out);
    add_relation(out, 2, "independent", deps->independent);
    dump_kept(out, deps->kept);
    if (deps->reductions.n)
        pv_sb_add(out, "  reductions:\n");
    for (int i = 0; i < deps->reductions.n; i++)
        dump_reduction(out, deps->reductions.v[i]);
}
