/* References to array elements, and expressions over what they hold. */
#ifndef PV_GENDATA_H
#define PV_GENDATA_H

#include "genaffine.h"

struct reference {
    const char *text; /* NULL if there is none of the kind wanted */
    enum element element;
    const struct array *array;
};

enum purpose { TO_READ, TO_WRITE };

/* An element of "array" itself, no field of it. */
const char *gen_element(struct generator *g, struct array *array);
/* A scalar place in some array: a number in floating point or an integer. */
struct reference gen_place(struct generator *g, bool is_floating, enum purpose purpose);
/* A value in floating point, bounded as long as the places read are. */
const char *gen_floating(struct generator *g);
/* A small value in floating point that does not depend on numbers in floating point. */
const char *gen_small(struct generator *g);
/* An integer whose value stays within a few times MAX_DATA. */
const char *gen_integer(struct generator *g);
/* A condition on data. */
const char *gen_data_condition(struct generator *g);

#endif
