/* Reads the annotations of generated code: the name and the instance of each statement. */
#include "check/annotation.h"

#include "base/islx.h"

#include <ctype.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <stdlib.h>
#include <string.h>

const struct pv_annotation *pv_annotation_of(const struct pv_unit *unit, const struct pv_stmt *stmt)
{
    for (int i = 0; i < unit->annotations.n; i++)
        if (unit->annotations.v[i].at == stmt->range.begin.offset && stmt->range.begin.file == unit->file)
            return &unit->annotations.v[i];
    return NULL;
}

/* A reader of the integer expressions that generated code holds. Every function gives the value
 * { S[c] -> [v] } of what it reads, NULL where it cannot be read; conditions are 0 or 1. */
struct reader {
    const struct pv_scop *scop;
    const struct pv_stmt *stmt;
    const char *next;
};

static __isl_give isl_pw_aff *read_cond(struct reader *reader);

static bool take(struct reader *reader, const char *token)
{
    reader->next += strspn(reader->next, " \t\r\n");
    size_t n = strlen(token);
    if (strncmp(reader->next, token, n))
        return false;
    reader->next += n;
    return true;
}

static __isl_give isl_local_space *local_space(const struct reader *reader)
{
    return isl_local_space_from_space(isl_set_get_space(reader->stmt->domain));
}

static __isl_give isl_pw_aff *read_number(struct reader *reader)
{
    char *end;
    long long value = strtoll(reader->next, &end, 10);
    reader->next = end + strspn(end, "lL");
    isl_val *val = isl_val_int_from_si(reader->scop->ctx, (long)value);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(local_space(reader), val));
}

static bool is_named(const char *spelling, const char *name, size_t n)
{
    return strlen(spelling) == n && !strncmp(spelling, name, n);
}

/* The value of a variable that the text of the statement names, too: that of a loop with one iteration. NULL if it is not known. */
static __isl_give isl_pw_aff *read_known(const struct reader *reader, const char *name, size_t n)
{
    for (int i = 0; i < reader->stmt->substs.n; i++) {
        const struct pv_subst *subst = &reader->stmt->substs.v[i];
        bool is_scalar = subst->expr->kind == PV_EXPR_ACCESS && subst->expr->var && !subst->expr->n_steps;
        if (is_scalar && is_named(subst->expr->var->name, name, n))
            return isl_pw_aff_copy(subst->value);
    }
    return NULL;
}

/* An iterator of the statement, a parameter, or a variable with a known value. */
static __isl_give isl_pw_aff *read_variable(const struct reader *reader, const char *name, size_t n)
{
    isl_local_space *ls = local_space(reader);
    for (int i = 0; i < reader->stmt->n_iterators; i++) {
        const char *iterator = reader->stmt->iterators[i];
        if (iterator && is_named(iterator, name, n))
            return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)i));
    }
    for (int i = 0; i < reader->scop->parameters.n; i++) {
        const struct pv_var *var = reader->scop->parameters.v[i];
        int pos = isl_local_space_find_dim_by_name(ls, isl_dim_param, var->id);
        if (!is_named(var->name, name, n))
            continue;
        if (pos >= 0)
            return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_param, (unsigned)pos));
        isl_space *space = isl_space_add_param_id(isl_local_space_get_space(ls),
                                                  pv_id_alloc(reader->scop->ctx, var->id, NULL));
        isl_local_space_free(ls);
        unsigned last = (unsigned)isl_space_dim(space, isl_dim_param) - 1;
        return isl_pw_aff_from_aff(isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_param, last));
    }
    isl_local_space_free(ls);
    return read_known(reader, name, n);
}

static bool ends_in(const char *name, size_t n, const char *end)
{
    size_t m = strlen(end);
    return n >= m && !strncmp(name + n - m, end, m);
}

/* The two arguments of one of pave's macros, and its value. */
static __isl_give isl_pw_aff *read_macro(struct reader *reader, const char *name, size_t n)
{
    isl_pw_aff *a = read_cond(reader);
    isl_pw_aff *b = take(reader, ",") ? read_cond(reader) : NULL;
    while (n > 0 && name[n - 1] == '_') /* made to differ from a name of the program */
        n--;
    bool is_closed = take(reader, ")");
    if (is_closed && ends_in(name, n, "min"))
        return isl_pw_aff_min(a, b);
    if (is_closed && ends_in(name, n, "max"))
        return isl_pw_aff_max(a, b);
    if (is_closed && ends_in(name, n, "floord"))
        return isl_pw_aff_floor(isl_pw_aff_div(a, b));
    isl_pw_aff_free(a);
    isl_pw_aff_free(b);
    return NULL;
}

