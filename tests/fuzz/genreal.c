/* Writes programs in the style of real projects. */
#include "genreal.h"

#include "genopts.h"

/* Sizes at run time are at most these; each function works on parts of one pool, whose elements all stay below one: what is
 * stored is a mean of elements. */
enum { MOST_N = 8, MOST_M = 7, MOST_GAP = 3, PART = 256, N_PARTS = 6 };

/* What a function needs to be called. */
struct form {
    const char *name;
    bool takes_records; /* struct view arguments, in the place of pointers */
    bool may_overlap;   /* its pointers may point to the same memory */
};

struct real {
    struct generator *g;
    PV_VEC(struct form) forms;
    bool may_overlap; /* calls may have arguments that do */
    bool overlaps;    /* some call has */
};

static const char *pick(struct generator *g, const char *a, const char *b, const char *c)
{
    int choice = gen_random(g, 3);
    return choice == 0 ? a : choice == 1 ? b : c;
}

/* The type of counters, which "k" elements are never beyond. */
static const char *counter_type(struct generator *g)
{
    return pick(g, "int", "unsigned", "long");
}

/* A statement that stores a mean of three elements, given as texts. */
static void mean(struct generator *g, const char *to, const char *a, const char *b)
{
    static const char *const weights[] = {"0.5", "0.25", "0.125"};
    const char *w = weights[gen_random(g, 3)];
    switch (gen_random(g, 3)) {
    case 0:
        gen_line(g, "%s = %s * %s + 0.25 * %s;", to, w, a, b);
        break;
    case 1:
        gen_line(g, "%s += 0.25 * %s - 0.5 * %s;", to, a, to);
        break;
    default:
        gen_line(g, "%s = 0.5 * %s * %s + 0.25;", to, a, b);
        break;
    }
}

/* The head of function "name" with three pointers, in one of several styles. */
static void open_function(struct generator *g, const char *name, bool has_restrict)
{
    const char *star = has_restrict ? "*restrict " : "*";
    if (gen_chance(g, 15)) {
        gen_line(g, "static void %s(n, m, ld, a, b, c)", name);
        gen_line(g, "int n, m, ld;");
        gen_line(g, "double %sa, %sb, %sc;", star, star, star);
    } else {
        gen_line(g, "static void %s(int n, int m, int ld, double %sa, double %sb, double %sc)", name, star, star, star);
    }
    gen_line(g, "{");
    g->indent++;
}

static void close_function(struct generator *g)
{
    g->indent--;
    gen_line(g, "}\n");
}

static void open_loop(struct generator *g, const char *counter, const char *bound)
{
    gen_line(g, "for (%s %s = 0; %s < %s; %s++) {", counter_type(g), counter, counter, bound, counter);
    g->indent++;
}

static void close_loop(struct generator *g)
{
    g->indent--;
    gen_line(g, "}");
}

/* Rows with a leading dimension. */
static void add_rows(struct real *r, const char *name)
{
    struct generator *g = r->g;
    bool has_macro = gen_chance(g, 30), has_sum = gen_chance(g, 50), has_restrict = gen_chance(g, 30);
    const char *here = has_macro ? pv_printf(g->arena, "AT_%s(i, j)", name) : "a[i * ld + j]";
    if (has_macro)
        gen_line(g, "#define AT_%s(row, column) a[(row) * ld + (column)]", name);
    open_function(g, name, has_restrict);
    open_loop(g, "i", "n");
    open_loop(g, "j", "m");
    if (gen_chance(g, 40)) {
        gen_line(g, "int at = i * ld + j;");
        here = "a[at]";
    }
    if (has_sum) {
        gen_line(g, "%s = 0;", here);
        open_loop(g, "k", "m");
        gen_line(g, "%s += 0.125 * b[i * ld + k] * c[k * ld + j];", here);
        close_loop(g);
    } else {
        mean(g, here, "b[i * ld + j]", gen_chance(g, 50) ? "c[j]" : "c[i * ld]");
    }
    close_loop(g);
    close_loop(g);
    close_function(g);
    struct form form = {name, false, !has_restrict};
    pv_push(g->arena, &r->forms, form);
}

