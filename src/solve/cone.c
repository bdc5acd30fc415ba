/* Represents polyhedra by generators: intersections, faces, emptiness. */
#include "solve/cone.h"

#include <string.h>

/* More rays than this are not worth their time. */
enum { MAX_RAYS = 600 };

typedef __int128 wide;

static wide wide_abs(wide a)
{
    return a < 0 ? -a : a;
}

static wide wide_gcd(wide a, wide b)
{
    a = wide_abs(a);
    b = wide_abs(b);
    while (b > UINT64_MAX) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    if (b == 0)
        return a;
    uint64_t small = (uint64_t)b, rest = (uint64_t)(a % b);
    while (rest) {
        uint64_t next = small % rest;
        small = rest;
        rest = next;
    }
    return small;
}

int64_t pv_gcd(int64_t a, int64_t b)
{
    return (int64_t)wide_gcd(a, b);
}

int64_t pv_vector_reduce(int64_t *v, int n)
{
    int64_t divisor = 0;
    for (int i = 0; i < n && divisor != 1; i++)
        if (v[i])
            divisor = divisor ? pv_gcd(divisor, v[i]) : (v[i] < 0 ? -v[i] : v[i]);
    if (divisor > 1)
        for (int i = 0; i < n; i++)
            v[i] /= divisor;
    return divisor;
}

static wide dot(const int64_t *a, const int64_t *v, int n)
{
    wide sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] && v[i])
            sum += (wide)a[i] * v[i];
    return sum;
}

int pv_cone_sign(const int64_t *a, const int64_t *v, int n)
{
    wide sum = dot(a, v, n);
    return (sum > 0) - (sum < 0);
}

bool pv_vector_combine(int64_t *out, wide p, const int64_t *a, wide q, const int64_t *b, int n)
{
    wide common = wide_gcd(p, q);
    if (common > 1) {
        p /= common;
        q /= common;
    }
    if (wide_abs(p) >= PV_CONE_MAX || wide_abs(q) >= PV_CONE_MAX)
        return false;
    wide divisor = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        wide entry = p * a[i] + q * b[i];
        divisor = divisor == 1 ? 1 : wide_gcd(divisor, entry);
        if (wide_abs(entry) > largest)
            largest = wide_abs(entry);
    }
    if (divisor && largest / divisor >= PV_CONE_MAX)
        return false;
    for (int i = 0; i < n; i++)
        out[i] = divisor ? (int64_t)((p * a[i] + q * b[i]) / divisor) : 0;
    return true;
}

static int n_word(const struct pv_cone *cone)
{
    return (cone->n_inequality + 63) / 64;
}

