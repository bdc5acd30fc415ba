/* A survey of a tree before it is evaluated: the variables that it writes, the scalars that serve only as iterators,
 * the globals that it names, and whether it calls functions without a visible body. */
#ifndef PV_SURVEY_H
#define PV_SURVEY_H

#include "front/evalctx.h"

/* Record in the bindings of "ec" what "tree" does with its variables. */
void pv_survey(struct pv_eval *ec, struct pv_tree *tree);

#endif
