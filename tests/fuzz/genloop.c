/* Writes the headers of loops, and keeps the intervals of their iterators. */
#include "genloop.h"

#include <string.h>

struct iterator {
    const char *name;
    const char *declared; /* its type, where the header declares it; else empty */
    bool is_unsigned;     /* and not promoted to int */
    bool is_never_negative;
};

/*--------------------------------------------------------------------------------------------------*/
/* Iterators */

static int count_vars(const struct generator *g, const char *name)
{
    int n = 0;
    for (int i = 0; i < g->vars.n; i++)
        n += !strcmp(g->vars.v[i].name, name);
    return n;
}

static bool is_outer_iterator(const struct variable *var)
{
    return var->name[0] == 'o';
}

static bool is_inner_iterator(const struct variable *var)
{
    return var->name[0] == 'i';
}

static struct iterator pick_iterator(struct generator *g)
{
    static const struct iterator types[] = {
        {NULL, "int ", false, false},          {NULL, "long ", false, false},          {NULL, "short ", false, false},
        {NULL, "signed char ", false, false},  {NULL, "unsigned ", true, true},        {NULL, "size_t ", true, true},
        {NULL, "unsigned char ", false, true}, {NULL, "unsigned short ", false, true},
    };
    if (gen_has(g, GEN_outer) && gen_chance(g, 40)) {
        const struct variable *var = gen_pick_var(g, is_outer_iterator);
        if (var && count_vars(g, var->name) == 1)
            return (struct iterator){var->name, "", var->is_unsigned, var->is_unsigned};
    }
    struct iterator iterator = types[gen_has(g, GEN_types) && gen_chance(g, 60) ? gen_random(g, 8) : 0];
    const struct variable *hidden = gen_has(g, GEN_shadow) && gen_chance(g, 30) ? gen_pick_var(g, is_inner_iterator)
                                                                                : NULL;
    iterator.name = hidden ? hidden->name : gen_name(g, "i");
    return iterator;
}

/* The iterator inside the loop. An empty interval, of a loop that never runs, is made one of a single value. */
static struct variable loop_variable(struct iterator iterator, int64_t lo, int64_t hi)
{
    return (struct variable){
        .name = iterator.name, .range = {lo, hi < lo ? lo : hi}, .is_unsigned = iterator.is_unsigned};
}

/*--------------------------------------------------------------------------------------------------*/
/* Bounds */

struct bounds {
    struct affine lo, hi; /* both included or, for "hi", one less */
};

/* Bounds no more than "size" apart at any time. The lower one is signed if the iterator is, so that an iterator
 * below zero is not taken for a large one. */
static struct bounds pick_bounds(struct generator *g, struct iterator iterator, int64_t size)
{
    int64_t least = iterator.is_never_negative ? 0 : -6;
    struct bounds b;
    bool is_signed = !iterator.is_never_negative;
    for (int attempt = 0; attempt < 4; attempt++) {
        b.lo = gen_chance(g, 35) ? gen_constant(g, gen_between(g, least, 3)) : gen_affine_in(g, 1, least, 10);
        b.hi = gen_affine_in(g, gen_chance(g, 30) ? 2 : 1, least, 14);
        if (is_signed && b.lo.is_unsigned)
            b.lo.text = pv_printf(g->arena, "(int)%s", b.lo.text);
        if (is_signed && b.hi.is_unsigned && gen_chance(g, 50))
            b.hi.text = pv_printf(g->arena, "(int)%s", b.hi.text);
        if (b.hi.range.hi - b.lo.range.lo <= size)
            return b;
    }
    b.lo = gen_constant(g, gen_between(g, least, 2));
    b.hi = gen_fit(g, gen_affine(g, 1), b.lo.range.lo, b.lo.range.lo + size);
    return b;
}

/* A condition more, joined to that of the header; the iterator "var" is in scope for it. */
static const char *add_conjunct(struct generator *g, const char *condition, struct variable var)
{
    if (!gen_has(g, GEN_conjunct) || !gen_chance(g, 30))
        return condition;
    const char *hidden = g->hidden;
    g->hidden = NULL;
    pv_push(g->arena, &g->vars, var);
    const char *other = gen_condition(g, 0);
    g->vars.n--;
    g->hidden = hidden;
    return gen_chance(g, 60) ? pv_printf(g->arena, "%s && (%s)", condition, other)
                             : pv_printf(g->arena, "(%s) && %s", other, condition);
}

