#include "gennum.h"

#include "genopts.h"

#include <string.h>

/* Iterators are at least MARGIN and less than n or m; subscripts are at most MARGIN away from them. */
enum { MARGIN = 3, SIZE = 48, MOST_N = 8, MOST_LARGE_N = 42, MOST_M = 7, MAX_ITERATORS = 6, MAX_TEMPS = 6 };

enum array_form { FORM_GLOBAL, FORM_ROWS, FORM_VLA, FORM_LINEAR, N_FORMS };

struct temp {
    const char *name;
    int n_dims;
};

struct numeric {
    struct generator *g;
    const char *type;
    bool is_float, is_single;
    enum array_form form; /* of the arrays of the function being written */
    const char *iterators[MAX_ITERATORS];
    int n_iterators;
    struct temp temps[MAX_TEMPS];
    int n_temps;
    int written; /* how many of the matrices the function writes */
    bool overlaps;
    bool has_helper; /* a function that gets the address of an element */
};

struct form {
    const char *name;
    enum array_form form;
    bool has_restrict;
};

static const char *const matrices[] = {"A", "B", "C"};
static const char *const vectors[] = {"U", "V"};

static const char *weight(struct numeric *p)
{
    static const char *const whole[] = {"3", "5", "7"};
    static const char *const parts[] = {"0.5", "0.25", "0.125"};
    int i = gen_random(p->g, 3);
    return p->is_float ? pv_printf(p->g->arena, "%s%s", parts[i], p->is_single ? "f" : "") : whole[i];
}

/* A function of "iterator" that turns round, goes on at the other end, or stays, inside of its range. */
static const char *turn(struct generator *g, const char *iterator)
{
    switch (gen_random(g, 4)) {
    case 0:
        return pv_printf(g->arena, "%d - %s", SIZE - MARGIN - 1, iterator);
    case 1:
        return pv_printf(g->arena, "(%s < 9 ? 9 - %s : %s)", iterator, iterator, iterator);
    case 2:
        return pv_printf(g->arena, "(%s + 2) %% 7", iterator);
    default:
        return pv_printf(g->arena, "%d", MARGIN + gen_random(g, 4));
    }
}

/* An iterator in scope, more often one of the inner ones, with a distance in most subscripts of none. */
static const char *subscript(struct numeric *p, bool may_move)
{
    struct generator *g = p->g;
    int n = p->n_iterators;
    if (n == 0)
        return pv_printf(g->arena, "%d", MARGIN + gen_random(g, 3));
    const char *iterator = p->iterators[gen_random(g, n)];
    if (may_move && gen_chance(g, 8))
        return turn(g, iterator);
    int by = may_move && gen_chance(g, 50) ? (int)gen_between(g, -2, 2) : 0;
    if (by == 0)
        return iterator;
    return pv_printf(g->arena, "%s %c %d", iterator, by < 0 ? '-' : '+', by < 0 ? -by : by);
}

static const char *element(struct numeric *p, const char *name, const char *row, const char *column)
{
    struct generator *g = p->g;
    if (p->form == FORM_LINEAR)
        return pv_printf(g->arena, "%s[(%s) * ld + %s]", name, row, column);
    return pv_printf(g->arena, "%s[%s][%s]", name, row, column);
}

