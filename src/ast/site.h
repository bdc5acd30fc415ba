/* A place in the code that is being generated, for those who ask for expressions there. */
#ifndef PV_SITE_H
#define PV_SITE_H

#include "ast/stock.h"

#include <isl/ast_build.h>

struct pv_site {
    struct pv_arena *arena;
    isl_ast_build *build; /* where isl generates: its name for the place; else NULL */
    /* Where pave does; lent. */
    const struct pv_stock *place;
    isl_set *sure;           /* { [c] }: holds where the expressions are evaluated */
    isl_union_map *executed; /* { [c] -> S[i] } */
};

/* Outside all loops, where "context" holds, in code that "params" says how to generate; to be freed. */
struct pv_site pv_site_of_params(struct pv_arena *arena, const struct pv_generate_params *params,
                                 __isl_take isl_set *context);
void pv_site_free(struct pv_site *site);

/* { S[i] -> [c] }: the instances that are executed at "site", at which values of what its expressions are written in. */
__isl_give isl_union_map *pv_site_schedule(const struct pv_site *site);
/* "value" { [c] -> [v] }, or a function of parameters, as an expression; NULL where isl failed. */
pv_ax *pv_site_value(const struct pv_site *site, __isl_take isl_pw_aff *value);
/* The condition that "set" { [c] }, or a set of parameters, holds; NULL where isl failed. */
pv_ax *pv_site_condition(const struct pv_site *site, __isl_take isl_set *set);

#endif