/* Pointers in structures, of which the function gets values or addresses. */
static void add_records(struct real *r, const char *name)
{
    struct generator *g = r->g;
    bool by_address = gen_chance(g, 50);
    const char *arrow = by_address ? "->" : ".", *star = by_address ? "*" : "";
    gen_line(g, "static void %s(struct view %sx, struct view %sy, struct view %sz)", name, star, star, star);
    gen_line(g, "{");
    g->indent++;
    open_loop(g, "i", pv_printf(g->arena, "x%sn", arrow));
    open_loop(g, "j", pv_printf(g->arena, "x%sm", arrow));
    const char *to = pv_printf(g->arena, "x%sdata[i * x%sld + j]", arrow, arrow);
    mean(g, to, pv_printf(g->arena, "y%sdata[i * y%sld + j]", arrow, arrow), pv_printf(g->arena, "z%sdata[j]", arrow));
    close_loop(g);
    close_loop(g);
    close_function(g);
    struct form form = {pv_printf(g->arena, "%s%s", by_address ? "&" : "", name), true, true};
    pv_push(g->arena, &r->forms, form);
}

/* Pointers that move through memory. */
static void add_moving(struct real *r, const char *name)
{
    struct generator *g = r->g;
    bool has_rows = gen_chance(g, 50), has_restrict = gen_chance(g, 30);
    open_function(g, name, has_restrict);
    gen_line(g, "double *p = a;");
    gen_line(g, "const double *q = b;");
    if (has_rows) {
        open_loop(g, "i", "n");
        gen_line(g, "for (int j = 0; j < m; j++)");
        gen_line(g, "    p[j] = 0.5 * q[j] + 0.25 * c[j];");
        gen_line(g, "p += ld;");
        gen_line(g, "q += %s;", gen_chance(g, 50) ? "ld" : "m");
        close_loop(g);
    } else {
        gen_line(g, gen_chance(g, 50) ? "for (int i = 0; i < n; i++)" : "for (int i = n; i > 0; i--)");
        gen_line(g, gen_chance(g, 50) ? "    *p++ = 0.5 * *q++ + 0.25;" : "    *p++ += 0.25 * *q++ - 0.5 * c[0];");
    }
    close_function(g);
    struct form form = {name, false, !has_restrict};
    pv_push(g->arena, &r->forms, form);
}

/* A counter beside the loop. */
static void add_counter(struct real *r, const char *name)
{
    struct generator *g = r->g;
    open_function(g, name, false);
    gen_line(g, "%s k = 0;", counter_type(g));
    open_loop(g, "i", "n");
    open_loop(g, "j", "m");
    if (gen_chance(g, 50)) {
        gen_line(g, "a[k] = 0.5 * b[i * ld + j] + 0.25 * c[k];");
        gen_line(g, "k++;");
    } else {
        gen_line(g, "a[k++] = 0.5 * b[j] + 0.25 * c[i];");
    }
    close_loop(g);
    close_loop(g);
    gen_line(g, "counted += (int)k;");
    close_function(g);
    struct form form = {name, false, true};
    pv_push(g->arena, &r->forms, form);
}

/* One statement that reads through "q" and "s" and writes through "p", and moves some of them. */
static void move_once(struct generator *g)
{
    switch (gen_random(g, 5)) {
    case 0:
        gen_line(g, "*p++ = 0.5 * *q++ + 0.25 * *s;");
        break;
    case 1:
        gen_line(g, "*p++ = 0.5 * *q + 0.25 * s[%d];", gen_random(g, 3));
        gen_line(g, "q += %d;", 1 + gen_random(g, 2));
        break;
    case 2:
        gen_line(g, "p[%d] += 0.25 * *q++ - 0.5 * p[0];", gen_random(g, 2));
        gen_line(g, "++p;");
        break;
    case 3:
        gen_line(g, "*++p = 0.25 + 0.5 * *s++;");
        break;
    default:
        gen_line(g, "p[0] = 0.5 * q[1], p += 2, q++;");
        break;
    }
}

