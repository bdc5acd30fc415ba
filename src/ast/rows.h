/* Systems of linear inequalities over the integers, in machine words: the operations on sets that plain schedules need.
 * Queries are answered by Fourier and Motzkin's elimination on the rationals, with constants rounded to what integers
 * can reach. */
#ifndef PV_ROWS_H
#define PV_ROWS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Rows v >= 0, each v = v[0] + v[1] * x1 + ...; no two have the same coefficients. */
struct pv_rows {
    int width, n, most;
    bool is_false; /* no point fulfils it */
    bool is_lost;  /* a number or the number of rows became too large: the rows are no use */
    int64_t *v;
};

/* Room for a system that lives for a while only. */
struct pv_rows_room {
    int64_t v[3072];
};

typedef PV_VEC(int64_t *) pv_row_list;

/* A system without rows in "room". */
struct pv_rows pv_rows_new(struct pv_rows_room *room, int width);
/* A copy of "rows" that may grow. */
struct pv_rows pv_rows_copy(struct pv_rows_room *room, const struct pv_rows *rows);
/* A copy that lives as long as "arena" and cannot grow. */
struct pv_rows pv_rows_keep(struct pv_arena *arena, const struct pv_rows *rows);

static inline int64_t *pv_row(const struct pv_rows *rows, int i)
{
    return rows->v + (long)i * rows->width;
}

/* Are all rows there that should be? Those of a system without points may not be. */
static inline bool pv_rows_is_sound(const struct pv_rows *rows)
{
    return !rows->is_lost && !rows->is_false;
}

void pv_rows_add(struct pv_rows *rows, const int64_t *row);
void pv_rows_add_all(struct pv_rows *rows, const struct pv_rows *more);
void pv_rows_remove(struct pv_rows *rows, int i);
/* Add "row" == 0. */
void pv_rows_equate(struct pv_rows *rows, const int64_t *row);
/* Substitute the value of unknown "col" given by "equality" == 0, which is known to be an integer. */
void pv_rows_substitute(struct pv_rows *rows, const int64_t *equality, int col);
/* The same in one row; return the number that it is multiplied by, or 0 where a number becomes too large. */
int64_t pv_row_substitute(int64_t *row, const int64_t *equality, int col, int width);
/* Divide "row" and "*divisor" by their greatest common divisor. */
void pv_row_cancel(int64_t *row, int64_t *divisor, int width);
/* Add "factor" * "more" to "row"; return false where a number becomes too large. */
bool pv_row_add(int64_t *row, int64_t factor, const int64_t *more, int width);
/* Eliminate unknown "col". Every integer point of the result is one of the rationals' shadow; perhaps of no integer point. */
void pv_rows_eliminate(struct pv_rows *rows, int col);
/* The same; return false where a point of the result may not be one of an integer point. */
bool pv_rows_eliminate_exactly(struct pv_rows *rows, int col);
/* Eliminate the unknowns from "first" to before "end", those first that leave the fewest rows. */
void pv_rows_eliminate_between(struct pv_rows *rows, int first, int end);
/* Eliminate all unknowns but "kept". */
void pv_rows_eliminate_others(struct pv_rows *rows, int kept);
/* The row that makes row "i" an equality; -1 where there is none. */
int pv_rows_opposite(const struct pv_rows *rows, int i);

/* Find a value that "row" is not less than: the least of the rationals', rounded up. "spare" is an unknown that neither has.
 * Return false where there is none. */
bool pv_rows_least(const struct pv_rows *rows, const int64_t *row, int spare, int64_t *least);

/* Is there surely no integer point? */
bool pv_rows_is_empty(const struct pv_rows *rows);
/* Is "row", or a stronger one with the same coefficients, among the rows? */
bool pv_rows_has(const struct pv_rows *rows, const int64_t *row);
/* Does "row" >= 0 surely hold at all integer points? */
bool pv_rows_implies(const struct pv_rows *rows, const int64_t *row);

#endif
