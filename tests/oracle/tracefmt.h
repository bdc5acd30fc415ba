/* The trace file: a sequence of struct trace_event in the byte order of the machine. Shared by the
 * runtime inside the traced program and by the reader. */
#ifndef PV_TRACEFMT_H
#define PV_TRACEFMT_H

#include <stdint.h>

/* Kind of event, and what its fields "id", "a" and "b" hold. */
enum trace_kind {
    TRACE_READ,         /* size; address; the bytes read where the size is 8 */
    TRACE_WRITE,        /* size; address; - */
    TRACE_REGION_BEGIN, /* region */
    TRACE_REGION_END,   /* region */
    TRACE_PARAMETER,    /* parameter; value */
    TRACE_VARIABLE,     /* variable; its address; its size */
    TRACE_BASE,         /* array; address of the element with all subscripts zero */
    TRACE_STRIDE,       /* array; dimension; bytes from one element to the next */
    TRACE_FIELD,        /* field; offset in its structure */
    TRACE_SITE_BEGIN,   /* site */
    TRACE_ITERATOR,     /* position; value: after TRACE_SITE_BEGIN */
    TRACE_SCALAR,       /* position; value of a variable: after TRACE_SITE_BEGIN */
    TRACE_SITE_END,     /* site */
    TRACE_N_KINDS,
};

struct trace_event {
    uint32_t kind, id;
    uint64_t a, b;
};

/* The environment variable that names the trace file. */
#define TRACE_FILE_VARIABLE "PV_TRACE_FILE"

#endif