/* The head of a loop that runs "bound" times, and the statement that ends its body, or "". */
static const char *count_up_or_down(struct generator *g, const char *bound)
{
    const char *type = counter_type(g);
    switch (gen_random(g, 4)) {
    case 0:
        gen_line(g, "%s count = %s;", type, bound);
        gen_line(g, "while (count > 0) {");
        return "count--;";
    case 1:
        gen_line(g, "unsigned count = (unsigned)(%s);", bound);
        gen_line(g, "while (count--) {");
        return "";
    case 2:
        gen_line(g, "for (%s i = 0; i < %s; i++) {", type, bound);
        return "";
    default:
        gen_line(g, "int count = 0;");
        gen_line(g, "while (count < %s) {", bound);
        return "count += 1;";
    }
}

/* Pointers that move in a loop, which may be unrolled by hand, and on in the remainder loop. */
static void add_signal(struct real *r, const char *name)
{
    struct generator *g = r->g;
    bool is_unrolled = gen_chance(g, 50), has_restrict = gen_chance(g, 20);
    open_function(g, name, has_restrict);
    gen_line(g, "double *p = a%s;", gen_chance(g, 30) ? " + 1" : "");
    gen_line(g, "const double *q = b, *s = %s;", gen_chance(g, 50) ? "c" : "b + 2");
    for (int part = 0; part < 1 + is_unrolled; part++) {
        gen_line(g, "{");
        g->indent++;
        const char *step = count_up_or_down(g, !is_unrolled ? "n" : part ? "n % 3" : "n / 3");
        g->indent++;
        for (int i = 0; i < (is_unrolled && !part ? 3 : 1); i++)
            move_once(g);
        if (step[0])
            gen_line(g, "%s", step);
        close_loop(g);
        close_loop(g);
    }
    gen_line(g, "counted += (int)(p - a) + (int)(q - b);");
    close_function(g);
    struct form form = {name, false, !has_restrict};
    pv_push(g->arena, &r->forms, form);
}

/* An index or a pointer that goes through rows: on in each element, and by a gap or back at the end of each row. */
static void add_walk(struct real *r, const char *name)
{
    struct generator *g = r->g;
    const char *type = pick(g, "int", "unsigned", pick(g, "long", "short", "size_t"));
    bool has_pointer = gen_chance(g, 50);
    open_function(g, name, false);
    gen_line(g, "%s k = %d;", type, gen_random(g, 3));
    gen_line(g, "double *p = a + %d;", gen_random(g, 3));
    open_loop(g, "i", "n");
    if (gen_chance(g, 30))
        gen_line(g, "double *row = p;");
    else
        gen_line(g, "double *row = a + i * ld;");
    bool may_go_back = gen_chance(g, 70); /* by a whole row, once: "k" is never negative */
    open_loop(g, "j", may_go_back ? "m" : "4");
    if (has_pointer)
        gen_line(g, "*p++ = 0.5 * b[k] + 0.125 * (double)(k %% 4);");
    else
        gen_line(g, "*row++ = 0.5 * b[k] + 0.25 * c[j];");
    gen_line(g, gen_chance(g, 50) ? "k++;" : "k += 1;");
    close_loop(g);
    static const char *const gaps[] = {"p += ld - m;", "k += (ld - m);",     "k += 3;",
                                       "p += 2;",      "c[i] = 0.5 * c[k];", "k -= m;"};
    for (int i = gen_random(g, 3); i > 0; i--) {
        int gap = gen_random(g, may_go_back ? 6 : 5);
        may_go_back &= gap < 5;
        gen_line(g, "%s", gaps[gap]);
    }
    close_loop(g);
    if (gen_chance(g, 50)) {
        gen_line(g, "const double *end = p + m;");
        gen_line(g, gen_chance(g, 50) ? "for (; p < end; p++)" : "for (; p != end; ++p)");
        gen_line(g, "    *p = 0.5 * *p + 0.25;");
    }
    gen_line(g, "counted += (int)(p - a) + (int)k;");
    close_function(g);
    struct form form = {name, false, true};
    pv_push(g->arena, &r->forms, form);
}

