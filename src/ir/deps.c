#include "ir/deps.h"

#include <stdlib.h>

void pv_deps_free(struct pv_deps *deps)
{
    if (!deps)
        return;
    isl_union_map_free(deps->tagged_flow);
    isl_union_map_free(deps->flow);
    isl_union_map_free(deps->false_deps);
    isl_union_map_free(deps->live_in);
    isl_union_map_free(deps->live_out);
}

__isl_give isl_union_map *pv_deps_get_validity(const struct pv_deps *deps)
{
    isl_union_map *all = isl_union_map_union(isl_union_map_copy(deps->flow), isl_union_map_copy(deps->false_deps));
    return isl_union_map_coalesce(all);
}

/* isl's notation holds no quotes and no backslashes. */
static void add_relation(struct pv_sb *out, const char *key, __isl_keep isl_union_map *relation)
{
    char *text = isl_union_map_to_str(relation);
    pv_sb_printf(out, "  %s: \"%s\"\n", key, text ? text : "");
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
    add_relation(out, "flow", deps->flow);
    add_relation(out, "false", deps->false_deps);
    add_relation(out, "live_in", deps->live_in);
    add_relation(out, "live_out", deps->live_out);
}
