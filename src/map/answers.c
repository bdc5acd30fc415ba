/* Remembers which loops may run in parallel, and how long loops are. Questions are compared by form: two that differ in form alone are both answered. */
#include "map/answers.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_set.h>

static isl_bool is_set_of(__isl_keep isl_set *set, void *user)
{
    isl_set *other = isl_union_set_extract_set(user, isl_set_get_space(set));
    isl_bool is_same = isl_set_plain_is_equal(set, other);
    isl_set_free(other);
    return is_same;
}

static bool is_same_domain(__isl_keep isl_union_set *a, __isl_keep isl_union_set *b)
{
    return isl_union_set_n_set(a) == isl_union_set_n_set(b) &&
           isl_union_set_every_set(a, is_set_of, b) == isl_bool_true;
}

/* Is "member" one of the loops "around"? */
static bool is_among(__isl_keep isl_union_pw_aff *member, __isl_keep isl_multi_union_pw_aff *around)
{
    int n = (int)isl_multi_union_pw_aff_dim(around, isl_dim_set);
    bool is_found = false;
    for (int i = 0; i < n && !is_found; i++) {
        isl_union_pw_aff *other = isl_multi_union_pw_aff_get_union_pw_aff(around, i);
        is_found = isl_union_pw_aff_plain_is_equal(member, other) == isl_bool_true;
        isl_union_pw_aff_free(other);
    }
    return is_found;
}

/* Are all loops of "a" among those of "b"? */
static bool are_among(__isl_keep isl_multi_union_pw_aff *a, __isl_keep isl_multi_union_pw_aff *b)
{
    int n = (int)isl_multi_union_pw_aff_dim(a, isl_dim_set);
    bool are_found = true;
    for (int i = 0; i < n && are_found; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(a, i);
        are_found = is_among(member, b);
        isl_union_pw_aff_free(member);
    }
    return are_found;
}

/* Which iterations are in one execution of a loop does not depend on the order of the loops around it. */
static bool has_same_loops(__isl_keep isl_multi_union_pw_aff *a, __isl_keep isl_multi_union_pw_aff *b)
{
    if (!a || !b)
        return !a && !b;
    return isl_multi_union_pw_aff_plain_is_equal(a, b) == isl_bool_true || (are_among(a, b) && are_among(b, a));
}

static bool is_same_place(const struct pv_loop_place *a, const struct pv_loop_place *b)
{
    return isl_union_pw_aff_plain_is_equal(a->member, b->member) == isl_bool_true &&
           has_same_loops(a->around, b->around) && is_same_domain(a->domain, b->domain);
}

const struct pv_extents *pv_answers_find_extents(const struct pv_answers *answers, __isl_keep isl_map *map)
{
    for (int i = 0; i < answers->extents.n; i++)
        if (isl_map_plain_is_equal(answers->extents.v[i].map, map) == isl_bool_true)
            return &answers->extents.v[i];
    return NULL;
}

const struct pv_extents *pv_answers_add_extents(struct pv_arena *arena, struct pv_answers *answers,
                                                const struct pv_extents *extents)
{
    pv_push(arena, &answers->extents, *extents);
    return &answers->extents.v[answers->extents.n - 1];
}

const struct pv_answer *pv_answers_find(const struct pv_answers *answers, const struct pv_question *question)
{
    for (int i = 0; i < answers->all.n; i++) {
        const struct pv_question *known = &answers->all.v[i].question;
        if (known->reassociate == question->reassociate && known->keeps_last == question->keeps_last &&
            is_same_place(&known->place, &question->place))
            return &answers->all.v[i];
    }
    return NULL;
}

void pv_answers_add(struct pv_arena *arena, struct pv_answers *answers, const struct pv_answer *answer)
{
    struct pv_answer kept = *answer;
    struct pv_loop_place *place = &kept.question.place;
    place->domain = isl_union_set_copy(place->domain);
    place->around = isl_multi_union_pw_aff_copy(place->around);
    place->member = isl_union_pw_aff_copy(place->member);
    pv_push(arena, &answers->all, kept);
}

void pv_answers_free(struct pv_answers *answers)
{
    for (int i = 0; i < answers->all.n; i++)
        pv_loop_place_free(&answers->all.v[i].question.place);
    for (int i = 0; i < answers->extents.n; i++) {
        isl_map_free(answers->extents.v[i].map);
        for (int k = 0; k < answers->extents.v[i].n; k++)
            isl_pw_aff_free(answers->extents.v[i].dims[k].extent);
    }
    answers->all.n = answers->extents.n = 0;
}
