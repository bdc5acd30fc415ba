/* The dual simplex method in lexicographic form.
 *
 * The tableau has one column per non-basic quantity, all of which are 0 at the present point, and
 * one row per basic quantity: a variable or the slack of a constraint, expressed in the columns.
 * Row: (v[1] + sum over c of v[2 + c] * column c) / v[0], with v[0] > 0.
 *
 * Invariant: seen as a vector of variables x0, x1, ..., each live column is lexicographically
 * positive. As columns cannot be negative, the present point is a lower bound of all feasible ones,
 * and the minimum as soon as it is feasible itself. The columns are the variables at first. A pivot
 * makes one negative row feasible and moves the present point up, so no basis comes twice.
 *
 * An equality is not a row: it removes the column it is solved for.
 *
 * Undo is by copy on write. A row that changes for the first time on a level moves to fresh memory
 * and the log keeps the old one; a pop puts the old ones back. */
#include "solve/simplex.h"

#include "base/arena.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

/* What a row or column stands for: a variable if not negative. A slot without row, and a column
 * removed by an equality, have OWNER_NONE. */
enum { OWNER_SLACK = -1, OWNER_CUT = -2, OWNER_NONE = -3 };

/* First entries of a row. */
enum { DEN, CONST, COLS };

/* Rows are reduced only when their entries may exceed this: common divisors do no harm before. */
enum { REDUCE_ABOVE = 1 << 24 };

struct slot {
    struct pv_row *row; /* NULL if the slot is free */
    int owner;
    int depth; /* the level on which "row" was allocated */
};

enum change_kind { CHANGE_SLOT, CHANGE_COLUMN };

/* What to restore: slot "index", or the owner of column "index". */
struct change {
    enum change_kind kind;
    int index;
    struct slot old;
};

struct level {
    int n_change, n_slot, n_hole;
    bool infeasible;
};

struct pv_simplex {
    struct pv_arena *arena;
    enum pv_solve_domain domain;
    bool infeasible;
    int n_var;
    PV_VEC(struct slot) slots;
    int n_hole;     /* number of free ones among "slots" */
    int *col_owner; /* per column */
    int *live;      /* the columns not removed */
    int n_live;
    int *place; /* per variable: its slot s as s, or its column c as ~c */
    PV_VEC(struct change) log;
    PV_VEC(struct level) levels;
    struct pv_row *pool; /* unused rows, all zero */
    int *index;          /* room for the numbers of the entries of a row */
    int *candidates;     /* room for column numbers */
};

/* A pivot whose numbers are not small costs a unit more for each so many operations on them. */
#define BIG_OPERATIONS_PER_UNIT 512

bool pv_solve_work_spent(const struct pv_solve_work *work)
{
    return work->limit >= 0 && work->pivots + work->cuts + work->nodes >= work->limit;
}

static int n_entry(const struct pv_simplex *s)
{
    return COLS + s->n_var;
}

static struct pv_row *row_new(struct pv_simplex *s)
{
    struct pv_row *row = s->pool;
    if (row) {
        s->pool = row->next;
    } else {
        row = pv_alloc(s->arena, sizeof(*row) + sizeof(row->v[0]) * (size_t)n_entry(s));
        row->n = n_entry(s);
    }
    row->v[DEN] = 1;
    row->bound = 1;
    return row;
}

static void row_free(struct pv_simplex *s, struct pv_row *row)
{
    pv_row_clear(row);
    row->next = s->pool;
    s->pool = row;
}

static void list_live_columns(struct pv_simplex *s)
{
    s->n_live = 0;
    for (int c = 0; c < s->n_var; ++c)
        if (s->col_owner[c] != OWNER_NONE)
            s->live[s->n_live++] = c;
}

struct pv_simplex *pv_simplex_new(int n_var, enum pv_solve_domain domain)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_simplex *s = pv_new(arena, struct pv_simplex);
    s->arena = arena;
    s->domain = domain;
    s->n_var = n_var;
    s->col_owner = pv_new_array(arena, int, n_var + 1);
    s->live = pv_new_array(arena, int, n_var + 1);
    s->place = pv_new_array(arena, int, n_var + 1);
    s->index = pv_new_array(arena, int, n_entry(s));
    s->candidates = pv_new_array(arena, int, n_var + 1);
    for (int i = 0; i < n_var; ++i) {
        s->col_owner[i] = i;
        s->place[i] = ~i;
    }
    list_live_columns(s);
    return s;
}

