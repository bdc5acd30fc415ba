/* The comments of generated code that name the original instance of each statement. */
#ifndef PV_CHECK_ANNOTATION_H
#define PV_CHECK_ANNOTATION_H

#include "ir/scop.h"

/* The annotation of "stmt", or NULL. */
const struct pv_annotation *pv_annotation_of(const struct pv_unit *unit, const struct pv_stmt *stmt);

/* { S[c] -> T[i] }: from the instances of "stmt", a statement S of "scop", to those in "space", { T[i] }, that
 * "annotation" names. NULL where it cannot be read, or does not fit. */
__isl_give isl_map *pv_annotation_read(const struct pv_scop *scop, const struct pv_stmt *stmt,
                                       const struct pv_annotation *annotation, __isl_take isl_space *space);

#endif
