/* Wrappers of isl functions that are used in two or more places. */
#include "base/islx.h"

#include "base/arena.h"

#include <ctype.h>
#include <errno.h>
#include <isl/constraint.h>
#include <string.h>

#define DEFINE_COALESCE(name, type)                                             \
    __isl_give isl_##type *pv_##name##_coalesce(__isl_take isl_##type *object)  \
    {                                                                           \
        if (!object)                                                            \
            return NULL;                                                        \
        isl_ctx *ctx = isl_##type##_get_ctx(object);                            \
        isl_##type *shorter = isl_##type##_coalesce(isl_##type##_copy(object)); \
        enum isl_error error = isl_ctx_last_error(ctx);                         \
        if (!shorter && error != isl_error_quota && error != isl_error_alloc) { \
            isl_ctx_reset_error(ctx);                                           \
            return object;                                                      \
        }                                                                       \
        isl_##type##_free(object);                                              \
        return shorter;                                                         \
    }

DEFINE_COALESCE(set, set)
DEFINE_COALESCE(map, map)
DEFINE_COALESCE(pw_aff, pw_aff)
DEFINE_COALESCE(union_map, union_map)
DEFINE_COALESCE(union_set, union_set)

__isl_give isl_id *pv_id_alloc(isl_ctx *ctx, const char *name, void *user)
{
    isl_id *id = ctx ? isl_id_alloc(ctx, name, user) : NULL;
    if (ctx && !id && isl_ctx_last_error(ctx) == isl_error_none)
        isl_die(ctx, isl_error_alloc, "no memory for a name", return NULL);
    return id;
}

#define DEFINE_SET_TUPLE_NAME(type)                                                                             \
    __isl_give isl_##type *pv_##type##_set_tuple_name(__isl_take isl_##type *object, enum isl_dim_type where,   \
                                                      const char *name)                                         \
    {                                                                                                           \
        return isl_##type##_set_tuple_id(object, where, pv_id_alloc(isl_##type##_get_ctx(object), name, NULL)); \
    }

DEFINE_SET_TUPLE_NAME(space)
DEFINE_SET_TUPLE_NAME(map)
DEFINE_SET_TUPLE_NAME(multi_aff)
DEFINE_SET_TUPLE_NAME(multi_pw_aff)

__isl_give isl_set *pv_set_set_tuple_name(__isl_take isl_set *object, const char *name)
{
    return isl_set_set_tuple_id(object, pv_id_alloc(isl_set_get_ctx(object), name, NULL));
}

#define DEFINE_SET_DIM_NAME(type)                                                                                  \
    __isl_give isl_##type *pv_##type##_set_dim_name(__isl_take isl_##type *object, enum isl_dim_type where,        \
                                                    unsigned pos, const char *name)                                \
    {                                                                                                              \
        return isl_##type##_set_dim_id(object, where, pos, pv_id_alloc(isl_##type##_get_ctx(object), name, NULL)); \
    }

DEFINE_SET_DIM_NAME(space)
DEFINE_SET_DIM_NAME(map)
DEFINE_SET_DIM_NAME(set)

char *pv_printed(char *text)
{
    if (text)
        return text;
    if (errno == ENOMEM)
        pv_note_short_memory();
    return pv_must_calloc(1, 1);
}

/* The first byte of "text" that is neither blank nor part of a comment. */
static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text) || *text == '#')
        text += *text == '#' ? strcspn(text, "\n") : 1;
    return text;
}

bool pv_text_is_tree(const char *text)
{
    text = skip_blanks(text);
    if (*text == '{')
        text = skip_blanks(text + 1);
    bool is_quoted = *text == '"';
    text += is_quoted;
    if (strncmp(text, "domain", 6) || (is_quoted && text[6] != '"'))
        return false;
    return *skip_blanks(text + 6 + is_quoted) == ':';
}

/* isl loses memory over a quote that is never closed, and none of these objects has quotes. */
static bool can_be_object(const char *text)
{
    return !pv_text_is_tree(text) && !strchr(text, '"');
}

__isl_give isl_set *pv_set_read(isl_ctx *ctx, const char *text)
{
    return !can_be_object(text) ? NULL : isl_set_read_from_str(ctx, text);
}

__isl_give isl_union_set *pv_union_set_read(isl_ctx *ctx, const char *text)
{
    return !can_be_object(text) ? NULL : isl_union_set_read_from_str(ctx, text);
}

__isl_give isl_union_map *pv_union_map_read(isl_ctx *ctx, const char *text)
{
    return !can_be_object(text) ? NULL : isl_union_map_read_from_str(ctx, text);
}

__isl_give isl_space *pv_space_root(__isl_take isl_space *space)
{
    while (isl_space_is_wrapping(space) == isl_bool_true)
        space = isl_space_domain(isl_space_unwrap(space));
    return space;
}

const char *pv_space_root_name(__isl_take isl_space *space)
{
    space = pv_space_root(space);
    const char *name = isl_space_get_tuple_name(space, isl_dim_set);
    isl_space_free(space);
    return name ? name : "";
}

struct search {
    enum pv_numbers numbers;
    long most;
    bool is_found;
};

static void look_at_number(struct search *search, __isl_take isl_val *value)
{
    value = isl_val_abs(value);
    search->is_found = search->is_found || (value && isl_val_cmp_si(value, search->most) > 0);
    isl_val_free(value);
}

static isl_stat look_at_constraint(__isl_take isl_constraint *constraint, void *user)
{
    static const enum isl_dim_type kinds[] = {isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div};
    struct search *search = user;
    if (search->numbers == PV_CONSTANTS)
        look_at_number(search, isl_constraint_get_constant_val(constraint));
    for (size_t k = 0; search->numbers == PV_COEFFICIENTS && k < sizeof(kinds) / sizeof(*kinds); k++) {
        int n = (int)isl_constraint_dim(constraint, kinds[k]);
        for (int i = 0; i < n && !search->is_found; i++)
            look_at_number(search, isl_constraint_get_coefficient_val(constraint, kinds[k], i));
    }
    isl_constraint_free(constraint);
    return search->is_found ? isl_stat_error : isl_stat_ok;
}

static isl_stat look_at_piece(__isl_take isl_basic_map *piece, void *user)
{
    isl_stat status = isl_basic_map_foreach_constraint(piece, look_at_constraint, user);
    isl_basic_map_free(piece);
    return status;
}

bool pv_map_has_larger(__isl_keep isl_map *map, enum pv_numbers numbers, long most)
{
    struct search search = {numbers, most, false};
    isl_map_foreach_basic_map(map, look_at_piece, &search);
    return search.is_found;
}