void pv_simplex_free(struct pv_simplex *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->slots.n; ++i)
        if (s->slots.v[i].row)
            pv_row_clear(s->slots.v[i].row);
    for (int i = 0; i < s->log.n; ++i)
        if (s->log.v[i].old.row)
            pv_row_clear(s->log.v[i].old.row);
    pv_arena_free(s->arena);
}

int pv_simplex_n_var(const struct pv_simplex *s)
{
    return s->n_var;
}

/* The row of variable "var", or NULL if it is a column. */
static const struct pv_row *row_of(const struct pv_simplex *s, int var)
{
    return s->place[var] >= 0 ? s->slots.v[s->place[var]].row : NULL;
}

static void set_slot_owner(struct pv_simplex *s, int slot, int owner)
{
    s->slots.v[slot].owner = owner;
    if (owner >= 0)
        s->place[owner] = slot;
}

static void set_col_owner(struct pv_simplex *s, int col, int owner)
{
    s->col_owner[col] = owner;
    if (owner >= 0)
        s->place[owner] = ~col;
}

/* Note the present state of a slot in the log, unless it belongs to the present level. Return
 * whether it was noted: the row then belongs to the log. */
static bool save_slot(struct pv_simplex *s, int slot)
{
    struct slot *old = &s->slots.v[slot];
    if (old->depth == s->levels.n)
        return false;
    pv_push(s->arena, &s->log, ((struct change){CHANGE_SLOT, slot, *old}));
    old->depth = s->levels.n;
    return true;
}

/* Return the row of "slot" for writing. */
static struct pv_row *edit_slot(struct pv_simplex *s, int slot)
{
    struct pv_row *row = s->slots.v[slot].row;
    if (save_slot(s, slot)) {
        struct pv_row *copy = row_new(s);
        pv_row_copy(copy, row);
        s->slots.v[slot].row = copy;
    }
    return s->slots.v[slot].row;
}

static void drop_slot(struct pv_simplex *s, int slot)
{
    struct pv_row *row = s->slots.v[slot].row;
    if (!save_slot(s, slot))
        row_free(s, row);
    s->slots.v[slot].row = NULL;
    s->slots.v[slot].owner = OWNER_NONE;
    s->n_hole++;
}

/* Return a free slot, whose row may be written without further precaution. */
static int take_slot(struct pv_simplex *s)
{
    for (int i = s->slots.n - 1; s->n_hole > 0 && i >= 0; --i)
        if (!s->slots.v[i].row) {
            save_slot(s, i);
            s->n_hole--;
            return i;
        }
    struct slot slot = {NULL, OWNER_NONE, s->levels.n};
    pv_push(s->arena, &s->slots, slot);
    return s->slots.n - 1;
}

/* Put "row", which expresses "owner", into a slot and return it. Take "row". */
static int add_row(struct pv_simplex *s, struct pv_row *row, int owner)
{
    int slot = take_slot(s);
    s->slots.v[slot].row = row;
    set_slot_owner(s, slot, owner);
    return slot;
}

static void change_col_owner(struct pv_simplex *s, int col, int owner)
{
    if (s->levels.n > 0)
        pv_push(s->arena, &s->log, ((struct change){CHANGE_COLUMN, col, {NULL, s->col_owner[col], 0}}));
    set_col_owner(s, col, owner);
}

void pv_simplex_push(struct pv_simplex *s)
{
    struct level level = {s->log.n, s->slots.n, s->n_hole, s->infeasible};
    pv_push(s->arena, &s->levels, level);
}

static void undo(struct pv_simplex *s, const struct change *change)
{
    if (change->kind == CHANGE_COLUMN) {
        set_col_owner(s, change->index, change->old.owner);
        return;
    }
    struct slot *slot = &s->slots.v[change->index];
    if (slot->row)
        row_free(s, slot->row);
    *slot = change->old;
    set_slot_owner(s, change->index, slot->owner);
}

