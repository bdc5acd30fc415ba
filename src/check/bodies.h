/* Decides whether two statements compute the same result from the values that they read. */
#ifndef PV_BODIES_H
#define PV_BODIES_H

#include "ir/scop.h"

/* References at the same place of both bodies. */
struct pv_ref_pair {
    struct pv_access *a, *b;
};

/* Integers at the same place of both bodies that the models know: { S[i] -> [v] } and { T[j] -> [w] }. */
struct pv_value_pair {
    isl_pw_aff *a, *b;
};

/* What must hold for two bodies of one form to do the same. */
struct pv_body_match {
    PV_VEC(struct pv_ref_pair) refs;
    PV_VEC(struct pv_value_pair) values;
    struct pv_loc difference; /* in the second body: where they are not of one form */
    const char *obstacle;     /* why this does not mean that they differ, or NULL */
};

/* Are the bodies of "a" and "b" the same up to subscripts, and up to values that the models know? Then "match" says
 * which references and values have to agree. It is to be freed in any case. */
bool pv_bodies_match(struct pv_arena *arena, const struct pv_stmt *a, const struct pv_stmt *b,
                     struct pv_body_match *match);
void pv_body_match_free(struct pv_body_match *match);

/* Does the reference go to memory that both programs share, or to memory that only one knows? References to what a
 * region declares, or nothing reads after it, may be to variables of different names. */
enum pv_memory { PV_MEMORY_SHARED, PV_MEMORY_PRIVATE, PV_MEMORY_DIFFERENT };
enum pv_memory pv_ref_pair_memory(const struct pv_ref_pair *pair);

#endif
