/* The trace of a program as executions of regions: what was executed, in which order, and which
 * memory each instance touched. */
#ifndef PV_TRACE_H
#define PV_TRACE_H

#include "base/vec.h"
#include "tracefmt.h"

#include <stdbool.h>

struct trace_access {
    bool is_write;
    uint32_t size;
    uint64_t address;
    uint64_t value; /* what a read of 8 bytes found; else 0 */
};

#define TRACE_NO_SITE (-1)

/* One execution of a site, or the code between two of them. */
struct trace_instance {
    int site; /* or TRACE_NO_SITE */
    int n_iterators;
    int64_t *iterators;
    int n_scalars;
    int64_t *scalars; /* values at the begin of the instance */
    int first_access, n_accesses;
    int n_bindings; /* made until its end, counted from the begin of the run */
};

/* An event that tells where something lies: TRACE_VARIABLE, TRACE_BASE, TRACE_STRIDE, TRACE_FIELD. */
struct trace_binding {
    enum trace_kind kind;
    int id;
    uint64_t a, b;
};

/* One execution of one region. */
struct trace_run {
    int region;
    int n_parameters;
    int64_t *parameters;
    PV_VEC(struct trace_instance) instances;
    PV_VEC(struct trace_access) accesses;
    PV_VEC(struct trace_binding) bindings;
};

struct trace {
    PV_VEC(struct trace_run *) runs;
};

/* Read a trace file into "arena". NULL, with the reason in "*trouble", if it is no trace. */
struct trace *trace_read(struct pv_arena *arena, const char *path, const char **trouble);

#endif
