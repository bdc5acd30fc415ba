/* The statements of a plain schedule that are active at a place in the code. */
#ifndef PV_ACTIVE_H
#define PV_ACTIVE_H

#include "ast/plain.h"

/* A statement at a place. */
struct pv_active {
    int statement;
    struct pv_rows rows; /* of iterators around the place, and of locals */
    int64_t *values;     /* of all locals: rows in these, */
    int64_t *divisors;   /* to be divided by these, which leaves no rest */
};
typedef PV_VEC(struct pv_active) pv_actives;

/* What those who annotate the code must be told, in the order in which it is generated. */
struct pv_plain_event {
    isl_id *entered;    /* a mark is entered; or NULL */
    struct pv_an *node; /* a call, or the mark that is left: NULL where nothing is left of it */
    int n_loops;        /* around the node, and the depths of their iterators */
    const int *depths;
    struct pv_rows sure; /* holds there */
    pv_actives all;      /* the statements */
};
typedef PV_VEC(struct pv_plain_event) pv_plain_events;

/* One run of the generator. */
struct pv_plain_run {
    const struct pv_plain *plain;
    bool ok;    /* the schedule is plain so far */
    int n_cuts; /* of values of members in two parts */
    struct pv_gen *gen;
    pv_plain_events *events; /* or NULL */
};

/* The statement "number" with its equalities solved. */
struct pv_active pv_active_begin(struct pv_plain_run *gen, int number);
struct pv_active pv_active_copy(struct pv_plain_run *gen, const struct pv_active *active);

bool pv_active_has_locals(const struct pv_plain *plain, const int64_t *row);
/* A local that "equality" has with the factor 1 or -1; 0 where there is none. */
int pv_active_unit_local(const struct pv_plain *plain, const int64_t *equality);
/* Substitute the value of unknown "col" given by "equality" == 0. */
void pv_active_substitute(struct pv_plain_run *gen, struct pv_active *active, const int64_t *equality, int col);

/* Replace the locals of "active" such that "row", a time, contains at most one of them. */
void pv_active_gather(struct pv_plain_run *gen, struct pv_active *active, int64_t *row);

/* Add "factor" times the value of a local to "row". Return false where that is no row. */
bool pv_active_add(const struct pv_active *active, int local, int64_t factor, int64_t *row, int width);
/* "row" of the locals of "active" in terms of iterators and of what locals are left. */
void pv_active_compose(struct pv_plain_run *gen, const struct pv_active *active, const int64_t *row, int64_t *result);
/* The time of "active" for one member. */
void pv_active_time(struct pv_plain_run *gen, const struct pv_active *active, const struct pv_plain_node *band,
                    int member, int64_t *row);

/* The statements of "all" with what the conditions of "node" say of them. */
pv_actives pv_active_restrict(struct pv_plain_run *gen, const pv_actives *all, const struct pv_plain_node *node);
/* Add the rows of "condition" in terms of iterators and of what locals of "active" are left; an equality is two rows. */
void pv_active_add_condition(struct pv_plain_run *gen, const struct pv_active *active,
                             const struct pv_plain_condition *condition, struct pv_rows *rows);
/* Eliminate the locals of "active" from "rows". */
void pv_active_eliminate_locals(struct pv_plain_run *gen, const struct pv_active *active, struct pv_rows *rows);

#endif
