/* Where the traced program keeps what the model talks about: elements to addresses and back. */
#ifndef PV_LAYOUT_H
#define PV_LAYOUT_H

#include "modelrun.h"
#include "trace.h"

/* Bytes from "begin" up to, not including, "end". */
struct byte_range {
    uint64_t begin, end;
};

struct array_layout {
    bool is_known;
    uint64_t base;
    uint64_t *strides; /* per subscript */
};

/* A pointer in memory, as it was last read. */
struct pointer_cell {
    uint64_t address, value;
};

struct layout {
    struct pv_arena *arena;
    const struct plan *plan;
    struct byte_range *vars;     /* as in plan->vars; empty while unknown */
    struct array_layout *arrays; /* as in scop->arrays */
    uint64_t *fields;            /* offsets, as in plan->fields */
    struct pointer_cell *cells;  /* hash table with open addressing; address 0 is free */
    int n_cells, cap_cells;
};

struct layout *layout_new(struct pv_arena *arena, const struct plan *plan);
void layout_bind(struct layout *layout, const struct trace_binding *binding);
/* Remember what a read of a pointer's size found. */
void layout_note_read(struct layout *layout, const struct trace_access *access);

/* An element of the model in memory. */
struct place {
    struct byte_range bytes;
    struct byte_range element;          /* of the array: the whole structure around a field */
    PV_VEC(struct byte_range) pointers; /* cells that lead there */
};

/* Find the element of "relation" with the given subscripts. False while its address, or a pointer on
 * the way, is unknown. The pointers of "*place" live in the arena of "layout". */
bool layout_find(struct layout *layout, const struct model_relation *relation, const int64_t *subscripts,
                 struct place *place);
/* The subscripts of the element of "relation" that holds the byte at "address". False where there is
 * none, or it lies behind a pointer in memory. */
bool layout_subscripts(const struct layout *layout, const struct model_relation *relation, uint64_t address,
                       int64_t *subscripts);
/* Does no field of the structure "type" own the byte at "offset"? */
bool layout_is_padding(const struct layout *layout, const struct pv_ctype *type, uint64_t offset);
/* The variable whose own storage holds the byte at "address": an index of plan->vars, or -1. */
int layout_find_var(const struct layout *layout, uint64_t address);
/* Is the byte at "address", which "array" may hold, padding of one of its elements? */
bool layout_is_element_padding(const struct layout *layout, const struct pv_array *array, uint64_t address);
/* Can the byte at "address" belong to "array": not to another variable, nor to an array that begins
 * between the two? */
bool layout_may_hold(const struct layout *layout, const struct pv_array *array, uint64_t address);
/* Append a name for the byte at "address" as people would write it. */
void layout_print(struct pv_sb *sb, const struct layout *layout, uint64_t address);

#endif
