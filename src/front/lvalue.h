/* Places: paths from a variable through subscripts and fields, as they grow while an expression is
 * read. A pointer value is kept as the place it points at. */
#ifndef PV_LVALUE_H
#define PV_LVALUE_H

#include "front/types.h"

struct pv_place {
    struct pv_var *var;
    PV_VEC(struct pv_step) steps;
    const struct pv_ctype *type; /* of the object at the place */
    /* The last step is the [0] that turns the array or pointer before it into the place it points
     * at: nothing in the text selects an element yet. */
    bool is_whole;
    bool is_pointed_at; /* a pointer variable leads here: to move it may lead to another row of the array */
};

struct pv_place pv_place_of_var(struct pv_var *var);
/* A copy that shares no steps with "place". */
struct pv_place pv_place_copy(struct pv_arena *arena, const struct pv_place *place);
void pv_place_add_field(struct pv_arena *arena, struct pv_place *place, const struct pv_field *field);
/* Go from an array or a pointer to its element 0. */
void pv_place_enter(struct pv_types *types, struct pv_arena *arena, struct pv_place *place, struct pv_range range);
/* Move "place", where a pointer points, by "index" elements, backwards when "is_backwards". False when
 * the place is no element of an array. */
bool pv_place_move(struct pv_types *types, struct pv_arena *arena, struct pv_place *place, struct pv_expr *index,
                   bool is_backwards);

/* The access to the place. */
struct pv_expr *pv_place_access(struct pv_arena *arena, const struct pv_place *place, struct pv_range range);
/* The pointer value that points at the place: a slice, an access to a pointer, or an address. */
struct pv_expr *pv_place_pointer(struct pv_types *types, struct pv_arena *arena, const struct pv_place *place,
                                 struct pv_range range);
/* Why the place cannot be accessed, or NULL: "a volatile variable", "a union", "a bit-field". */
const char *pv_place_obstacle(struct pv_arena *arena, const struct pv_place *place);

#endif
