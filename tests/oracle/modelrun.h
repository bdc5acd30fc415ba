/* The model at given values of the parameters: its instances in the original order, and the elements
 * each of them accesses. */
#ifndef PV_MODELRUN_H
#define PV_MODELRUN_H

#include "plan.h"

/* One statement instance. */
struct model_instance {
    struct pv_stmt *stmt;
    const int64_t *iterators; /* stmt->n_iterators of them */
    const int64_t *time;      /* place in the original order: model->n_time numbers */
};

/* How to get from an array to an element: subscripts, then fields with subscripts of their own. */
struct path_step {
    const struct pv_field *field; /* NULL for the first step */
    int n_subscripts;
};

/* One relation of one access, restricted to one space of elements. */
struct model_relation {
    const struct pv_access *access;
    enum pv_relation kind; /* PV_MAY_READ, PV_MAY_WRITE or PV_MUST_WRITE */
    bool is_exact;         /* the access always happens, and the relation says to which element */
    int n_steps;
    struct path_step *steps;
    int n_in, n_out;
    bool is_listed;       /* else "map" has too many elements: ask it about single ones */
    PV_VEC(int64_t) rows; /* of n_in iterators and n_out subscripts each, in increasing order */
    isl_map *map;         /* parameters fixed */
    int64_t *sizes;       /* of the array's dimensions; -1 where unknown */
};

/* The values of one scalar that the model claims to know, for all instances of its statement. */
struct model_values {
    const struct pv_subst *subst;
    int n_in;
    PV_VEC(int64_t) rows; /* of n_in iterators and one value each, in increasing order */
};

struct stmt_relations {
    struct pv_stmt *stmt;
    PV_VEC(struct model_relation *) relations;
    PV_VEC(struct model_values) values; /* as in stmt->substs */
};

struct model {
    struct pv_arena *arena;
    const struct pv_scop *scop;
    const int64_t *parameters;
    int n_time;
    PV_VEC(struct model_instance) instances; /* in the original order */
    int *by_place;                           /* their indices, by statement and iterators */
    PV_VEC(struct stmt_relations) stmts;     /* as in the scop */
    const char *trouble;                     /* or NULL */
};

/* Evaluate "scop" where its parameters have the values "parameters". Accesses of kind GENERIC, and
 * those under a condition unless "conditions_count", are not exact. */
struct model *model_new(struct pv_arena *arena, const struct pv_scop *scop, const int64_t *parameters,
                        bool conditions_count);
void model_free(struct model *model);

/* The index in "instances" of an instance; -1 where there is none. */
int model_find_instance(const struct model *model, const struct pv_stmt *stmt, const int64_t *iterators);
/* "map" { S[i] -> A[a] }, a relation to elements of "array" that is none of the model's own, listed where it has no
 * more than "limit" points. The caller frees its map. */
struct model_relation *model_list_elements(struct model *model, const struct pv_array *array, __isl_take isl_map *map,
                                           int limit);

/* The points of some set: "n" rows of "width" numbers. */
struct model_points {
    int n, width;
    const int64_t *rows;
};

/* List "set" at the values of the parameters. False where it has more than about "limit" points. */
bool model_list_points(struct model *model, __isl_take isl_set *set, int limit, struct model_points *points);

/* Do the parameters satisfy the context? */
bool model_is_in_context(const struct model *model);
/* The relations of "stmt". */
const struct stmt_relations *model_relations(const struct model *model, const struct pv_stmt *stmt);
/* The rows of "relation" that belong to the instance "iterators": the first in "*first". */
int model_find_rows(const struct model_relation *relation, const int64_t *iterators, const int64_t **first);
/* Does "relation", not listed, go from instance "iterators" to the element with these subscripts? */
bool model_relates(const struct model_relation *relation, const int64_t *iterators, const int64_t *subscripts);
/* The value that "subst" of "stmt" has at an instance. False where it has none. */
bool model_find_value(const struct model *model, const struct pv_stmt *stmt, const struct pv_subst *subst,
                      const int64_t *iterators, int64_t *value);
/* Append S_0[1, 2]. */
void model_print_instance(struct pv_sb *sb, const struct model_instance *instance);

#endif