static __isl_give isl_pw_aff *read_primary(struct reader *reader)
{
    if (take(reader, "(long long)"))
        return read_primary(reader);
    if (take(reader, "-"))
        return isl_pw_aff_neg(read_primary(reader));
    if (take(reader, "(")) {
        isl_pw_aff *value = read_cond(reader);
        return take(reader, ")") ? value : isl_pw_aff_free(value);
    }
    if (isdigit((unsigned char)*reader->next))
        return read_number(reader);
    const char *name = reader->next;
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    reader->next += n;
    if (!n)
        return NULL;
    return take(reader, "(") ? read_macro(reader, name, n) : read_variable(reader, name, n);
}

static __isl_give isl_pw_aff *read_product(struct reader *reader)
{
    isl_pw_aff *value = read_primary(reader);
    for (;;) {
        if (take(reader, "*"))
            value = isl_pw_aff_mul(value, read_primary(reader));
        else if (take(reader, "/"))
            value = isl_pw_aff_tdiv_q(value, read_primary(reader));
        else if (take(reader, "%"))
            value = isl_pw_aff_tdiv_r(value, read_primary(reader));
        else
            return value;
    }
}

static __isl_give isl_pw_aff *read_sum(struct reader *reader)
{
    isl_pw_aff *value = read_product(reader);
    for (;;) {
        if (take(reader, "+"))
            value = isl_pw_aff_add(value, read_product(reader));
        else if (take(reader, "-"))
            value = isl_pw_aff_sub(value, read_product(reader));
        else
            return value;
    }
}

/* 1 where "holds", 0 elsewhere. */
static __isl_give isl_pw_aff *truth(__isl_take isl_set *holds)
{
    return isl_set_indicator_function(holds);
}

static __isl_give isl_pw_aff *read_comparison(struct reader *reader)
{
    isl_pw_aff *value = read_sum(reader);
    if (take(reader, "<="))
        return truth(isl_pw_aff_le_set(value, read_sum(reader)));
    if (take(reader, ">="))
        return truth(isl_pw_aff_ge_set(value, read_sum(reader)));
    if (take(reader, "=="))
        return truth(isl_pw_aff_eq_set(value, read_sum(reader)));
    if (take(reader, "<"))
        return truth(isl_pw_aff_lt_set(value, read_sum(reader)));
    if (take(reader, ">"))
        return truth(isl_pw_aff_gt_set(value, read_sum(reader)));
    return value;
}

static __isl_give isl_pw_aff *read_and(struct reader *reader)
{
    isl_pw_aff *value = read_comparison(reader);
    while (take(reader, "&&"))
        value = isl_pw_aff_min(value, read_comparison(reader));
    return value;
}

static __isl_give isl_pw_aff *read_cond(struct reader *reader)
{
    isl_pw_aff *value = read_and(reader);
    while (take(reader, "||"))
        value = isl_pw_aff_max(value, read_and(reader));
    if (!take(reader, "?"))
        return value;
    isl_pw_aff *then_value = read_cond(reader);
    isl_pw_aff *else_value = take(reader, ":") ? read_cond(reader) : NULL;
    return isl_pw_aff_cond(value, then_value, else_value);
}

__isl_give isl_map *pv_annotation_read(const struct pv_scop *scop, const struct pv_stmt *stmt,
                                       const struct pv_annotation *annotation, __isl_take isl_space *space)
{
    struct reader reader = {scop, stmt, annotation->instance};
    int n = (int)isl_space_dim(space, isl_dim_set);
    space = isl_space_align_params(space, isl_set_get_space(stmt->domain));
    isl_space *from = isl_space_align_params(isl_set_get_space(stmt->domain), isl_space_copy(space));
    isl_map *map = isl_map_universe(isl_space_map_from_domain_and_range(from, space));
    map = isl_map_intersect_domain(map, isl_set_copy(stmt->domain));
    for (int i = 0; i < n && map; i++) {
        isl_pw_aff *value = i == 0 || take(&reader, ",") ? read_cond(&reader) : NULL;
        if (!value)
            return isl_map_free(map);
        isl_map *values = isl_map_from_pw_aff(value); /* { S[c] -> [v] } */
        isl_map *placed = isl_map_insert_dims(values, isl_dim_out, 1, (unsigned)(n - 1 - i));
        placed = isl_map_insert_dims(placed, isl_dim_out, 0, (unsigned)i);
        placed = isl_map_set_tuple_id(placed, isl_dim_out, isl_map_get_tuple_id(map, isl_dim_out));
        map = isl_map_intersect(map, placed);
    }
    bool is_all = !*(reader.next + strspn(reader.next, " \t\r\n"));
    return is_all ? map : isl_map_free(map);
}