void pv_simplex_pop(struct pv_simplex *s)
{
    assert(s->levels.n > 0);
    struct level level = s->levels.v[--s->levels.n];
    while (s->slots.n > level.n_slot) {
        struct slot *slot = &s->slots.v[--s->slots.n];
        if (slot->row)
            row_free(s, slot->row);
    }
    while (s->log.n > level.n_change)
        undo(s, &s->log.v[--s->log.n]);
    s->n_hole = level.n_hole;
    s->infeasible = level.infeasible;
    list_live_columns(s);
}

/* Store the numbers of the non-zero entries of "row", apart from the denominator, in s->index and
 * return their number. */
static int list_entries(struct pv_simplex *s, const struct pv_row *row)
{
    int n = 0;
    for (int i = CONST; i < row->n; ++i)
        if (row->v[i] != 0)
            s->index[n++] = i;
    return n;
}

/* Replace in "row" the quantity of column "col" by "value", an expression in the columns. */
static void substitute(struct pv_row *row, int col, const struct pv_row *value, const int *index, int n_index)
{
    pv_num factor = row->v[COLS + col], scale = 0;
    row->v[COLS + col] = 0;
    if (value->v[DEN] == 1) {
        scale = 1;
    } else {
        pv_num_gcd(&scale, factor, value->v[DEN]);
        pv_num_divexact(&factor, factor, scale);
        pv_num_divexact(&scale, value->v[DEN], scale);
    }
    pv_row_combine(row, scale, factor, value, index, n_index);
    if (row->bound > REDUCE_ABOVE) {
        pv_row_reduce(row);
        pv_row_tighten(row);
    }
    pv_num_clear(&factor);
    pv_num_clear(&scale);
}

static void negate_row(struct pv_row *row)
{
    for (int i = CONST; i < row->n; ++i)
        if (row->v[i] != 0)
            pv_num_neg(&row->v[i], row->v[i]);
}

/* Solve "row" = owner of the row, for the quantity of column "col", which has a positive coefficient:
 * afterwards "row" expresses that quantity, and column "col" stands for the old owner of the row. */
static void solve_for(struct pv_row *row, int col)
{
    pv_num coef = row->v[COLS + col];
    row->v[COLS + col] = 0;
    negate_row(row);
    row->v[COLS + col] = row->v[DEN];
    row->v[DEN] = coef;
    pv_row_reduce(row);
    pv_row_tighten(row);
}

/* Substitute "value" for column "col" in all rows but slot "skip". */
static void substitute_all(struct pv_simplex *s, int col, const struct pv_row *value, int skip)
{
    int n_index = list_entries(s, value);
    for (int i = 0; i < s->slots.n; ++i) {
        const struct pv_row *row = s->slots.v[i].row;
        if (row && i != skip && row->v[COLS + col] != 0)
            substitute(edit_slot(s, i), col, value, s->index, n_index);
    }
}

/* Exchange the quantity of "slot" and that of column "col". A cut that becomes a row again is
 * satisfied and has served its purpose. */
static void pivot(struct pv_simplex *s, int slot, int col)
{
    struct pv_row *row = edit_slot(s, slot);
    int entering = s->col_owner[col], leaving = s->slots.v[slot].owner;
    solve_for(row, col);
    substitute_all(s, col, row, slot);
    change_col_owner(s, col, leaving);
    set_slot_owner(s, slot, entering);
    if (entering == OWNER_CUT)
        drop_slot(s, slot);
}

/* The entry of variable "var" in column "col". */
static pv_num entry_of(const struct pv_simplex *s, const struct pv_row *row, int var, int col)
{
    return row ? row->v[COLS + col] : s->place[var] == ~col;
}

/* Keep those of the "n" columns in s->candidates where variable "var" grows least when "row" grows by
 * one; all have positive coefficients in "row". Return how many are left. */
static int keep_least(struct pv_simplex *s, int n, const struct pv_row *row, int var)
{
    const struct pv_row *var_row = row_of(s, var);
    int *candidates = s->candidates;
    int kept = 1;
    for (int i = 1; i < n; ++i) {
        int best = candidates[0], c = candidates[i];
        int sign = pv_num_cmp_products(entry_of(s, var_row, var, c), row->v[COLS + best],
                                       entry_of(s, var_row, var, best), row->v[COLS + c]);
        if (sign < 0)
            kept = 0;
        if (sign <= 0)
            candidates[kept++] = c;
    }
    return kept;
}