/* An element of a matrix, a vector or a temporary. */
static const char *place(struct numeric *p, bool is_written)
{
    struct generator *g = p->g;
    int n = p->n_iterators;
    bool in_order = n >= 2 && gen_chance(g, is_written ? 85 : 65);
    bool may_move = !is_written || gen_chance(g, 15);
    if (p->n_temps > 0 && gen_chance(g, is_written ? 30 : 40)) {
        const struct temp *temp = &p->temps[gen_random(g, p->n_temps)];
        if (temp->n_dims == 0)
            return temp->name;
        const char *inner = n > 0 && gen_chance(g, 80) ? p->iterators[n - 1] : subscript(p, may_move);
        if (temp->n_dims == 1)
            return pv_printf(g->arena, "%s[%s]", temp->name, inner);
        return pv_printf(g->arena, "%s[%s][%s]", temp->name, gen_chance(g, 40) ? "1" : "0", inner);
    }
    if (n < 2 ? gen_chance(g, 60) : gen_chance(g, 20)) {
        const char *at = n > 0 && gen_chance(g, 60) ? p->iterators[n - 1] : subscript(p, may_move);
        return pv_printf(g->arena, "%s[%s]", vectors[gen_random(g, 2)], at);
    }
    const char *name = matrices[gen_random(g, is_written ? p->written : 3)];
    if (!in_order)
        return element(p, name, subscript(p, may_move), subscript(p, may_move));
    const char *row = p->iterators[n - 2], *column = p->iterators[n - 1];
    if (may_move && gen_chance(g, 8))
        return element(p, name, gen_chance(g, 50) ? turn(g, row) : row, turn(g, column));
    int by_row = may_move ? (int)gen_between(g, -1, 1) : 0, by_column = may_move ? (int)gen_between(g, -1, 1) : 0;
    if (by_row)
        row = pv_printf(g->arena, "%s %c 1", row, by_row < 0 ? '-' : '+');
    if (by_column)
        column = pv_printf(g->arena, "%s %c 1", column, by_column < 0 ? '-' : '+');
    return element(p, name, row, column);
}

/* A value made of two or three elements. */
static const char *value(struct numeric *p)
{
    struct generator *g = p->g;
    const char *a = place(p, false), *b = place(p, false), *c = place(p, false);
    switch (gen_random(g, 7)) {
    case 0:
        return pv_printf(g->arena, "%s < %s ? %s : %s", a, b, a, b);
    case 1:
        return p->is_float ? pv_printf(g->arena, "%s * %s * %s", weight(p), a, b)
                           : pv_printf(g->arena, "%s * %s + %s", weight(p), a, b);
    case 2:
        return pv_printf(g->arena, "%s * %s", weight(p), a);
    case 3:
        return p->is_float ? pv_printf(g->arena, "%s * %s + 0.25 * %s + 0.125 * %s", weight(p), a, b, c)
                           : pv_printf(g->arena, "%s + %s - %s", a, b, c);
    default:
        return pv_printf(g->arena, "%s * %s + %s * %s", weight(p), a, p->is_float ? "0.25" : "11", b);
    }
}

static void assign(struct numeric *p, const char *to)
{
    struct generator *g = p->g;
    if (gen_chance(g, 25))
        gen_line(g, p->is_float ? "%s += 0.0009765625f * %s;" : "%s += %s;", to, place(p, false));
    else if (gen_chance(g, 15))
        gen_line(g, "%s = %s * %s + %s * %s;", to, weight(p), to, p->is_float ? "0.25" : "3", place(p, false));
    else
        gen_line(g, "%s = %s;", to, value(p));
}

static void close(struct numeric *p)
{
    p->g->indent--;
    gen_line(p->g, "}");
}

/* A condition on iterators or on data. */
static const char *condition(struct numeric *p)
{
    struct generator *g = p->g;
    int n = p->n_iterators;
    if (n == 0 || gen_chance(g, 30))
        return pv_printf(g->arena, "%s > %s", place(p, false), p->is_float ? "0.3" : "9");
    const char *i = p->iterators[gen_random(g, n)], *j = p->iterators[gen_random(g, n)];
    switch (gen_random(g, 5)) {
    case 0:
        return pv_printf(g->arena, "%s == %s", i, gen_chance(g, 50) ? "n - 1" : "4");
    case 1:
        return pv_printf(g->arena, "%s <= %s", i, j);
    case 2:
        return pv_printf(g->arena, "%s %% %d == 0", i, 2 + gen_random(g, 2));
    case 3:
        return pv_printf(g->arena, "%s + %s < n", i, j);
    default:
        return pv_printf(g->arena, "%s != %s", i, j);
    }
}

