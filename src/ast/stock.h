/* A place in the code that is being generated: the loops around it, and the constraints known there. */
#ifndef PV_STOCK_H
#define PV_STOCK_H

#include "ast/genparams.h"
#include "ir/ast.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/union_map.h>

struct pv_gen;
struct pv_site;

/* Hooks of the generator, which annotate marks and calls in the code of a program. */
struct pv_gen_hooks {
    void (*enter_mark)(struct pv_gen *gen, __isl_keep isl_id *id, void *user);
    /* "mark" stands at "site"; both NULL: nothing is left of it. */
    void (*leave_mark)(const struct pv_site *site, struct pv_an *mark, void *user);
    /* "call" stands at "site". */
    void (*call)(const struct pv_site *site, struct pv_an *call, void *user);
    void *user;
};

/* One run of the generator. */
struct pv_gen {
    isl_ctx *ctx;
    struct pv_arena *arena;
    const struct pv_generate_params *params;
    const char *failure;              /* why there is no code, where isl has no reason */
    const struct pv_gen_hooks *hooks; /* or NULL */
    bool only_plain;                  /* a schedule that is not plain is left to isl: then */
    bool is_left;                     /* this is set, and there is no code */
    bool keeps_values;                /* iterators are the values of the members of bands */
    bool keeps_together;              /* statements with a common time stay in one loop here, */
    bool keeps_below;                 /* and in the loops inside it */
};

/* The dimensions [c] of sets are the iterators of the loops around the place. Members of bands that have one value there
 * are no dimensions: their value has been substituted. */
struct pv_stock {
    struct pv_gen *gen;
    int n;         /* loops */
    int *depths;   /* by loop: the depth of its iterator */
    isl_set *sure; /* { [c] }: holds wherever the code around the place leads */
    isl_set
        *known; /* { [c] }: holds wherever an instance is executed: "sure", and conditions that will be tested unless
                           * the code inside turns out to imply them */
    isl_multi_aff *times; /* { [c] -> [t] }: the values of the members of all bands around the place */
};

/* Outside all loops, where "context" { : p } holds. */
struct pv_stock pv_stock_new(struct pv_gen *gen, __isl_take isl_set *context);
struct pv_stock pv_stock_copy(const struct pv_stock *place);
void pv_stock_free(struct pv_stock *place);

/* Know that "set" { [c] } holds: for sure, or wherever an instance is executed. */
void pv_stock_ensure(struct pv_stock *place, __isl_take isl_set *set);
void pv_stock_expect(struct pv_stock *place, __isl_take isl_set *set);
/* Enter a loop with an iterator of "depth". "sure" { [c, i] } holds in it, as does "known" where instances are executed. */
void pv_stock_enter(struct pv_stock *place, int depth, __isl_take isl_set *sure, __isl_take isl_set *known);
/* Add a member of a band that has the value "value" { [c] -> [t] }. */
void pv_stock_fix(struct pv_stock *place, __isl_take isl_aff *value);
/* The value of the last loop's iterator as that of a member. */
__isl_give isl_aff *pv_stock_iterator(const struct pv_stock *place, int loop);

/* "set" { [c] } with one more dimension of any value. */
__isl_give isl_set *pv_stock_lift(__isl_take isl_set *set);
/* { [c, i] -> [t, i] } for the next member of the band, with the values "i" of dimension "place->n". */
__isl_give isl_multi_aff *pv_stock_times_and_next(const struct pv_stock *place);

#endif
