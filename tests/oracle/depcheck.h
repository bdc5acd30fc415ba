/* Compares the dependences of a region with the flow of values in one execution.
 *
 * Every byte of memory remembers the instance that wrote it last; a read of the byte by another instance is
 * a pair of the flow. What pave says must hold all these pairs, and in programs whose model is exact no others;
 * likewise the reads of what was there before the region, and the writes that are there after it. An instance that
 * pave calls dead must not reach one with a lasting result along the pairs. Instances that the trace cannot
 * tell apart, as those of an inlined call, count as one. */
#ifndef PV_DEPCHECK_H
#define PV_DEPCHECK_H

#include "layout.h"
#include "report.h"

#include "ir/deps.h"

/* Bytes that belong to an element of "array". */
struct owned_range {
    struct byte_range bytes;
    const struct pv_array *array;
};
typedef PV_VEC(struct owned_range) owned_ranges;

/* What one instance of the trace does, and the instances of the model that stand for it. */
struct execution {
    const int *members; /* indices in the model */
    int n_members;      /* 0 for code that is no statement */
    const struct trace_access *accesses;
    int n_accesses;
    owned_ranges *reads, *writes; /* what the model lets it access; get sorted */
};

struct depcheck;

struct depcheck *depcheck_new(struct pv_arena *arena, struct report *report, const struct plan *plan,
                              const struct pv_deps *deps, const struct trace_run *run, struct model *model,
                              struct layout *layout, bool is_exact);
/* Follow the values through the next execution. */
void depcheck_execute(struct depcheck *check, const struct execution *execution);
/* Compare, after the last execution. */
void depcheck_finish(struct depcheck *check);

#endif