/* One statement, perhaps under a condition. */
static void statement(struct numeric *p)
{
    struct generator *g = p->g;
    if (p->has_helper && gen_chance(g, 10)) {
        gen_line(g, "%s = spread(&%s, %d);", place(p, true),
                 element(p, matrices[gen_random(g, p->written)], subscript(p, true), subscript(p, true)),
                 1 + gen_random(g, 3));
        return;
    }
    bool is_under = gen_chance(g, 14);
    if (is_under) {
        gen_line(g, "if (%s) {", condition(p));
        g->indent++;
    }
    assign(p, place(p, true));
    if (!is_under)
        return;
    if (gen_chance(g, 30)) {
        g->indent--;
        gen_line(g, "} else {");
        g->indent++;
        assign(p, place(p, true));
    }
    close(p);
}

static void statements(struct numeric *p, int least, int most)
{
    for (int n = (int)gen_between(p->g, least, most); n > 0; n--)
        statement(p);
}

/* Where a loop begins or ends: at a constant, a size, or an iterator around it. */
static const char *bound(struct numeric *p, bool is_upper, int percent_outer)
{
    struct generator *g = p->g;
    if (p->n_iterators > 0 && gen_chance(g, percent_outer)) {
        const char *outer =
            p->iterators[p->n_iterators > 1 && gen_chance(g, 40) ? p->n_iterators - 2 : p->n_iterators - 1];
        return gen_chance(g, 50) ? outer : pv_printf(g->arena, "%s + 1", outer);
    }
    if (!is_upper)
        return gen_chance(g, 80) ? "3" : "4";
    return gen_chance(g, 70) ? "n" : gen_chance(g, 60) ? "n - 1" : "m";
}

static void enter(struct numeric *p, const char *iterator)
{
    p->g->indent++;
    p->iterators[p->n_iterators++] = iterator;
}

static void leave(struct numeric *p)
{
    p->n_iterators--;
    close(p);
}

/* The head of a loop; "percent_outer" says how often it depends on loops around it. */
static void open(struct numeric *p, int percent_outer)
{
    static const char *const types[] = {"int", "int", "int", "int", "long", "unsigned", "short", "signed char"};
    struct generator *g = p->g;
    const char *i = gen_name(g, "i"), *type = types[gen_random(g, sizeof(types) / sizeof(*types))];
    bool has_outer_end = gen_chance(g, 50);
    const char *lo = bound(p, false, has_outer_end ? 0 : percent_outer);
    const char *hi = bound(p, true, has_outer_end ? percent_outer : 0);
    if (type[0] == 'u' && hi[0] == 'n')
        hi = "n"; /* n - 1 would wrap around */
    switch (gen_random(g, 12)) {
    case 0:
    case 1:
        gen_line(g, "for (int %s = %s - 1; %s >= %s; %s--) {", i, hi, i, lo, i);
        break;
    case 2:
        gen_line(g, "for (int %s = %s; %s < %s; %s += %d) {", i, lo, i, hi, i, 2 + gen_random(g, 2));
        break;
    case 3:
        gen_line(g, "for (int %s = %s; %s < %s; %s += step) {", i, lo, i, hi, i);
        break;
    case 4:
        gen_line(g, "for (int %s = %s - 1; %s >= %s; %s -= step) {", i, hi, i, lo, i);
        break;
    default:
        gen_line(g, "for (%s %s = %s; %s < %s; %s++) {", type, i, lo, i, hi, i);
        break;
    }
    enter(p, i);
}

