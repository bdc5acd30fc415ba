/* Syntax trees that belong to no program, as C: statements are calls, S(c0, c1 + 1). */
#ifndef PV_CPLAIN_H
#define PV_CPLAIN_H

#include "base/str.h"

#include <isl/ast.h>
#include <stdbool.h>

/* Append "root", after definitions of the macros that it uses. Names of iterators differ from those of parameters
 * and statements. Integers are int, whatever values they take. False with "*failure" set where something
 * has no form in C. */
bool pv_cplain_print(struct pv_arena *arena, __isl_keep isl_ast_node *root, struct pv_sb *out, const char **failure);

#endif