/* Calls that nobody can see into, between loops and in them. */
static void add_calls(struct real *r, const char *name)
{
    struct generator *g = r->g;
    bool is_inside = gen_chance(g, 40);
    open_function(g, name, gen_chance(g, 50));
    gen_line(g, "double begin = tick(a);");
    open_loop(g, "i", "n");
    mean(g, "a[i]", "b[i]", "c[i * ld]");
    if (is_inside)
        gen_line(g, "b[i] = 0.25 * tick(%s);", gen_chance(g, 50) ? "a" : "c");
    close_loop(g);
    gen_line(g, "c[0] = 0.5 * tick(%s) + 0.25 * begin;", gen_chance(g, 50) ? "a" : "b");
    open_loop(g, "i", "m");
    mean(g, "b[i]", "a[i]", "b[i]");
    close_loop(g);
    close_function(g);
    struct form form = {name, false, false};
    pv_push(g->arena, &r->forms, form);
}

/* Two buffers that change places in a loop of time. */
static void add_exchange(struct real *r, const char *name)
{
    struct generator *g = r->g;
    open_function(g, name, false);
    gen_line(g, "double *old = a, *new = b;");
    open_loop(g, "t", gen_chance(g, 50) ? "3" : "m");
    gen_line(g, "for (int i = 1; i < n; i++)");
    gen_line(g, "    new[i] = 0.5 * old[i - 1] + 0.25 * old[i] + 0.125 * c[i];");
    gen_line(g, "double *other = old;");
    gen_line(g, "old = new;");
    gen_line(g, "new = other;");
    close_loop(g);
    close_function(g);
    struct form form = {name, false, true};
    pv_push(g->arena, &r->forms, form);
}

/* OpenMP that is there already, on loops that it fits; other directives about loops, too. */
static void add_pragmas(struct real *r, const char *name)
{
    static const char *const directives[] = {
        "omp for", /* in a parallel region */
        "omp parallel for",
        "omp simd",
        "omp parallel for collapse(2) schedule(static)",
        "omp parallel for reduction(+ : hits) default(shared)",
        "GCC ivdep",
        "acc parallel loop",
    };
    struct generator *g = r->g;
    int choice = gen_random(g, sizeof(directives) / sizeof(*directives));
    open_function(g, name, true);
    gen_line(g, "int hits = 0;");
    if (choice == 0) {
        gen_line(g, "#pragma omp parallel");
        gen_line(g, "{");
        g->indent++;
    }
    gen_line(g, "#pragma %s", directives[choice]);
    gen_line(g, "for (int i = 0; i < n; i++)");
    gen_line(g, "    for (int j = 0; j < m; j++)");
    gen_line(g, "        a[i * ld + j] = 0.5 * b[i * ld + j] + 0.25 * c[j]%s;", choice == 4 ? ", hits++" : "");
    if (choice == 0)
        close_loop(g);
    open_loop(g, "i", "n");
    mean(g, "b[i]", "a[i * ld]", "c[i]");
    close_loop(g);
    gen_line(g, "counted += hits;");
    close_function(g);
    struct form form = {name, false, false};
    pv_push(g->arena, &r->forms, form);
}

static void add_function(struct real *r)
{
    static void (*const kinds[])(struct real * r, const char *name) = {
        add_rows, add_records, add_moving, add_counter, add_signal, add_walk, add_calls, add_exchange, add_pragmas,
    };
    int n = (int)(sizeof(kinds) / sizeof(*kinds));
    kinds[gen_random(r->g, n)](r, gen_name(r->g, "f"));
}

/* Where in the pool an argument lies: in a part of its own, or in one that another is in. */
static const char *place(struct real *r, int part, bool may_overlap)
{
    struct generator *g = r->g;
    if (!may_overlap || !r->may_overlap || gen_chance(g, 70))
        return pv_printf(g->arena, "pool + %d", part * PART);
    r->overlaps = true;
    return pv_printf(g->arena, "pool + %d", gen_random(g, N_PARTS) * PART + gen_random(g, 3));
}

