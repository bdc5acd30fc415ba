/* Writes whole programs. */
#include "genprog.h"

#include "gencall.h"
#include "gennest.h"
#include "genopts.h"
#include "genstmt.h"

static const char *const type_names[N_ELEMENTS] = {"double", "float", "int", "unsigned char", "long", "struct rec"};
static const char *const type_tags[N_ELEMENTS] = {"double", "float", "int", "byte", "long", "rec"};
static const char *const symbol_names[] = {"", "n", "m"};

#define MAX_RUNS 3

struct program {
    struct generator *g;
    int sizes[MAX_RUNS][2];
    const char *n_type, *m_type;
    bool has_global; /* the scalar g0 */
    struct pv_sb region;
    PV_VEC(const char *) scalars; /* "double d0 = 1" */
    PV_VEC(const char *) prints;  /* scalars to print after the region: printf("%ld\n", (long)d0) */
};

/*--------------------------------------------------------------------------------------------------*/
/* Parameters, scalars and arrays */

static void choose_sizes(struct program *p)
{
    struct generator *g = p->g;
    g->n = g->m = (struct range){1000, 0};
    for (int i = 0; i < MAX_RUNS; i++) {
        int n = i == 0 ? gen_random(g, 2) : (int)gen_between(g, 2, 8);
        int m = i == 0 ? gen_random(g, 3) : (int)gen_between(g, 1, 7);
        p->sizes[i][0] = n;
        p->sizes[i][1] = m;
        g->n = (struct range){n < g->n.lo ? n : g->n.lo, n > g->n.hi ? n : g->n.hi};
        g->m = (struct range){m < g->m.lo ? m : g->m.lo, m > g->m.hi ? m : g->m.hi};
    }
    static const char *const types[] = {"int", "long", "unsigned", "short", "int", "int"};
    bool is_any = gen_has(g, GEN_types);
    p->n_type = types[is_any ? gen_random(g, 6) : 0];
    p->m_type = types[is_any ? gen_random(g, 6) : 0];
    struct variable n = {.name = "n", .range = g->n, .is_unsigned = p->n_type[0] == 'u'};
    struct variable m = {.name = "m", .range = g->m, .is_unsigned = p->m_type[0] == 'u'};
    pv_push(g->arena, &g->vars, n);
    pv_push(g->arena, &g->vars, m);
}

/* Declare a scalar before the region; with luck it is printed after it. */
static void add_scalar(struct program *p, const char *type, struct variable var)
{
    struct generator *g = p->g;
    pv_push(g->arena, &p->scalars, (const char *)pv_printf(g->arena, "%s %s = 0;", type, var.name));
    pv_push(g->arena, &g->vars, var);
    const char *format = var.is_double ? "printf(\"%s %%a\\n\", %s);" : "printf(\"%s %%ld\\n\", (long)%s);";
    if (gen_chance(g, 60))
        pv_push(g->arena, &p->prints, (const char *)pv_printf(g->arena, format, var.name, var.name));
}

/* A scalar that helpers may change too. */
static void choose_globals(struct program *p)
{
    struct generator *g = p->g;
    struct variable var = {.name = "g0", .range = {0, 9}, .is_assignable = true, .is_global = true};
    if (!gen_has(g, GEN_scalars) || !gen_chance(g, 40))
        return;
    pv_push(g->arena, &g->vars, var);
    pv_push(g->arena, &p->scalars, (const char *)"g0 = 3;");
    pv_push(g->arena, &p->prints, (const char *)"printf(\"g0 %d\\n\", g0);");
    p->has_global = true;
}

static void choose_scalars(struct program *p)
{
    struct generator *g = p->g;
    if (gen_has(g, GEN_outer)) {
        add_scalar(p, "int", (struct variable){.name = "o0", .range = {OUTER_LO, OUTER_HI}});
        add_scalar(p, "int", (struct variable){.name = "o1", .range = {OUTER_LO, OUTER_HI}});
        if (gen_has(g, GEN_types))
            add_scalar(p, "long", (struct variable){.name = "o2", .range = {OUTER_LO, OUTER_HI}});
        if (gen_has(g, GEN_types))
            add_scalar(p, "unsigned", (struct variable){.name = "o3", .range = {0, OUTER_HI}, .is_unsigned = true});
    }
    if (gen_has(g, GEN_scalars)) {
        add_scalar(p, "int", (struct variable){.name = "k0", .range = {-4, 12}, .is_assignable = true});
        add_scalar(p, "int", (struct variable){.name = "k1", .range = {0, 9}, .is_assignable = true});
        add_scalar(p, "double", (struct variable){.name = "d0", .is_double = true, .is_assignable = true});
    }
    if (gen_has(g, GEN_induction))
        add_scalar(p, "int", (struct variable){.name = "c0", .range = {0, 100}, .is_counter = true});
}

