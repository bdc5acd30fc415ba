/* The conditions that generated code tests before it runs. */
#include "ir/guard.h"

void pv_products_free(pv_products *sum)
{
    for (int i = 0; i < sum->n; i++) {
        isl_pw_aff_free(sum->v[i].least);
        isl_pw_aff_free(sum->v[i].most);
        for (int j = 0; j < sum->v[i].n_sizes; j++)
            isl_pw_aff_free(sum->v[i].sizes[j]);
    }
    sum->n = 0;
}

static void free_span(const struct pv_span *span)
{
    for (int i = 0; !span->products && i < span->n_dims; i++) {
        isl_pw_aff_free(span->first[i]);
        isl_pw_aff_free(span->last[i]);
    }
    isl_set_free(span->accessed);
}

void pv_guard_drop_spans(struct pv_guard *guard, int n)
{
    while (guard->spans.n > n)
        free_span(&guard->spans.v[--guard->spans.n]);
}

void pv_guard_free(struct pv_guard *guard)
{
    pv_guard_drop_spans(guard, 0);
    isl_set_free(guard->context);
    isl_set_free(guard->assumed);
    *guard = (struct pv_guard){0};
}

bool pv_guard_is_needed(const struct pv_guard *guard)
{
    return guard->assumed || guard->pairs.n;
}
