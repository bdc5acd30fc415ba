/* The annotated AST of one region: everything that lower may see. */
#ifndef PV_CODE_H
#define PV_CODE_H

#include "ir/ast.h"
#include "ir/deps.h"
#include "ir/kernel.h"

/* What iterations that run at the same time do not share. */
struct pv_sharing {
    PV_VEC(const struct pv_array *) privates;       /* each has its own, of no meaning before it */
    PV_VEC(const struct pv_array *) lasts;          /* those of "privates" that keep the value of the last iteration */
    PV_VEC(const struct pv_array *) copies;         /* arrays of copies of which each iteration works on one, alone */
    PV_VEC(const struct pv_reduction *) reductions; /* each has its own, and all are combined in the end */
};

/* The work of one run of a loop, in cycles: "cycles" times each of the factors. */
struct pv_work {
    double cycles;
    isl_union_map *around;        /* { S[i] -> [h] }: the iterators of the loops around it */
    PV_VEC(isl_pw_aff *) factors; /* { [h] -> [n] }: lengths of loops */
    bool is_guessed; /* there are more loops, of lengths that take long expressions: "cycles" has a guess */
};
void pv_work_free(struct pv_work *work);

/* Marks on schedule trees: what the band below one is for. */
enum pv_mark_kind {
    PV_MARK_PARALLEL, /* its iterations may run at the same time; one member, at "depth", in a band of its own or last */
    PV_MARK_SIMD,     /* the same, and they should run in the lanes of vectors */
    PV_MARK_COLLAPSE, /* threads may share its iterations together with those of the parallel loop right around it */
    PV_MARK_KERNEL,   /* all below runs on a device; there may be any number of members, or none */
    PV_MARK_JAM,      /* iterations of its members may go side by side in the innermost loop, as "factors" says */
    PV_MARK_THREADS,  /* in a kernel: threads share the members of the band below it, as kernel->members says */
    PV_MARK_POINTS,   /* in a kernel: the band below it goes through the points of one thread */
    PV_MARK_LOCALS,   /* in a kernel: what is below works on copies of parts of arrays */
};
struct pv_mark {
    enum pv_mark_kind kind;
    bool is_simd; /* vectors should run them; always so for PV_MARK_SIMD */
    int chunk;    /* for PV_MARK_PARALLEL: iterations that a thread takes at a time, as some have more work than others;
                           * 0: all have as much */
    int depth;    /* number of band members around the band, or the member, that the mark is about */
    int least;    /* for PV_MARK_PARALLEL: with fewer iterations, or */
    double least_cycles;  /* less work, threads take longer to start than they save */
    struct pv_work *work; /* what the loop has; NULL where it is enough in any case; its identifier owns it */
    struct pv_sharing sharing;
    const int *factors; /* for PV_MARK_JAM: how many, by member; the band may be several, one in another */
    int n_factors;
    /* For PV_MARK_JAM: members with factors can run in parallel, so there may be a sequence below. */
    bool is_independent;
    const struct pv_kernel *kernel;         /* where it stands above or in one */
    PV_VEC(const struct pv_local *) locals; /* for PV_MARK_LOCALS, all in the same memory */
    int member;                             /* for PV_MARK_THREADS: the first of kernel->members that stand here, */
    int n;                                  /* and how many do; for PV_MARK_POINTS: as many as there are axes */
    int step;                               /* for PV_MARK_THREADS in overlapped tiles: which one the band is */
    /* In a kernel: points that the statement below does not have may be run, too: it works on copies alone, and those of
     * such points are never written back. */
    bool is_free;
};
/* The identifier of "mark", which must outlive it. */
__isl_give isl_id *pv_mark_get_id(isl_ctx *ctx, const struct pv_mark *mark);
/* The mark that "id" stands for; NULL if it is no mark of pave. */
const struct pv_mark *pv_mark_of_id(__isl_keep isl_id *id);

/* A generated loop iterator; the identifiers of iterators in the tree point to one, those of parameters do not. */
struct pv_code_iterator {
    int depth; /* number of band members around its own, whether they became loops or not */
};
/* The iterator that "id" stands for, or NULL. */
const struct pv_code_iterator *pv_code_iterator_of_id(__isl_keep isl_id *id);
/* Identifiers of iterators at the depths 0 to "n" - 1. No parameter can equal one, since they point to an iterator. */
__isl_give isl_id_list *pv_code_iterator_ids(isl_ctx *ctx, struct pv_arena *arena, int n);

/* The annotation of a "for". */
struct pv_code_loop {
    const struct pv_mark *mark;      /* what is said about the loop, or NULL */
    int factor;                      /* how many of its iterations go side by side in the innermost loops below */
    bool is_independent;             /* these do not depend on each other */
    const struct pv_code_work *work; /* where threads share it if there is enough of it; else NULL */
};

/* The work of a loop, as struct pv_work, in terms of the generated iterators. */
struct pv_code_work {
    double cycles;
    pv_axs factors;
};

/* An access of a statement's body whose subscripts are known in terms of the generated iterators. */
struct pv_code_access {
    const struct pv_expr *expr;
    pv_axs subscripts;            /* one for each PV_STEP_INDEX of "expr", in order; of "local" where there is one */
    const struct pv_local *local; /* the copy that is accessed; NULL: the array itself */
};

/* A scalar read of a statement's body whose value is known in terms of the generated iterators. */
struct pv_code_value {
    const struct pv_expr *expr;
    pv_ax *value;
};

