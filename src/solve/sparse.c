/* Solves sparse systems of linear equalities, by substitution.
 *
 * Each equality is reduced by those before it and then solved for one of its variables. A row refers only to variables
 * that had no row when it was made, so that substitution comes to an end. */
#include "solve/sparse.h"

#include "solve/cone.h"

struct row {
    int64_t coef; /* of the variable that the row is solved for: coef * x + linear == 0 */
    struct pv_linear linear;
};

struct pv_sparse {
    struct pv_arena *arena;
    struct row **row_of; /* per variable, NULL: none */
    /* The expression at hand: */
    int64_t constant, *coef;
    bool *is_set;
    PV_VEC(int) set;
    bool overflows;
};

struct pv_sparse *pv_sparse_new(struct pv_arena *arena, int n_var)
{
    struct pv_sparse *system = pv_new(arena, struct pv_sparse);
    system->arena = arena;
    system->row_of = pv_new_array(arena, struct row *, n_var + 1);
    system->coef = pv_new_array(arena, int64_t, n_var + 1);
    system->is_set = pv_new_array(arena, bool, n_var + 1);
    return system;
}

/* sum += a * b, noting an overflow. */
static void add_product(struct pv_sparse *system, int64_t *sum, int64_t a, int64_t b)
{
    int64_t product;
    system->overflows |= __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(*sum, product, sum);
}

static void add_term(struct pv_sparse *system, int var, int64_t coef, int64_t factor)
{
    if (!system->is_set[var])
        pv_push(system->arena, &system->set, var);
    system->is_set[var] = true;
    add_product(system, &system->coef[var], coef, factor);
}

static void load(struct pv_sparse *system, const struct pv_linear *linear)
{
    system->overflows = false;
    system->constant = linear->constant;
    for (int i = 0; i < linear->n_term; i++)
        add_term(system, linear->terms[i].var, linear->terms[i].coef, 1);
}

static void clear(struct pv_sparse *system)
{
    for (int i = 0; i < system->set.n; i++) {
        system->coef[system->set.v[i]] = 0;
        system->is_set[system->set.v[i]] = false;
    }
    system->set.n = 0;
}

static void scale(struct pv_sparse *system, int64_t factor)
{
    for (int i = 0; factor != 1 && i < system->set.n; i++) {
        int64_t *coef = &system->coef[system->set.v[i]];
        system->overflows |= __builtin_mul_overflow(*coef, factor, coef);
    }
    system->overflows |= __builtin_mul_overflow(system->constant, factor, &system->constant);
}

/* Put the row of "var" into the expression in the place of "var". */
static void substitute(struct pv_sparse *system, int var)
{
    const struct row *row = system->row_of[var];
    int64_t own = system->coef[var], divisor = pv_gcd(own, row->coef), factor = row->coef / divisor;
    if (factor < 0) {
        factor = -factor;
        divisor = -divisor;
    }
    scale(system, factor);
    system->coef[var] = 0;
    for (int i = 0; i < row->linear.n_term; i++)
        add_term(system, row->linear.terms[i].var, row->linear.terms[i].coef, -(own / divisor));
    add_product(system, &system->constant, row->linear.constant, -(own / divisor));
}

/* Leave only variables without a row in the expression. */
static void reduce(struct pv_sparse *system)
{
    for (int i = 0; i < system->set.n && !system->overflows; i++) {
        int var = system->set.v[i];
        if (!system->coef[var] || !system->row_of[var])
            continue;
        substitute(system, var);
        /* What came in may stand before the present place. */
        i = -1;
    }
}

/* The variable to solve for: one with a small coefficient; -1 if no variable is left. */
static int pick_variable(const struct pv_sparse *system)
{
    int best = -1;
    for (int i = 0; i < system->set.n; i++) {
        int var = system->set.v[i];
        int64_t coef = system->coef[var], least = best < 0 ? 0 : system->coef[best];
        coef = coef < 0 ? -coef : coef;
        least = least < 0 ? -least : least;
        if (coef && (best < 0 || coef < least || (coef == least && var > best)))
            best = var;
    }
    return best;
}

/* Keep the expression as the row of "var". */
static void keep_row(struct pv_sparse *system, int var)
{
    struct row *row = pv_new(system->arena, struct row);
    struct pv_term *terms = pv_new_array(system->arena, struct pv_term, system->set.n + 1);
    int n = 0;
    for (int i = 0; i < system->set.n; i++)
        if (system->set.v[i] != var && system->coef[system->set.v[i]])
            terms[n++] = (struct pv_term){system->set.v[i], system->coef[system->set.v[i]]};
    *row = (struct row){system->coef[var], {system->constant, terms, n}};
    system->row_of[var] = row;
}

enum pv_sparse_status pv_sparse_add(struct pv_sparse *system, const struct pv_linear *linear)
{
    enum pv_sparse_status status = PV_SPARSE_OK;
    load(system, linear);
    reduce(system);
    int var = system->overflows ? -1 : pick_variable(system);
    if (system->overflows)
        status = PV_SPARSE_OVERFLOW;
    else if (var >= 0)
        keep_row(system, var);
    else if (system->constant)
        status = PV_SPARSE_CONTRADICTION;
    clear(system);
    return status;
}

bool pv_sparse_implies_zero(struct pv_sparse *system, const struct pv_linear *linear)
{
    load(system, linear);
    reduce(system);
    bool is_zero = !system->overflows && pick_variable(system) < 0 && system->constant == 0;
    clear(system);
    return is_zero;
}