static const char *step_text(struct generator *g, const char *name, int64_t step)
{
    long long size = step < 0 ? -step : step;
    const char *sign = step < 0 ? "-" : "+";
    if (size == 1 && gen_chance(g, 80))
        return gen_chance(g, 80) ? pv_printf(g->arena, "%s%s%s", name, sign, sign)
                                 : pv_printf(g->arena, "%s%s%s", sign, sign, name);
    return gen_chance(g, 70) ? pv_printf(g->arena, "%s %s= %lld", name, sign, size)
                             : pv_printf(g->arena, "%s = %s %s %lld", name, name, sign, size);
}

static int64_t pick_step(struct generator *g)
{
    return gen_has(g, GEN_strides) && gen_chance(g, 35) ? gen_between(g, 2, 4) : 1;
}

/*--------------------------------------------------------------------------------------------------*/
/* Kinds of loops */

static struct loop for_loop(struct generator *g, struct iterator it, const char *start, const char *condition,
                            int64_t step)
{
    const char *init = pv_printf(g->arena, "%s%s = %s", it.declared, it.name, start);
    return (struct loop){.head = pv_printf(g->arena, "for (%s; %s; %s)", init, condition, step_text(g, it.name, step)),
                         .tail = "",
                         .jump = JUMP_BOTH};
}

/* From 0 to a parameter, either way. */
static struct loop canonical_loop(struct generator *g, struct iterator it)
{
    bool is_n = gen_chance(g, 50);
    const char *bound = is_n ? "n" : "m";
    struct range range = is_n ? g->n : g->m;
    struct loop loop;
    if (it.is_never_negative || gen_chance(g, 70)) {
        const char *relation = gen_chance(g, 20) && it.declared[0] ? "!=" : "<";
        loop = for_loop(g, it, "0", pv_printf(g->arena, "%s %s %s", it.name, relation, bound), 1);
        loop.after = (struct range){0, range.hi};
    } else {
        loop = for_loop(g, it, pv_printf(g->arena, "(int)%s - 1", bound), pv_printf(g->arena, "%s >= 0", it.name), -1);
        loop.after = (struct range){-1, 0};
    }
    loop.var = loop_variable(it, 0, range.hi - 1);
    loop.var.symbol = is_n ? SYMBOL_N : SYMBOL_M;
    loop.trips = range.hi;
    return loop;
}

/* Let a second variable count along with the iterator of an "int" loop. */
static void add_second(struct generator *g, struct loop *loop, struct iterator it, const char *start,
                       const char *condition, int64_t step)
{
    int64_t size = gen_between(g, 1, 3), total = size * loop->trips;
    bool is_up = gen_chance(g, 50);
    struct affine first = gen_affine_in(g, 1, -5, 9);
    const char *name = gen_name(g, "j");
    loop->head = pv_printf(g->arena, "for (int %s = %s, %s = %s; %s; %s, %s %s= %d)", it.name, start, name, first.text,
                           condition, step_text(g, it.name, step), name, is_up ? "+" : "-", (int)size);
    loop->second = (struct variable){.name = name};
    loop->second.range = (struct range){first.range.lo - (is_up ? 0 : total), first.range.hi + (is_up ? total : 0)};
}

static struct loop up_loop(struct generator *g, struct iterator it, int64_t max_trips)
{
    int64_t step = pick_step(g);
    struct bounds b = pick_bounds(g, it, (max_trips - 1) * step);
    bool is_closed = gen_chance(g, 40);
    struct variable var = loop_variable(it, b.lo.range.lo, is_closed ? b.hi.range.hi : b.hi.range.hi - 1);
    const char *condition = gen_chance(g, 80)
                                ? pv_printf(g->arena, "%s %s %s", it.name, is_closed ? "<=" : "<", b.hi.text)
                                : pv_printf(g->arena, "%s %s %s", b.hi.text, is_closed ? ">=" : ">", it.name);
    if (gen_has(g, GEN_conjunct) && gen_chance(g, 10)) {
        struct bounds other = pick_bounds(g, it, (max_trips - 1) * step);
        if (other.hi.range.hi <= var.range.hi)
            condition = pv_printf(g->arena, "(%s || %s <= %s)", condition, it.name, other.hi.text);
    }
    condition = add_conjunct(g, condition, var);
    struct loop loop = for_loop(g, it, b.lo.text, condition, step);
    loop.var = var;
    loop.trips = (var.range.hi - var.range.lo) / step + 1;
    loop.can_skip = true;
    if (gen_has(g, GEN_outer) && !strcmp(it.declared, "int ") && gen_chance(g, 15))
        add_second(g, &loop, it, b.lo.text, condition, step);
    return loop;
}

