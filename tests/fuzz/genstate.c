/* Keeps what the generator knows while it writes a program. */
#include "genstate.h"

#include <stdarg.h>
#include <string.h>

/* The next 64 bits of a Weyl sequence, mixed. */
static uint64_t next_random(struct generator *g)
{
    uint64_t x = g->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ (x >> 29)) * UINT64_C(0xa0761d6478bd642f);
    return x ^ (x >> 32);
}

int gen_random(struct generator *g, int n)
{
    return n <= 1 ? 0 : (int)((next_random(g) >> 16) % (uint64_t)n);
}

bool gen_chance(struct generator *g, int percent)
{
    return gen_random(g, 100) < percent;
}

int64_t gen_between(struct generator *g, int64_t lo, int64_t hi)
{
    return lo + gen_random(g, (int)(hi - lo + 1));
}

bool gen_has(const struct generator *g, enum gen_feature feature)
{
    return g->features[feature];
}

const char *gen_feature_name(enum gen_feature feature)
{
    static const char *const names[] = {
#define X(name) #name,
        GEN_FEATURES(X)
#undef X
    };
    return names[feature];
}

const char *gen_name(struct generator *g, const char *prefix)
{
    return pv_printf(g->arena, "%s%d", prefix, g->n_names++);
}

void gen_line(struct generator *g, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    pv_sb_printf(g->out, "%*s%s\n", 4 * g->indent, "", pv_vprintf(g->arena, format, ap));
    va_end(ap);
}

/* Does a later variable of the same name hide variable "i"? */
static bool is_shadowed(const struct generator *g, int i)
{
    for (int j = i + 1; j < g->vars.n; j++)
        if (!strcmp(g->vars.v[i].name, g->vars.v[j].name))
            return true;
    return false;
}

const struct variable *gen_pick_var(struct generator *g, bool (*accepts)(const struct variable *var))
{
    int n = 0;
    const struct variable *picked = NULL;
    for (int i = 0; i < g->vars.n; i++) {
        const struct variable *var = &g->vars.v[i];
        if (!accepts(var) || is_shadowed(g, i) || (g->hidden && !strcmp(g->hidden, var->name)))
            continue;
        if (gen_random(g, ++n) == 0)
            picked = var;
    }
    return picked;
}

struct array *gen_pick_array(struct generator *g, bool (*accepts)(const struct array *array))
{
    int n = 0;
    struct array *picked = NULL;
    for (int i = 0; i < g->arrays.n; i++)
        if (accepts(g->arrays.v[i]) && gen_random(g, ++n) == 0)
            picked = g->arrays.v[i];
    return picked;
}

struct array *gen_add_array(struct generator *g, const char *name, enum element element, int n_dims)
{
    struct array *array = pv_new(g->arena, struct array);
    array->name = name;
    array->element = element;
    array->n_dims = n_dims;
    for (int i = 0; i < n_dims; i++)
        array->sizes[i] = 1;
    pv_push(g->arena, &g->arrays, array);
    pv_push(g->arena, &g->all_arrays, array);
    return array;
}

void gen_need(struct array *array, int dim, int64_t size)
{
    if (!array->is_fixed && array->sizes[dim] < size)
        array->sizes[dim] = size;
}

struct range gen_symbol_range(const struct generator *g, enum gen_symbol symbol)
{
    return symbol == SYMBOL_N ? g->n : symbol == SYMBOL_M ? g->m : (struct range){0, 0};
}
