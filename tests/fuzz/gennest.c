/* Writes loop nests like those of numerical programs, and loops that PENCIL calls independent. */
#include "gennest.h"

/* The most iterations of one loop. */
#define MAX_TRIPS 14
/* Statements that one nest is reckoned to have. */
#define LEAVES 3

/* How many iterations each of "depth" loops here may have so that the program stays small. */
static int64_t trips_of_each(const struct generator *g, int depth)
{
    int64_t left = (g->max_total - g->total) / (LEAVES * g->multiplicity), trips = 2;
    for (; trips < MAX_TRIPS; trips++) {
        int64_t all = 1;
        for (int i = 0; i < depth; i++)
            all *= trips + 1;
        if (all > left)
            break;
    }
    return trips;
}

/* The loops from here on inwards, "depth" of them. */
static void write_level(struct generator *g, int depth, void (*write_leaf)(struct generator *g))
{
    struct loop loop = gen_loop(g, trips_of_each(g, depth));
    int64_t multiplicity = g->multiplicity;
    int n_vars = g->vars.n;
    gen_line(g, "%s {", loop.head);
    g->multiplicity *= loop.trips > 1 ? loop.trips : 1;
    pv_push(g->arena, &g->vars, loop.var);
    g->indent++;
    if (depth == 1)
        for (int n = 1 + gen_random(g, 3); n > 0; n--)
            write_leaf(g);
    if (depth > 1 && gen_chance(g, 20))
        write_leaf(g);
    if (depth > 1)
        write_level(g, depth - 1, write_leaf);
    if (depth > 1 && gen_chance(g, 12))
        write_level(g, gen_chance(g, 50) ? 1 : depth - 1, write_leaf);
    if (depth > 1 && gen_chance(g, 20))
        write_leaf(g);
    g->indent--;
    g->vars.n = n_vars;
    g->multiplicity = multiplicity;
    gen_line(g, "}");
}

void gen_nest(struct generator *g, void (*write_leaf)(struct generator *g))
{
    static const int depths[] = {1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5};
    int depth = depths[gen_random(g, sizeof(depths) / sizeof(*depths))], most = g->max_depth - g->depth;
    enum jump jump = g->jump;
    bool was_regular = g->is_regular;
    if (depth > most)
        depth = most > 0 ? most : 1;
    g->is_regular = true;
    g->jump = JUMP_NONE;
    g->depth += depth;
    write_level(g, depth, write_leaf);
    g->depth -= depth;
    g->jump = jump;
    g->is_regular = was_regular;
}

/*--------------------------------------------------------------------------------------------------*/
/* PENCIL */

/* A global array of sixteen elements that expressions do not mention. */
static struct array *add_hidden_array(struct generator *g, const char *prefix, enum element element)
{
    struct array *array = gen_add_array(g, gen_name(g, prefix), element, 1);
    g->arrays.n--;
    array->storage = STORE_GLOBAL;
    array->sizes[0] = INDEX_VALUES;
    array->is_fixed = true;
    return array;
}

/* The head of a loop over numbers below INDEX_VALUES, by the name "it". */
static void write_head(struct generator *g, const char *it)
{
    static const char *const bounds[] = {"n", "m", "16", "11"};
    gen_line(g, "for (int %s = %d; %s < %s; %s++) {", it, gen_random(g, 3), it, bounds[gen_random(g, 4)], it);
    g->multiplicity *= INDEX_VALUES;
    pv_push(g->arena, &g->vars, ((struct variable){.name = it, .range = {0, INDEX_VALUES - 1}}));
}

/* What fills an index array gives it sixteen different values. */
static void write_scatter(struct generator *g, const char *it)
{
    struct array *target = add_hidden_array(g, "W", gen_chance(g, 50) ? ELEM_DOUBLE : ELEM_INT);
    struct array *index = add_hidden_array(g, "N", ELEM_INT);
    bool is_floating = target->element == ELEM_DOUBLE;
    index->is_index = true;
    gen_line(g, "#pragma pencil independent");
    write_head(g, it);
    const char *value = is_floating ? gen_floating(g) : pv_printf(g->arena, "%s & 255", gen_integer(g));
    if (gen_chance(g, 40)) {
        const char *name = gen_name(g, "t");
        gen_line(g, "    %s %s = %s;", is_floating ? "double" : "int", name, value);
        value = name;
    }
    gen_line(g, "    %s[%s[%s]] = %s;", target->name, index->name, it, value);
}

static void write_sum(struct generator *g, const char *it)
{
    static const char *const operators[] = {"+", "|", "^"};
    const char *name = gen_name(g, "r"), *operator= operators[gen_random(g, 3)];
    struct array *target = add_hidden_array(g, "W", ELEM_INT);
    gen_line(g, "int %s = %d;", name, gen_random(g, 5));
    gen_line(g, "#pragma pencil independent reduction(%s: %s)", operator, name);
    write_head(g, it);
    gen_line(g, "    %s %s= %s & 63;", name, operator, gen_integer(g));
    gen_line(g, "}");
    gen_line(g, "{");
    gen_line(g, "    %s[%d] = %s;", target->name, gen_random(g, INDEX_VALUES), name);
}

void gen_independent(struct generator *g)
{
    int64_t multiplicity = g->multiplicity;
    int n_vars = g->vars.n;
    g->uses_pencil = true;
    if (gen_chance(g, 70))
        write_scatter(g, gen_name(g, "i"));
    else
        write_sum(g, gen_name(g, "i"));
    g->total += g->multiplicity;
    g->multiplicity = multiplicity;
    g->vars.n = n_vars;
    gen_line(g, "}");
}

const char gen_summary_text[] =
    "static void put_summary(int p, double a[static 12])\n{\n    __pencil_use(a);\n    if (__pencil_maybe())\n"
    "        a[p] = 0;\n}\n\n"
    "__attribute__((pencil_access(put_summary))) static void put(int p, double a[static 12])\n{\n    double s = 0;\n"
    "    for (int k = 0; k < 12; k++)\n        s += a[k];\n    if (s > 6)\n        a[p] = s * 0.0625;\n}\n\n";

void gen_add_summarised(struct generator *g)
{
    struct array *array = pv_new(g->arena, struct array);
    *array = (struct array){.name = "a", .element = ELEM_DOUBLE, .n_dims = 1, .sizes = {12}, .is_fixed = true};
    struct helper put = {.name = "put", .n_ints = 1, .ints = {{0, 11}}, .n_arrays = 1, .arrays = {array}, .cost = 14};
    g->uses_pencil = true;
    pv_push(g->arena, &g->helpers, put);
}
