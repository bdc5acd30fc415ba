/* Computes dependences by definition: goes through the instances of a model one by one. */
#include "dataflow.h"

#include <isl/map.h>
#include <string.h>

typedef PV_VEC(int) instance_list;

struct flow_element {
    int space;
    const int64_t *subscripts;
    bool is_cut;           /* certainly written, or killed */
    instance_list writers; /* that may have written the value it has */
    instance_list users;   /* readers and writers since the last certain write */
};

/*--------------------------------------------------------------------------------------------------*/
/* Elements */

static bool is_same_space(const struct model_relation *a, const struct model_relation *b)
{
    if (a->access->array != b->access->array || a->n_steps != b->n_steps)
        return false;
    for (int i = 0; i < a->n_steps; i++)
        if (a->steps[i].field != b->steps[i].field)
            return false;
    return true;
}

static int find_space(struct dataflow *dataflow, const struct model_relation *relation)
{
    for (int i = 0; i < dataflow->spaces.n; i++)
        if (is_same_space(dataflow->spaces.v[i], relation))
            return i;
    pv_push(dataflow->arena, &dataflow->spaces, relation);
    return dataflow->spaces.n - 1;
}

/* The entry of the table for an element: its own or the free one where it belongs. */
static int *find_entry(const struct dataflow *dataflow, int space, const int64_t *subscripts)
{
    int n = dataflow->spaces.v[space]->n_out;
    uint64_t hash = (uint64_t)space;
    for (int i = 0; i < n; i++)
        hash = (hash + (uint64_t)subscripts[i]) * 0x9e3779b97f4a7c15u;
    for (hash >>= 20;; hash++) {
        int *entry = &dataflow->table[hash % (uint64_t)dataflow->cap_table];
        const struct flow_element *element = *entry ? &dataflow->elements[*entry - 1] : NULL;
        if (!element ||
            (element->space == space && (!n || !memcmp(element->subscripts, subscripts, sizeof(int64_t) * (size_t)n))))
            return entry;
    }
}

static void grow(struct dataflow *dataflow)
{
    int cap = dataflow->cap_elements ? 2 * dataflow->cap_elements : 128;
    struct flow_element *elements = pv_new_array(dataflow->arena, struct flow_element, cap);
    if (dataflow->n_elements)
        memcpy(elements, dataflow->elements, sizeof(*elements) * (size_t)dataflow->n_elements);
    dataflow->elements = elements;
    dataflow->cap_elements = cap;
    dataflow->cap_table = 2 * cap;
    dataflow->table = pv_new_array(dataflow->arena, int, dataflow->cap_table);
    for (int i = 0; i < dataflow->n_elements; i++)
        *find_entry(dataflow, elements[i].space, elements[i].subscripts) = i + 1;
}

/* The number of an element. */
static int find_element(struct dataflow *dataflow, const struct model_relation *relation, const int64_t *subscripts)
{
    if (dataflow->n_elements == dataflow->cap_elements)
        grow(dataflow);
    int space = find_space(dataflow, relation);
    int *entry = find_entry(dataflow, space, subscripts);
    if (!*entry) {
        struct flow_element element = {.space = space, .subscripts = subscripts};
        dataflow->elements[dataflow->n_elements++] = element;
        *entry = dataflow->n_elements;
    }
    return *entry - 1;
}

void dataflow_print_element(struct pv_sb *sb, const struct dataflow *dataflow, int element)
{
    const struct model_relation *relation = dataflow->spaces.v[dataflow->elements[element].space];
    const int64_t *subscripts = dataflow->elements[element].subscripts;
    pv_sb_add(sb, relation->access->array->name);
    for (int i = 0; i < relation->n_steps; i++) {
        if (relation->steps[i].field)
            pv_sb_printf(sb, ".%s", relation->steps[i].field->name);
        for (int j = 0; j < relation->steps[i].n_subscripts; j++)
            pv_sb_printf(sb, "[%lld]", (long long)*subscripts++);
    }
}

bool dataflow_pairs(struct dataflow *dataflow, const struct dep_elements *elements, pair_list *pairs)
{
    const struct model_relation *relation = elements->relation;
    int width = relation->n_in + relation->n_out;
    int n = width ? relation->rows.n / width : relation->rows.n;
    for (int i = 0; i < n; i++) {
        const int64_t *row = relation->rows.v + (size_t)i * (size_t)width;
        struct pair pair = {model_find_instance(dataflow->model, elements->stmt, row),
                            find_element(dataflow, relation, row + relation->n_in)};
        if (pair.from < 0)
            return false;
        pv_push(dataflow->arena, pairs, pair);
    }
    return true;
}

/*--------------------------------------------------------------------------------------------------*/
/* Accesses */

