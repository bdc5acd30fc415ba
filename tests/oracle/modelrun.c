/* Runs a model: lists its instances in the original order, with the elements that each accesses. */
#include "modelrun.h"

#include <isl/map.h>
#include <isl/point.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* Relations with more rows than this are asked about single elements instead. */
#define MAX_ROWS 50000

static int find_parameter(const struct model *model, const char *name)
{
    for (int i = 0; i < model->scop->parameters.n; i++)
        if (!strcmp(model->scop->parameters.v[i]->id, name))
            return i;
    return -1;
}

/* Fix every parameter of "set" to its value. */
static __isl_give isl_set *fix_parameters(struct model *model, __isl_take isl_set *set)
{
    isl_size n = isl_set_dim(set, isl_dim_param);
    for (int i = 0; i < n; i++) {
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        int pos = find_parameter(model, name);
        if (pos < 0)
            model->trouble = pv_printf(model->arena, "parameter %s of the model is not in its list", name);
        else
            set = isl_set_fix_val(set, isl_dim_param, (unsigned)i,
                                  isl_val_int_from_si(isl_set_get_ctx(set), model->parameters[pos]));
    }
    return set;
}

/* A coordinate modulo 2^64, as the traced program would convert it. */
static int64_t coordinate(__isl_keep isl_point *point, int pos)
{
    isl_val *val = isl_point_get_coordinate_val(point, isl_dim_set, pos);
    uint64_t chunks[8] = {0};
    isl_size n = isl_val_n_abs_num_chunks(val, sizeof(*chunks));
    if (n > 0 && n <= 8)
        isl_val_get_abs_num_chunks(val, sizeof(*chunks), chunks);
    uint64_t value = isl_val_is_neg(val) == isl_bool_true ? -chunks[0] : chunks[0];
    isl_val_free(val);
    return (int64_t)value;
}

/* The points of a set as rows of "width" numbers; no more than "limit" of them. */
struct lister {
    struct pv_arena *arena;
    int limit;
    int width;
    PV_VEC(int64_t) rows;
};

static isl_stat list_point(__isl_take isl_point *point, void *user)
{
    struct lister *lister = user;
    for (int i = 0; i < lister->width; i++)
        pv_push(lister->arena, &lister->rows, coordinate(point, i));
    isl_point_free(point);
    return lister->rows.n / (lister->width + 1) > lister->limit ? isl_stat_error : isl_stat_ok;
}

/* List the points of "set", parameters fixed; "n_points" tells those of a set without dimensions. */
static bool list_points(struct lister *lister, __isl_take isl_set *set, int *n_points)
{
    bool is_listed = isl_set_is_bounded(set) == isl_bool_true;
    lister->width = (int)isl_set_dim(set, isl_dim_set);
    if (is_listed)
        is_listed = isl_set_foreach_point(set, list_point, lister) == isl_stat_ok;
    *n_points = lister->width ? lister->rows.n / lister->width : isl_set_is_empty(set) == isl_bool_false;
    isl_set_free(set);
    return is_listed;
}

