/* Statements of plain schedules at a place. */
#ifndef PV_ACTIVE_H
#define PV_ACTIVE_H

#include "ast/plain.h"

/* A statement at a place. */
struct pv_active {
    int statement;
    struct pv_rows rows; /* of iterators around the place, and of locals */
    int64_t *values;     /* of all locals: rows in these */
};
typedef PV_VEC(struct pv_active) pv_actives;

/* One run of the generator. */
struct pv_plain_run {
    const struct pv_plain *plain;
    bool ok; /* the schedule is plain so far */
};

/* The statement "number" with its equalities solved. */
struct pv_active pv_active_begin(struct pv_plain_run *gen, int number);
struct pv_active pv_active_copy(struct pv_plain_run *gen, const struct pv_active *active);

bool pv_active_has_locals(const struct pv_plain *plain, const int64_t *row);
/* A local that "equality" has with the factor 1 or -1; 0 where there is none. */
int pv_active_unit_local(const struct pv_plain *plain, const int64_t *equality);
/* Replace unknown "col" by what "equality" == 0 makes of it. */
void pv_active_substitute(struct pv_plain_run *gen, struct pv_active *active, const int64_t *equality, int col);

/* "row" of the locals of "active" in terms of iterators and of what locals are left. */
void pv_active_compose(struct pv_plain_run *gen, const struct pv_active *active, const int64_t *row, int64_t *result);
/* The time of "active" for one member. */
void pv_active_time(struct pv_plain_run *gen, const struct pv_active *active, const struct pv_plain_node *band,
                    int member, int64_t *row);

#endif