/* Loops "depth" deep around statements, with others beside the inner loops. */
static void nest(struct numeric *p, int depth, int percent_outer, int percent_beside)
{
    struct generator *g = p->g;
    open(p, percent_outer);
    if (depth == 1) {
        statements(p, 1, 2);
    } else {
        if (gen_chance(g, percent_beside))
            statements(p, 1, 2);
        nest(p, depth - 1, percent_outer, percent_beside);
        if (gen_chance(g, percent_beside / 2))
            statement(p);
        if (gen_chance(g, percent_beside / 2))
            nest(p, 1 + gen_random(g, depth - 1), percent_outer, percent_beside);
    }
    leave(p);
}

/* Declare a temporary of random shape with values in all its elements. */
static void add_temp(struct numeric *p)
{
    struct generator *g = p->g;
    if (p->n_temps == MAX_TEMPS)
        return;
    struct temp temp = {gen_name(g, "t"), gen_random(g, 3)};
    const char *initial = p->is_float ? "0.375f" : "13";
    static const char *const dims[] = {"", "[SIZE]", "[2][SIZE]"};
    if (temp.n_dims == 0 || gen_chance(g, 30)) {
        gen_line(g, "%s %s%s = %s%s%s;", p->type, temp.name, dims[temp.n_dims],
                 temp.n_dims == 2 ? "{{"
                 : temp.n_dims    ? "{"
                                  : "",
                 initial,
                 temp.n_dims == 2 ? "}}"
                 : temp.n_dims    ? "}"
                                  : "");
    } else {
        gen_line(g, "%s %s%s;", p->type, temp.name, dims[temp.n_dims]);
        const char *z = gen_name(g, "z");
        gen_line(g, "for (int %s = 0; %s < %s; %s++)", z, z, gen_chance(g, 50) ? "SIZE" : "n + 3", z);
        if (temp.n_dims == 2)
            gen_line(g, "    %s[0][%s] = %s[1][%s] = %s;", temp.name, z, temp.name, z, initial);
        else
            gen_line(g, "    %s[%s] = %s;", temp.name, z, initial);
    }
    p->temps[p->n_temps++] = temp;
}

/* Write a whole temporary, or a part of it. */
static void write_temp(struct numeric *p)
{
    struct generator *g = p->g;
    const struct temp *temp = &p->temps[gen_random(g, p->n_temps)];
    if (temp->n_dims == 0) {
        assign(p, temp->name);
        return;
    }
    open(p, 25);
    const char *at = p->iterators[p->n_iterators - 1];
    bool is_under = gen_chance(g, 15);
    if (is_under)
        gen_line(g, "if (%s)", condition(p));
    g->indent += is_under;
    assign(p,
           pv_printf(g->arena, "%s%s[%s]", temp->name, temp->n_dims == 2 ? gen_chance(g, 50) ? "[1]" : "[0]" : "", at));
    g->indent -= is_under;
    leave(p);
}

/* Temporaries that each iteration of a loop writes and reads, and that may be read afterwards. */
static void temporaries(struct numeric *p)
{
    struct generator *g = p->g;
    int n_before = p->n_temps, depth = 1 + gen_random(g, 2);
    for (int i = gen_random(g, 3); i >= 0; i--)
        add_temp(p);
    int n_outer = p->n_temps;
    bool has_time = gen_chance(g, 25);
    if (has_time) {
        gen_line(g, "for (int time = 0; time < m; time++) {");
        g->indent++;
    }
    for (int i = 0; i < depth; i++)
        open(p, 25);
    if (gen_chance(g, 40))
        add_temp(p);
    for (int i = gen_random(g, 3); i >= 0; i--)
        write_temp(p);
    if (gen_chance(g, 40))
        statement(p);
    nest(p, 1, 20, 0);
    if (gen_chance(g, 30))
        write_temp(p);
    if (gen_chance(g, 30))
        nest(p, 1, 20, 0);
    p->n_temps = n_outer;
    for (int i = 0; i < depth; i++)
        leave(p);
    if (has_time)
        close(p);
    if (gen_chance(g, 60))
        nest(p, 1, 0, 0);
    p->n_temps = n_before;
}

