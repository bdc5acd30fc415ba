/* C types. */
#include "ir/ctype.h"

#include <stddef.h>

bool pv_ctype_is_arithmetic(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT || type->kind == PV_TYPE_FLOAT;
}

bool pv_ctype_is_indexable(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_ARRAY || type->kind == PV_TYPE_POINTER;
}

const struct pv_ctype *pv_ctype_innermost(const struct pv_ctype *type, bool through_pointers)
{
    while (type->kind == PV_TYPE_ARRAY || (through_pointers && type->kind == PV_TYPE_POINTER))
        type = type->elem;
    return type;
}

bool pv_ctype_has_overlapping_fields(const struct pv_ctype *type)
{
    type = pv_ctype_innermost(type, false);
    if (type->kind != PV_TYPE_RECORD)
        return false;
    if (type->record->is_union)
        return true;
    for (int i = 0; i < type->record->n_fields; i++) {
        const struct pv_field *field = &type->record->fields[i];
        if (field->is_bitfield || pv_ctype_has_overlapping_fields(field->type))
            return true;
    }
    return false;
}

pv_int128 pv_ctype_min(const struct pv_ctype *type)
{
    return type->is_signed ? -((pv_int128)1 << (type->bits - 1)) : 0;
}

pv_int128 pv_ctype_max(const struct pv_ctype *type)
{
    return ((pv_int128)1 << (type->is_signed ? type->bits - 1 : type->bits)) - 1;
}