static enum gen_symbol pick_symbol(struct generator *g)
{
    return gen_chance(g, 50) ? SYMBOL_N : SYMBOL_M;
}

static void add_random_array(struct generator *g, int number)
{
    static const enum element elements[] = {ELEM_DOUBLE, ELEM_DOUBLE, ELEM_INT, ELEM_FLOAT, ELEM_UCHAR, ELEM_LONG};
    enum element element = number == 0 ? ELEM_DOUBLE : number == 1 ? ELEM_INT : elements[gen_random(g, 6)];
    int n_dims = number < 2 ? 1 : 1 + gen_random(g, MAX_DIMS);
    struct array *array = gen_add_array(g, pv_printf(g->arena, "%c", 'A' + number), element, n_dims);
    array->storage = (enum storage)gen_random(g, 4);
    if (array->storage == STORE_POINTER && n_dims > 1)
        array->storage = STORE_PARAMETER;
    if (number >= 2 && array->storage == STORE_POINTER && gen_chance(g, 40))
        array->is_const = true;
}

static void choose_arrays(struct program *p)
{
    struct generator *g = p->g;
    for (int i = 0, n = 3 + gen_random(g, 4); i < n; i++)
        add_random_array(g, i);
    if (gen_has(g, GEN_structs)) {
        struct array *array = gen_add_array(g, "R", ELEM_STRUCT, 1 + gen_random(g, 2));
        array->storage = gen_chance(g, 50) ? STORE_GLOBAL : STORE_PARAMETER;
    }
    if (gen_has(g, GEN_indirect)) {
        struct array *array = gen_add_array(g, "X", ELEM_INT, 1);
        array->storage = gen_chance(g, 50) ? STORE_GLOBAL : STORE_POINTER;
        array->is_index = true;
    }
    if (gen_has(g, GEN_linear)) {
        struct array *array = gen_add_array(g, "P", ELEM_DOUBLE, 1);
        array->storage = STORE_POINTER;
        array->width = gen_between(g, 4, 12);
        array = gen_add_array(g, "Q", gen_chance(g, 50) ? ELEM_FLOAT : ELEM_INT, 1);
        array->storage = STORE_POINTER;
        array->width = 1;
        array->width_symbol = pick_symbol(g);
    }
    if (gen_has(g, GEN_vla)) {
        struct array *array = gen_add_array(g, "V", ELEM_DOUBLE, 1 + gen_random(g, 2));
        array->storage = STORE_PARAMETER;
        array->is_fixed = true;
        for (int i = 0; i < array->n_dims; i++) {
            array->symbols[i] = pick_symbol(g);
            array->sizes[i] = gen_between(g, 1, 4);
        }
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* The text around the region */

/* NAME[SIZE][SIZE] */
static const char *declarator(struct generator *g, const struct array *array, const char *name)
{
    for (int i = 0; i < array->n_dims; i++) {
        const char *plus = array->symbols[i] ? " + " : "";
        name = pv_printf(g->arena, "%s[%s%s%lld]", name, symbol_names[array->symbols[i]], plus,
                         (long long)array->sizes[i]);
    }
    return name;
}

/* Number of elements, as an expression. */
static const char *n_elements(struct generator *g, const struct array *array)
{
    const char *text = "1";
    for (int i = 0; i < array->n_dims; i++)
        text = pv_printf(g->arena, "%s * (%s%s%lld)", text, symbol_names[array->symbols[i]],
                         array->symbols[i] ? " + " : "", (long long)array->sizes[i]);
    return text;
}

static void call_on_array(struct program *p, struct pv_sb *out, const char *verb, const struct array *array)
{
    struct generator *g = p->g;
    const char *first = array->name;
    for (int i = 1; i < array->n_dims; i++)
        first = pv_printf(g->arena, "%s[0]", first);
    pv_sb_printf(out, "    %s_%s(\"%s\", %s, %s);\n", verb, array->is_index ? "index" : type_tags[array->element],
                 array->name, first, n_elements(g, array));
}

static bool is_passed(const struct array *array)
{
    return array->storage == STORE_PARAMETER || array->storage == STORE_POINTER;
}

static const char *parameter(struct program *p, const struct array *array)
{
    struct generator *g = p->g;
    const char *type = type_names[array->element], *qualifier = array->is_const ? "const " : "";
    if (array->storage == STORE_POINTER)
        return pv_printf(g->arena, "%s%s *%s%s", qualifier, type, gen_chance(g, 60) ? "restrict " : "", array->name);
    if (array->n_dims > 1 && gen_chance(g, 30)) {
        struct array row = *array;
        row.n_dims--;
        for (int i = 0; i < row.n_dims; i++)
            row.sizes[i] = array->sizes[i + 1], row.symbols[i] = array->symbols[i + 1];
        return pv_printf(g->arena, "%s %s", type, declarator(g, &row, pv_printf(g->arena, "(*%s)", array->name)));
    }
    return pv_printf(g->arena, "%s %s", type, declarator(g, array, array->name));
}

static void write_kernel(struct program *p, struct pv_sb *out)
{
    struct generator *g = p->g;
    pv_sb_printf(out, "static void kernel(%s n, %s m", p->n_type, p->m_type);
    for (int i = 0; i < g->all_arrays.n; i++)
        if (is_passed(g->all_arrays.v[i]))
            pv_sb_printf(out, ", %s", parameter(p, g->all_arrays.v[i]));
    pv_sb_add(out, ")\n{\n");
    for (int i = 0; i < p->scalars.n; i++)
        pv_sb_printf(out, "    %s\n", p->scalars.v[i]);
    for (int i = 0; i < g->all_arrays.n; i++) {
        const struct array *array = g->all_arrays.v[i];
        if (array->storage != STORE_LOCAL)
            continue;
        pv_sb_printf(out, "    %s %s;\n", type_names[array->element], declarator(g, array, array->name));
        call_on_array(p, out, "fill", array);
    }
    pv_sb_printf(out, "#pragma scop\n%s#pragma endscop\n", p->region.text);
    for (int i = 0; i < p->prints.n; i++)
        pv_sb_printf(out, "    %s\n", p->prints.v[i]);
    for (int i = 0; i < g->all_arrays.n; i++)
        if (g->all_arrays.v[i]->storage == STORE_LOCAL)
            call_on_array(p, out, "show", g->all_arrays.v[i]);
    pv_sb_add(out, "}\n\n");
}

static void write_main(struct program *p, struct pv_sb *out)
{
    struct generator *g = p->g;
    pv_sb_add(out, "int main(int argc, char **argv)\n{\n");
    pv_sb_printf(out, "    int n = argc > 1 ? atoi(argv[1]) : %d, m = argc > 2 ? atoi(argv[2]) : %d;\n", p->sizes[1][0],
                 p->sizes[1][1]);
    for (int i = 0; i < g->all_arrays.n; i++) {
        const struct array *array = g->all_arrays.v[i];
        if (is_passed(array))
            pv_sb_printf(out, "    %s%s %s;\n", array->symbols[0] ? "" : "static ", type_names[array->element],
                         declarator(g, array, array->name));
    }
    for (int i = 0; i < g->all_arrays.n; i++)
        if (g->all_arrays.v[i]->storage != STORE_LOCAL)
            call_on_array(p, out, "fill", g->all_arrays.v[i]);
    pv_sb_add(out, "    kernel(n, m");
    for (int i = 0; i < g->all_arrays.n; i++)
        if (is_passed(g->all_arrays.v[i]))
            pv_sb_printf(out, ", %s", g->all_arrays.v[i]->name);
    pv_sb_add(out, ");\n");
    for (int i = 0; i < g->all_arrays.n; i++)
        if (g->all_arrays.v[i]->storage != STORE_LOCAL && !g->all_arrays.v[i]->is_temporary)
            call_on_array(p, out, "show", g->all_arrays.v[i]);
    pv_sb_add(out, "    return 0;\n}\n");
}

/* Functions that fill arrays of one type and print a number for what is in them. */
static void write_service(struct pv_sb *out, const char *tag, const char *type, const char *value)
{
    pv_sb_printf(out,
                 "static void fill_%s(const char *name, %s *v, int n)\n{\n    for (int i = 0; i < n; i++)\n"
                 "        v[i] = (i + name[0]) * 7 %% %s;\n}\n\n",
                 tag, type, value);
    pv_sb_printf(out,
                 "static void show_%s(const char *name, const %s *v, int n)\n{\n    double sum = 0;\n"
                 "    for (int i = 0; i < n; i++)\n        sum += (i * 37 %% 101 + 1) * (double)v[i];\n"
                 "    printf(\"%%s %%a %%lx\\n\", name, sum, hash(v, n * sizeof(*v)));\n}\n\n",
                 tag, type);
}

static void write_struct_service(struct pv_sb *out)
{
    pv_sb_add(out, "struct rec {\n    double b[4];\n    int a;\n    int e;\n    struct {\n        float x;\n"
                   "        unsigned char y[4];\n    } in;\n    long c;\n};\n\n");
    pv_sb_add(out,
              "static void fill_rec(const char *name, struct rec *v, int n)\n{\n    for (int i = 0; i < n; i++) {\n"
              "        v[i].a = (i + name[0]) * 3 % 11;\n        for (int j = 0; j < 4; j++)\n"
              "            v[i].b[j] = i * 0.5 - j, v[i].in.y[j] = (i + j) * 7 % 256;\n"
              "        v[i].in.x = i % 5;\n        v[i].e = i % 4;\n        v[i].c = i % 6;\n    }\n}\n\n");
    pv_sb_add(out,
              "static void show_rec(const char *name, const struct rec *v, int n)\n{\n    double sum = 0;\n"
              "    for (int i = 0; i < n; i++) {\n        sum += (i * 37 % 101 + 1) * (v[i].a + 3 * v[i].in.x);\n"
              "        for (int j = 0; j < 4; j++)\n            sum += (j + 1) * v[i].b[j] + (j + 2) * v[i].in.y[j];\n"
              "        sum += 3 * v[i].e + 2 * v[i].c;\n    }\n    printf(\"%s %a\\n\", name, sum);\n}\n\n");
}

static bool has_arrays(const struct generator *g, enum element element)
{
    for (int i = 0; i < g->all_arrays.n; i++)
        if (g->all_arrays.v[i]->element == element && !g->all_arrays.v[i]->is_index)
            return true;
    return false;
}

static bool has_index(const struct generator *g)
{
    for (int i = 0; i < g->all_arrays.n; i++)
        if (g->all_arrays.v[i]->is_index)
            return true;
    return false;
}

static void write_globals(struct program *p, struct pv_sb *out)
{
    struct generator *g = p->g;
    static const char *const values[] = {"23 * 0.25 - 2", "19 * 0.5 - 1", "17", "251", "13"};
    pv_sb_add(out, "static unsigned long hash(const void *memory, unsigned long n)\n{\n"
                   "    unsigned long h = 5381;\n    for (unsigned long i = 0; i < n; i++)\n"
                   "        h = h * 33 ^ ((const unsigned char *)memory)[i];\n    return h;\n}\n\n");
    for (int i = 0; i < ELEM_STRUCT; i++)
        if (has_arrays(g, (enum element)i))
            write_service(out, type_tags[i], type_names[i], values[i]);
    if (has_index(g))
        write_service(out, "index", "int", "16");
    if (gen_has(g, GEN_structs))
        write_struct_service(out);
    for (int i = 0; i < g->all_arrays.n; i++) {
        const struct array *array = g->all_arrays.v[i];
        if (array->storage == STORE_GLOBAL)
            pv_sb_printf(out, "static %s %s;\n", type_names[array->element], declarator(g, array, array->name));
    }
    pv_sb_add(out, p->has_global ? "static int g0;\n\n" : "\n");
    if (gen_has(g, GEN_calls))
        pv_sb_add(out, gen_functions_text);
    if (gen_has(g, GEN_calls) && gen_has(g, GEN_pencil))
        pv_sb_add(out, gen_summary_text);
    if (g->helpers_text.text)
        pv_sb_add(out, g->helpers_text.text);
}

static void write_head(struct program *p, struct pv_sb *out, const char *title)
{
    pv_sb_printf(out, "// %s\n", title);
    for (int i = 0; i < MAX_RUNS; i++)
        pv_sb_printf(out, "// run: %d %d\n", p->sizes[i][0], p->sizes[i][1]);
    const char *options = p->g->has_options ? gen_options(p->g) : "";
    if (p->g->uses_pencil || *options)
        pv_sb_printf(out, "// flags:%s%s\n", p->g->uses_pencil ? " --pencil" : "", options);
    pv_sb_add(out, "// expect: may\n");
    if (p->g->uses_pencil)
        pv_sb_add(out, "#include <pave/pencil.h>\n");
    pv_sb_add(out, "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n");
    pv_sb_add(out, "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\n");
}

void gen_program(struct generator *g, struct pv_sb *out, const char *title)
{
    struct program p = {.g = g};
    g->multiplicity = 1;
    g->max_total = gen_chance(g, 80) ? 1000 : 5000;
    if (gen_has(g, GEN_nests))
        g->max_total *= 4;
    g->max_depth = 2 + gen_random(g, g->is_small ? 2 : 4);
    choose_sizes(&p);
    choose_arrays(&p);
    choose_globals(&p);
    if (gen_has(g, GEN_calls))
        gen_helpers(g, gen_block);
    if (gen_has(g, GEN_calls) && gen_has(g, GEN_pencil))
        gen_add_summarised(g);
    choose_scalars(&p);
    g->out = &p.region;
    gen_block(g, g->is_small ? 1 + gen_random(g, 2) : 2 + gen_random(g, 4));
    if (gen_has(g, GEN_regions)) {
        gen_line(g, "#pragma endscop\n    printf(\"%%d\\n\", (int)n);\n#pragma scop");
        gen_block(g, 1 + gen_random(g, 3));
    }
    write_head(&p, out, title);
    write_globals(&p, out);
    write_kernel(&p, out);
    write_main(&p, out);
    g->out = NULL;
    pv_sb_free(&p.region);
    pv_sb_free(&g->helpers_text);
}
