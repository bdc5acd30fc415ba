/* Writes references to array elements, and expressions over their values. */
#include "gendata.h"

#include <string.h>

/* How far a subscript of an array with so many dimensions may reach. */
static const int64_t reach[MAX_DIMS] = {120, 24, 10};

/*--------------------------------------------------------------------------------------------------*/
/* Subscripts */

static bool is_below_n(const struct variable *var)
{
    return var->symbol == SYMBOL_N;
}

static bool is_below_m(const struct variable *var)
{
    return var->symbol == SYMBOL_M;
}

static bool is_index_array(const struct array *array)
{
    return array->is_index && array->n_dims == 1 && !array->width;
}

static bool is_int_array(const struct array *array)
{
    return (array->element == ELEM_INT || array->element == ELEM_UCHAR) && array->n_dims == 1;
}

/* A value from 0 up to, not including, "symbol" plus "extra". */
static const char *symbolic_subscript(struct generator *g, enum gen_symbol symbol, int64_t extra)
{
    const struct variable *var = gen_pick_var(g, symbol == SYMBOL_N ? is_below_n : is_below_m);
    const char *name = symbol == SYMBOL_N ? "n" : "m";
    if (!var || gen_chance(g, 10))
        return gen_chance(g, 30) ? name : gen_constant(g, gen_between(g, 0, extra - 1)).text;
    switch (gen_random(g, 4)) {
    case 0:
        return pv_printf(g->arena, "%s - 1 - %s%s", name, var->is_unsigned ? "(int)" : "", var->name);
    case 1:
        return pv_printf(g->arena, "%s + %d", var->name, (int)gen_between(g, 0, extra));
    default:
        return var->name;
    }
}

/* A subscript that depends on data, from 0 to INDEX_VALUES - 1; NULL if there is no data for it. */
static const char *indirect_subscript(struct generator *g)
{
    struct array *index = gen_pick_array(g, gen_chance(g, 60) ? is_index_array : is_int_array);
    if (!index)
        return NULL;
    const char *element = gen_element(g, index);
    return index->is_index ? element : pv_printf(g->arena, "%s & %d", element, INDEX_VALUES - 1);
}

static bool is_regular(const struct variable *var)
{
    return var->is_regular;
}

/* An iterator of the nest around and a constant, or the like. No text where there is no nest. */
static struct affine regular_subscript(struct generator *g)
{
    const struct variable *var = gen_pick_var(g, is_regular), *other = gen_pick_var(g, is_regular);
    if (!var)
        return (struct affine){0};
    int64_t at = gen_chance(g, 45) ? 0 : gen_between(g, -2, 2), least = var->range.lo;
    switch (gen_random(g, 12)) {
    case 0:
        if (var->range.hi + other->range.hi > 30 || least + other->range.lo < 0)
            break;
        return (struct affine){pv_printf(g->arena, "%s + %s", var->name, other->name),
                               {least + other->range.lo, var->range.hi + other->range.hi},
                               false};
    case 1:
        return (struct affine){
            pv_printf(g->arena, "%d - %s", (int)var->range.hi, var->name), {0, var->range.hi - least}, false};
    case 2:
        if (var->range.hi > 15 || least < 0)
            break;
        return (struct affine){pv_printf(g->arena, "2 * %s", var->name), {2 * least, 2 * var->range.hi}, false};
    default:
        break;
    }
    if (least + at < 0)
        at = -least;
    const char *text = at ? pv_printf(g->arena, "%s %s %d", var->name, at < 0 ? "-" : "+", (int)(at < 0 ? -at : at))
                          : var->name;
    return (struct affine){text, {least + at, var->range.hi + at}, false};
}

/* The iterator of loop "dim" of the nest around, moved to start at 0 at least. No text where there is none. */
static struct affine iterator_of(struct generator *g, int dim)
{
    for (int i = 0; i < g->vars.n; i++) {
        const struct variable *var = &g->vars.v[i];
        if (!var->is_regular || dim--)
            continue;
        long long shift = var->range.lo < 0 ? -var->range.lo : 0;
        return (struct affine){shift ? pv_printf(g->arena, "%s + %lld", var->name, shift) : var->name,
                               {var->range.lo + shift, var->range.hi + shift},
                               false};
    }
    return (struct affine){0};
}

static const char *subscript(struct generator *g, struct array *array, int dim)
{
    if (array->symbols[dim])
        return symbolic_subscript(g, array->symbols[dim], array->sizes[dim]);
    int64_t limit = array->is_fixed ? array->sizes[dim] : reach[array->n_dims - 1];
    struct affine plain = g->is_in_place                       ? iterator_of(g, dim)
                          : g->is_regular && gen_chance(g, 90) ? regular_subscript(g)
                                                               : (struct affine){0};
    if (plain.text && plain.range.hi < limit) {
        gen_need(array, dim, plain.range.hi + 1);
        return plain.text;
    }
    if (gen_has(g, GEN_indirect) && !array->is_index && limit >= INDEX_VALUES && gen_chance(g, 12)) {
        const char *text = indirect_subscript(g);
        gen_need(array, dim, INDEX_VALUES);
        if (text)
            return text;
    }
    struct affine e = gen_affine(g, gen_chance(g, 40) ? 2 : 1);
    e = gen_fit(g, e, 0, limit - 1);
    gen_need(array, dim, e.range.hi + 1);
    return e.text;
}

