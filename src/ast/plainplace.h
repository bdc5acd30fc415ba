/* Places in the code of plain schedules, for those who annotate it: functions of instances are worked out in machine words
 * where they are affine; isl's name for the place is made where they are not. */
#ifndef PV_PLAINPLACE_H
#define PV_PLAINPLACE_H

#include "ast/active.h"

#include <isl/aff.h>
#include <isl/union_map.h>

/* A function { S[i] -> [v] } that has been looked up. */
struct pv_plain_function {
    isl_union_map *all; /* lent: where it was found */
    int statement;
    isl_pw_multi_aff *value; /* NULL where it is none */
};

/* What the places of one run share; to be cleared. */
struct pv_plain_places {
    struct pv_gen *gen;
    const struct pv_plain *plain;
    isl_map_list *maps; /* lent: the statements, as pv_executed_maps() has them */
    isl_space *params;  /* lent */
    isl_set *context;   /* lent, { : p }: what is known of parameters, of which rows can say a part only */
    PV_VEC(struct pv_plain_function) functions;
};
void pv_plain_places_clear(struct pv_plain_places *places);

struct pv_plain_place {
    struct pv_plain_places *run;
    const struct pv_plain_event *event;
    /* Made when somebody asks for them: */
    bool is_made;
    struct pv_stock stock;
    isl_set *sure;           /* { [c] } */
    isl_union_map *executed; /* { [c] -> S[i] } */
    isl_pw_multi_aff *instance;
};
/* Make what isl needs. */
void pv_plain_place_make(struct pv_plain_place *place);
void pv_plain_place_clear(struct pv_plain_place *place);

/* The name of the statement at "place", which is one of a call. */
const char *pv_plain_place_name(const struct pv_plain_place *place);

/* All of these are about the instance that is executed at "place", of a call. They return false where they do not know. */
/* Set "row" to the value of "value" { S[i] -> [v] }. */
bool pv_plain_place_value(const struct pv_plain_place *place, __isl_keep isl_pw_aff *value, int64_t *row);
/* Set "row" to the value of "value" { [p] -> [v] }, p the values of "prefix" { S[i] -> [p] }, which must outlive the run. */
bool pv_plain_place_value_by(const struct pv_plain_place *place, __isl_keep isl_union_map *prefix,
                             __isl_keep isl_aff *value, int64_t *row);
/* Set "row" to the value of dimension "pos" of "prefix". */
bool pv_plain_place_prefix(const struct pv_plain_place *place, __isl_keep isl_union_map *prefix, int pos, int64_t *row);

#endif