static void set_bit(uint64_t *bits, int i)
{
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

struct pv_cone *pv_cone_new(struct pv_arena *arena, int dim)
{
    struct pv_cone *cone = pv_new(arena, struct pv_cone);
    cone->dim = dim;
    for (int i = 0; i < dim; i++) {
        struct pv_generator line = {.v = pv_new_array(arena, int64_t, dim)};
        line.v[i] = 1;
        pv_push(arena, &cone->lines, line);
    }
    return cone;
}

static struct pv_generator copy_generator(struct pv_arena *arena, const struct pv_cone *cone, struct pv_generator from,
                                          int words)
{
    struct pv_generator to = {.v = pv_new_array(arena, int64_t, cone->dim)};
    memcpy(to.v, from.v, sizeof(int64_t) * (size_t)cone->dim);
    to.tight = pv_new_array(arena, uint64_t, words + 1);
    if (from.tight)
        memcpy(to.tight, from.tight, sizeof(uint64_t) * (size_t)n_word(cone));
    return to;
}

struct pv_cone *pv_cone_copy(struct pv_arena *arena, const struct pv_cone *cone)
{
    struct pv_cone *copy = pv_new(arena, struct pv_cone);
    copy->dim = cone->dim;
    copy->n_inequality = cone->n_inequality;
    for (int i = 0; i < cone->lines.n; i++)
        pv_push(arena, &copy->lines, copy_generator(arena, cone, cone->lines.v[i], 0));
    for (int i = 0; i < cone->rays.n; i++)
        pv_push(arena, &copy->rays, copy_generator(arena, cone, cone->rays.v[i], n_word(cone)));
    return copy;
}

/* The new state of a cone while one constraint is added; put in place only if all numbers fit. */
struct step {
    struct pv_arena *arena;
    const struct pv_cone *cone;
    int words; /* of the new bit sets */
    PV_VEC(struct pv_generator) lines, rays;
};

/* "from" moved along "line" until the constraint holds with equality: from - (a.from / a.line) line. */
static bool push_moved(struct step *step, struct pv_generator from, wide value, const int64_t *line, wide line_value,
                       bool is_ray)
{
    struct pv_generator to = copy_generator(step->arena, step->cone, from, step->words);
    if (value != 0) {
        wide p = wide_abs(line_value), q = line_value > 0 ? -value : value;
        if (!pv_vector_combine(to.v, p, from.v, q, line, step->cone->dim))
            return false;
    }
    if (is_ray)
        pv_push(step->arena, &step->rays, to);
    else
        pv_push(step->arena, &step->lines, to);
    return true;
}

/* The constraint cuts line "at": all else is moved along it onto the hyperplane, and of the line a ray remains. */
static bool cut_line(struct step *step, const int64_t *a, int at, enum pv_cone_relation relation)
{
    const struct pv_cone *cone = step->cone;
    struct pv_generator line = cone->lines.v[at];
    wide line_value = dot(a, line.v, cone->dim);
    for (int i = 0; i < cone->lines.n; i++)
        if (i != at &&
            !push_moved(step, cone->lines.v[i], dot(a, cone->lines.v[i].v, cone->dim), line.v, line_value, false))
            return false;
    for (int i = 0; i < cone->rays.n; i++) {
        if (!push_moved(step, cone->rays.v[i], dot(a, cone->rays.v[i].v, cone->dim), line.v, line_value, true))
            return false;
        if (relation == PV_CONE_GE)
            set_bit(step->rays.v[step->rays.n - 1].tight, cone->n_inequality);
    }
    if (relation == PV_CONE_EQ)
        return true;
    struct pv_generator ray = copy_generator(step->arena, cone, line, step->words);
    for (int i = 0; i < cone->n_inequality; i++)
        set_bit(ray.tight, i);
    for (int i = 0; line_value < 0 && i < cone->dim; i++)
        ray.v[i] = -ray.v[i];
    pv_push(step->arena, &step->rays, ray);
    return true;
}

/* Do the rays "a" and "b" span a face of dimension two: is no third ray tight wherever both are? */
static bool are_adjacent(const struct pv_cone *cone, int a, int b)
{
    int words = n_word(cone);
    const uint64_t *left = cone->rays.v[a].tight, *right = cone->rays.v[b].tight;
    for (int i = 0; i < cone->rays.n; i++) {
        if (i == a || i == b)
            continue;
        bool holds_all = true;
        for (int w = 0; w < words && holds_all; w++)
            holds_all = (left[w] & right[w] & ~cone->rays.v[i].tight[w]) == 0;
        if (holds_all)
            return false;
    }
    return true;
}

/* Where the segment between the rays "above" and "below" meets the hyperplane. */
static bool push_crossing(struct step *step, int above, wide above_value, int below, wide below_value,
                          enum pv_cone_relation relation)
{
    const struct pv_cone *cone = step->cone;
    struct pv_generator crossing = {.v = pv_new_array(step->arena, int64_t, cone->dim),
                                    .tight = pv_new_array(step->arena, uint64_t, step->words + 1)};
    const struct pv_generator *up = &cone->rays.v[above], *down = &cone->rays.v[below];
    if (!pv_vector_combine(crossing.v, -below_value, up->v, above_value, down->v, cone->dim))
        return false;
    for (int w = 0; w < n_word(cone); w++)
        crossing.tight[w] = up->tight[w] & down->tight[w];
    if (relation == PV_CONE_GE)
        set_bit(crossing.tight, cone->n_inequality);
    pv_push(step->arena, &step->rays, crossing);
    return true;
}

/* All lines lie in the hyperplane: keep the rays on the right side, and put a new one on each edge that crosses. */
static bool cut_rays(struct step *step, const int64_t *a, enum pv_cone_relation relation)
{
    const struct pv_cone *cone = step->cone;
    wide *value = pv_new_array(step->arena, wide, cone->rays.n + 1);
    for (int i = 0; i < cone->lines.n; i++)
        pv_push(step->arena, &step->lines, cone->lines.v[i]);
    for (int i = 0; i < cone->rays.n; i++) {
        value[i] = dot(a, cone->rays.v[i].v, cone->dim);
        if (value[i] < 0 || (value[i] > 0 && relation == PV_CONE_EQ))
            continue;
        struct pv_generator ray = copy_generator(step->arena, cone, cone->rays.v[i], step->words);
        if (value[i] == 0 && relation == PV_CONE_GE)
            set_bit(ray.tight, cone->n_inequality);
        pv_push(step->arena, &step->rays, ray);
    }
    for (int i = 0; i < cone->rays.n; i++)
        for (int j = 0; value[i] > 0 && j < cone->rays.n; j++)
            if (value[j] < 0 && are_adjacent(cone, i, j) && !push_crossing(step, i, value[i], j, value[j], relation))
                return false;
    return step->rays.n <= MAX_RAYS;
}

bool pv_cone_add(struct pv_arena *arena, struct pv_cone *cone, const int64_t *a, enum pv_cone_relation relation)
{
    struct step step = {.arena = arena, .cone = cone, .words = n_word(cone) + (relation == PV_CONE_GE)};
    int at = 0;
    while (at < cone->lines.n && dot(a, cone->lines.v[at].v, cone->dim) == 0)
        at++;
    bool fits = at < cone->lines.n ? cut_line(&step, a, at, relation) : cut_rays(&step, a, relation);
    if (!fits)
        return false;
    cone->lines.v = step.lines.v;
    cone->lines.n = step.lines.n;
    cone->lines.cap = step.lines.cap;
    cone->rays.v = step.rays.v;
    cone->rays.n = step.rays.n;
    cone->rays.cap = step.rays.cap;
    cone->n_inequality += relation == PV_CONE_GE;
    return true;
}

void pv_cone_keep_face(struct pv_arena *arena, struct pv_cone *cone, const int64_t *a)
{
    struct pv_generator *rays = cone->rays.v;
    int n = cone->rays.n;
    cone->rays.v = NULL;
    cone->rays.n = cone->rays.cap = 0;
    for (int i = 0; i < n; i++)
        if (dot(a, rays[i].v, cone->dim) == 0)
            pv_push(arena, &cone->rays, rays[i]);
}

bool pv_cone_has_point(const struct pv_cone *cone)
{
    for (int i = 0; i < cone->rays.n; i++)
        if (cone->rays.v[i].v[cone->dim - 1] > 0)
            return true;
    return false;
}