/* A loop of time around sweeps, with statements between them. */
static void stencils(struct numeric *p)
{
    struct generator *g = p->g;
    gen_line(g, "for (int time = 0; time < %s; time++) {", gen_chance(g, 70) ? "m" : "5");
    g->indent++;
    bool counts = gen_chance(g, 15); /* the loop of time is an iterator like others */
    if (counts)
        gen_line(g, "int now = time + %d;", MARGIN), p->iterators[p->n_iterators++] = "now";
    int depth = 1 + gen_random(g, 2);
    for (int i = (int)gen_between(g, 1, 4); i > 0; i--) {
        if (gen_chance(g, 15))
            statement(p);
        nest(p, gen_chance(g, 80) ? depth : 3 - depth, 5, 8);
    }
    if (counts)
        p->n_iterators--;
    close(p);
}

/* Loops that begin or end at the ones around them, with statements at each depth. */
static void factors(struct numeric *p)
{
    nest(p, 2 + gen_random(p->g, 2), 75, 40);
}

static void sweeps(struct numeric *p)
{
    struct generator *g = p->g;
    for (int i = 1 + gen_random(g, 3); i > 0; i--)
        nest(p, 2, 5, 25);
}

/* A row that is overwritten after others have read it. */
static void products(struct numeric *p)
{
    struct generator *g = p->g;
    open(p, 0);
    const char *i = p->iterators[0];
    open(p, 0);
    const char *j = p->iterators[1], *to = matrices[gen_random(g, p->written)];
    bool has_sum = gen_chance(g, 40);
    if (has_sum)
        gen_line(g, "%s sum = 0;", p->type);
    open(p, 90);
    const char *k = p->iterators[2], *from = gen_chance(g, 75) ? to : "C";
    const char *by = gen_chance(g, 50) ? element(p, "B", i, k) : element(p, "B", k, i);
    gen_line(g, p->is_float ? "%s += 0.0009765625f * %s * %s;" : "%s += %s * %s;",
             has_sum ? "sum" : element(p, to, i, j), by,
             gen_chance(g, 70) ? element(p, from, k, j) : element(p, from, i, k));
    leave(p);
    if (has_sum)
        gen_line(g, "%s = %s * %s + sum;", element(p, to, i, j), weight(p), element(p, to, i, j));
    else if (gen_chance(g, 50))
        gen_line(g, "%s = %s * %s;", element(p, to, i, j), weight(p), element(p, to, i, j));
    leave(p);
    leave(p);
}

/* Neighbours that a condition chooses. */
static void choices(struct numeric *p)
{
    struct generator *g = p->g;
    bool has_time = gen_chance(g, 25);
    if (has_time) {
        gen_line(g, "for (int time = 0; time < m; time++) {");
        g->indent++;
    }
    open(p, 0);
    const char *i = p->iterators[0];
    open(p, 0);
    const char *j = p->iterators[1], *to = matrices[gen_random(g, p->written)];
    gen_line(g, "int up = %s == 3 ? %s : %s - 1;", i, gen_chance(g, 50) ? "n - 1" : i, i);
    if (gen_chance(g, 50))
        gen_line(g, "int next = %s < n - 1 ? %s + 1 : %s;", j, j, gen_chance(g, 50) ? "3" : j);
    else
        gen_line(g, "int next = %s + 1;\nif (next >= n)\n    next = %s;", j, gen_chance(g, 50) ? "3" : "n - 1");
    const char *from = gen_chance(g, 30) ? to : "C";
    gen_line(g, "%s = %s * %s + %s * %s;", element(p, to, i, j), weight(p), element(p, from, "up", j), weight(p),
             element(p, from, gen_chance(g, 50) ? "up" : i, "next"));
    if (gen_chance(g, 30))
        gen_line(g, "%s += %s;", gen_chance(g, 50) ? "V[up]" : "V[next]", p->is_float ? "0.0625f" : "1");
    leave(p);
    leave(p);
    if (has_time)
        close(p);
}

