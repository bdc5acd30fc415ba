/* Subscripts chosen by a condition: y == 0 ? c : c - nx. Each case is a subscript of its own. */
#ifndef PV_CHOICES_H
#define PV_CHOICES_H

#include "front/evalctx.h"

/* A choice taken apart: "expr" with either operand in the place of the choice. */
struct pv_choice {
    isl_set *holds, *fails; /* { [i] } */
    struct pv_expr *then_expr, *else_expr;
};

/* Take the first choice by an affine condition in the arithmetic of "expr" apart; false where there is none. */
bool pv_choice_split(struct pv_eval *ec, const struct pv_expr *expr, struct pv_choice *choice);

#endif
