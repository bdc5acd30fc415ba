/* The annotated AST of a region: everything that lower may see. */
#include "ir/code.h"

#include "base/islx.h"
void pv_work_free(struct pv_work *work)
{
    if (!work)
        return;
    isl_union_map_free(work->around);
    for (int i = 0; i < work->factors.n; i++)
        isl_pw_aff_free(work->factors.v[i]);
    *work = (struct pv_work){0};
}

/* Let go of what isl owns in a mark. */
static void forget_mark(void *user)
{
    const struct pv_mark *mark = user;
    pv_work_free(mark->work);
}

__isl_give isl_id *pv_mark_get_id(isl_ctx *ctx, const struct pv_mark *mark)
{
    static const char *const names[] = {
        [PV_MARK_PARALLEL] = "parallel", [PV_MARK_SIMD] = "simd",         [PV_MARK_KERNEL] = "kernel",
        [PV_MARK_JAM] = "jam",           [PV_MARK_THREADS] = "threads",   [PV_MARK_POINTS] = "points",
        [PV_MARK_LOCALS] = "locals",     [PV_MARK_COLLAPSE] = "collapse",
    };
    isl_id *id = pv_id_alloc(ctx, names[mark->kind], (void *)mark);
    return mark->work ? isl_id_set_free_user(id, forget_mark) : id;
}

const struct pv_mark *pv_mark_of_id(__isl_keep isl_id *id)
{
    return isl_id_get_user(id);
}

const struct pv_code_iterator *pv_code_iterator_of_id(__isl_keep isl_id *id)
{
    return isl_id_get_user(id);
}

__isl_give isl_id_list *pv_code_iterator_ids(isl_ctx *ctx, struct pv_arena *arena, int n)
{
    isl_id_list *list = isl_id_list_alloc(ctx, n);
    for (int i = 0; i < n; i++) {
        struct pv_code_iterator *iterator = pv_new(arena, struct pv_code_iterator);
        iterator->depth = i;
        list = isl_id_list_add(list, pv_id_alloc(ctx, pv_printf(arena, "c%d", i), iterator));
    }
    return list;
}

void pv_code_free(struct pv_code *code)
{
    for (int i = 0; code && code->guard && i < code->guard->tests.n; i++)
        isl_set_free(code->guard->tests.v[i].accessed);
}

const struct pv_code_access *pv_code_find_access(const struct pv_code_leaf *leaf, const struct pv_expr *expr)
{
    for (int i = 0; leaf && i < leaf->accesses.n; i++)
        if (leaf->accesses.v[i].expr == expr)
            return &leaf->accesses.v[i];
    return NULL;
}

const struct pv_code_value *pv_code_find_value(const struct pv_code_leaf *leaf, const struct pv_expr *expr)
{
    for (int i = 0; leaf && i < leaf->values.n; i++)
        if (leaf->values.v[i].expr == expr)
            return &leaf->values.v[i];
    return NULL;
}

bool pv_code_guard_repeats(const struct pv_code_guard *guard, int i)
{
    const struct pv_span *span = guard->spans.v[i].span;
    for (int j = 0; j < i; j++)
        if (guard->spans.v[j].span->var == span->var && guard->spans.v[j].span->place == span->place)
            return true;
    return false;
}
