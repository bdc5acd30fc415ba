/* A cache of the answers to which loops may run in parallel. pave maps and estimates several orders of a region, and
 * each asks about the same loops repeatedly. */
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

/* The answers about one set of dependences. */
struct pv_answers {
    PV_VEC(struct pv_answer) all;
};

/* The answer to "question"; NULL where it is not known. */
const struct pv_answer *pv_answers_find(const struct pv_answers *answers, const struct pv_question *question);
/* Store "answer", with its own references to the objects of the place. */
void pv_answers_add(struct pv_arena *arena, struct pv_answers *answers, const struct pv_answer *answer);
void pv_answers_free(struct pv_answers *answers);

#endif