/* Return the column that lets "row" grow at the least lexicographic cost, -1 if none lets it grow.
 * No two columns cost the same since they are linearly independent as vectors of variables. */
static int choose_column(struct pv_simplex *s, const struct pv_row *row)
{
    int n = 0;
    for (int i = 0; i < s->n_live; ++i)
        if (pv_num_sign(row->v[COLS + s->live[i]]) > 0)
            s->candidates[n++] = s->live[i];
    for (int var = 0; n > 1 && var < s->n_var; ++var)
        n = keep_least(s, n, row, var);
    return n > 0 ? s->candidates[0] : -1;
}

/* How many columns let "row" grow? Stop counting at "limit". Removed columns have zeros. */
static int count_positive(const struct pv_row *row, int limit)
{
    int n = 0;
    if (row->bound == PV_ROW_BIG)
        for (int i = COLS; i < row->n && n < limit; ++i)
            n += pv_num_sign(row->v[i]) > 0;
    else
        for (int i = COLS; i < row->n && n < limit; ++i)
            n += row->v[i] > 0;
    return n;
}

/* Return a slot whose quantity is negative at the present point, -1 if there is none. The fewer
 * columns let it grow, the better: little choice means few wrong choices, and a row without any
 * shows that there is no solution. */
static int choose_slot(const struct pv_simplex *s)
{
    int best = -1, least = s->n_live + 1;
    for (int i = 0; i < s->slots.n && least > 0; ++i) {
        const struct pv_row *row = s->slots.v[i].row;
        if (!row || pv_num_sign(row->v[CONST]) >= 0)
            continue;
        int n = count_positive(row, least);
        if (n < least) {
            least = n;
            best = i;
        }
    }
    return best;
}

/* The sign of the value of a variable, given by its row, minus "value". In the domain of integers,
 * a fraction is rounded up, and "*rounded" is set. */
static int compare_value(const struct pv_simplex *s, const struct pv_row *row, int64_t value, bool *rounded)
{
    pv_num limit = 0, rest = 0;
    pv_num_set_int(&limit, value);
    if (s->domain == PV_SOLVE_INTEGER && row->v[DEN] != 1)
        pv_num_mod(&rest, row->v[CONST], row->v[DEN]);
    *rounded = rest != 0;
    if (*rounded)
        pv_num_addmul(&limit, -1, 1);
    int sign = pv_num_cmp_products(row->v[CONST], 1, limit, row->v[DEN]);
    if (*rounded && sign > 0) {
        pv_num_addmul(&limit, 1, 1);
        sign = pv_num_cmp_products(row->v[CONST], 1, limit, row->v[DEN]) > 0;
    }
    pv_num_clear(&limit);
    pv_num_clear(&rest);
    return sign;
}

/* Is no feasible point lexicographically smaller than "bound"? The present point is below all of
 * them; behind a variable that was rounded up, 0 is all that is known. */
static bool is_beyond(const struct pv_simplex *s, const struct pv_lex_bound *bound)
{
    bool rounded = false;
    for (int i = 0; i < bound->n; ++i) {
        const struct pv_row *row = rounded ? NULL : row_of(s, i);
        int sign = row ? compare_value(s, row, bound->value[i], &rounded) : -(bound->value[i] > 0);
        if (sign != 0)
            return sign > 0;
    }
    return true;
}

enum pv_solve_status pv_simplex_minimize(struct pv_simplex *s, const struct pv_lex_bound *bound,
                                         struct pv_solve_work *work)
{
    while (!s->infeasible) {
        if (bound && is_beyond(s, bound))
            return PV_SOLVE_BEYOND;
        int slot = choose_slot(s);
        if (slot < 0)
            return PV_SOLVE_OPTIMAL;
        if (pv_solve_work_spent(work))
            return PV_SOLVE_GAVE_UP;
        int col = choose_column(s, s->slots.v[slot].row);
        if (col < 0) {
            s->infeasible = true;
        } else {
            unsigned long n_big = pv_num_big_operations();
            pivot(s, slot, col);
            work->pivots += 1 + (long)((pv_num_big_operations() - n_big) / BIG_OPERATIONS_PER_UNIT);
        }
    }
    return PV_SOLVE_INFEASIBLE;
}

