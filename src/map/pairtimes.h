/* The order of dependent instances in a schedule tree, as far as machine words tell (ir/pairrows). */
#ifndef PV_PAIRTIMES_H
#define PV_PAIRTIMES_H

#include "ir/pairorder.h"
#include "ir/scop.h"
#include "map/loopplace.h"

/* A part of a relation { S[i] -> T[j] }. */
struct pv_pair_piece {
    isl_id *from, *to; /* the names of S and T, which "map" keeps */
    isl_basic_map *map;
    struct pv_pair_rows *rows; /* NULL: not in machine words */
};

/* A relation, one basic map after the other. */
struct pv_pair_list {
    PV_VEC(struct pv_pair_piece) pieces;
};

/* False where isl failed; free "*list" in any case. */
bool pv_pair_list_read(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_union_map *relation,
                       struct pv_pair_list *list);
/* The whole relation. */
__isl_give isl_union_map *pv_pair_list_get(const struct pv_pair_list *list);
void pv_pair_list_free(struct pv_pair_list *list);

/* The times of the statements of a place. */
struct pv_timetable;

/* The statements of "place" with the loops around it. Free it with the function below. */
struct pv_timetable *pv_timetable_new(const struct pv_scop *scop, const struct pv_loop_place *place);
/* Their times are those of the loop of the place. */
void pv_timetable_add_member(struct pv_timetable *table, const struct pv_loop_place *place);
/* Their times are those of the subtree at "node". */
void pv_timetable_add_subtree(struct pv_timetable *table, __isl_keep isl_schedule_node *node);
void pv_timetable_free(struct pv_timetable *table);

/* Do all pairs of "list" that start and end in one run of the place go forward? Where that cannot be told of some pairs,
 * "*rest" are all of these. NULL in "*rest": all is told, or isl failed. */
enum pv_pair_answer pv_timetable_is_forward(const struct pv_timetable *table, const struct pv_pair_list *list,
                                            isl_union_map **rest);
/* The same for the question whether their times are the same. */
enum pv_pair_answer pv_timetable_is_together(const struct pv_timetable *table, const struct pv_pair_list *list,
                                             isl_union_map **rest);

#endif