/* Row and column of a linearised array in one subscript. */
static const char *linear_subscript(struct generator *g, struct array *array)
{
    struct affine row = gen_affine_in(g, 1, 0, 9);
    const char *width, *column;
    int64_t size = array->width;
    if (array->width_symbol) {
        const struct variable *var = gen_pick_var(g, array->width_symbol == SYMBOL_N ? is_below_n : is_below_m);
        if (var && var->is_unsigned)
            var = NULL;
        width = array->width_symbol == SYMBOL_N ? "n" : "m";
        column = var ? var->name : "0";
        size = gen_symbol_range(g, array->width_symbol).hi + 1;
    } else {
        width = gen_constant(g, size).text;
        column = gen_affine_in(g, 1, 0, size - 1).text;
    }
    gen_need(array, 0, (row.range.hi + 1) * size);
    static const char *const formats[] = {"%1$s * %2$s + %3$s", "%2$s * %1$s + %3$s", "%3$s + %1$s * %2$s"};
    return pv_printf(g->arena, formats[gen_random(g, 3)], row.text, width, column);
}

const char *gen_element(struct generator *g, struct array *array)
{
    if (array->width)
        return pv_printf(g->arena, "%s[%s]", array->name, linear_subscript(g, array));
    if (array->n_dims == 1 && gen_has(g, GEN_pointers) && gen_chance(g, 15))
        return pv_printf(g->arena, "*(%s + %s)", array->name, pv_printf(g->arena, "(%s)", subscript(g, array, 0)));
    const char *text = array->name;
    for (int i = 0; i < array->n_dims; i++)
        text = pv_printf(g->arena, "%s[%s]", text, subscript(g, array, i));
    return text;
}

/*--------------------------------------------------------------------------------------------------*/
/* Places */

static bool holds_floating(const struct array *array)
{
    return array->element == ELEM_DOUBLE || array->element == ELEM_FLOAT || array->element == ELEM_STRUCT;
}

static bool holds_writable_floating(const struct array *array)
{
    return holds_floating(array) && !array->is_const;
}

static bool holds_integers(const struct array *array)
{
    return array->element != ELEM_DOUBLE && array->element != ELEM_FLOAT;
}

static bool holds_writable_integers(const struct array *array)
{
    return holds_integers(array) && !array->is_const && !array->is_index;
}

/* A field of the structure that "element" is. */
static struct reference field(struct generator *g, const char *element, bool is_floating)
{
    if (element[0] == '*')
        element = pv_printf(g->arena, "(%s)", element);
    if (is_floating && gen_chance(g, 60))
        return (struct reference){pv_printf(g->arena, "%s.b[%s]", element, gen_affine_in(g, 1, 0, 3).text), ELEM_DOUBLE,
                                  NULL};
    if (is_floating)
        return (struct reference){pv_printf(g->arena, "%s.in.x", element), ELEM_FLOAT, NULL};
    switch (gen_random(g, 3)) {
    case 0:
        return (struct reference){pv_printf(g->arena, "%s.a", element), ELEM_INT, NULL};
    case 1:
        return (struct reference){pv_printf(g->arena, "%s.c", element), ELEM_LONG, NULL};
    default:
        return (struct reference){pv_printf(g->arena, "%s.in.y[%s]", element, gen_affine_in(g, 1, 0, 3).text),
                                  ELEM_UCHAR, NULL};
    }
}

struct reference gen_place(struct generator *g, bool is_floating, enum purpose purpose)
{
    struct array *array;
    if (is_floating)
        array = gen_pick_array(g, purpose == TO_WRITE ? holds_writable_floating : holds_floating);
    else
        array = gen_pick_array(g, purpose == TO_WRITE ? holds_writable_integers : holds_integers);
    if (!array)
        return (struct reference){NULL, ELEM_INT, NULL};
    if (g->is_parallel && purpose == TO_WRITE)
        g->written = array;
    g->is_in_place = g->is_parallel && array == g->written && gen_chance(g, 90);
    struct reference place = {gen_element(g, array), array->element, array};
    g->is_in_place = false;
    if (array->element == ELEM_STRUCT) {
        place = field(g, place.text, is_floating);
        place.array = array;
    }
    return place;
}

/*--------------------------------------------------------------------------------------------------*/
/* Expressions */

static bool is_temporary(const struct variable *var)
{
    return var->is_double;
}

