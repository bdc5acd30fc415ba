/* Writes helper functions with visible bodies, and calls of them. */
#include "gencall.h"

const char gen_functions_text[] =
    "static double average(double x, double y)\n{\n    return 0.5 * (x + y);\n}\n\n"
    "__attribute__((const)) static double weight(int k)\n{\n    return k % 3 == 0 ? 0.5 : 0.25;\n}\n\n"
    "static int fold(int x)\n{\n    if (x < 0)\n        x = -x;\n    if (x > 9)\n        return 9;\n    return "
    "x;\n}\n\n"
    "__attribute__((pure)) static int residue(int x)\n{\n    int r = x % 5;\n    return r < 0 ? r + 5 : r;\n}\n\n";

static const char *const element_types[] = {"double", "float", "int"};

/* The text of one parameter that is an array of fixed size. */
static const char *array_parameter(struct generator *g, const struct array *array)
{
    const char *type = pv_printf(g->arena, "%s%s", array->is_const ? "const " : "", element_types[array->element]);
    switch (gen_random(g, 3)) {
    case 0:
        return pv_printf(g->arena, "%s *%s", type, array->name);
    case 1:
        return pv_printf(g->arena, "%s %s[static %d]", type, array->name, (int)array->sizes[0]);
    default:
        return pv_printf(g->arena, "%s %s[%d]", type, array->name, (int)array->sizes[0]);
    }
}

static struct array *new_parameter(struct generator *g, const char *name, bool is_const)
{
    static const enum element elements[] = {ELEM_DOUBLE, ELEM_FLOAT, ELEM_INT};
    struct array *array = pv_new(g->arena, struct array);
    *array = (struct array){.name = name, .element = elements[gen_random(g, 3)], .n_dims = 1, .is_const = is_const};
    array->sizes[0] = gen_between(g, 8, 18);
    array->is_fixed = true;
    return array;
}

/* Keep in scope the arrays that every function sees. */
static void keep_globals(struct generator *g)
{
    int n = 0;
    for (int i = 0; i < g->arrays.n; i++)
        if (g->arrays.v[i]->storage == STORE_GLOBAL && !g->arrays.v[i]->symbols[0] && !g->arrays.v[i]->width_symbol)
            g->arrays.v[n++] = g->arrays.v[i];
    g->arrays.n = n;
}

static struct helper new_helper(struct generator *g, const char *name)
{
    struct helper helper = {.name = name, .n_ints = 1 + gen_random(g, 2), .n_arrays = 1 + gen_random(g, 2)};
    helper.ints[0] = (struct range){0, gen_between(g, 3, 7)};
    helper.ints[1] = (struct range){-2, gen_between(g, 2, 5)};
    helper.arrays[0] = new_parameter(g, "a", false);
    helper.arrays[1] = new_parameter(g, "b", true);
    return helper;
}

static void write_head(struct generator *g, const struct helper *helper)
{
    pv_sb_printf(g->out, "static void %s(int p%s, %s%s%s)\n{\n", helper->name, helper->n_ints > 1 ? ", int q" : "",
                 array_parameter(g, helper->arrays[0]), helper->n_arrays > 1 ? ", " : "",
                 helper->n_arrays > 1 ? array_parameter(g, helper->arrays[1]) : "");
}

static void write_helper(struct generator *g, struct helper *helper, void (*write_block)(struct generator *g, int n))
{
    struct variable p = {.name = "p", .range = helper->ints[0]}, q = {.name = "q", .range = helper->ints[1]};
    pv_push(g->arena, &g->vars, p);
    if (helper->n_ints > 1)
        pv_push(g->arena, &g->vars, q);
    for (int i = 0; i < helper->n_arrays; i++)
        pv_push(g->arena, &g->arrays, helper->arrays[i]);
    write_head(g, helper);
    pv_sb_printf(g->out, "    a[p] = %s;\n", helper->n_arrays > 1 ? "b[0]" : "2");
    if (gen_chance(g, 15))
        pv_sb_printf(g->out, "    if (%s)\n        return;\n", gen_condition(g, 0));
    write_block(g, 1 + gen_random(g, 3));
    pv_sb_add(g->out, "}\n\n");
    helper->cost = g->total + 1;
}

void gen_helpers(struct generator *g, void (*write_block)(struct generator *g, int n))
{
    for (int n = 1 + gen_random(g, 2); n > 0; n--) {
        struct helper helper = new_helper(g, gen_name(g, "h"));
        struct generator inner = *g;
        inner.vars.n = inner.vars.cap = 0;
        for (int i = 0; i < g->vars.n; i++)
            if (g->vars.v[i].is_global)
                pv_push(g->arena, &inner.vars, g->vars.v[i]);
        inner.arrays.n = inner.arrays.cap = 0;
        for (int i = 0; i < g->arrays.n; i++)
            pv_push(g->arena, &inner.arrays, g->arrays.v[i]);
        keep_globals(&inner);
        inner.out = &g->helpers_text;
        inner.is_in_helper = true;
        inner.max_total = 60;
        inner.max_depth = 2;
        write_helper(&inner, &helper, write_block);
        g->random = inner.random;
        g->n_names = inner.n_names;
        pv_push(g->arena, &g->helpers, helper);
    }
}

/* Does a stretch of "array" fit the parameter "to"? */
static bool fits(const struct array *array, const struct array *to)
{
    if (array->element != to->element || array->symbols[0] || array->symbols[array->n_dims - 1] || array->n_dims > 2)
        return false;
    if ((array->is_const || array->is_index) && !to->is_const)
        return false;
    return !array->is_fixed || (array->n_dims == 1 && array->sizes[0] >= to->sizes[0]);
}

/* An array, or a part of one, for the parameter "to"; NULL if there is none. */
static const char *array_argument(struct generator *g, const struct array *to)
{
    int n = 0;
    struct array *array = NULL;
    for (int i = 0; i < g->arrays.n; i++)
        if (fits(g->arrays.v[i], to) && gen_random(g, ++n) == 0)
            array = g->arrays.v[i];
    if (!array)
        return NULL;
    if (array->is_fixed)
        return array->name;
    struct affine at = gen_affine_in(g, 1, 0, 20);
    if (array->n_dims == 2) {
        gen_need(array, 0, at.range.hi + 1);
        gen_need(array, 1, to->sizes[0]);
        return pv_printf(g->arena, gen_chance(g, 70) ? "%s[%s]" : "&%s[%s][0]", array->name, at.text);
    }
    gen_need(array, 0, at.range.hi + to->sizes[0]);
    return pv_printf(g->arena, gen_chance(g, 50) ? "&%s[%s]" : "%s + %s", array->name, at.text);
}

bool gen_call(struct generator *g)
{
    if (g->is_in_helper || !g->helpers.n)
        return false;
    struct helper *helper = &g->helpers.v[gen_random(g, g->helpers.n)];
    if (g->total + helper->cost * g->multiplicity > g->max_total)
        return false;
    const char *arguments = gen_affine_in(g, 1, helper->ints[0].lo, helper->ints[0].hi).text;
    if (helper->n_ints > 1)
        arguments = pv_printf(g->arena, "%s, %s", arguments,
                              gen_affine_in(g, 1, helper->ints[1].lo, helper->ints[1].hi).text);
    for (int i = 0; i < helper->n_arrays; i++) {
        const char *argument = array_argument(g, helper->arrays[i]);
        if (!argument)
            return false;
        arguments = pv_printf(g->arena, "%s, %s", arguments, argument);
    }
    gen_line(g, "%s(%s);", helper->name, arguments);
    g->total += helper->cost * g->multiplicity;
    return true;
}
