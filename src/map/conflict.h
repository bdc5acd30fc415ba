/* What keeps the iterations of a loop from running in parallel, and the copies and reductions that remove it. */
#ifndef PV_CONFLICT_H
#define PV_CONFLICT_H

#include "ir/code.h"
#include "ir/deps.h"
#include "map/answers.h"
#include "map/loopplace.h"
#include "map/pairtimes.h"

/* The pairs of instances that meet in one array. */
struct pv_conflict {
    struct pv_array *array;         /* NULL where arrays are not told apart */
    struct pv_reduction *reduction; /* both ends are updates of it; NULL where not */
    isl_union_map *flow;            /* { S[i] -> T[j] }: T may read what S wrote */
    isl_union_map *other;           /* { S[i] -> T[j] }: one overwrites an element that the other accesses */
    isl_union_map *forced;          /* the same, where a value comes from before the region or lives on after it */
    struct pv_pair_list flow_pairs, other_pairs, forced_pairs; /* the same, piece by piece */
};

struct pv_conflicts {
    struct pv_arena *arena;
    const struct pv_scop *scop;
    const struct pv_deps *deps;
    bool reassociate; /* the user lets floating-point reductions change their order */
    int n_written;    /* how many of the statements belong to the program; copies of arrays add others; 0: all */
    bool keeps_last;  /* the value that the last iteration leaves in a private copy may be copied out (lastprivate) */
    PV_VEC(struct pv_conflict) all;
    struct pv_answers *answers; /* answers about "all" dependences; NULL: none are stored */
};

/* Sort the dependences of "deps" by array. False where isl failed; free it in any case. */
bool pv_conflicts_find(struct pv_conflicts *conflicts);
void pv_conflicts_free(struct pv_conflicts *conflicts);

/* May the iterations of the loop at "place" run at the same time? Where each then needs a copy of some variables, or
 * reductions must be combined, these are added to "sharing". -1 where isl failed. */
int pv_conflicts_allow_parallel(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                                struct pv_sharing *sharing);
/* The same for the dependences of "conflict" alone, which is one of "conflicts". */
int pv_conflict_allows_parallel(const struct pv_conflicts *conflicts, const struct pv_conflict *conflict,
                                const struct pv_loop_place *place, struct pv_sharing *sharing);

/* May the value that "array" has at the end of the region be read after it? Yes where isl failed. */
bool pv_conflicts_is_read_after(const struct pv_conflicts *conflicts, const struct pv_array *array);

/* Does each iteration of the loop at "place" work on one copy in "array", an array of copies, and leave no value there
 * for other iterations, and does no other statement access the array? Then one copy per thread suffices. */
bool pv_conflicts_has_one_copy(const struct pv_conflicts *conflicts, const struct pv_loop_place *place,
                               const struct pv_array *array);

#endif
