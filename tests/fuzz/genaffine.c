/* Writes integer expressions with known intervals, and conditions on them. */
#include "genaffine.h"

#include <string.h>

/* Intermediate results stay below this, so that no product overflows. */
#define MAX_AFFINE 2000

struct affine gen_constant(struct generator *g, int64_t value)
{
    const char *text = pv_printf(g->arena, value < 0 ? "(%lld)" : "%lld", (long long)value);
    return (struct affine){text, {value, value}, false};
}

struct affine gen_variable(const struct variable *var)
{
    return (struct affine){var->name, var->range, var->is_unsigned};
}

static bool is_integer(const struct variable *var)
{
    return !var->is_double;
}

static struct affine leaf(struct generator *g)
{
    const struct variable *var = gen_chance(g, 80) ? gen_pick_var(g, is_integer) : NULL;
    if (!var)
        return gen_constant(g, gen_between(g, -3, 9));
    struct affine e = gen_variable(var);
    if (e.is_unsigned && gen_chance(g, 50)) {
        e.text = pv_printf(g->arena, "(int)%s", e.text);
        e.is_unsigned = false;
    }
    return e;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Is the result what the interval says, although an operand may be unsigned? */
static bool is_sound(struct affine e)
{
    return e.range.hi <= MAX_AFFINE && e.range.lo >= -MAX_AFFINE && (!e.is_unsigned || e.range.lo >= 0);
}

/* The hull of two operands that must be of one sign for a comparison between them to mean what it says. */
static bool can_compare(struct affine a, struct affine b)
{
    return (!a.is_unsigned && !b.is_unsigned) || (a.range.lo >= 0 && b.range.lo >= 0);
}

static struct affine add(struct generator *g, struct affine a, struct affine b)
{
    return (struct affine){pv_printf(g->arena, "(%s + %s)", a.text, b.text),
                           {a.range.lo + b.range.lo, a.range.hi + b.range.hi},
                           a.is_unsigned || b.is_unsigned};
}

static struct affine subtract(struct generator *g, struct affine a, struct affine b)
{
    return (struct affine){pv_printf(g->arena, "(%s - %s)", a.text, b.text),
                           {a.range.lo - b.range.hi, a.range.hi - b.range.lo},
                           a.is_unsigned || b.is_unsigned};
}

static struct affine multiply(struct generator *g, struct affine a, int64_t factor)
{
    int64_t x = a.range.lo * factor, y = a.range.hi * factor;
    const char *format = gen_chance(g, 50) ? "(%2$lld * %1$s)" : "(%1$s * %2$lld)";
    if (factor < 0)
        format = "(%s * (%lld))";
    return (struct affine){
        pv_printf(g->arena, format, a.text, (long long)factor), {smaller(x, y), larger(x, y)}, a.is_unsigned};
}

static struct affine divide(struct generator *g, struct affine a)
{
    int64_t by = gen_between(g, 2, 4);
    return (struct affine){
        pv_printf(g->arena, "(%s / %lld)", a.text, (long long)by), {a.range.lo / by, a.range.hi / by}, a.is_unsigned};
}

static struct affine remainder_of(struct generator *g, struct affine a)
{
    int64_t by = gen_between(g, 2, 5);
    struct range range = {a.range.lo < 0 ? 1 - by : 0, a.range.hi > 0 ? by - 1 : 0};
    const char *text = pv_printf(g->arena, "(%s %% %lld)", a.text, (long long)by);
    if (range.lo < 0 && gen_chance(g, 50)) {
        text = pv_printf(g->arena, "((%s %% %lld + %lld) %% %lld)", a.text, (long long)by, (long long)by,
                         (long long)by);
        range = (struct range){0, by - 1};
    }
    return (struct affine){text, range, a.is_unsigned};
}

/* The larger or smaller of the two. */
static struct affine extreme(struct generator *g, struct affine a, struct affine b)
{
    bool is_max = gen_chance(g, 50), is_unsigned = a.is_unsigned || b.is_unsigned;
    const char *text;
    if (gen_chance(g, 60))
        text = pv_printf(g->arena, "%s(%s, %s)", is_max ? "MAX" : "MIN", a.text, b.text);
    else
        text = pv_printf(g->arena, "(%s %s %s ? %s : %s)", a.text, is_max ? ">" : "<=", b.text, a.text, b.text);
    if (is_max)
        return (struct affine){text, {larger(a.range.lo, b.range.lo), larger(a.range.hi, b.range.hi)}, is_unsigned};
    return (struct affine){text, {smaller(a.range.lo, b.range.lo), smaller(a.range.hi, b.range.hi)}, is_unsigned};
}

static struct affine choose(struct generator *g, struct affine a, struct affine b)
{
    return (struct affine){pv_printf(g->arena, "(%s ? %s : %s)", gen_condition(g, 0), a.text, b.text),
                           {smaller(a.range.lo, b.range.lo), larger(a.range.hi, b.range.hi)},
                           a.is_unsigned || b.is_unsigned};
}

/* A conversion, a shift or a mask. */
static struct affine cast(struct generator *g, struct affine a)
{
    const char *const signed_types[] = {"int", "long", "short", "long long"};
    int64_t bits = gen_between(g, 1, 3);
    if (a.range.lo < 0 || gen_chance(g, 30))
        return (struct affine){pv_printf(g->arena, "(%s)%s", signed_types[gen_random(g, 4)], a.text), a.range, false};
    switch (gen_random(g, 4)) {
    case 0:
        return (struct affine){pv_printf(g->arena, "(%s >> %d)", a.text, (int)bits),
                               {a.range.lo >> bits, a.range.hi >> bits},
                               a.is_unsigned};
    case 1:
        return (struct affine){pv_printf(g->arena, "(%s << %d)", a.text, (int)bits),
                               {a.range.lo << bits, a.range.hi << bits},
                               a.is_unsigned};
    case 2:
        bits = (1 << bits) - 1;
        return (struct affine){
            pv_printf(g->arena, "(%s & %d)", a.text, (int)bits), {0, smaller(bits, a.range.hi)}, a.is_unsigned};
    default:
        if (a.range.hi <= 255)
            return (struct affine){pv_printf(g->arena, "(unsigned char)%s", a.text), a.range, false};
        return (struct affine){pv_printf(g->arena, "(unsigned char)%s", a.text), {0, 255}, false};
    }
}

/* A difference that wraps below zero where "a" is small, and comes back. */
static struct affine wrap(struct generator *g, struct affine a)
{
    int64_t down = gen_between(g, 1, 4), up = down + gen_between(g, 0, 3);
    return (struct affine){pv_printf(g->arena, "(%s - %lldu + %lldu)", a.text, (long long)down, (long long)up),
                           {a.range.lo + up - down, a.range.hi + up - down},
                           true};
}

/* Do both texts mention a variable of one name? A compiler may fold such an expression and never read the variable. */
static bool share_name(const char *a, const char *b)
{
    const char *const letters = "abcdefghijklmnopqrstuvwxyz", *const digits = "0123456789";
    for (const char *at = a + strcspn(a, letters); *at; at += strcspn(at, letters)) {
        size_t length = strspn(at, letters);
        length += strspn(at + length, digits);
        for (const char *found = b; (found = strpbrk(found, letters)); found += strspn(found, letters))
            if (!strncmp(at, found, length) && !strspn(found + length, digits))
                return true;
        at += length;
    }
    return false;
}

/* One random operation on "a" and "b", or a result that is not sound. */
static struct affine combine(struct generator *g, struct affine a, struct affine b)
{
    switch (gen_random(g, 13)) {
    case 0:
    case 1:
        return subtract(g, a, b);
    case 2:
    case 3:
        return multiply(g, a, gen_chance(g, 70) || a.is_unsigned ? gen_between(g, 2, 3) : gen_between(g, -2, -1));
    case 4:
    case 5:
        if (gen_has(g, GEN_divmod) && (!a.is_unsigned || a.range.lo >= 0))
            return gen_chance(g, 50) ? divide(g, a) : remainder_of(g, a);
        break;
    case 6:
    case 7:
        if (gen_has(g, GEN_minmax) && can_compare(a, b))
            return extreme(g, a, b);
        break;
    case 8:
        if (gen_has(g, GEN_ternary) && can_compare(a, b))
            return choose(g, a, b);
        break;
    case 9:
        if (gen_has(g, GEN_casts))
            return cast(g, a);
        break;
    case 10:
        if (gen_has(g, GEN_wrap) && a.range.lo >= 0 && gen_chance(g, 50))
            return wrap(g, a);
        break;
    case 11:
        if (gen_has(g, GEN_calls) && gen_chance(g, 50))
            return (struct affine){pv_printf(g->arena, "fold(%s)", a.text), {0, 9}, false};
        break;
    default:
        break;
    }
    return add(g, a, b);
}

struct affine gen_affine(struct generator *g, int depth)
{
    if (depth <= 0 || gen_chance(g, 25))
        return leaf(g);
    struct affine a = gen_affine(g, depth - 1), b = gen_affine(g, depth - 1);
    if (share_name(a.text, b.text))
        b = gen_constant(g, gen_between(g, 1, 5));
    struct affine e = combine(g, a, b);
    return is_sound(e) ? e : a;
}

/* The remainder that is never negative, moved to start at "lo". */
static struct affine fold(struct generator *g, struct affine e, int64_t lo, int64_t hi)
{
    long long size = hi - lo + 1;
    const char *text = e.range.lo >= 0 ? pv_printf(g->arena, "(%s %% %lld", e.text, size)
                                       : pv_printf(g->arena, "((%s %% %lld + %lld) %% %lld", e.text, size, size, size);
    text = lo ? pv_printf(g->arena, "(%s) + (%lld))", text, (long long)lo) : pv_printf(g->arena, "%s)", text);
    return (struct affine){text, {lo, hi}, false};
}

struct affine gen_fit(struct generator *g, struct affine e, int64_t lo, int64_t hi)
{
    if (e.range.lo >= lo && e.range.hi <= hi)
        return e;
    if (e.range.hi - e.range.lo <= hi - lo && gen_chance(g, 70)) {
        if (e.is_unsigned)
            e = (struct affine){pv_printf(g->arena, "(int)%s", e.text), e.range, false};
        int64_t shift = e.range.lo < lo ? lo - e.range.lo : hi - e.range.hi;
        return shift > 0 ? add(g, e, gen_constant(g, shift)) : subtract(g, e, gen_constant(g, -shift));
    }
    if (e.is_unsigned)
        e = (struct affine){pv_printf(g->arena, "(int)%s", e.text), e.range, false};
    if (gen_has(g, GEN_divmod) && gen_chance(g, 40))
        return fold(g, e, lo, hi);
    if (!gen_has(g, GEN_minmax) && gen_chance(g, 60))
        return gen_constant(g, gen_between(g, lo, hi));
    const char *text = e.text;
    if (e.range.lo < lo)
        text = pv_printf(g->arena, "MAX(%s, %lld)", text, (long long)lo);
    if (e.range.hi > hi)
        text = pv_printf(g->arena, "MIN(%s, %lld)", text, (long long)hi);
    int64_t low = larger(e.range.lo, lo), high = smaller(e.range.hi, hi);
    return low <= high ? (struct affine){text, {low, high}, false} : gen_constant(g, gen_between(g, lo, hi));
}

struct affine gen_affine_in(struct generator *g, int depth, int64_t lo, int64_t hi)
{
    return gen_fit(g, gen_affine(g, depth), lo, hi);
}

static const char *comparison(struct generator *g)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!="};
    struct affine a = gen_affine(g, 1), b = gen_affine(g, 1);
    if (!can_compare(a, b) || share_name(a.text, b.text))
        b = gen_constant(g, gen_between(g, 0, 6)), a = gen_fit(g, a, 0, MAX_AFFINE);
    int n = gen_chance(g, 25) ? 6 : 4;
    return pv_printf(g->arena, "%s %s %s", a.text, relations[gen_random(g, n)], b.text);
}

static const char *residue(struct generator *g)
{
    struct affine a = gen_affine(g, 1);
    if (a.is_unsigned && a.range.lo < 0)
        a = gen_constant(g, 3);
    int64_t by = gen_between(g, 2, 4);
    static const char *const formats[] = {"%s %% %lld", "!(%s %% %lld)", "%s %% %lld == 0", "%s %% %lld != 1"};
    return pv_printf(g->arena, formats[gen_random(g, 4)], a.text, (long long)by);
}

const char *gen_condition(struct generator *g, int depth)
{
    if (depth > 0 && gen_chance(g, 45)) {
        const char *a = gen_condition(g, depth - 1), *b = gen_condition(g, depth - 1);
        switch (gen_random(g, 3)) {
        case 0:
            return pv_printf(g->arena, "(%s) && (%s)", a, b);
        case 1:
            return pv_printf(g->arena, "(%s) || (%s)", a, b);
        default:
            return pv_printf(g->arena, "!(%s)", a);
        }
    }
    return gen_has(g, GEN_divmod) && gen_chance(g, 30) ? residue(g) : comparison(g);
}