/* One of two values; never the same one, for which a compiler may forget the condition. */
static const char *choose(struct generator *g, const char *condition, const char *a, const char *b)
{
    return pv_printf(g->arena, "(%s ? %s : %s)", condition, a, strcmp(a, b) ? b : "4");
}

/* A term no larger than the largest place read. */
static const char *floating_term(struct generator *g, int depth)
{
    const struct variable *temporary = gen_chance(g, 25) ? gen_pick_var(g, is_temporary) : NULL;
    if (temporary)
        return temporary->name;
    if (depth > 0 && gen_has(g, GEN_ternary) && gen_chance(g, 20)) {
        const char *condition = gen_has(g, GEN_dynamic) && gen_chance(g, 40) ? gen_data_condition(g)
                                                                             : gen_condition(g, 1);
        return choose(g, condition, floating_term(g, depth - 1), floating_term(g, depth - 1));
    }
    if (depth > 0 && gen_has(g, GEN_calls) && gen_chance(g, 15))
        switch (gen_random(g, 3)) {
        case 0:
            return pv_printf(g->arena, "fabs(%s)", floating_term(g, 0));
        case 1:
            return pv_printf(g->arena, "average(%s, %s)", floating_term(g, 0), floating_term(g, 0));
        default:
            return pv_printf(g->arena, "weight(%s)", gen_affine(g, 1).text);
        }
    struct reference place = gen_place(g, gen_chance(g, 75), TO_READ);
    return place.text ? place.text : "1.5";
}

const char *gen_small(struct generator *g)
{
    switch (gen_random(g, 4)) {
    case 0:
        return pv_printf(g->arena, "0.125 * (int)%s", gen_affine(g, 1).text);
    case 1:
        return pv_printf(g->arena, "0.5 * (%s & 7)", gen_integer(g));
    default:
        return pv_printf(g->arena, "%d.%s", gen_random(g, 4), gen_chance(g, 50) ? "25" : "5");
    }
}

const char *gen_floating(struct generator *g)
{
    static const char *const weights[] = {"0.5", "0.25", "0.125"};
    struct pv_sb sum = {0};
    int n = gen_random(g, 4);
    pv_sb_add(&sum, gen_small(g));
    for (int i = 0; i < n && i < 3; i++)
        pv_sb_printf(&sum, " %s %s * %s", gen_chance(g, 70) ? "+" : "-", weights[i], floating_term(g, 1));
    const char *text = pv_strdup(g->arena, sum.text);
    pv_sb_free(&sum);
    return text;
}

static const char *integer_place(struct generator *g)
{
    struct reference place = gen_place(g, false, TO_READ);
    return place.text ? place.text : gen_affine(g, 1).text;
}

static const char *integer_term(struct generator *g, int depth)
{
    switch (gen_random(g, depth > 0 ? 12 : 4)) {
    case 0:
    case 1:
        return integer_place(g);
    case 2:
    case 3:
        return gen_affine(g, 1).text;
    case 4:
        return pv_printf(g->arena, "(%s & 15) * %s", integer_place(g), gen_affine_in(g, 1, 1, 50).text);
    case 5:
        return pv_printf(g->arena, "%s %% 7", integer_place(g));
    case 6:
        return pv_printf(g->arena, "(unsigned char)%s / 3", integer_place(g));
    case 7:
        return pv_printf(g->arena, "(%s)", gen_data_condition(g));
    case 8:
        if (gen_has(g, GEN_calls))
            return pv_printf(g->arena, "%s(%s)", gen_chance(g, 50) ? "fold" : "residue", gen_affine(g, 1).text);
        return integer_place(g);
    case 9:
    case 10:
        if (gen_has(g, GEN_ternary))
            return choose(g, gen_chance(g, 50) ? gen_condition(g, 1) : gen_data_condition(g),
                          integer_term(g, depth - 1), integer_term(g, depth - 1));
        return integer_place(g);
    default:
        return pv_printf(g->arena, "(~%s >> 1)", integer_place(g));
    }
}

const char *gen_integer(struct generator *g)
{
    const char *text = integer_term(g, 1);
    for (int n = gen_random(g, 3); n > 0; n--)
        text = pv_printf(g->arena, "%s %s %s", text, gen_chance(g, 60) ? "+" : "-", integer_term(g, 1));
    return pv_printf(g->arena, "(%s)", text);
}

const char *gen_data_condition(struct generator *g)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
    struct reference place = gen_place(g, gen_chance(g, 40), TO_READ);
    if (!place.text)
        return gen_condition(g, 1);
    const char *test = pv_printf(g->arena, "%s %s %d", place.text, relations[gen_random(g, 4)], 1 + gen_random(g, 11));
    if (gen_chance(g, 70))
        return test;
    const char *join = gen_chance(g, 50) ? "&&" : "||";
    return gen_chance(g, 50) ? pv_printf(g->arena, "(%s) %s (%s)", gen_condition(g, 0), join, test)
                             : pv_printf(g->arena, "%s %s %s > 2", test, join, integer_place(g));
}