/* Add "coef" times variable "var" to "row". */
static void add_variable(struct pv_simplex *s, struct pv_row *row, int var, int64_t coef)
{
    pv_num factor = 0;
    pv_num_set_int(&factor, coef);
    const struct pv_row *value = row_of(s, var);
    if (value) {
        pv_num scale = 0, own = 0;
        pv_num_gcd(&scale, row->v[DEN], value->v[DEN]);
        pv_num_divexact(&own, row->v[DEN], scale);
        pv_num_mul(&factor, factor, own);
        pv_num_divexact(&scale, value->v[DEN], scale);
        pv_row_combine(row, scale, factor, value, s->index, list_entries(s, value));
        pv_num_clear(&scale);
        pv_num_clear(&own);
    } else {
        pv_row_add_to_entry(row, COLS + ~s->place[var], factor, row->v[DEN]);
    }
    pv_num_clear(&factor);
}

/* Return a new row: constant + sum of terms / divisor. */
static struct pv_row *row_from_terms(struct pv_simplex *s, int64_t constant, const struct pv_term *terms, int n_term,
                                     int64_t divisor)
{
    struct pv_row *row = row_new(s);
    pv_num_set_int(&row->v[CONST], constant);
    pv_row_tighten(row);
    for (int i = 0; i < n_term; ++i)
        if (terms[i].coef != 0)
            add_variable(s, row, terms[i].var, terms[i].coef / divisor);
    pv_row_reduce(row);
    return row;
}

/* Impose "row" == 0: solve it for a column and remove that column. The sign of "row" is made such
 * that it has to grow, so that the columns stay lexicographically positive. Take "row". */
static void impose_zero(struct pv_simplex *s, struct pv_row *row)
{
    int sign = pv_num_sign(row->v[CONST]);
    if (sign > 0)
        negate_row(row);
    int col = choose_column(s, row);
    if (col < 0 && sign == 0) {
        negate_row(row);
        col = choose_column(s, row);
    }
    if (col < 0) {
        s->infeasible |= sign != 0;
        row_free(s, row);
        return;
    }
    solve_for(row, col);
    pv_num_clear(&row->v[COLS + col]);
    substitute_all(s, col, row, -1);
    int entering = s->col_owner[col];
    change_col_owner(s, col, OWNER_NONE);
    int slot = add_row(s, row, entering);
    if (entering == OWNER_CUT)
        drop_slot(s, slot);
    list_live_columns(s);
}

/* Does "row" have only entries with "sign" or 0? */
static bool has_only_sign(const struct pv_simplex *s, const struct pv_row *row, int sign)
{
    for (int i = 0; i < s->n_live; ++i)
        if (pv_num_sign(row->v[COLS + s->live[i]]) * sign < 0)
            return false;
    return true;
}

/* Impose "row" >= 0. Take "row". */
static void impose_sign(struct pv_simplex *s, struct pv_row *row, int owner)
{
    bool negative = pv_num_sign(row->v[CONST]) < 0;
    if (has_only_sign(s, row, negative ? -1 : 1)) {
        s->infeasible |= negative;
        row_free(s, row);
    } else {
        add_row(s, row, owner);
    }
}

/* The greatest common divisor of the coefficients; 1 if all are zero, or if it is no int64_t. */
static int64_t gcd_of_terms(const struct pv_term *terms, int n_term)
{
    uint64_t g = 0;
    for (int i = 0; i < n_term && g != 1; ++i) {
        uint64_t a = terms[i].coef < 0 ? -(uint64_t)terms[i].coef : (uint64_t)terms[i].coef;
        while (a != 0) {
            uint64_t rest = g % a;
            g = a;
            a = rest;
        }
    }
    return g == 0 || g > INT64_MAX ? 1 : (int64_t)g;
}

void pv_simplex_add(struct pv_simplex *s, enum pv_linear_relation relation, int64_t constant,
                    const struct pv_term *terms, int n_term)
{
    if (s->infeasible)
        return;
    int64_t divisor = s->domain == PV_SOLVE_INTEGER ? gcd_of_terms(terms, n_term) : 1;
    int64_t rest = constant % divisor;
    if (relation == PV_REL_EQ && rest != 0) {
        s->infeasible = true;
        return;
    }
    struct pv_row *row = row_from_terms(s, constant / divisor - (rest < 0), terms, n_term, divisor);
    if (relation == PV_REL_EQ)
        impose_zero(s, row);
    else
        impose_sign(s, row, OWNER_SLACK);
}

