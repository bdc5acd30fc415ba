/* What became of each region, as data: arrays and their places, kernels, the scheduler, the time that each stage took. */
#ifndef PV_FACTS_H
#define PV_FACTS_H

#include "report/nests.h"

struct pv_picture;

/* A copy of a part of an array in the memory of blocks or threads. */
struct pv_copy_facts {
    int kernel; /* its number */
    enum pv_local_memory memory;
    const char *sizes; /* elements: "32 x 33" */
};

/* Copies of an array that make loops parallel. */
enum pv_expansion_facts { PV_EXPANSION_NONE, PV_EXPANSION_BY_THREAD, PV_EXPANSION_BY_ITERATION };

struct pv_array_facts {
    const char *name;
    enum pv_expansion_facts expansion;
    bool is_scalar;
    bool is_on_device; /* kernels access it; else it is in the memory of the host */
    bool is_value;     /* a scalar that kernels get as an argument */
    bool is_held;      /* host and device both access it */
    bool is_copied_in, is_copied_out;
    bool is_private, keeps_last, is_reduced; /* each thread has its own; the last one counts; all are combined */
    PV_VEC(struct pv_copy_facts) copies;
};

struct pv_kernel_facts {
    int number;     /* as --sizes counts them */
    bool is_single; /* one thread executes it */
    bool is_hexagonal, has_fronts, is_overlapped;
    const char *tile, *block, *grid; /* outermost first: "32 x 8"; the grid: at most so many blocks */
    int n_reducers, n_loaders;       /* as in struct pv_kernel */
};

struct pv_time_facts {
    const char *stage;
    double seconds; /* of the processor */
};
typedef PV_VEC(struct pv_time_facts) pv_times;

/* How the schedule was found. */
struct pv_order_facts {
    const char *scheduler, *solver; /* the values of --scheduler and --schedule-solver */
    bool is_computed;               /* else the order is loaded, or that of the program */
    int n_exact, n_approximated;    /* systems for rows that were solved exactly, and in an approximation */
    const char *why_original;       /* the order is that of the program: why; or NULL */
    PV_VEC(const char *) parts;     /* of divided loops: "i < k, i >= k" */
    PV_VEC(const char *) decisions; /* of the scheduler, in words */
};

struct pv_region_facts {
    struct pv_range range;
    const char *function;
    bool has_code;        /* all else is known only then */
    bool is_kept;         /* the text stays: new code would gain nothing */
    const char *why_host; /* the target is a device, but the region runs on the host: why; or NULL */
    const char *guard;    /* what is tested at run time: "that 'a', 'b' do not overlap"; or NULL */
    struct pv_order_facts order;
    PV_VEC(struct pv_array_facts) arrays;
    PV_VEC(struct pv_kernel_facts) kernels;
    pv_times times;
    PV_VEC(const struct pv_picture *) pictures; /* report/picture.h; only where they are wanted */
    const char *tree_before, *tree_after;       /* schedule trees in isl's YAML; only where they are wanted */
};

/* The facts about the region that begins at "range", made if there are none. */
struct pv_region_facts *pv_facts_get(struct pv_report *report, struct pv_range range, const char *function);
/* The facts about the region that holds "loop"; NULL for none. */
const struct pv_region_facts *pv_facts_of(const struct pv_report *report, const struct pv_nest *loop);

/* Add the processor time that "stage" took to "times". */
void pv_times_add(struct pv_arena *arena, pv_times *times, const char *stage, double seconds);
/* "0.036 s: scop 0.001, deps 0.002": all of them. */
const char *pv_times_text(struct pv_arena *arena, const pv_times *times);

/* Take from "code" where arrays are, and how kernels run. */
void pv_facts_read_code(struct pv_report *report, struct pv_region_facts *facts, const struct pv_code *code);

/* "32 x 8" from "n" sizes, the last of "sizes" first. */
const char *pv_facts_sizes(struct pv_arena *arena, const int *sizes, int n);

#endif