/* Windows that move by a stride over a padded row or matrix. */
static void windows(struct numeric *p)
{
    struct generator *g = p->g;
    int width = 1 + gen_random(g, 3);
    const char *stride = gen_chance(g, 50) ? "2" : "step", *to = gen_chance(g, 80) ? "A" : "C";
    bool is_flat = gen_chance(g, 30);
    gen_line(g, "for (int y = 0; y < n; y++) {");
    g->indent++;
    gen_line(g, "for (int x = 0; x < %s; x++) {", gen_chance(g, 50) ? "n" : "m");
    g->indent++;
    bool has_sum = gen_chance(g, 60);
    const char *sum = has_sum ? "sum" : element(p, to, "y", "x");
    gen_line(g, has_sum ? "%s sum = 0;" : "%s = 0;", has_sum ? p->type : sum);
    if (!is_flat) {
        gen_line(g, "for (int dy = 0; dy < %d; dy++)", width);
        g->indent++;
    }
    gen_line(g, "for (int dx = 0; dx < %d; dx++) {", 1 + gen_random(g, 3));
    g->indent++;
    gen_line(g, "int iy = y * %s - 1 + %s;", stride, is_flat ? "0" : "dy");
    gen_line(g, "int ix = x * %s - 1 + dx;", gen_chance(g, 70) ? stride : "1");
    if (gen_chance(g, 70)) {
        gen_line(g, "if (iy >= 0 && iy < n && ix >= 0 && ix < n)");
    } else {
        gen_line(g, "if (iy < 0 || iy >= n || ix < 0 || ix >= n)");
        gen_line(g, "    continue;");
    }
    gen_line(g, p->is_float ? "    %s += 0.0625f * %s * U[dx];" : "    %s += %s * U[dx];", sum,
             element(p, "B", "iy", "ix"));
    close(p);
    if (!is_flat)
        g->indent--;
    if (has_sum)
        gen_line(g, "%s = sum;", element(p, to, "y", "x"));
    close(p);
    close(p);
}

/* Reductions whose result is read afterwards. */
static void reductions(struct numeric *p)
{
    struct generator *g = p->g;
    const char *name = gen_name(g, "r");
    int depth = 1 + gen_random(g, 2);
    gen_line(g, "%s %s = %s;", p->type, name, place(p, false));
    bool is_least = gen_chance(g, 50), has_statement = gen_chance(g, 40);
    for (int i = 0; i < depth; i++)
        open(p, 20);
    const char *from = place(p, false);
    switch (gen_random(g, 4)) {
    case 0:
        gen_line(g, "if (%s %s %s)", from, is_least ? "<" : ">", name);
        gen_line(g, "    %s = %s;", name, from);
        break;
    case 1:
        gen_line(g, "%s = %s %s %s ? %s : %s;", name, from, is_least ? "<=" : ">", name, from, name);
        break;
    case 2:
        gen_line(g, p->is_float ? "%s += 0.0009765625f * %s;" : "%s += %s;", name, from);
        break;
    default:
        gen_line(g, p->is_float ? "%s -= 0.0009765625f * %s;" : "%s ^= %s;", name, from);
        break;
    }
    if (has_statement)
        statement(p);
    for (int i = 0; i < depth; i++)
        leave(p);
    gen_line(g, "%s = %s;", gen_chance(g, 50) ? "V[3]" : "U[4]", name);
}

static void soup(struct numeric *p)
{
    struct generator *g = p->g;
    if (gen_chance(g, 50))
        add_temp(p);
    for (int i = gen_random(g, 3); i >= 0; i--)
        nest(p, 1 + gen_random(g, 3), 20, 35);
}

