/* Under-approximates linear inequalities by constraints of two variables. */
#include "solve/twovar.h"

typedef __int128 wide;

/* Numbers beyond this are not worth the trouble. */
static const wide largest = (wide)1 << 60;

static int64_t size_of(int64_t a)
{
    return a < 0 ? -a : a;
}

static int sign_of(int64_t a)
{
    return (a > 0) - (a < 0);
}

static wide floor_divide(wide a, wide b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

bool pv_linear_is_tvpi(const struct pv_linear *linear)
{
    return linear->n_term <= 2;
}

bool pv_linear_is_utvpi(const struct pv_linear *linear)
{
    return linear->n_term < 2 ||
           (linear->n_term == 2 && size_of(linear->terms[0].coef) == size_of(linear->terms[1].coef));
}

wide pv_linear_value(const struct pv_linear *linear, const int64_t *point)
{
    wide value = linear->constant;
    for (int i = 0; i < linear->n_term; i++)
        value += (wide)linear->terms[i].coef * point[linear->terms[i].var];
    return value;
}

/* What is being replaced, and how much of its constant each part may have. */
struct replacement {
    struct pv_arena *arena;
    const int64_t *point;
    int64_t scale;
    pv_two_vec *out;
    bool overflows;
};

/* factor * (sign_a * x_i + sign_b * x_j) + constant / divisor >= 0 at all points, or, where there is a point, with the
 * margin constant / divisor there. "second" may be NULL. */
static void add_part(struct replacement *r, int64_t factor, const struct pv_term *first, const struct pv_term *second,
                     wide constant, wide divisor)
{
    struct pv_two two = {-sign_of(first->coef), first->var, second ? -sign_of(second->coef) : 0,
                         second ? second->var : 0, 0};
    wide bound = floor_divide(constant * r->scale, divisor * factor);
    if (r->point) {
        bound += (wide)two.a * r->point[two.i] * r->scale;
        if (second)
            bound += (wide)two.b * r->point[two.j] * r->scale;
    }
    r->overflows |= bound > largest || bound < -largest;
    two.c = (int64_t)bound;
    pv_push(r->arena, r->out, two);
}

/* first + second + constant / divisor >= 0, the constant being a margin where there is a point. */
static void add_pair(struct replacement *r, const struct pv_term *first, const struct pv_term *second, wide constant,
                     wide divisor)
{
    if (size_of(first->coef) < size_of(second->coef)) {
        add_pair(r, second, first, constant, divisor);
        return;
    }
    int64_t factor = size_of(second->coef), rest = size_of(first->coef) - factor;
    if (rest == 0) {
        add_part(r, factor, first, second, constant, divisor);
    } else if (r->point) {
        add_part(r, factor, first, second, constant, 2 * divisor);
        add_part(r, rest, first, NULL, constant, 2 * divisor);
    } else {
        add_part(r, factor, first, second, constant, divisor);
        add_part(r, rest, first, NULL, 0, 1);
    }
}

bool pv_linear_replace(struct pv_arena *arena, const struct pv_linear *linear, const int64_t *point, int64_t scale,
                       pv_two_vec *out)
{
    /* A constraint that keeps its form keeps its constant. */
    struct replacement r = {arena, pv_linear_is_utvpi(linear) ? NULL : point, scale, out, false};
    const struct pv_term *terms = linear->terms;
    int n = linear->n_term, first = out->n;
    wide constant = r.point ? pv_linear_value(linear, point) : linear->constant;
    r.overflows = constant > largest / scale || constant < -largest / scale;
    if (n == 0)
        pv_push(arena, out, ((struct pv_two){0, 0, 0, 0, linear->constant}));
    else if (n == 1)
        add_part(&r, size_of(terms[0].coef), &terms[0], NULL, constant, 1);
    else if (n == 2)
        add_pair(&r, &terms[0], &terms[1], constant, 1);
    /* All pairs add up to n - 1 times the constraint: each gets (n - 1) / (n (n - 1) / 2) of the constant. */
    for (int i = 0; n > 2 && i < n && !r.overflows; i++)
        for (int j = i + 1; j < n; j++)
            add_pair(&r, &terms[i], &terms[j], 2 * constant, n);
    if (r.overflows)
        out->n = first;
    return !r.overflows;
}