static void add_call(struct real *r, const struct form *form, int gap)
{
    struct generator *g = r->g;
    const char *places[3];
    for (int i = 0; i < 3; i++)
        places[i] = place(r, i + (gen_chance(g, 50) ? 3 : 0), form->may_overlap);
    if (!form->takes_records) {
        gen_line(g, "%s(n, m, m + %d, %s, %s, %s);", form->name, gap, places[0], places[1], places[2]);
        return;
    }
    bool by_address = form->name[0] == '&';
    gen_line(g, "{");
    for (int i = 0; i < 3; i++)
        gen_line(g, "    struct view v%d = {%s, n, m, m + %d};", i, places[i], gap);
    const char *amp = by_address ? "&" : "";
    gen_line(g, "    %s(%sv0, %sv1, %sv2);", form->name + by_address, amp, amp, amp);
    gen_line(g, "}");
}

/* The program without its first lines. */
static void add_program(struct real *r)
{
    struct generator *g = r->g;
    pv_sb_printf(g->out,
                 "#include <stdio.h>\n#include <stdlib.h>\n\n"
                 "struct view {\n    double *data;\n    int n, m, ld;\n};\n\n"
                 "static double pool[%d];\nstatic int ticks, counted;\n\n"
                 "static double tick_body(double *v)\n{\n    ticks++;\n    v[0] = 0.5 * v[0] + 0.125 * (ticks %% 3);\n"
                 "    return v[0];\n}\n"
                 "static double (*volatile tick)(double *) = tick_body;\n\n",
                 (N_PARTS + 1) * PART);
    int n = (int)gen_between(g, 1, g->is_quick ? 3 : 6);
    for (int i = 0; i < n; i++)
        add_function(r);
    gen_line(g, "int main(int argc, char **argv)\n{");
    g->indent++;
    gen_line(g, "int n = atoi(argv[1]), m = atoi(argv[2]);");
    gen_line(g, "for (int i = 0; i < %d; i++)", (N_PARTS + 1) * PART);
    gen_line(g, "    pool[i] = (i * 7 %% 23) / 32.0;");
    for (int i = 0; i < r->forms.n; i++)
        add_call(r, &r->forms.v[i], (int)gen_between(g, 0, MOST_GAP));
    gen_line(g, "for (int i = 0; i < %d; i++)", (N_PARTS + 1) * PART);
    gen_line(g, "    printf(\"%%a\\n\", pool[i]);");
    gen_line(g, "printf(\"%%d %%d\\n\", ticks, counted);");
    gen_line(g, "return 0;");
    g->indent--;
    gen_line(g, "}");
}

/* Append "text" with each end of a line as Windows has it. */
static void add_with_returns(struct pv_sb *out, const struct pv_sb *text)
{
    for (size_t i = 0; i < text->n; i++)
        pv_sb_addn(out, text->text[i] == '\n' ? "\r\n" : &text->text[i], text->text[i] == '\n' ? 2 : 1);
}

void gen_real_program(struct generator *g, struct pv_sb *out, const char *title)
{
    struct real r = {.g = g, .may_overlap = gen_chance(g, 60)};
    struct pv_sb text = {0}, *before = g->out;
    g->out = &text;
    add_program(&r);
    g->out = before;
    const char *options = g->has_options && gen_chance(g, 50) ? gen_options(g) : "";
    pv_sb_printf(out, "%s// %s real\n", gen_chance(g, 10) ? "\xef\xbb\xbf" : "", title);
    for (int i = 0; i < 3; i++)
        pv_sb_printf(out, "// run: %d %d\n", (int)gen_between(g, i, MOST_N), (int)gen_between(g, i ? 1 : 0, MOST_M));
    /* What overlaps must not be assumed not to, whatever the options say; else more goes to the device with the assumption. */
    const char *replace = g->has_options && gen_chance(g, 30) ? " --replace-openmp" : "";
    const char *assume = r.overlaps                            ? " --no-assume-restrict"
                         : g->has_options && gen_chance(g, 50) ? " --assume-restrict"
                                                               : "";
    pv_sb_printf(out, "// flags:%s%s%s\n", options, replace, assume);
    bool has_returns = gen_chance(g, 10);
    if (has_returns)
        add_with_returns(out, &text);
    else
        pv_sb_addn(out, text.text, text.n);
    pv_sb_free(&text);
}