/* The head of function "name". */
static void open_function(struct numeric *p, struct form *form)
{
    struct generator *g = p->g;
    const char *star = form->has_restrict ? "*restrict " : "*", *word = form->has_restrict ? "restrict" : "";
    p->form = form->form;
    p->n_temps = p->n_iterators = 0;
    p->written = 1 + gen_random(g, 3);
    switch (form->form) {
    case FORM_GLOBAL:
        gen_line(g, "static void %s(int n, int m, int step)\n{", form->name);
        break;
    case FORM_ROWS:
        gen_line(
            g,
            "static void %s(int n, int m, int step, %s A[%s][SIZE], %s B[%s][SIZE], %s C[%s][SIZE], %s %sU, %s %sV)\n{",
            form->name, p->type, word, p->type, word, p->type, word, p->type, star, p->type, star);
        break;
    case FORM_VLA:
        gen_line(g,
                 "static void %s(int n, int m, int step, int s, %s A[%s s][s], %s B[%s s][s], %s C[%s s][s], %s %sU, "
                 "%s %sV)\n{",
                 form->name, p->type, word, p->type, word, p->type, word, p->type, star, p->type, star);
        break;
    default:
        gen_line(g, "static void %s(int n, int m, int step, int ld, %s %sA, %s %sB, %s %sC, %s %sU, %s %sV)\n{",
                 form->name, p->type, star, p->type, star, p->type, star, p->type, star, p->type, star);
        break;
    }
    g->indent++;
}

static void add_function(struct numeric *p, struct form *form)
{
    static void (*const kinds[])(struct numeric * p) = {temporaries, temporaries, stencils, stencils,   factors, sweeps,
                                                        products,    choices,     windows,  reductions, soup};
    struct generator *g = p->g;
    open_function(p, form);
    bool is_marked = gen_chance(g, 35);
    if (is_marked)
        gen_line(g, "#pragma scop");
    for (int i = gen_chance(g, 20); i >= 0; i--) {
        gen_line(g, "{");
        g->indent++;
        kinds[gen_random(g, sizeof(kinds) / sizeof(*kinds))](p);
        close(p);
        p->n_temps = 0;
    }
    if (is_marked)
        gen_line(g, "#pragma endscop");
    close(p);
    gen_line(g, "%s", "");
}

/* The arguments of a call: three matrices and two vectors, which may be the same, or lie over each other. */
static void add_call(struct numeric *p, const struct form *form)
{
    struct generator *g = p->g;
    if (form->form == FORM_GLOBAL) {
        gen_line(g, "%s(n, m, step);", form->name);
        return;
    }
    const char *names[] = {"A", "B", "C", "U", "V"};
    bool may_overlap = !form->has_restrict && gen_chance(g, 35);
    const char *list = form->form == FORM_ROWS ? "" : ", SIZE";
    for (int i = 0; i < 5; i++) {
        const char *name = names[i];
        if (may_overlap && gen_chance(g, 30))
            name = i < 3 ? matrices[gen_random(g, 3)] : gen_chance(g, 50) ? "A[4]" : "B[3]", p->overlaps = true;
        if (i < 3 && form->form == FORM_LINEAR)
            name = pv_printf(g->arena, "%s[0]%s", name, may_overlap && gen_chance(g, 30) ? " + 5" : "");
        list = pv_printf(g->arena, "%s, %s", list, name);
    }
    gen_line(g, "%s(n, m, step%s);", form->name, list);
}

