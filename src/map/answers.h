/* A cache of the answers to which loops may run in parallel, and how long they are. pave maps and estimates several orders of a
 * region, and each asks about the same loops repeatedly. */
#ifndef PV_ANSWERS_H
#define PV_ANSWERS_H

#include "ir/code.h"
#include "map/loopplace.h"

/* A question: the loop, and all other data that the answer depends on. */
struct pv_question {
    struct pv_loop_place place;
    bool reassociate, keeps_last;
};

struct pv_answer {
    struct pv_question question;
    bool is_allowed;
    struct pv_sharing sharing; /* the private copies and reductions that parallel iterations then need */
};

/* The lengths of the loops around a statement in one run of a band: "map" { [h] -> S[i] } has the instances of the run h. */
struct pv_extents {
    isl_map *map;
    int n; /* iterators of S */
    struct pv_extent {
        isl_pw_aff
            *extent; /* { [h] -> [n] }: the values from the least to the greatest; NULL where there is no bound */
        double most; /* the greatest of them; HUGE_VAL where there is no bound */
    } * dims;
};

/* The answers about one set of dependences. */
struct pv_answers {
    PV_VEC(struct pv_answer) all;
    PV_VEC(struct pv_extents) extents;
};

/* The answer to "question"; NULL where it is not known. */
const struct pv_answer *pv_answers_find(const struct pv_answers *answers, const struct pv_question *question);
/* Store "answer", with its own references to the objects of the place. */
void pv_answers_add(struct pv_arena *arena, struct pv_answers *answers, const struct pv_answer *answer);

/* The lengths for "map"; NULL where they are not known. */
const struct pv_extents *pv_answers_find_extents(const struct pv_answers *answers, __isl_keep isl_map *map);
/* Store "extents", with all that they hold. The result lasts until more are stored. */
const struct pv_extents *pv_answers_add_extents(struct pv_arena *arena, struct pv_answers *answers,
                                                const struct pv_extents *extents);

void pv_answers_free(struct pv_answers *answers);

#endif
