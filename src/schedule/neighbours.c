/* Finds statements of one iteration that access a row in turns. */
#include "schedule/neighbours.h"

#include "base/islx.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <isl/val.h>

/* How far back the statement is looked for that another one belongs to. */
enum { FARTHEST_BACK = 4 };

/* The innermost loop of the text around "stmt"; NULL where there is none, or the statement stands in a called function. */
static const struct pv_loop *innermost_loop(const struct pv_scop *scop, const struct pv_stmt *stmt)
{
    const struct pv_loop *found = NULL;
    for (int i = 0; i < scop->loops.n && !stmt->is_inlined; i++) {
        const struct pv_loop *loop = &scop->loops.v[i];
        bool holds = loop->range.begin.offset <= stmt->range.begin.offset &&
                     stmt->range.end.offset <= loop->range.end.offset;
        if (holds && (!found || loop->depth > found->depth))
            found = loop;
    }
    return found;
}

struct value {
    int n;
    double v;
};

static isl_stat take_constant(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct value *value = user;
    isl_val *val = isl_aff_get_constant_val(aff);
    value->n++;
    value->v = isl_val_get_d(val);
    isl_val_free(val);
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

/* Is "pa" one constant? It is then in "*value". */
static bool is_constant(__isl_take isl_pw_aff *pa, double *value)
{
    struct value found = {0, 0};
    bool is_cst = isl_pw_aff_is_cst(pa) == isl_bool_true;
    if (is_cst)
        isl_pw_aff_foreach_piece(pa, take_constant, &found);
    isl_pw_aff_free(pa);
    *value = found.v;
    return is_cst && found.n == 1;
}

struct step {
    int pos; /* of the iterator */
    int n;
    double v;
};

static isl_stat take_step(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct step *step = user;
    isl_val *val = isl_aff_get_coefficient_val(aff, isl_dim_in, step->pos);
    step->n++;
    step->v = isl_val_get_d(val);
    isl_val_free(val);
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

/* How far the last subscript of "access" moves when "loop", the innermost around "stmt", goes on; 0 where that varies. */
static double step_of(const struct pv_stmt *stmt, const struct pv_access *access, const struct pv_loop *loop)
{
    struct step step = {stmt->n_iterators - 1, 0, 0};
    isl_pw_aff *last = isl_multi_pw_aff_get_pw_aff(access->index,
                                                   (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) - 1);
    isl_pw_aff_foreach_piece(last, take_step, &step);
    isl_pw_aff_free(last);
    double moved = step.v * (double)loop->step;
    return step.n != 1 ? 0 : moved < 0 ? -moved : moved;
}

/* Do "a" of "s" and "b" of "t", in the same iteration, access elements of one row that are less than "step" apart, or, where these
 * are structures, members of one element? */
static bool are_neighbours(const struct pv_access *a, const struct pv_access *b, double step)
{
    bool is_record = a->array->elem->kind == PV_TYPE_RECORD;
    int n = (int)isl_multi_pw_aff_dim(a->index, isl_dim_out);
    bool result = (int)isl_multi_pw_aff_dim(b->index, isl_dim_out) == n;
    for (int i = 0; i < n && result; i++) {
        isl_pw_aff *first = isl_multi_pw_aff_get_pw_aff(a->index, i),
                   *second = isl_multi_pw_aff_get_pw_aff(b->index, i);
        first = isl_pw_aff_reset_tuple_id(first, isl_dim_in);
        second = isl_pw_aff_reset_tuple_id(second, isl_dim_in);
        double distance = 0;
        result = is_constant(isl_pw_aff_sub(second, first), &distance) &&
                 (i < n - 1 ? distance == 0 : (is_record || distance != 0) && distance < step && -distance < step);
    }
    return result;
}

static bool is_row_access(const struct pv_access *access)
{
    return access->index && access->array->kind == PV_ARRAY_DATA && !access->is_kill &&
           (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) == access->array->n_dims && access->array->n_dims > 0;
}

/* Do "s" and "t", both of "loop", belong together? */
static bool belong_together(const struct pv_stmt *s, const struct pv_stmt *t, const struct pv_loop *loop)
{
    for (int i = 0; i < s->accesses.n; i++)
        for (int j = 0; j < t->accesses.n; j++) {
            const struct pv_access *a = s->accesses.v[i], *b = t->accesses.v[j];
            if (a->array != b->array || a->is_write != b->is_write || !is_row_access(a) || !is_row_access(b))
                continue;
            double step = step_of(s, a, loop);
            bool is_record = a->array->elem->kind == PV_TYPE_RECORD;
            if (step > (is_record ? 0 : 1) && are_neighbours(a, b, step))
                return true;
        }
    return false;
}

/* { S[i] -> T[i] } */
static __isl_give isl_map *same_iteration(const struct pv_stmt *s, const struct pv_stmt *t)
{
    isl_space *space = isl_space_map_from_domain_and_range(isl_set_get_space(s->domain), isl_set_get_space(t->domain));
    isl_map *map = isl_map_universe(space);
    for (int i = 0; i < s->n_iterators; i++)
        map = isl_map_equate(map, isl_dim_in, i, isl_dim_out, i);
    map = isl_map_intersect_domain(map, isl_set_copy(s->domain));
    return isl_map_intersect_range(map, isl_set_copy(t->domain));
}

__isl_give isl_union_map *pv_neighbours_find(const struct pv_scop *scop)
{
    isl_union_map *pairs = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 1; i < scop->stmts.n; i++) {
        const struct pv_stmt *t = scop->stmts.v[i];
        const struct pv_loop *loop = t->kind == PV_STMT_EXPR && t->n_iterators ? innermost_loop(scop, t) : NULL;
        for (int k = i - 1; loop && k >= 0 && k >= i - FARTHEST_BACK; k--) {
            const struct pv_stmt *s = scop->stmts.v[k];
            if (s->kind != PV_STMT_EXPR || s->n_iterators != t->n_iterators || innermost_loop(scop, s) != loop ||
                !belong_together(s, t, loop))
                continue;
            pairs = isl_union_map_add_map(pairs, same_iteration(s, t));
            break;
        }
    }
    return pairs;
}