void pv_simplex_value_mpz(const struct pv_simplex *s, int var, mpz_t num, mpz_t den)
{
    const struct pv_row *row = row_of(s, var);
    if (!row) {
        mpz_set_si(num, 0);
        mpz_set_si(den, 1);
        return;
    }
    mpz_t g;
    mpz_init(g);
    pv_num_get_mpz(num, row->v[CONST]);
    pv_num_get_mpz(den, row->v[DEN]);
    mpz_gcd(g, num, den);
    mpz_divexact(num, num, g);
    mpz_divexact(den, den, g);
    mpz_clear(g);
}

bool pv_simplex_value(const struct pv_simplex *s, int var, int64_t *num, int64_t *den)
{
    const struct pv_row *row = row_of(s, var);
    *num = 0;
    *den = 1;
    if (!row || row->v[CONST] == 0)
        return true;
    pv_num g = 0, a = 0, b = 0;
    pv_num_gcd(&g, row->v[CONST], row->v[DEN]);
    pv_num_divexact(&a, row->v[CONST], g);
    pv_num_divexact(&b, row->v[DEN], g);
    bool fits = pv_num_get_int(a, num) && pv_num_get_int(b, den);
    pv_num_clear(&g);
    pv_num_clear(&a);
    pv_num_clear(&b);
    return fits;
}

int pv_simplex_first_fraction(const struct pv_simplex *s)
{
    int found = -1;
    pv_num rest = 0;
    for (int var = 0; found < 0 && var < s->n_var; ++var) {
        const struct pv_row *row = row_of(s, var);
        if (!row || row->v[DEN] == 1)
            continue;
        pv_num_mod(&rest, row->v[CONST], row->v[DEN]);
        if (rest != 0)
            found = var;
    }
    pv_num_clear(&rest);
    return found;
}

/* Return a number m such that m * "rest" leaves the greatest common divisor of "rest" and "den" when
 * divided by "den". */
static int64_t inverse_modulo(int64_t rest, int64_t den)
{
    int64_t a = den, b = rest, of_a = 0, of_b = 1;
    while (b != 0) {
        int64_t quotient = a / b, next = a % b, of_next = of_a - quotient * of_b;
        a = b;
        b = next;
        of_a = of_b;
        of_b = of_next;
    }
    return of_a < 0 ? of_a + den : of_a;
}

/* By what to multiply a row with denominator "den" and constant congruent to "rest", before a cut is
 * made of it: any number gives a cut that holds unless it makes "rest" a multiple of "den". Number 0
 * gives the cut with the largest constant; further numbers give others. */
static int64_t cut_multiplier(pv_num rest, pv_num den, int number)
{
    if (!pv_num_is_small(den))
        return 1;
    if (number == 0)
        return inverse_modulo(rest, den);
    int64_t multiplier = 1 + number % (den - 1);
    return (__int128)multiplier * rest % den == 0 ? 1 : multiplier;
}

/* r = (m * a) mod den */
static void multiply_modulo(pv_num *r, int64_t m, pv_num a, pv_num den)
{
    pv_num_mul(r, a, m);
    pv_num_mod(r, *r, den);
}

/* Gomory's cut. With den * var = constant + sum of coef * column, all quantities integers, the sum
 * of (m * coef mod den) * column is congruent to -m * constant modulo den, and not negative: it is
 * at least (-m * constant) mod den. */
void pv_simplex_cut(struct pv_simplex *s, int var, int number)
{
    const struct pv_row *source = row_of(s, var);
    struct pv_row *row = row_new(s);
    pv_num_set(&row->v[DEN], source->v[DEN]);
    pv_num_mod(&row->v[CONST], source->v[CONST], source->v[DEN]);
    int64_t m = cut_multiplier(row->v[CONST], source->v[DEN], number);
    multiply_modulo(&row->v[CONST], -m, source->v[CONST], source->v[DEN]);
    pv_num_neg(&row->v[CONST], row->v[CONST]);
    for (int i = COLS; i < row->n; ++i)
        if (source->v[i] != 0)
            multiply_modulo(&row->v[i], m, source->v[i], source->v[DEN]);
    pv_row_tighten(row);
    pv_row_reduce(row);
    impose_sign(s, row, OWNER_CUT);
}
