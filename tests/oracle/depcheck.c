/* Compares the dependences of a region with the flow of values in one execution. */
#include "depcheck.h"

#include "dataflow.h"
#include "deplist.h"
#include "shadow.h"

#include <isl/map.h>
#include <stdarg.h>
#include <stdlib.h>

/* A byte that an instance reads or writes last. */
struct touch {
    int group;
    uint64_t address;
};

/* An element that pave says an instance reads or writes. */
struct claim {
    int group;
    struct byte_range bytes;
    const struct pv_array *array;
};
typedef PV_VEC(struct claim) claim_list;

struct depcheck {
    struct pv_arena *arena;
    struct report *report;
    const struct plan *plan;
    const struct pv_deps *deps;
    const struct trace_run *run;
    struct model *model;
    struct layout *layout;
    bool is_exact;

    int next;      /* the first instance of the model not looked at */
    int *group_of; /* per instance of the model: the first of those executed with it, or -1 */
    struct shadow shadow;
    pair_list flow;         /* what the trace shows, groups as instances */
    pair_list flow_at_once; /* the same if an instance did all its reads before its first write */
    PV_VEC(struct touch) live_in, live_in_at_once;
    bool *is_live; /* per instance: some live value needs it */
};

struct depcheck *depcheck_new(struct pv_arena *arena, struct report *report, const struct plan *plan,
                              const struct pv_deps *deps, const struct trace_run *run, struct model *model,
                              struct layout *layout, bool is_exact)
{
    struct depcheck *check = pv_new(arena, struct depcheck);
    *check = (struct depcheck){.arena = arena, .report = report, .plan = plan, .deps = deps, .run = run};
    check->model = model;
    check->layout = layout;
    check->is_exact = is_exact && !deps->is_memory_based;
    check->shadow.arena = arena;
    check->group_of = pv_new_array(arena, int, model->instances.n + 1);
    check->is_live = pv_new_array(arena, bool, model->instances.n + 1);
    for (int i = 0; i < model->instances.n; i++)
        check->group_of[i] = -1;
    return check;
}

/*--------------------------------------------------------------------------------------------------*/
/* Reporting */

static const struct pv_stmt *stmt_of(const struct depcheck *check, int instance)
{
    return check->model->instances.v[instance].stmt;
}

