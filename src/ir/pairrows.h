/* Pairs of instances, and their times, in machine words. */
#ifndef PV_PAIRROWS_H
#define PV_PAIRROWS_H

#include "base/vec.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <stdbool.h>
#include <stdint.h>

/* More columns or equalities, and larger numbers, are left to isl. */
enum { PV_PAIR_MOST_COLUMNS = 40, PV_PAIR_MOST_EQUALITIES = 24 };
#define PV_PAIR_LARGEST (INT64_C(1) << 40)

/* A time of an instance: an integer affine function, plus multiples of rounded quotients of such functions. Rows are constant,
 * parameters, dimensions. */
struct pv_time {
    bool is_known;
    bool is_everywhere; /* all instances have it; else some may have no place in the order */
    int64_t *row;
    int n_floors;
    struct pv_time_floor {
        int64_t factor, divisor; /* factor * floor(row / divisor), divisor > 0 */
        int64_t *row;
    } * floors;
};

/* The times of one end of some pairs, outermost first. */
typedef PV_VEC(struct pv_time) pv_time_list;

/* Read "function" of instances into "*time", with the parameters of "params"; it stays unknown where it has cases, or a form
 * that is not that of a time. */
void pv_time_read(struct pv_arena *arena, __isl_keep isl_space *params, __isl_keep isl_pw_aff *function,
                  struct pv_time *time);
/* The time "value" of all instances. */
void pv_time_set(struct pv_arena *arena, __isl_keep isl_space *params, int n_dims, int value, struct pv_time *time);

/* The pairs { x -> y } of one basic map, constraint by constraint. */
struct pv_pair_rows {
    isl_basic_map *map;
    int n_params, n_in, n_out, n_columns; /* columns: constant, parameters, x, y, integers that exist */
    PV_VEC(int64_t *) equalities, inequalities;
    enum pv_emptiness { PV_EMPTINESS_OPEN, PV_IS_EMPTY, PV_IS_NOT_EMPTY } emptiness;
};

/* Read "map", which is taken; NULL where it has too many columns or too large numbers. "*rows" lives in "arena" until
 * pv_pair_rows_free(). */
struct pv_pair_rows *pv_pair_rows_read(struct pv_arena *arena, __isl_keep isl_space *params,
                                       __isl_take isl_basic_map *map);
void pv_pair_rows_free(struct pv_pair_rows *rows);

#endif