/* The annotation of a "user" node: one statement at one place of the generated code. */
struct pv_code_leaf {
    const struct pv_stmt *stmt;
    pv_axs instance; /* the values of the iterators of the statement */
    PV_VEC(struct pv_code_access) accesses;
    PV_VEC(struct pv_code_value) values;
    pv_ax **places; /* in a kernel: the values of its members, in terms of the loops that there are; else NULL */
    int n_places;
};

typedef PV_VEC(struct pv_code_leaf *) pv_code_leaves;

/* The annotation of a "mark" node that stands for a kernel. */
struct pv_code_launch {
    const struct pv_kernel *kernel;
    pv_ax *tiles[PV_MAX_AXES];
    pv_ax *first[PV_MAX_AXES]; /* as in the kernel, or NULL */
};

/* How a copy of a part of an array is filled, and written back. The points of a tile have iterators of their own, one per
 * axis, from depth code->point_depth on: their place in the tile. */
struct pv_code_fill {
    const struct pv_local *local;
    int n; /* expressions in each list */
    /* Shared memory, by dimension. */
    pv_ax **offsets;      /* the first element */
    pv_ax **first, **end; /* positions in the copy from "first" to before "end" have an element in the array; NULL
                                  * where all have one */
    pv_ax **last; /* subscripts of the last element, where the array ends before the end of its last row; or NULL */
    /* Both: conditions on points, or on positions in the copy (in windows: on subscripts); NULL where all are, or where there is none. */
    pv_ax *is_read, *is_written;
    bool has_reads, has_writes; /* is there any such point? */
    /* Private memory. */
    pv_ax **subscripts;        /* of the element of a point, by dimension of the array */
    pv_ax *tiles[PV_MAX_AXES]; /* the tile, by axis */
};

/* The annotation of a "mark" node of kind PV_MARK_LOCALS. */
struct pv_code_fills {
    PV_VEC(struct pv_code_fill) all;
    pv_ax *condition; /* that anything is to be done; what is below may have no iterations otherwise. NULL where
                              * it is met in any case */
};

/* An array on the device. */
struct pv_code_buffer {
    const struct pv_device_array *device;
    pv_ax **sizes; /* one per dimension */
    pv_ax **last;  /* the same, or NULL */
};

/* A variable of the region that the generated code declares. */
struct pv_code_local {
    const struct pv_array *array;
    bool is_per_thread; /* an array of copies: one for each thread is enough */
    pv_ax **sizes;      /* one per dimension */
};

/* A value of scop->named. */
struct pv_code_named {
    const struct pv_named *named;
    pv_ax *guard; /* the condition under which it is computed; NULL: it always is */
};

/* A part of the sums that a span lies between, in terms of the parameters. */
struct pv_code_product {
    pv_ax *least, *most;
    int n_sizes;
    pv_ax *sizes[PV_MAX_SIZES];
};

/* A span of the guard in terms of the parameters. */
struct pv_code_span {
    const struct pv_span *span;
    PV_VEC(struct pv_code_product) products; /* where span->products are; then none of what follows */
    pv_ax **first, **last;                   /* by dimension; NULL where nothing is accessed */
    pv_ax **sizes;                           /* by dimension; NULL for the outermost, and for rows behind pointers */
};

/* Spans of which the first "n_written" must not overlap any other. */
struct pv_code_apart {
    isl_set *accessed; /* [params] -> { : }: where all of them are accessed, and the test counts */
    pv_ax *condition;  /* the same, */
    pv_ax *otherwise;  /* or its opposite, where that is shorter; both NULL: always */
    int n, n_written;
    int *spans; /* by number */
};

/* The test of a region's guard. */
struct pv_code_guard {
    pv_ax *assumed; /* of the parameters; NULL: nothing */
    PV_VEC(struct pv_code_span) spans;
    PV_VEC(struct pv_code_apart) tests; /* all under the condition that "assumed" holds */
};

/* Is an earlier span of "guard" about the same memory as number "i"? */
bool pv_code_guard_repeats(const struct pv_code_guard *guard, int i);

/* Iterators besides those of the schedule. */
enum { PV_POINT_ITERATORS = 12 };

struct pv_prog;

struct pv_code {
    const struct pv_scop *scop;
    pv_anodes nodes; /* none where there is nothing to execute */
    int n_iterators; /* the depth of the deepest iterator and one */
    pv_code_leaves leaves;
    struct pv_prog *prog; /* what it is lowered to; NULL before that */
    PV_VEC(struct pv_code_local) locals;
    PV_VEC(struct pv_code_named) named; /* in the order of scop->named */
    struct pv_code_guard *guard;        /* the original text runs where it fails; NULL: there is none */
    bool is_no_better;                  /* than the original text, which stays */
    /* For a region that runs on a device. */
    const struct pv_device_plan *plan; /* or NULL */
    PV_VEC(struct pv_code_buffer) buffers;
    int point_depth; /* of the first of PV_POINT_ITERATORS iterators: for the points of a tile by axis, then for whatever
                      * else filling copies needs */
};

void pv_code_free(struct pv_code *code);

const struct pv_code_access *pv_code_find_access(const struct pv_code_leaf *leaf, const struct pv_expr *expr);
const struct pv_code_value *pv_code_find_value(const struct pv_code_leaf *leaf, const struct pv_expr *expr);

#endif
