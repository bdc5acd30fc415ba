/* Remembers which loops may run in parallel. Questions are compared by form: two that differ in form alone are both answered. */
#include "map/answers.h"

#include <isl/aff.h>
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

static bool is_same_place(const struct pv_loop_place *a, const struct pv_loop_place *b)
{
    if (!a->around != !b->around || isl_union_pw_aff_plain_is_equal(a->member, b->member) != isl_bool_true)
        return false;
    return (!a->around || isl_multi_union_pw_aff_plain_is_equal(a->around, b->around) == isl_bool_true) &&
           is_same_domain(a->domain, b->domain);
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
    answers->all.n = 0;
}
