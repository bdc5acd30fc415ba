/* Syntax trees that belong to no program: statements are calls, S(c0, c1 + 1). */
#ifndef PV_PLAINPROG_H
#define PV_PLAINPROG_H

#include "ir/ast.h"
#include "ir/prog.h"

/* Add "nodes" to "block". Names of iterators differ from those of parameters and statements. Integers are int, whatever
 * values they take. Return why something has no form in C, or NULL. */
const char *pv_plainprog(struct pv_arena *arena, const pv_anodes *nodes, pv_pblock *block);

#endif
