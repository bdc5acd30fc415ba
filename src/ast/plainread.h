/* Reads the parts of plain schedules: numbers, sets, functions. */
#ifndef PV_PLAINREAD_H
#define PV_PLAINREAD_H

#include "ast/plain.h"

#include <isl/aff.h>
#include <isl/map.h>

/* A time that is still to be read. */
struct pv_plain_time {
    struct pv_plain_node *band;
    int statement, member;
    isl_aff *aff;
};

/* A local that is a quotient: "rest" = dividend - divisor * local. */
struct pv_plain_quotient {
    int statement, local;
    const int64_t *rest;
};

/* A set that is still to be read: a context, or the isolated part of a band. */
struct pv_plain_context {
    isl_set *set;
    struct pv_rows *rows;
    bool has_times; /* { [t] }, the times of all members around and of its own */
};

/* A condition that is still to be read: only the instances of "statement" in "set" are below "node". */
struct pv_plain_restriction {
    struct pv_plain_node *node;
    int statement;
    isl_basic_set *set;
};

/* An expansion that is still to be read. */
struct pv_plain_relation {
    struct pv_plain_expansion *expansion;
    isl_basic_map *map;
};

struct pv_plain_reader {
    const struct pv_stock *place;
    struct pv_plain *plain;
    bool is_plain;
    PV_VEC(struct pv_plain_time) times;
    PV_VEC(struct pv_plain_quotient) quotients;
    PV_VEC(struct pv_plain_context) contexts;
    PV_VEC(struct pv_plain_relation) relations;
    PV_VEC(struct pv_plain_restriction) restrictions;
    PV_VEC(isl_basic_map *) maps; /* by statement */
    struct pv_plain_node *band;   /* that is read now, and its member */
    int member;
    bool reads_times; /* the set that is read now has them */
};

/* The only basic map of "map"; NULL where there are more, or variables that are no dimensions. */
__isl_give isl_basic_map *pv_plain_only_part(__isl_take isl_map *map);
/* The constraints of "map" { [c, t] -> S[i] }; the dimensions t are locals behind those of S. */
void pv_plain_read_constraints(struct pv_plain_reader *reader, __isl_keep isl_basic_map *map, pv_row_list *equalities,
                               struct pv_rows *rows);
/* The rows of "set" { [c] }, or { [t] } if it "has_times", as far as it is a conjunction. */
struct pv_rows pv_plain_read_set(struct pv_plain_reader *reader, __isl_take isl_set *set, bool has_times);
/* Read all times of "reader". Their quotients become locals. */
void pv_plain_read_times(struct pv_plain_reader *reader);
/* Only the instances of "statement" in "set" are below "node". */
void pv_plain_restrict(struct pv_plain_reader *reader, struct pv_plain_node *node, int statement,
                       __isl_take isl_set *set);
/* Read all conditions of "reader", after the times. */
void pv_plain_read_restrictions(struct pv_plain_reader *reader);
/* The dimensions of the second statement of an expansion by equalities; nothing else may be in it. */
void pv_plain_read_values(struct pv_plain_reader *reader, struct pv_plain_relation *relation);

#endif