static int compare_numbers(const int64_t *a, const int64_t *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/*--------------------------------------------------------------------------------------------------*/
/* Instances */

static isl_stat add_instances(__isl_take isl_map *map, void *user)
{
    struct model *model = user;
    const char *name = isl_map_get_tuple_name(map, isl_dim_in);
    struct pv_stmt *stmt = pv_scop_find_stmt(model->scop, name);
    int n_in = (int)isl_map_dim(map, isl_dim_in);
    model->n_time = (int)isl_map_dim(map, isl_dim_out);
    struct lister lister = {.arena = model->arena, .limit = MAX_ROWS};
    int n_points = 0;
    if (!stmt)
        model->trouble = pv_printf(model->arena, "the schedule names an unknown statement %s", name);
    else if (!list_points(&lister, fix_parameters(model, isl_map_wrap(isl_map_copy(map))), &n_points))
        model->trouble = pv_printf(model->arena, "statement %s has too many instances", name);
    isl_map_free(map);
    if (model->trouble)
        return isl_stat_error;
    for (int i = 0; i < n_points; i++) {
        const int64_t *row = lister.rows.v + (size_t)i * (size_t)lister.width;
        struct model_instance instance = {stmt, row, row + n_in};
        pv_push(model->arena, &model->instances, instance);
    }
    return isl_stat_ok;
}

static int sort_n_time; /* the comparison function of qsort takes no argument of its own */

static int compare_instances(const void *a, const void *b)
{
    const struct model_instance *x = a, *y = b;
    return compare_numbers(x->time, y->time, sort_n_time);
}

static const struct model *sort_model;

/* By statement, then by iterators. */
static int compare_places(const void *a, const void *b)
{
    const struct model_instance *x = &sort_model->instances.v[*(const int *)a];
    const struct model_instance *y = &sort_model->instances.v[*(const int *)b];
    if (x->stmt != y->stmt)
        return (uintptr_t)x->stmt < (uintptr_t)y->stmt ? -1 : 1;
    return compare_numbers(x->iterators, y->iterators, x->stmt->n_iterators);
}

int model_find_instance(const struct model *model, const struct pv_stmt *stmt, const int64_t *iterators)
{
    int low = 0, high = model->instances.n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct model_instance *instance = &model->instances.v[model->by_place[middle]];
        int order = instance->stmt == stmt ? compare_numbers(instance->iterators, iterators, stmt->n_iterators)
                                           : ((uintptr_t)instance->stmt < (uintptr_t)stmt ? -1 : 1);
        if (!order)
            return model->by_place[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static void list_instances(struct model *model)
{
    isl_union_map *order = isl_schedule_get_map(model->scop->schedule);
    order = isl_union_map_intersect_domain(order, pv_scop_get_instances(model->scop));
    if (isl_union_map_foreach_map(order, add_instances, model) < 0 && !model->trouble)
        model->trouble = "the original order cannot be evaluated";
    isl_union_map_free(order);
    sort_n_time = model->n_time;
    if (model->instances.n)
        qsort(model->instances.v, (size_t)model->instances.n, sizeof(*model->instances.v), compare_instances);
    model->by_place = pv_new_array(model->arena, int, model->instances.n + 1);
    for (int i = 0; i < model->instances.n; i++)
        model->by_place[i] = i;
    sort_model = model;
    if (model->instances.n)
        qsort(model->by_place, (size_t)model->instances.n, sizeof(*model->by_place), compare_places);
}

/*--------------------------------------------------------------------------------------------------*/
/* Relations */

static const struct pv_field *find_field(const struct pv_ctype *type, const char *name)
{
    for (int i = 0; type && type->kind == PV_TYPE_RECORD && i < type->record->n_fields; i++)
        if (!strcmp(type->record->fields[i].name, name))
            return &type->record->fields[i];
    return NULL;
}

/* "set" with the dimensions from "first" on fixed to "values". */
static __isl_give isl_set *fix_dims(__isl_take isl_set *set, int first, const int64_t *values, int n)
{
    for (int i = 0; i < n; i++)
        set = isl_set_fix_val(set, isl_dim_set, (unsigned)(first + i),
                              isl_val_int_from_si(isl_set_get_ctx(set), values[i]));
    return set;
}

/* The value of "aff" { S[i] -> [v] } at an instance. False where it has none. */
static bool evaluate_at(const struct model *model, __isl_keep isl_pw_aff *aff, const int64_t *iterators, int64_t *value)
{
    struct model copy = *model;
    isl_set *graph = isl_map_wrap(isl_map_from_pw_aff(isl_pw_aff_copy(aff)));
    int n = (int)isl_set_dim(graph, isl_dim_set);
    graph = fix_dims(fix_parameters(&copy, graph), 0, iterators, n - 1);
    isl_point *point = isl_set_sample_point(graph);
    bool has_value = isl_point_is_void(point) == isl_bool_false;
    if (has_value)
        *value = coordinate(point, n - 1);
    isl_point_free(point);
    return has_value;
}

/* The sizes of the dimensions of "array"; -1 for those that are not known. */
static int64_t *evaluate_sizes(struct model *model, const struct pv_array *array)
{
    int64_t *sizes = pv_new_array(model->arena, int64_t, array->n_dims + 1);
    for (int i = 0; i < array->n_dims; i++) {
        sizes[i] = -1;
        if (array->sizes && array->sizes[i] && !evaluate_at(model, array->sizes[i], NULL, &sizes[i]))
            sizes[i] = -1;
    }
    return sizes;
}

/* Append the steps that a space of elements, A[a] or A_f[A[a] -> f[b]], stands for. Return the type
 * at their end, NULL if a field is unknown. */
static const struct pv_ctype *add_steps(struct model_relation *relation, __isl_take isl_space *space)
{
    struct path_step *step;
    if (isl_space_is_wrapping(space) != isl_bool_true) {
        step = &relation->steps[relation->n_steps++];
        step->n_subscripts = (int)isl_space_dim(space, isl_dim_set);
        isl_space_free(space);
        return relation->access->array->elem;
    }
    space = isl_space_unwrap(space);
    isl_space *last = isl_space_range(isl_space_copy(space));
    const struct pv_ctype *type = add_steps(relation, isl_space_domain(space));
    step = &relation->steps[relation->n_steps++];
    step->field = find_field(type, isl_space_get_tuple_name(last, isl_dim_set));
    step->n_subscripts = (int)isl_space_dim(last, isl_dim_set);
    isl_space_free(last);
    return step->field ? pv_ctype_innermost(step->field->type, false) : NULL;
}

static int count_levels(__isl_take isl_space *space)
{
    int n = 1;
    for (; isl_space_is_wrapping(space) == isl_bool_true; n++)
        space = isl_space_domain(isl_space_unwrap(space));
    isl_space_free(space);
    return n;
}

/* Does the model say which elements "access" touches, rather than bounds on them? */
static bool knows_elements(const struct pv_access *access)
{
    return access->index || isl_union_map_is_empty(access->must_write) == isl_bool_false;
}

struct relation_builder {
    struct model *model;
    struct stmt_relations *target;
    const struct pv_access *access;
    enum pv_relation kind;
    bool is_exact;
};

static int sort_width;

static int compare_rows(const void *a, const void *b)
{
    return compare_numbers(a, b, sort_width);
}

static void list_rows(struct model *model, struct model_relation *relation, int limit)
{
    struct lister lister = {.arena = model->arena, .limit = limit};
    int n_points = 0;
    relation->is_listed = list_points(&lister, isl_map_wrap(isl_map_copy(relation->map)), &n_points);
    if (!lister.width && n_points) /* rows of no numbers cannot be counted: add one */
        pv_push(model->arena, &lister.rows, 0);
    relation->rows.v = lister.rows.v;
    relation->rows.n = lister.rows.n;
    sort_width = lister.width;
    if (lister.width && n_points)
        qsort(lister.rows.v, (size_t)n_points, sizeof(int64_t) * (size_t)lister.width, compare_rows);
}

/* The relation "map" { S[i] -> A[a] } from instances to elements of the array of "access", parameters fixed. */
static struct model_relation *new_relation(struct model *model, const struct pv_access *access, __isl_take isl_map *map)
{
    struct model_relation *relation = pv_new(model->arena, struct model_relation);
    isl_space *elements = isl_space_range(isl_map_get_space(map));
    relation->access = access;
    relation->steps = pv_new_array(model->arena, struct path_step, count_levels(isl_space_copy(elements)));
    if (access->array->elem && !add_steps(relation, elements))
        model->trouble = pv_printf(model->arena, "an access to %s names an unknown field", access->array->name);
    else if (!access->array->elem)
        isl_space_free(elements);
    relation->sizes = evaluate_sizes(model, access->array);
    relation->n_in = (int)isl_map_dim(map, isl_dim_in);
    relation->n_out = (int)isl_map_dim(map, isl_dim_out);
    relation->map = isl_set_unwrap(fix_parameters(model, isl_map_wrap(map)));
    return relation;
}

static isl_stat add_relation(__isl_take isl_map *map, void *user)
{
    struct relation_builder *builder = user;
    struct model *model = builder->model;
    struct model_relation *relation = new_relation(model, builder->access, map);
    relation->kind = builder->kind;
    relation->is_exact = builder->is_exact;
    if (knows_elements(builder->access))
        list_rows(model, relation, MAX_ROWS);
    pv_push(model->arena, &builder->target->relations, relation);
    return isl_stat_ok;
}

struct model_relation *model_list_elements(struct model *model, const struct pv_array *array, __isl_take isl_map *map,
                                           int limit)
{
    struct pv_access *access = pv_new(model->arena, struct pv_access);
    access->array = (struct pv_array *)array;
    struct model_relation *relation = new_relation(model, access, map);
    list_rows(model, relation, limit);
    return relation;
}

bool model_list_points(struct model *model, __isl_take isl_set *set, int limit, struct model_points *points)
{
    struct lister lister = {.arena = model->arena, .limit = limit};
    bool is_listed = list_points(&lister, fix_parameters(model, set), &points->n);
    points->width = lister.width;
    points->rows = lister.rows.v;
    return is_listed;
}

/* Why an access of a statement that is one expression may be missing in the trace. */
struct certainty {
    bool is_conditional; /* it is evaluated only under a condition, or a called function makes it */
    bool is_unseen;      /* the compiler does not instrument it, or drops it because nothing uses the value */
};

/* What holds for operand "i" of "expr" when "outer" holds for "expr" itself. */
static struct certainty certainty_of_operand(const struct pv_expr *expr, int i, struct certainty outer)
{
    struct certainty inner = {.is_conditional = outer.is_conditional};
    const struct pv_expr *operand = expr->args[i];
    if (expr->kind == PV_EXPR_CALL) {
        bool is_address = operand->kind == PV_EXPR_OP && operand->op == PV_OP_ADDRESS;
        inner.is_unseen = operand->type->kind == PV_TYPE_RECORD;                    /* passed by value */
        inner.is_conditional |= is_address || pv_ctype_is_indexable(operand->type); /* up to the function */
    } else if (expr->kind == PV_EXPR_CAST)
        inner.is_unseen = outer.is_unseen || expr->type->kind == PV_TYPE_VOID;
    else if (expr->op == PV_OP_COND || expr->op == PV_OP_LAND || expr->op == PV_OP_LOR)
        inner.is_conditional |= i > 0;
    else if (expr->op == PV_OP_COMMA)
        inner.is_unseen = i == 0 || outer.is_unseen;
    else if (expr->op == PV_OP_ASSIGN && i == 0) /* a structure is returned into its place */
        inner.is_unseen = expr->type->kind == PV_TYPE_RECORD && expr->args[1]->kind == PV_EXPR_CALL;
    else if (!pv_op_is_assignment(expr->op) && !pv_op_is_step(expr->op))
        inner.is_unseen = outer.is_unseen;
    return inner;
}

/* Find the access "node" in "expr"; what is known of it goes from "certainty" of "expr" to that of "node". */
static bool find_node(const struct pv_expr *expr, const struct pv_expr *node, struct certainty *certainty)
{
    if (expr == node)
        return true;
    struct certainty outer = *certainty;
    for (int i = 0; i < expr->n_args; i++) {
        *certainty = certainty_of_operand(expr, i, outer);
        if (find_node(expr->args[i], node, certainty))
            return true;
    }
    for (int i = 0; expr->kind == PV_EXPR_ACCESS && i < expr->n_steps; i++) {
        *certainty = outer;
        if (expr->steps[i].kind == PV_STEP_INDEX && find_node(expr->steps[i].index, node, certainty))
            return true;
    }
    return false;
}

static bool access_is_exact(const struct pv_stmt *stmt, const struct pv_access *access, bool conditions_count)
{
    if (stmt->kind == PV_STMT_GENERIC || !knows_elements(access))
        return false;
    struct certainty certainty = {.is_unseen = true};
    if (!access->expr)
        return true;
    if (!stmt->body || !stmt->body->expr || !find_node(stmt->body->expr, access->expr, &certainty))
        return false; /* a path made up for what a call can reach */
    return !certainty.is_unseen && (conditions_count || !certainty.is_conditional);
}

static void list_values(struct model *model, struct stmt_relations *target)
{
    const struct pv_stmt *stmt = target->stmt;
    for (int i = 0; i < stmt->substs.n; i++) {
        isl_map *map = isl_map_from_pw_aff(isl_pw_aff_copy(stmt->substs.v[i].value));
        map = isl_map_intersect_domain(map, isl_set_copy(stmt->domain));
        struct model_values values = {.subst = &stmt->substs.v[i], .n_in = stmt->n_iterators};
        struct lister lister = {.arena = model->arena, .limit = MAX_ROWS};
        int n_points;
        if (list_points(&lister, fix_parameters(model, isl_map_wrap(map)), &n_points)) {
            sort_width = lister.width;
            if (n_points)
                qsort(lister.rows.v, (size_t)n_points, sizeof(int64_t) * (size_t)lister.width, compare_rows);
            values.rows.v = lister.rows.v;
            values.rows.n = lister.rows.n;
        }
        pv_push(model->arena, &target->values, values);
    }
}

static void list_access(struct model *model, struct stmt_relations *target, const struct pv_access *access,
                        bool conditions_count)
{
    static const enum pv_relation kinds[] = {PV_MAY_READ, PV_MAY_WRITE, PV_MUST_WRITE};
    for (int i = 0; i < 3; i++) {
        struct relation_builder builder = {model, target, access, kinds[i],
                                           access_is_exact(target->stmt, access, conditions_count)};
        isl_union_map *umap = pv_access_get(access, kinds[i]);
        isl_union_set *domain = isl_union_set_from_set(isl_set_copy(target->stmt->domain));
        umap = isl_union_map_intersect_domain(umap, domain);
        if (!umap)
            model->trouble = pv_printf(model->arena, "an access of %s to %s has no relation", target->stmt->name,
                                       access->array->name);
        else if (access->array->kind == PV_ARRAY_DATA)
            isl_union_map_foreach_map(umap, add_relation, &builder);
        isl_union_map_free(umap);
    }
}

static void list_relations(struct model *model, bool conditions_count)
{
    for (int i = 0; i < model->scop->stmts.n; i++) {
        struct stmt_relations target = {.stmt = model->scop->stmts.v[i]};
        for (int j = 0; j < target.stmt->accesses.n; j++)
            list_access(model, &target, target.stmt->accesses.v[j], conditions_count);
        list_values(model, &target);
        pv_push(model->arena, &model->stmts, target);
    }
}

/*--------------------------------------------------------------------------------------------------*/

struct model *model_new(struct pv_arena *arena, const struct pv_scop *scop, const int64_t *parameters,
                        bool conditions_count)
{
    struct model *model = pv_new(arena, struct model);
    model->arena = arena;
    model->scop = scop;
    model->parameters = parameters;
    list_instances(model);
    if (!model->trouble)
        list_relations(model, conditions_count);
    return model;
}

void model_free(struct model *model)
{
    for (int i = 0; i < model->stmts.n; i++)
        for (int j = 0; j < model->stmts.v[i].relations.n; j++)
            isl_map_free(model->stmts.v[i].relations.v[j]->map);
}

bool model_is_in_context(const struct model *model)
{
    isl_set *context = isl_set_from_params(isl_set_copy(model->scop->context));
    struct model copy = *model;
    context = fix_parameters(&copy, context);
    bool is_inside = isl_set_is_empty(context) == isl_bool_false;
    isl_set_free(context);
    return is_inside;
}

const struct stmt_relations *model_relations(const struct model *model, const struct pv_stmt *stmt)
{
    for (int i = 0; i < model->stmts.n; i++)
        if (model->stmts.v[i].stmt == stmt)
            return &model->stmts.v[i];
    return NULL;
}

/* Among rows of "width" numbers in increasing order, those that begin with the "n" numbers of "key". */
static int find_rows(const int64_t *rows, int n_rows, int width, const int64_t *key, int n, const int64_t **first)
{
    int low = 0, high = n_rows;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_numbers(rows + (size_t)middle * (size_t)width, key, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    int found = 0;
    *first = rows + (size_t)low * (size_t)width;
    while (low + found < n_rows && !compare_numbers(*first + (size_t)found * (size_t)width, key, n))
        found++;
    return found;
}

int model_find_rows(const struct model_relation *relation, const int64_t *iterators, const int64_t **first)
{
    int width = relation->n_in + relation->n_out;
    *first = relation->rows.v;
    if (!width)
        return relation->rows.n;
    return find_rows(relation->rows.v, relation->rows.n / width, width, iterators, relation->n_in, first);
}

bool model_find_value(const struct model *model, const struct pv_stmt *stmt, const struct pv_subst *subst,
                      const int64_t *iterators, int64_t *value)
{
    const struct stmt_relations *relations = model_relations(model, stmt);
    const struct model_values *values = &relations->values.v[subst - stmt->substs.v];
    int width = values->n_in + 1;
    const int64_t *first;
    if (find_rows(values->rows.v, values->rows.n / width, width, iterators, values->n_in, &first) != 1)
        return false;
    *value = first[values->n_in];
    return true;
}

bool model_relates(const struct model_relation *relation, const int64_t *iterators, const int64_t *subscripts)
{

    isl_set *set = isl_map_wrap(isl_map_copy(relation->map));
    set = fix_dims(set, 0, iterators, relation->n_in);
    set = fix_dims(set, relation->n_in, subscripts, relation->n_out);
    bool is_related = isl_set_is_empty(set) == isl_bool_false;
    isl_set_free(set);
    return is_related;
}

void model_print_instance(struct pv_sb *sb, const struct model_instance *instance)
{
    pv_sb_printf(sb, "%s[", instance->stmt->name);
    for (int i = 0; i < instance->stmt->n_iterators; i++)
        pv_sb_printf(sb, "%s%lld", i ? ", " : "", (long long)instance->iterators[i]);
    pv_sb_add(sb, "]");
}