/* All accesses of one kind: pairs of an instance and an element, normalized. */
static void list_accesses(struct dataflow *dataflow, enum pv_relation kind, pair_list *pairs)
{
    const struct pv_scop *scop = dataflow->model->scop;
    isl_union_map *accesses = pv_scop_get_accesses(scop, kind);
    element_lists lists = {0};
    deplist_elements(dataflow->model, accesses, &lists);
    isl_union_map_free(accesses);
    for (int i = 0; i < lists.n; i++)
        if (!lists.v[i].relation->is_listed || !dataflow_pairs(dataflow, &lists.v[i], pairs))
            dataflow->is_complete = false;
    deplist_free_elements(&lists);
    pairs_normalize(pairs);
}

/*--------------------------------------------------------------------------------------------------*/
/* Execution */

static void add_unique(struct dataflow *dataflow, instance_list *list, int instance)
{
    if (!list->n || list->v[list->n - 1] != instance)
        pv_push(dataflow->arena, list, instance);
}

/* Add a pair from each of "sources" but "sink" itself. */
static void add_pairs(struct dataflow *dataflow, const instance_list *sources, int sink, pair_list *pairs)
{
    for (int i = 0; i < sources->n; i++) {
        struct pair pair = {sources->v[i], sink};
        if (pair.from != sink)
            pv_push(dataflow->arena, pairs, pair);
    }
}

struct accesses {
    pair_list reads, writes, certain_writes, kills;
};

/* Call "visit" for each element that "instance" has in "accesses". */
static void for_elements(struct dataflow *dataflow, const pair_list *accesses, int instance,
                         void (*visit)(struct dataflow *dataflow, struct flow_element *element, int instance))
{
    for (int i = pairs_first(accesses, instance); i < accesses->n && accesses->v[i].from == instance; i++)
        visit(dataflow, &dataflow->elements[accesses->v[i].to], instance);
}

static void read_element(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    struct pair live_in = {instance, (int)(element - dataflow->elements)};
    add_pairs(dataflow, &element->writers, instance, &dataflow->flow);
    if (!element->is_cut)
        pv_push(dataflow->arena, &dataflow->live_in, live_in);
}

/* The write comes after what used the element before; then it may be its last writer. */
static void overwrite_element(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    add_pairs(dataflow, &element->users, instance, &dataflow->false_deps);
}

static void use_element(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    add_unique(dataflow, &element->users, instance);
}

static void kill_element(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    (void)dataflow;
    (void)instance;
    element->is_cut = true;
    element->writers.n = 0;
}

static void forget_users(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    kill_element(dataflow, element, instance);
    element->users.n = 0;
}

static void write_element(struct dataflow *dataflow, struct flow_element *element, int instance)
{
    add_unique(dataflow, &element->writers, instance);
    add_unique(dataflow, &element->users, instance);
}

static void execute(struct dataflow *dataflow, const struct accesses *accesses)
{
    for (int i = 0; i < dataflow->model->instances.n; i++) {
        for_elements(dataflow, &accesses->reads, i, read_element);
        for_elements(dataflow, &accesses->writes, i, overwrite_element);
        for_elements(dataflow, &accesses->certain_writes, i, forget_users);
        for_elements(dataflow, &accesses->kills, i, kill_element);
        for_elements(dataflow, &accesses->reads, i, use_element);
        for_elements(dataflow, &accesses->writes, i, write_element);
    }
    for (int i = 0; i < dataflow->n_elements; i++)
        for (int j = 0; j < dataflow->elements[i].writers.n; j++) {
            struct pair live_out = {dataflow->elements[i].writers.v[j], i};
            pv_push(dataflow->arena, &dataflow->live_out, live_out);
        }
}

struct dataflow *dataflow_new(struct pv_arena *arena, struct model *model)
{
    struct dataflow *dataflow = pv_new(arena, struct dataflow);
    struct accesses accesses = {0};
    dataflow->arena = arena;
    dataflow->model = model;
    dataflow->is_complete = true;
    for (int i = 0; i < model->scop->arrays.n; i++)
        if (model->scop->arrays.v[i]->kind != PV_ARRAY_DATA)
            dataflow->is_complete = false;
    if (dataflow->is_complete)
        list_accesses(dataflow, PV_MAY_READ, &accesses.reads);
    if (dataflow->is_complete)
        list_accesses(dataflow, PV_MAY_WRITE, &accesses.writes);
    if (dataflow->is_complete)
        list_accesses(dataflow, PV_MUST_WRITE, &accesses.certain_writes);
    if (dataflow->is_complete)
        list_accesses(dataflow, PV_KILL, &accesses.kills);
    if (dataflow->is_complete)
        execute(dataflow, &accesses);
    pairs_normalize(&dataflow->flow);
    pairs_normalize(&dataflow->false_deps);
    pairs_normalize(&dataflow->live_in);
    pairs_normalize(&dataflow->live_out);
    return dataflow;
}
