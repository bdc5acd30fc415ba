/* Who wrote each byte of the traced program's memory last. */
#ifndef PV_SHADOW_H
#define PV_SHADOW_H

#include "base/vec.h"
#include "ir/array.h"

#include <stdint.h>

/* Writers that are no instances of the model. */
enum {
    WRITER_NONE = -1,    /* not written in the region */
    WRITER_CONTROL = -2, /* code that is no statement of the model: the control of a loop */
    WRITER_KILLED = -3,  /* the user says that the value is not used any more */
};

struct shadow_cell {
    uint64_t address;             /* 0: free */
    int writer;                   /* index of an instance, or one of the above */
    int before;                   /* the last writer but for "writer" */
    const struct pv_array *array; /* that the byte belongs to, NULL where the writer is no instance */
};

struct shadow {
    struct pv_arena *arena;
    struct shadow_cell *cells; /* hash table with open addressing */
    int n_cells, cap_cells;
};

/* The cell of the byte at "address", or NULL where nothing wrote it. */
const struct shadow_cell *shadow_find(const struct shadow *shadow, uint64_t address);
void shadow_write(struct shadow *shadow, uint64_t address, int writer, const struct pv_array *array);

#endif