static void add_main(struct numeric *p, const struct form *forms, int n)
{
    struct generator *g = p->g;
    const char *all = p->is_float ? "(i * 7 + j * 5) % 23 / 32.0" : "(i * 7 + j * 5) % 23";
    gen_line(g, "static unsigned long hash(const void *memory, unsigned long size)\n{");
    gen_line(g, "    unsigned long h = 5381;\n    for (unsigned long i = 0; i < size; i++)");
    gen_line(g, "        h = h * 33 ^ ((const unsigned char *)memory)[i];\n    return h;\n}\n");
    gen_line(g, "int main(int argc, char **argv)\n{");
    g->indent++;
    gen_line(g, "int n = atoi(argv[1]), m = atoi(argv[2]), step = atoi(argv[3]);");
    gen_line(g, "for (int i = 0; i < SIZE + 3; i++)");
    gen_line(g, "    for (int j = 0; j < SIZE; j++)");
    gen_line(g, "        A[i][j] = %s, B[i][j] = A[i][j] / 2, C[i][j] = A[i][j] / 3;", all);
    gen_line(g, "for (int i = 0; i < SIZE; i++)");
    gen_line(g, "    U[i] = A[i][4], V[i] = B[3][i];");
    for (int i = 0; i < n; i++)
        add_call(p, &forms[i]);
    gen_line(g, "for (int i = 0; i < SIZE + 3; i++)");
    gen_line(
        g, "    printf(\"%%d %%lx %%lx %%lx %%g\\n\", i, hash(A[i], sizeof A[i]), hash(B[i], sizeof B[i]), hash(C[i], "
           "sizeof C[i]), (double)A[i][5]);");
    gen_line(g, "printf(\"%%lx %%lx %%g\\n\", hash(U, sizeof U), hash(V, sizeof V), (double)V[3]);");
    gen_line(g, "return 0;");
    g->indent--;
    gen_line(g, "}");
}

void gen_numeric_program(struct generator *g, struct pv_sb *out, const char *title)
{
    static const char *const types[] = {"double",        "double", "float",         "unsigned",
                                        "unsigned long", "short",  "unsigned char", "double"};
    struct numeric p = {.g = g, .type = types[gen_random(g, sizeof(types) / sizeof(*types))]};
    struct pv_sb text = {0}, *before = g->out;
    struct form forms[4];
    int n = (int)gen_between(g, 1, g->is_quick ? 1 : 3);
    p.is_single = p.type[0] == 'f';
    p.is_float = p.is_single || p.type[0] == 'd';
    g->out = &text;
    gen_line(g, "#include <stdio.h>\n#include <stdlib.h>\n\nenum { SIZE = %d };\n", SIZE);
    gen_line(g, "static %s A[SIZE + 3][SIZE], B[SIZE + 3][SIZE], C[SIZE + 3][SIZE], U[SIZE], V[SIZE];\n", p.type);
    if ((p.has_helper = gen_chance(g, 25))) {
        gen_line(g, "static %s spread(%s *p, int n)\n{", p.type, p.type);
        gen_line(g, "    %s s = p[n];\n    for (int i = 0; i < n; i++) {", p.type);
        gen_line(g, "        s = s / 2 + p[i] / 4;\n        p[i] = s / 2;\n    }\n    return s;\n}\n");
    }
    for (int i = 0; i < n; i++) {
        forms[i] = (struct form){gen_name(g, "f"), (enum array_form)gen_random(g, N_FORMS), gen_chance(g, 50)};
        add_function(&p, &forms[i]);
    }
    add_main(&p, forms, n);
    g->out = before;
    pv_sb_printf(out, "// %s numeric\n", title);
    pv_sb_printf(out, "// run: %d %d %d\n", (int)gen_between(g, 5, MOST_N), (int)gen_between(g, 3, MOST_M),
                 (int)gen_between(g, 1, 4));
    const char *options = g->has_options && gen_chance(g, 65) ? gen_options(g) : "";
    bool is_large = !strstr(options, "--ctx"); /* which says that n is small */
    pv_sb_printf(out, "// run: %d %d %d\n", is_large ? (int)gen_between(g, 20, MOST_LARGE_N) : 8,
                 (int)gen_between(g, 2, MOST_M), 2);
    pv_sb_printf(out, "// run: %d %d %d\n", (int)gen_between(g, 0, 5), (int)gen_between(g, 0, 4), 1);
    const char *assume = p.overlaps ? " --no-assume-restrict" : gen_chance(g, 40) ? " --assume-restrict" : "";
    pv_sb_printf(out, "// flags:%s%s\n", options, assume);
    pv_sb_addn(out, text.text, text.n);
    pv_sb_free(&text);
}
