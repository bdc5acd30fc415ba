/* A first look over a tree before it is evaluated: which variables it writes, which scalars serve
 * only as iterators, which globals it names, whether it calls what nobody has seen. */
#ifndef PV_SURVEY_H
#define PV_SURVEY_H

#include "front/evalctx.h"

/* Record in the bindings of "ec" what "tree" does with its variables. */
void pv_survey(struct pv_eval *ec, struct pv_tree *tree);

#endif
