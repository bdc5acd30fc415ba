/* Pairs of instances in machine words. Most questions about the order of dependent instances follow from a few constraints:
 * their times differ by a constant, or by no less than one. isl takes a thousand times as long for the same answer. */
#ifndef PV_PAIRROWS_H
#define PV_PAIRROWS_H

#include "base/vec.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <stdbool.h>
#include <stdint.h>

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

/* The times of both ends of the pairs. Pairs count if all "around" are the same at both ends. */
struct pv_pair_times {
    const pv_time_list *around_x, *around_y; /* NULL: none */
    const pv_time_list *x, *y;
};

enum pv_pair_answer { PV_PAIRS_UNKNOWN, PV_PAIRS_NO, PV_PAIRS_YES };

/* Do all pairs of "rows" that count go forward, from an earlier time to a later one? */
enum pv_pair_answer pv_pair_rows_are_forward(struct pv_pair_rows *rows, const struct pv_pair_times *times);
/* Are the times the same at both ends of all pairs of "rows" that count? */
enum pv_pair_answer pv_pair_rows_are_together(struct pv_pair_rows *rows, const struct pv_pair_times *times);

#endif