static struct loop down_loop(struct generator *g, struct iterator it, int64_t max_trips)
{
    int64_t step = it.is_never_negative ? 1 : pick_step(g);
    struct bounds b = pick_bounds(g, it, (max_trips - 1) * step);
    bool is_closed = !it.is_never_negative && gen_chance(g, 60);
    struct variable var = loop_variable(it, is_closed ? b.lo.range.lo : b.lo.range.lo + 1, b.hi.range.hi);
    const char *condition = pv_printf(g->arena, "%s %s %s", it.name, is_closed ? ">=" : ">", b.lo.text);
    struct loop loop = for_loop(g, it, b.hi.text, add_conjunct(g, condition, var), -step);
    loop.var = var;
    loop.trips = (var.range.hi - var.range.lo) / step + 1;
    return loop;
}

/* Loops that end because an unsigned iterator wraps, or pass the place where it wraps. */
static struct loop wrap_loop(struct generator *g, int64_t max_trips)
{
    static const char *const types[] = {"unsigned ", "size_t ", "unsigned char ", "unsigned short "};
    int type = gen_random(g, 4);
    struct iterator it = {gen_name(g, "i"), types[type], type < 2, true};
    struct loop loop;
    if (gen_chance(g, 25) && max_trips >= 12) {
        int64_t from = gen_between(g, 246, 255), to = gen_between(g, 0, max_trips - 12);
        it = (struct iterator){it.name, "unsigned char ", false, true};
        loop = for_loop(g, it, gen_constant(g, from).text, pv_printf(g->arena, "%s != %d", it.name, (int)to), 1);
        loop.var = loop_variable(it, 0, 255);
        loop.trips = 256 - from + to;
        return loop;
    }
    if (gen_chance(g, 10) && g->multiplicity == 1) {
        it = (struct iterator){it.name, "unsigned char ", false, true};
        loop = for_loop(g, it, "5", pv_printf(g->arena, "%s != 0", it.name), 5);
        loop.var = loop_variable(it, 0, 255);
        loop.trips = 255;
        return loop;
    }
    struct affine top = gen_affine_in(g, 1, 0, max_trips);
    if (gen_chance(g, 50))
        loop = for_loop(g, it, pv_printf(g->arena, "%s - 1", top.text),
                        pv_printf(g->arena, "%s < %s", it.name, top.text), -1);
    else {
        loop = (struct loop){.tail = "", .jump = JUMP_BOTH};
        loop.head = pv_printf(g->arena, "for (%s%s = %s; %s-- > 0;)", it.declared, it.name, top.text, it.name);
    }
    loop.var = loop_variable(it, 0, top.range.hi > 0 ? top.range.hi - 1 : 0);
    loop.trips = top.range.hi;
    return loop;
}

/* A for without a condition, left by a break. */
static struct loop open_loop(struct generator *g, struct iterator it, int64_t max_trips)
{
    struct bounds b = pick_bounds(g, it, max_trips - 1);
    int64_t hi = b.hi.range.hi > b.lo.range.hi ? b.hi.range.hi : b.lo.range.hi;
    struct loop loop = for_loop(g, it, b.lo.text, "", 1);
    loop.first = pv_printf(g->arena, "if (%s >= %s) break;", it.name, b.hi.text);
    loop.var = loop_variable(it, b.lo.range.lo, hi);
    loop.trips = hi - b.lo.range.lo + 1;
    return loop;
}

static struct loop while_loop(struct generator *g, int64_t max_trips)
{
    struct iterator it = {gen_name(g, "w"), "int ", false, false};
    int64_t step = pick_step(g);
    struct bounds b = pick_bounds(g, it, (max_trips - 1) * step);
    int64_t hi = b.hi.range.hi - 1;
    struct loop loop = {.tail = "", .jump = JUMP_BREAK, .is_visible_after = true};
    loop.before = pv_printf(g->arena, "int %s = %s;", it.name, b.lo.text);
    loop.last = pv_printf(g->arena, "%s;", step_text(g, it.name, step));
    const char *condition = pv_printf(g->arena, "%s < %s", it.name, b.hi.text);
    if (gen_has(g, GEN_dynamic) && gen_chance(g, 25))
        condition = pv_printf(g->arena, "%s && (%s)", condition, gen_data_condition(g));
    bool is_do = gen_chance(g, 25);
    if (is_do) {
        loop.head = "do";
        loop.tail = pv_printf(g->arena, " while (%s);", condition);
        hi = hi < b.lo.range.hi ? b.lo.range.hi : hi;
    } else if (gen_chance(g, 20)) {
        loop.head = gen_chance(g, 50) ? "while (1)" : "for (;;)";
        loop.first = pv_printf(g->arena, "if (!(%s)) break;", condition);
        hi = hi < b.lo.range.hi ? b.lo.range.hi : hi;
    } else
        loop.head = pv_printf(g->arena, "while (%s)", condition);
    loop.var = loop_variable(it, b.lo.range.lo, hi);
    loop.trips = hi < b.lo.range.lo ? 0 : (hi - b.lo.range.lo) / step + 1;
    loop.after = (struct range){b.lo.range.lo, hi + step > b.lo.range.hi ? hi + step : b.lo.range.hi};
    return loop;
}