static const char *name_of(struct depcheck *check, int instance)
{
    struct pv_sb sb = {0};
    model_print_instance(&sb, &check->model->instances.v[instance]);
    char *name = pv_strdup(check->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

static const char *address_name(struct depcheck *check, uint64_t address)
{
    struct pv_sb sb = {0};
    layout_print(&sb, check->layout, address);
    char *name = pv_strdup(check->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

/* Report a disagreement at "instance". */
__attribute__((format(printf, 3, 4))) static void disagree(struct depcheck *check, int instance, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *what = pv_vprintf(check->arena, fmt, ap);
    va_end(ap);
    report_disagreement(check->report, check->plan, check->run, stmt_of(check, instance)->range.begin.line,
                        name_of(check, instance), what);
}

/*--------------------------------------------------------------------------------------------------*/
/* The flow of values in the trace */

static void add_pair(struct depcheck *check, pair_list *pairs, int writer, int reader)
{
    struct pair pair = {writer, reader};
    bool is_repeated = pairs->n && pairs->v[pairs->n - 1].from == writer && pairs->v[pairs->n - 1].to == reader;
    if (writer >= 0 && writer != reader && !is_repeated)
        pv_push(check->arena, pairs, pair);
}

static void read_byte(struct depcheck *check, int reader, uint64_t address)
{
    const struct shadow_cell *cell = shadow_find(&check->shadow, address);
    int writer = cell ? cell->writer : WRITER_NONE;
    int earlier = cell && writer == reader ? cell->before : writer;
    struct touch touch = {reader, address};
    add_pair(check, &check->flow, writer, reader);
    add_pair(check, &check->flow_at_once, earlier, reader);
    if (writer == WRITER_NONE)
        pv_push(check->arena, &check->live_in, touch);
    if (earlier == WRITER_NONE)
        pv_push(check->arena, &check->live_in_at_once, touch);
}

static int compare_owned(const void *a, const void *b)
{
    const struct owned_range *x = a, *y = b;
    return x->bytes.begin < y->bytes.begin ? -1 : x->bytes.begin > y->bytes.begin;
}

static void sort_owned(owned_ranges *ranges)
{
    if (ranges->n)
        qsort(ranges->v, (size_t)ranges->n, sizeof(*ranges->v), compare_owned);
}

/* The array of the element in "ranges", sorted, that holds "address"; NULL where none does. */
static const struct pv_array *find_owner(const owned_ranges *ranges, uint64_t address)
{
    int low = 0, high = ranges->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (ranges->v[middle].bytes.begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < ranges->v[low - 1].bytes.end ? ranges->v[low - 1].array : NULL;
}

/*--------------------------------------------------------------------------------------------------*/
/* Instances without accesses in the trace */

/* Did the user write this kill, rather than the end of a declaration's scope? */
static bool is_explicit_kill(const struct depcheck *check, const struct pv_stmt *stmt)
{
    for (int i = 0; stmt->kind == PV_STMT_KILL && i < check->plan->pencil.n; i++)
        if (check->plan->pencil.v[i]->range.begin.offset == stmt->range.begin.offset)
            return true;
    return false;
}

/* Let "writer" write what "relation" says, or where "writer" is WRITER_NONE let "instance" read it. */
static void touch_rows(struct depcheck *check, const struct model_relation *relation, int instance, int writer)
{
    const int64_t *row;
    int n = model_find_rows(relation, check->model->instances.v[instance].iterators, &row);
    for (int i = 0; i < n; i++) {
        const int64_t *subscripts = row + (size_t)i * (size_t)(relation->n_in + relation->n_out) + relation->n_in;
        struct place place;
        if (!layout_find(check->layout, relation, subscripts, &place))
            continue;
        for (uint64_t address = place.bytes.begin; address < place.bytes.end; address++)
            if (writer == WRITER_NONE)
                read_byte(check, instance, address);
            else
                shadow_write(&check->shadow, address, writer, relation->access->array);
    }
}

static void kill_elements(struct depcheck *check, int instance)
{
    const struct pv_stmt *stmt = stmt_of(check, instance);
    for (int i = 0; i < stmt->accesses.n; i++) {
        isl_union_map *kill = pv_access_get(stmt->accesses.v[i], PV_KILL);
        element_lists lists = {0};
        deplist_elements(check->model, kill, &lists);
        isl_union_map_free(kill);
        for (int j = 0; j < lists.n; j++)
            if (lists.v[j].relation->is_listed && plan_has_address(check->plan, stmt->accesses.v[i]->array))
                touch_rows(check, lists.v[j].relation, instance, WRITER_KILLED);
        deplist_free_elements(&lists);
    }
}

/* __pencil_use reads, __pencil_def writes, as the model says. */
static void assume_accesses(struct depcheck *check, int instance)
{
    const struct stmt_relations *relations = model_relations(check->model, stmt_of(check, instance));
    check->group_of[instance] = instance;
    for (int i = 0; i < relations->relations.n; i++) {
        const struct model_relation *relation = relations->relations.v[i];
        if (!relation->is_listed || !plan_has_address(check->plan, relation->access->array))
            continue;
        if (relation->kind == PV_MAY_READ)
            touch_rows(check, relation, instance, WRITER_NONE);
        else if (relation->kind == PV_MUST_WRITE)
            touch_rows(check, relation, instance, instance);
    }
}

/* The control of the loop writes its iterator: here at the latest, for a loop that may have had no iteration. */
static void write_final(struct depcheck *check, int instance)
{
    const struct stmt_relations *relations = model_relations(check->model, stmt_of(check, instance));
    for (int i = 0; i < relations->relations.n; i++) {
        const struct model_relation *relation = relations->relations.v[i];
        if (relation->is_listed && relation->kind == PV_MUST_WRITE &&
            plan_has_address(check->plan, relation->access->array))
            touch_rows(check, relation, instance, WRITER_CONTROL);
    }
}

/* Look at the instances of the model before "end" that have no code of their own. */
static void advance(struct depcheck *check, int end)
{
    for (; check->next < end; check->next++) {
        const struct pv_stmt *stmt = stmt_of(check, check->next);
        if (is_explicit_kill(check, stmt))
            kill_elements(check, check->next);
        else if (stmt->kind == PV_STMT_ASSUME)
            assume_accesses(check, check->next);
        else if (stmt->kind == PV_STMT_FINAL)
            write_final(check, check->next);
    }
}

void depcheck_execute(struct depcheck *check, const struct execution *execution)
{
    int group = execution->n_members ? execution->members[0] : WRITER_CONTROL;
    if (group >= 0)
        advance(check, group);
    for (int i = 0; i < execution->n_members; i++)
        check->group_of[execution->members[i]] = group;
    sort_owned(execution->reads);
    sort_owned(execution->writes);
    for (int i = 0; i < execution->n_accesses; i++) {
        const struct trace_access *access = &execution->accesses[i];
        for (uint64_t address = access->address; address < access->address + access->size; address++) {
            const struct pv_array *array = find_owner(access->is_write ? execution->writes : execution->reads, address);
            if (access->is_write)
                shadow_write(&check->shadow, address, array ? group : WRITER_CONTROL, array);
            else if (array && group >= 0)
                read_byte(check, group, address);
        }
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* Comparing pairs */

/* Does the model claim to know all accesses, so that pave has no reason to see more dependences than there are? */
static bool is_exact(const struct depcheck *check)
{
    const struct model *model = check->model;
    for (int i = 0; i < model->scop->arrays.n; i++)
        if (model->scop->arrays.v[i]->kind != PV_ARRAY_DATA)
            return false;
    for (int i = 0; i < model->stmts.n; i++)
        for (int j = 0; j < model->stmts.v[i].relations.n; j++) {
            const struct model_relation *relation = model->stmts.v[i].relations.v[j];
            if (!relation->is_listed || !relation->is_exact)
                return false;
        }
    return check->is_exact;
}

/* "pairs" of instances as pairs of groups; those within a group and those of instances without a trace are left out. */
static pair_list to_groups(struct depcheck *check, const pair_list *pairs)
{
    pair_list groups = {0};
    for (int i = 0; i < pairs->n; i++) {
        struct pair pair = {check->group_of[pairs->v[i].from], check->group_of[pairs->v[i].to]};
        if (pair.from >= 0 && pair.to >= 0 && pair.from != pair.to)
            pv_push(check->arena, &groups, pair);
    }
    pairs_normalize(&groups);
    return groups;
}

/* Compare the flow of pave, pairs of instances, with the trace. */
static void compare_flow(struct depcheck *check, const pair_list *flow)
{
    pair_list groups = to_groups(check, flow);
    for (int i = 0; i < check->flow.n; i++) {
        struct pair pair = check->flow.v[i];
        if (!pairs_contain(&groups, pair.from, pair.to))
            disagree(check, pair.to, "the trace reads what %s wrote, the flow does not lead from there",
                     name_of(check, pair.from));
    }
    for (int i = 0; check->is_exact && i < groups.n; i++) {
        struct pair pair = groups.v[i];
        if (!pairs_contain(&check->flow_at_once, pair.from, pair.to))
            disagree(check, pair.to, "the flow leads from %s, the trace reads nothing that it wrote",
                     name_of(check, pair.from));
    }
}

static void check_order(struct depcheck *check, const pair_list *pairs, const char *what)
{
    for (int i = 0; i < pairs->n; i++)
        if (pairs->v[i].from >= pairs->v[i].to) {
            disagree(check, pairs->v[i].to, "%s lead back to it from %s", what, name_of(check, pairs->v[i].from));
            return;
        }
}

/*--------------------------------------------------------------------------------------------------*/
/* Comparing elements */

static int compare_claims(const void *a, const void *b)
{
    const struct claim *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return x->bytes.begin < y->bytes.begin ? -1 : x->bytes.begin > y->bytes.begin;
}

static void claim_rows(struct depcheck *check, const struct dep_elements *elements, claim_list *claims)
{
    const struct model_relation *relation = elements->relation;
    int width = relation->n_in + relation->n_out;
    int n = width ? relation->rows.n / width : relation->rows.n;
    for (int i = 0; i < n; i++) {
        const int64_t *row = relation->rows.v + (size_t)i * (size_t)width;
        int instance = model_find_instance(check->model, elements->stmt, row);
        struct place place = {0};
        if (instance < 0 || check->group_of[instance] < 0)
            continue;
        if (plan_has_address(check->plan, relation->access->array))
            layout_find(check->layout, relation, row + relation->n_in, &place);
        struct claim claim = {check->group_of[instance], place.bytes, relation->access->array};
        pv_push(check->arena, claims, claim);
    }
}

/* What "lists" say, sorted; elements whose address is unknown have no bytes. */
static claim_list list_claims(struct depcheck *check, const element_lists *lists)
{
    claim_list claims = {0};
    for (int i = 0; i < lists->n; i++)
        if (lists->v[i].relation->is_listed)
            claim_rows(check, &lists->v[i], &claims);
    if (claims.n)
        qsort(claims.v, (size_t)claims.n, sizeof(*claims.v), compare_claims);
    return claims;
}

/* May a relation that was not listed hold the touch? */
static bool is_in_unlisted(const struct depcheck *check, const element_lists *lists, struct touch touch)
{
    for (int i = 0; i < lists->n; i++) {
        const struct dep_elements *elements = &lists->v[i];
        const struct model_relation *relation = elements->relation;
        const struct pv_array *array = relation->access->array;
        if (relation->is_listed || !plan_has_address(check->plan, array))
            continue;
        for (int j = touch.group; j < check->model->instances.n; j++) {
            if (check->group_of[j] != touch.group || stmt_of(check, j) != elements->stmt)
                continue;
            int64_t *subscripts = pv_new_array(check->arena, int64_t, relation->n_out + 1);
            if (!layout_subscripts(check->layout, relation, touch.address, subscripts) ||
                model_relates(relation, check->model->instances.v[j].iterators, subscripts))
                return true;
        }
    }
    return false;
}

static bool is_claimed(const struct depcheck *check, const element_lists *lists, const claim_list *claims,
                       struct touch touch)
{
    struct claim last = {.group = touch.group, .bytes = {touch.address, touch.address}};
    int low = 0, high = claims->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_claims(&claims->v[middle], &last) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && claims->v[low - 1].group == touch.group && touch.address < claims->v[low - 1].bytes.end)
        return true;
    for (int i = low - 1; i >= 0 && claims->v[i].group == touch.group; i--)
        if (!claims->v[i].bytes.end) /* it may be the one without a known address */
            return true;
    return is_in_unlisted(check, lists, touch);
}

/* Does nothing use the array after the region? */
static bool is_killed(const struct depcheck *check, const struct pv_array *array)
{
    int var = array->var ? plan_find_var(check->plan, array->var) : -1;
    bool is_used_after = check->model->scop->region->all_used_after ||
                         (var >= 0 && check->plan->vars.v[var].is_live_after);
    return array->is_dead_after || (array->is_local && !is_used_after);
}

static int compare_touches(const void *a, const void *b)
{
    const struct touch *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void compare_live_in(struct depcheck *check)
{
    element_lists lists = {0};
    deplist_elements(check->model, check->deps->live_in, &lists);
    claim_list claims = list_claims(check, &lists);
    for (int i = 0; i < check->live_in.n; i++) {
        struct touch touch = check->live_in.v[i];
        bool is_repeated = i && check->live_in.v[i - 1].group == touch.group &&
                           check->live_in.v[i - 1].address + 1 == touch.address;
        if (!is_repeated && !is_claimed(check, &lists, &claims, touch))
            disagree(check, touch.group, "the trace reads %s as it was before the region, which is not in the live-in",
                     address_name(check, touch.address));
    }
    if (check->live_in_at_once.n)
        qsort(check->live_in_at_once.v, (size_t)check->live_in_at_once.n, sizeof(struct touch), compare_touches);
    for (int i = 0; check->is_exact && i < claims.n; i++) {
        struct touch touch = {claims.v[i].group, claims.v[i].bytes.begin};
        if (claims.v[i].bytes.end &&
            (!check->live_in_at_once.n || !bsearch(&touch, check->live_in_at_once.v, (size_t)check->live_in_at_once.n,
                                                   sizeof(touch), compare_touches)))
            disagree(check, touch.group, "the live-in has %s, the trace does not read it as it was before the region",
                     address_name(check, touch.address));
    }
    deplist_free_elements(&lists);
}

static void compare_live_out(struct depcheck *check)
{
    element_lists lists = {0};
    deplist_elements(check->model, check->deps->live_out, &lists);
    claim_list claims = list_claims(check, &lists);
    for (int i = 0; i < check->shadow.cap_cells; i++) {
        const struct shadow_cell *cell = &check->shadow.cells[i];
        if (!cell->address || cell->writer < 0 || is_killed(check, cell->array))
            continue;
        struct touch touch = {cell->writer, cell->address};
        check->is_live[cell->writer] = true;
        if (!is_claimed(check, &lists, &claims, touch))
            disagree(check, touch.group, "the trace writes %s for the last time, which is not in the live-out",
                     address_name(check, touch.address));
    }
    for (int i = 0; check->is_exact && i < claims.n; i++) {
        const struct claim *claim = &claims.v[i];
        const struct shadow_cell *cell = claim->bytes.end ? shadow_find(&check->shadow, claim->bytes.begin) : NULL;
        if (is_killed(check, claim->array))
            disagree(check, claim->group, "the live-out has %s, which nothing uses after the region",
                     claim->array->name);
        else if (claim->bytes.end && (!cell || cell->writer != claim->group))
            disagree(check, claim->group, "the live-out has %s, the trace writes it again",
                     address_name(check, claim->bytes.begin));
    }
    deplist_free_elements(&lists);
}

/*--------------------------------------------------------------------------------------------------*/
/* Dead instances */

/* Mark all groups that some live value needs. Pairs lead forward, so one pass from the end is enough. */
static void mark_live(struct depcheck *check)
{
    for (int i = 0; i < check->model->instances.n; i++) {
        const struct pv_stmt *stmt = stmt_of(check, i);
        if (check->group_of[i] >= 0 && (stmt->has_effects || stmt->kind == PV_STMT_ASSUME))
            check->is_live[check->group_of[i]] = true;
    }
    for (int i = check->model->instances.n - 1; i >= 0; i--)
        for (int j = pairs_first(&check->flow, i); j < check->flow.n && check->flow.v[j].from == i; j++)
            if (check->is_live[check->flow.v[j].to])
                check->is_live[i] = true;
}

static void check_kept(struct depcheck *check)
{
    bool *is_kept = pv_new_array(check->arena, bool, check->model->instances.n + 1);
    if (!check->deps->kept || !deplist_instances(check->model, check->deps->kept, is_kept))
        return;
    mark_live(check);
    for (int i = 0; i < check->model->instances.n; i++)
        if (is_kept[i] && check->group_of[i] >= 0)
            is_kept[check->group_of[i]] = true;
    for (int i = 0; i < check->model->instances.n; i++)
        if (check->is_live[i] && !is_kept[i])
            disagree(check, i, "it is called dead, but in the trace a lasting result depends on it");
}

/*--------------------------------------------------------------------------------------------------*/
/* What must hold of the relations among themselves */

/* Does a path of pairs lead from "from" to "to"? All pairs lead forward. */
static bool is_connected(struct depcheck *check, const pair_list *pairs, int from, int to)
{
    bool *is_reached = pv_new_array(check->arena, bool, to - from + 1);
    is_reached[0] = true;
    for (int i = from; i < to && !is_reached[to - from]; i++)
        if (is_reached[i - from])
            for (int j = pairs_first(pairs, i); j < pairs->n && pairs->v[j].from == i; j++)
                if (pairs->v[j].to <= to)
                    is_reached[pairs->v[j].to - from] = true;
    return is_reached[to - from];
}

/* When live ranges are reordered, every false dependence must still be kept along some path: from the overwritten
 * value to its reads by the flow and from there by the order; or from a write that is not read by the order; or
 * between two writes that one read may see by the forced ones. Independences of the user remove pairs of the order. */
static void check_false(struct depcheck *check, const pair_list *flow, const pair_list *false_deps)
{
    const struct pv_deps *deps = check->deps;
    pair_list forced = {0}, kept = {0};
    bool is_listed = deplist_pairs(check->model, deps->forced, &forced) &&
                     deplist_pairs(check->model, deps->order, &kept);
    if (!is_listed)
        return;
    check_order(check, &forced, "forced dependences");
    check_order(check, &kept, "order dependences");
    if (!deps->order || check->model->scop->independences.n)
        return;
    for (int i = 0; i < flow->n; i++)
        pv_push(check->arena, &kept, flow->v[i]);
    for (int i = 0; i < forced.n; i++)
        pv_push(check->arena, &kept, forced.v[i]);
    pairs_normalize(&kept);
    for (int i = 0; i < false_deps->n; i++) {
        struct pair pair = false_deps->v[i];
        if (!pairs_contain(&kept, pair.from, pair.to) && !is_connected(check, &kept, pair.from, pair.to))
            disagree(check, pair.to, "no dependences keep it behind %s, the values of which it overwrites",
                     name_of(check, pair.from));
    }
}

/* Compare pairs of instances with those that follow from the accesses. */
static void compare_pairs(struct depcheck *check, const pair_list *actual, const pair_list *wanted, const char *what)
{
    for (int i = 0; i < actual->n; i++)
        if (!pairs_contain(wanted, actual->v[i].from, actual->v[i].to))
            disagree(check, actual->v[i].to, "a %s dependence leads there from %s, no accesses cause it", what,
                     name_of(check, actual->v[i].from));
    for (int i = 0; i < wanted->n; i++)
        if (!pairs_contain(actual, wanted->v[i].from, wanted->v[i].to))
            disagree(check, wanted->v[i].to, "the accesses cause a %s dependence on %s, pave has none", what,
                     name_of(check, wanted->v[i].from));
}

static const char *element_name(struct depcheck *check, const struct dataflow *dataflow, int element)
{
    struct pv_sb sb = {0};
    dataflow_print_element(&sb, dataflow, element);
    char *name = pv_strdup(check->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

/* Compare "umap" { S[i] -> A[a] } with what follows from the accesses. */
static void compare_elements(struct depcheck *check, struct dataflow *dataflow, __isl_keep isl_union_map *umap,
                             const pair_list *wanted, const char *what)
{
    element_lists lists = {0};
    pair_list actual = {0};
    bool is_listed = true;
    deplist_elements(check->model, umap, &lists);
    for (int i = 0; i < lists.n; i++)
        if (!lists.v[i].relation->is_listed || !dataflow_pairs(dataflow, &lists.v[i], &actual))
            is_listed = false;
    deplist_free_elements(&lists);
    pairs_normalize(&actual);
    for (int i = 0; is_listed && i < actual.n; i++)
        if (!pairs_contain(wanted, actual.v[i].from, actual.v[i].to))
            disagree(check, actual.v[i].from, "the %s has %s, by its accesses it should not", what,
                     element_name(check, dataflow, actual.v[i].to));
    for (int i = 0; is_listed && i < wanted->n; i++)
        if (!pairs_contain(&actual, wanted->v[i].from, wanted->v[i].to))
            disagree(check, wanted->v[i].from, "by its accesses %s belongs to the %s, where it is not",
                     element_name(check, dataflow, wanted->v[i].to), what);
}

/* The dependences must be those that follow from the accesses, where there are not too many of these. */
static void check_definition(struct depcheck *check, const pair_list *flow, const pair_list *false_deps)
{
    struct dataflow *dataflow = check->deps->is_memory_based ? NULL : dataflow_new(check->arena, check->model);
    if (!dataflow || !dataflow->is_complete)
        return;
    compare_pairs(check, flow, &dataflow->flow, "flow");
    compare_pairs(check, false_deps, &dataflow->false_deps, "false");
    compare_elements(check, dataflow, check->deps->live_in, &dataflow->live_in, "live-in");
    compare_elements(check, dataflow, check->deps->live_out, &dataflow->live_out, "live-out");
    check->report->n_defined_runs++;
}

void depcheck_finish(struct depcheck *check)
{
    advance(check, check->model->instances.n);
    pairs_normalize(&check->flow);
    pairs_normalize(&check->flow_at_once);
    check->is_exact = is_exact(check);
    pair_list flow = {0}, false_deps = {0};
    if (deplist_pairs(check->model, check->deps->flow, &flow) &&
        deplist_pairs(check->model, check->deps->false_deps, &false_deps)) {
        check_order(check, &flow, "flow dependences");
        check_order(check, &false_deps, "false dependences");
        compare_flow(check, &flow);
        check_false(check, &flow, &false_deps);
        check_definition(check, &flow, &false_deps);
        check->report->n_flow_pairs += check->flow.n;
        check->report->n_equal_runs += check->is_exact;
    }
    compare_live_in(check);
    compare_live_out(check);
    check_kept(check);
}
