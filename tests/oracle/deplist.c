/* Lists the dependences of pave at given values of the parameters. */
#include "deplist.h"

#include <isl/map.h>
#include <stdlib.h>

/* Relations with more points than this are not listed. */
#define MAX_POINTS 4000

/*--------------------------------------------------------------------------------------------------*/
/* Pairs */

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

void pairs_normalize(pair_list *pairs)
{
    if (!pairs->n)
        return;
    qsort(pairs->v, (size_t)pairs->n, sizeof(*pairs->v), compare_pairs);
    int n = 1;
    for (int i = 1; i < pairs->n; i++)
        if (compare_pairs(&pairs->v[i], &pairs->v[n - 1]))
            pairs->v[n++] = pairs->v[i];
    pairs->n = n;
}

bool pairs_contain(const pair_list *pairs, int from, int to)
{
    struct pair pair = {from, to};
    return pairs->n && bsearch(&pair, pairs->v, (size_t)pairs->n, sizeof(pair), compare_pairs);
}

int pairs_first(const pair_list *pairs, int from)
{
    int low = 0, high = pairs->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (pairs->v[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*--------------------------------------------------------------------------------------------------*/
/* Relations between instances */

struct pair_lister {
    struct model *model;
    pair_list *pairs;
    bool *is_member;
};

/* The statement that a tuple is called after; where there is none, that is a trouble of the model. */
static const struct pv_stmt *find_stmt(struct model *model, const char *name)
{
    const struct pv_stmt *stmt = pv_scop_find_stmt(model->scop, name);
    if (!stmt)
        model->trouble = pv_printf(model->arena, "the dependences name an unknown statement %s", name);
    return stmt;
}

static int find_instance(struct model *model, const struct pv_stmt *stmt, const int64_t *iterators)
{
    int index = model_find_instance(model, stmt, iterators);
    if (index < 0)
        model->trouble = pv_printf(model->arena, "the dependences name an instance of %s that the model has not",
                                   stmt->name);
    return index;
}

static isl_stat add_pairs(__isl_take isl_map *map, void *user)
{
    struct pair_lister *lister = user;
    struct model *model = lister->model;
    const struct pv_stmt *from = find_stmt(model, isl_map_get_tuple_name(map, isl_dim_in));
    const struct pv_stmt *to = find_stmt(model, isl_map_get_tuple_name(map, isl_dim_out));
    struct model_points points;
    bool is_listed = model_list_points(model, isl_map_wrap(map), MAX_POINTS, &points);
    if (!from || !to || !is_listed)
        return isl_stat_error;
    for (int i = 0; i < points.n; i++) {
        const int64_t *row = points.rows + (size_t)i * (size_t)points.width;
        struct pair pair = {find_instance(model, from, row), find_instance(model, to, row + from->n_iterators)};
        if (pair.from < 0 || pair.to < 0)
            return isl_stat_error;
        pv_push(model->arena, lister->pairs, pair);
    }
    return isl_stat_ok;
}

bool deplist_pairs(struct model *model, __isl_keep isl_union_map *umap, pair_list *pairs)
{
    struct pair_lister lister = {.model = model, .pairs = pairs};
    bool is_listed = !umap || isl_union_map_foreach_map(umap, add_pairs, &lister) == isl_stat_ok;
    pairs_normalize(pairs);
    return is_listed;
}

static isl_stat mark_instances(__isl_take isl_set *set, void *user)
{
    struct pair_lister *lister = user;
    struct model *model = lister->model;
    const struct pv_stmt *stmt = find_stmt(model, isl_set_get_tuple_name(set));
    struct model_points points;
    bool is_listed = model_list_points(model, set, MAX_POINTS, &points);
    if (!stmt || !is_listed)
        return isl_stat_error;
    for (int i = 0; i < points.n; i++) {
        int index = find_instance(model, stmt, points.rows + (size_t)i * (size_t)points.width);
        if (index < 0)
            return isl_stat_error;
        lister->is_member[index] = true;
    }
    return isl_stat_ok;
}

bool deplist_instances(struct model *model, __isl_keep isl_union_set *instances, bool *is_member)
{
    struct pair_lister lister = {.model = model, .is_member = is_member};
    return isl_union_set_foreach_set(instances, mark_instances, &lister) == isl_stat_ok;
}

/*--------------------------------------------------------------------------------------------------*/
/* Relations to elements */

struct element_lister {
    struct model *model;
    element_lists *lists;
};

/* The array whose elements, or fields of them, are in "space". */
static const struct pv_array *find_array(const struct pv_scop *scop, __isl_take isl_space *space)
{
    while (isl_space_is_wrapping(space) == isl_bool_true)
        space = isl_space_domain(isl_space_unwrap(space));
    const struct pv_array *array = pv_scop_find_array(scop, isl_space_get_tuple_name(space, isl_dim_set));
    isl_space_free(space);
    return array;
}

static isl_stat add_elements(__isl_take isl_map *map, void *user)
{
    struct element_lister *lister = user;
    struct model *model = lister->model;
    const struct pv_array *array = find_array(model->scop, isl_space_range(isl_map_get_space(map)));
    struct dep_elements elements = {.stmt = find_stmt(model, isl_map_get_tuple_name(map, isl_dim_in))};
    if (!array || !elements.stmt || array->kind != PV_ARRAY_DATA) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    elements.relation = model_list_elements(model, array, map, MAX_POINTS);
    pv_push(model->arena, lister->lists, elements);
    return isl_stat_ok;
}

void deplist_elements(struct model *model, __isl_keep isl_union_map *umap, element_lists *lists)
{
    struct element_lister lister = {model, lists};
    isl_union_map_foreach_map(umap, add_elements, &lister);
}

void deplist_free_elements(element_lists *lists)
{
    for (int i = 0; i < lists->n; i++)
        isl_map_free(lists->v[i].relation->map);
    lists->n = 0;
}