static bool is_int_array(const struct array *array)
{
    return array->element == ELEM_INT;
}

/* A for whose bound is read from memory. */
static struct loop data_loop(struct generator *g, struct iterator it)
{
    struct array *array = gen_pick_array(g, is_int_array);
    const char *bound = array ? gen_element(g, array) : gen_affine_in(g, 1, 0, 9).text;
    const char *condition = pv_printf(g->arena, "%s < (%s & 3)", it.name, bound);
    struct loop loop = for_loop(g, it, "0", condition, 1);
    loop.var = loop_variable(it, 0, 2);
    loop.trips = 3;
    return loop;
}

static bool is_regular(const struct variable *var)
{
    return var->is_regular;
}

/* The last value of a loop of a nest from "lo" on: a parameter's predecessor, an outer iterator or a constant. */
static struct affine pick_end(struct generator *g, struct affine lo, int64_t size)
{
    const struct variable *outer = gen_chance(g, 20) ? gen_pick_var(g, is_regular) : NULL;
    if (outer && outer->range.hi - lo.range.lo < size)
        return gen_variable(outer);
    bool is_n = gen_chance(g, 50);
    int64_t less = gen_chance(g, 70) ? 1 : 2, most = (is_n ? g->n.hi : g->m.hi) - less;
    if (!g->is_in_helper && most - lo.range.lo < size && gen_chance(g, 70))
        return (struct affine){pv_printf(g->arena, "(int)%s - %d", is_n ? "n" : "m", (int)less), {-2, most}, false};
    return gen_constant(g, lo.range.lo + gen_between(g, size > 2 ? size / 2 : 1, size - 1));
}

/* A loop as numerical programs have it: bounds are parameters, small constants and outer iterators. */
static struct loop regular_loop(struct generator *g, int64_t max_trips)
{
    struct iterator it = {gen_name(g, "i"), gen_chance(g, 90) ? "int " : "long ", false, false};
    int64_t step = gen_has(g, GEN_strides) && gen_chance(g, 12) ? gen_between(g, 2, 3) : 1;
    const struct variable *outer = gen_chance(g, 20) ? gen_pick_var(g, is_regular) : NULL;
    struct affine lo = gen_constant(g, gen_between(g, 0, 2));
    if (outer && outer->range.hi < max_trips)
        lo = gen_chance(g, 50) ? gen_variable(outer)
                               : (struct affine){pv_printf(g->arena, "%s + 1", outer->name),
                                                 {outer->range.lo + 1, outer->range.hi + 1},
                                                 false};
    struct affine hi = pick_end(g, lo, max_trips * step);
    struct loop loop;
    if (gen_chance(g, 88))
        loop = for_loop(g, it, lo.text, pv_printf(g->arena, "%s <= %s", it.name, hi.text), step);
    else
        loop = for_loop(g, it, hi.text, pv_printf(g->arena, "%s >= %s", it.name, lo.text), -step);
    loop.var = loop_variable(it, lo.range.lo, hi.range.hi);
    loop.var.is_regular = true;
    loop.trips = (loop.var.range.hi - lo.range.lo) / step + 1;
    return loop;
}

struct loop gen_loop(struct generator *g, int64_t max_trips)
{
    struct loop loop;
    if (g->is_regular)
        return regular_loop(g, max_trips);
    if (gen_has(g, GEN_whiles) && gen_chance(g, 20))
        return while_loop(g, max_trips);
    if (gen_has(g, GEN_wrap) && gen_chance(g, 25))
        return wrap_loop(g, max_trips);
    struct iterator it = pick_iterator(g);
    g->hidden = it.name;
    if (gen_has(g, GEN_dynamic) && max_trips >= 3 && gen_chance(g, 8))
        loop = data_loop(g, it);
    else if (gen_has(g, GEN_breaks) && gen_chance(g, 8))
        loop = open_loop(g, it, max_trips);
    else if (!g->is_in_helper && g->n.hi <= max_trips && g->m.hi <= max_trips && gen_chance(g, 40))
        loop = canonical_loop(g, it);
    else
        loop = gen_chance(g, 65) ? up_loop(g, it, max_trips) : down_loop(g, it, max_trips);
    g->hidden = NULL;
    return loop;
}
