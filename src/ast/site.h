/* A place in the code that is being generated, at which annotations ask for expressions. */
#ifndef PV_SITE_H
#define PV_SITE_H

#include "ast/plainplace.h"

#include <isl/ast_build.h>

struct pv_site {
    struct pv_arena *arena;
    isl_ast_build *build;         /* where isl generates: its name for the place; else NULL */
    struct pv_plain_place *plain; /* where pave does in machine words, lent; else NULL */
    /* Where pave does otherwise; lent. */
    const struct pv_stock *place;
    isl_set *sure;              /* { [c] }: holds where the expressions are evaluated */
    isl_union_map *executed;    /* { [c] -> S[i] } */
    isl_pw_multi_aff *instance; /* { [c] -> S[i] } of a call, lent; NULL where it is not made yet */
};

/* Outside all loops, where "context" holds, in code that "params" says how to generate; to be freed. */
struct pv_site pv_site_of_params(struct pv_arena *arena, const struct pv_generate_params *params,
                                 __isl_take isl_set *context);
void pv_site_free(struct pv_site *site);

/* The same where isl's name for a place in machine words is needed. */
struct pv_site pv_site_of_place(const struct pv_site *site);

/* { S[i] -> [c] }: the instances that are executed at "site", at which values of what its expressions are written in. */
__isl_give isl_union_map *pv_site_schedule(const struct pv_site *site);
/* "value" { [c] -> [v] }, or a function of parameters, as an expression; NULL where isl failed. */
pv_ax *pv_site_value(const struct pv_site *site, __isl_take isl_pw_aff *value);
/* The condition that "set" { [c] }, or a set of parameters, holds; NULL where isl failed. */
pv_ax *pv_site_condition(const struct pv_site *site, __isl_take isl_set *set);

/* At the site of a call. */
const char *pv_site_statement(const struct pv_site *site);
/* { [c] -> S[i] } */
__isl_give isl_pw_multi_aff *pv_site_instance(const struct pv_site *site);
/* "value" { S[i] -> [v] } as { [c] -> [v] } */
__isl_give isl_pw_aff *pv_site_pull_back(const struct pv_site *site, __isl_take isl_pw_aff *value);
/* "value" { S[i] -> [v] } as an expression, where that can be had at once; else NULL. */
pv_ax *pv_site_plain_value(const struct pv_site *site, __isl_keep isl_pw_aff *value);

#endif
