/* Webs: the references to one array that hand values to each other, and the loops that copies of the array would make
 * parallel. */
#ifndef PV_WEBS_H
#define PV_WEBS_H

#include "ir/deps.h"

/* A reference and its statement. */
struct pv_web_ref {
    struct pv_stmt *stmt;
    struct pv_access *access;
};

/* No value flows from a reference of one web to one of another, so each web could have an array of its own. */
struct pv_web {
    struct pv_array *array;
    PV_VEC(struct pv_web_ref) refs;
    bool is_text;        /* each reference is an expression of its statement with known subscripts */
    bool is_initialised; /* no reference reads what was there before the region */
    bool is_lasting;     /* a write may be read after the region */
    bool is_old; /* its references read what was there before the region, which others overwrite: it would have a copy
                          * of that */
    const bool *below; /* by number: the statements in the last of "loops"; NULL where there are none */
    PV_VEC(int) loops; /* the iterators that would number the copies, outermost first; none: the web keeps its array */
};

struct pv_webs {
    struct pv_arena *arena;
    struct pv_scop *scop;
    const struct pv_deps *deps;
    int64_t small;         /* bytes of a variable of which the mapping gives each thread a copy anyway, */
    bool keeps_last;       /* also where its last value is read after the region */
    bool every_loop;       /* look for parallel loops inside of others */
    bool keeps_old;        /* arrays may have copies of what they held before the region */
    const bool *is_shared; /* by number: the statements in a loop that threads may share; for analysis/spread */
    PV_VEC(struct pv_web *) all;
};

/* Find the webs of "webs->scop": who hands values to whom, without loops. False where isl failed. */
bool pv_webs_gather(struct pv_webs *webs);

/* Find the webs of "webs->scop", and the loops of the original order that have no flow between their iterations, but
 * overwrite arrays. A web that should have a copy of its array for each iteration of such loops gets their numbers in
 * "loops"; one that should have a copy of the array from before the region is marked. False where isl failed. */
bool pv_webs_find(struct pv_webs *webs);

/* Is "array" a scalar of the program that nothing reaches but by its name? */
bool pv_array_is_plain_scalar(const struct pv_array *array);

/* May the loop over iterator "dim" of "stmt" have many iterations in one iteration of the loops around it? */
bool pv_stmt_is_long(const struct pv_stmt *stmt, int dim);

/* Do all references of the text to "array" belong to the model? */
bool pv_webs_are_all_modelled(const struct pv_webs *webs, const struct pv_array *array);

#endif
