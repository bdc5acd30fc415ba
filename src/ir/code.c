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

void pv_code_leaf_free(struct pv_code_leaf *leaf)
{
    isl_ast_expr_free(leaf->call);
    for (int i = 0; i < leaf->accesses.n; i++)
        isl_ast_expr_list_free(leaf->accesses.v[i].subscripts);
    for (int i = 0; i < leaf->values.n; i++)
        isl_ast_expr_free(leaf->values.v[i].value);
    for (int i = 0; i < leaf->n_places; i++)
        isl_ast_expr_free(leaf->places[i]);
}

static void free_buffer(const struct pv_code_buffer *buffer)
{
    for (int i = 0; i < buffer->device->array->n_dims; i++) {
        isl_ast_expr_free(buffer->sizes[i]);
        isl_ast_expr_free(buffer->last ? buffer->last[i] : NULL);
    }
}

static void free_list(isl_ast_expr **list, int n)
{
    for (int i = 0; list && i < n; i++)
        isl_ast_expr_free(list[i]);
}

static void free_fill(const struct pv_code_fill *fill)
{
    free_list(fill->offsets, fill->n);
    free_list(fill->first, fill->n);
    free_list(fill->end, fill->n);
    free_list(fill->subscripts, fill->n);
    isl_ast_expr_free(fill->is_read);
    isl_ast_expr_free(fill->is_written);
    for (int axis = 0; axis < PV_MAX_AXES; axis++)
        isl_ast_expr_free(fill->tiles[axis]);
}

static void free_guard(const struct pv_code_guard *guard)
{
    isl_ast_expr_free(guard->assumed);
    for (int i = 0; i < guard->spans.n; i++) {
        const struct pv_code_span *span = &guard->spans.v[i];
        free_list(span->first, span->span->n_dims);
        free_list(span->last, span->span->n_dims);
        free_list(span->sizes, span->span->n_dims);
    }
    for (int i = 0; i < guard->tests.n; i++) {
        isl_ast_expr_free(guard->tests.v[i].condition);
        isl_ast_expr_free(guard->tests.v[i].otherwise);
        isl_set_free(guard->tests.v[i].accessed);
    }
}

void pv_code_free(struct pv_code *code)
{
    if (!code)
        return;
    isl_ast_node_free(code->root);
    if (code->guard)
        free_guard(code->guard);
    for (int i = 0; i < code->leaves.n; i++)
        pv_code_leaf_free(code->leaves.v[i]);
    for (int i = 0; i < code->locals.n; i++)
        for (int j = 0; j < code->locals.v[i].array->n_dims; j++)
            isl_ast_expr_free(code->locals.v[i].sizes[j]);
    for (int i = 0; i < code->named.n; i++)
        isl_ast_expr_free(code->named.v[i].guard);
    for (int i = 0; i < code->works.n; i++)
        isl_ast_expr_list_free(code->works.v[i]->factors);
    for (int i = 0; i < code->buffers.n; i++)
        free_buffer(&code->buffers.v[i]);
    for (int i = 0; i < code->launches.n; i++)
        for (int axis = 0; axis < PV_MAX_AXES; axis++) {
            isl_ast_expr_free(code->launches.v[i]->tiles[axis]);
            isl_ast_expr_free(code->launches.v[i]->first[axis]);
        }
    for (int i = 0; i < code->fills.n; i++) {
        isl_ast_expr_free(code->fills.v[i]->condition);
        for (int j = 0; j < code->fills.v[i]->all.n; j++)
            free_fill(&code->fills.v[i]->all.v[j]);
    }
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
