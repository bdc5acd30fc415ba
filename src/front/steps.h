/* Loops whose step is no constant: for (i = a; i < b; i += step). They are rewritten to count their iterations,
 *
 *     i = a; for (k = 0; k < trips; k++, i += step)
 *
 * where "trips" is a value with a name, computed where the region begins. It is negative where the loop does not advance or may
 * wrap around; the generated code tests that it is not. */
#ifndef PV_STEPS_H
#define PV_STEPS_H

#include "front/evalctx.h"

/* A loop that was rewritten. */
struct pv_stepped {
    struct pv_tree *loop;    /* the original */
    struct pv_var *iterator; /* the variable that advances by "step", downwards where the text subtracts it */
    struct pv_expr *step;    /* at least 1 */
    struct pv_var *trips;    /* at least 0 */
    struct pv_var *offset;   /* 0 <= offset < step, or NULL */
    bool is_light;           /* neither loops nor calls in it */
};

struct pv_steps {
    PV_VEC(struct pv_stepped) list;
    PV_VEC(const struct pv_tree *) kept; /* loops that are not to be rewritten */
};

/* A copy of "tree", all of the region, with such loops rewritten, except those of steps->kept; "tree" itself where there are
 * none. The survey has been made, nothing else has been evaluated. */
struct pv_tree *pv_steps_rewrite(struct pv_eval *ec, struct pv_steps *steps, struct pv_tree *tree);

/* Is no iterator of a rewritten loop left in "tree", its scalars being resolved? Those that are go to steps->kept. */
bool pv_steps_are_resolved(struct pv_eval *ec, struct pv_steps *steps, struct pv_tree *tree);

/* Assume what the rewritten loops need of the parameters. */
void pv_steps_assume(struct pv_eval *ec, const struct pv_steps *steps);

#endif
