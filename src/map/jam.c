/* Chooses outer loops to unroll and jam into the innermost one. */
#include "map/jam.h"

/* Iterations side by side of the loop that gains the most, and of the next: eight sums hide the latency of one, and
 * their operands still fit the registers; vectors gain from sixteen. A vector that six copies use is loaded once: with four, gcc
 * gives its register to a factor, and loads it for each of them. */
static const int first_factor = 4, second_sums = 2, second_vectors = 4, second_alone = 6;
/* Copies of statements in the innermost loop, more of a statement that is alone in it; more if the user asks for them. */
static const int most_copies = 16, most_alone = 24, most_wanted = 64;

/* Chains of instances that wait for each other: more of them need more registers, and rows that may share a place in the cache. */
static const int chains = 4;

/* Is "stmt" an expression that member "dim" moves? */
static bool can_unroll(const struct pv_reuse_stmt *stmt, int dim)
{
    return stmt->moves[dim] && stmt->stmt->kind == PV_STMT_EXPR && !stmt->stmt->has_effects &&
           isl_set_n_basic_set(stmt->stmt->domain) == 1;
}

/* What iterations of "dim" share while "innermost" goes on: loads count once, stores twice; negative where it cannot be
 * unrolled. Sums that are not vectors gain also from having company. */
static int gain(const struct pv_jam_place *place, int dim, int innermost)
{
    int sum = 0;
    for (int s = 0; s < place->stmts->n; s++) {
        const struct pv_reuse_stmt *stmt = &place->stmts->v[s];
        if (!can_unroll(stmt, dim) || !stmt->moves[innermost])
            return -1;
        for (int a = 0; a < stmt->stmt->accesses.n; a++) {
            enum pv_stride along = pv_reuse_stride(stmt, a, innermost), across = pv_reuse_stride(stmt, a, dim);
            if (along == PV_STRIDE_UNKNOWN || across == PV_STRIDE_UNKNOWN)
                return -1;
            const struct pv_access *access = stmt->stmt->accesses.v[a];
            if (across == PV_STRIDE_NONE && along != PV_STRIDE_NONE)
                sum += access->is_read + 2 * access->is_write;
            else if (!place->is_vector && access->is_write && across != PV_STRIDE_NONE && along == PV_STRIDE_NONE)
                sum++;
        }
    }
    return sum;
}

/* The member with the largest gain among those with factor 1, or -1. */
static int best_member(const struct pv_jam_place *place, const int *factors)
{
    int best = -1, most = 0;
    for (int i = 0; i < place->n; i++) {
        int here = i == place->innermost || factors[i] > 1
                       ? 0
                       : gain(place, place->depth + i, place->depth + place->innermost);
        if (here > most) {
            most = here;
            best = i;
        }
    }
    return best;
}

/* "factor", or all iterations of "member" if it has fewer: none would be left to go side by side. */
static int at_most_all(const struct pv_jam_place *place, int member, int factor)
{
    double length = place->lengths[member];
    return length >= 1 && length < factor ? (int)length : factor;
}

/* How many iterations of the loop that gains the most, "member", go side by side. */
static int first_of(const struct pv_jam_place *place, int member)
{
    return place->wanted[0] ? place->wanted[0] : at_most_all(place, member, first_factor);
}

/* And of the one that gains second most, if these are not too many copies. */
static int second_of(const struct pv_jam_place *place, int member)
{
    if (place->wanted[1])
        return place->wanted[1];
    bool is_alone = place->stmts->n == 1 && place->fits_tiles;
    return at_most_all(place, member, !place->is_vector ? second_sums : is_alone ? second_alone : second_vectors);
}

int pv_jam_overlap(const pv_reuse_stmts *stmts, int dim, int innermost, double length, int wanted)
{
    int n_waiting = 0;
    for (int i = 0; i < stmts->n; i++) {
        const struct pv_reuse_stmt *stmt = &stmts->v[i];
        if (!can_unroll(stmt, dim) || (stmt->moves[innermost] && !pv_reuse_waits(stmt, innermost)))
            return 1;
        n_waiting += stmt->moves[innermost];
    }
    int factor = wanted ? wanted : chains;
    return n_waiting && n_waiting * factor <= (wanted ? most_wanted : most_copies) && length >= factor ? factor : 1;
}

bool pv_jam_choose(const struct pv_jam_place *place, int *factors)
{
    for (int i = 0; i < place->n; i++)
        factors[i] = 1;
    const int *wanted = place->wanted;
    int most = wanted[0] || wanted[1] ? most_wanted : place->stmts->n == 1 ? most_alone : most_copies;
    int first = best_member(place, factors);
    if (first < 0)
        return false;
    int many = first_of(place, first);
    if (many * place->stmts->n > most)
        return false;
    factors[first] = many > 1 ? many : 2; /* so that the next search leaves it out */
    int second = best_member(place, factors);
    int factor = second >= 0 ? second_of(place, second) : 1;
    if (second >= 0 && many * factor * place->stmts->n <= most)
        factors[second] = factor;
    factors[first] = many;
    return many > 1 || (second >= 0 && factors[second] > 1);
}
