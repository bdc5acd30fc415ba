/* Compares executions of a region with its model and its dependences. */
#include "compare.h"

#include "depcheck.h"
#include "layout.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

typedef PV_VEC(struct byte_range) byte_ranges;

/* An element that the model says is accessed. */
struct expected {
    struct byte_range bytes;
    const struct model_relation *relation;
    const int64_t *subscripts;
};

struct comparison {
    struct pv_arena *arena;
    struct report *report;
    const struct plan *plan;
    const struct trace_run *run;
    struct model *model;
    struct layout *layout;
    struct depcheck *depcheck;
    bool is_exact;     /* the model is expected to know every element */
    bool *was_written; /* per variable of the plan: by code between the sites */
    bool *is_modelled; /* per variable of the plan: some executed instance of the model writes it */

    /* The instance in work, and the instances of the model that stand against it. */
    const struct trace_instance *instance;
    const struct site *site; /* NULL between sites */
    int first, n_members;    /* indices of "traced" */
    byte_ranges reads, writes, musts, log_reads, log_writes, pointers;
    PV_VEC(struct expected) must_read, must_write, certain_write;
    owned_ranges owned_reads, owned_writes; /* "reads" and "writes", not joined */
    PV_VEC(struct expected) structures;     /* bytes: a structure some field of which is accessed */

    PV_VEC(int) traced; /* instances of the model that leave a trace, in order */
};

/*--------------------------------------------------------------------------------------------------*/
/* Reporting */

static void print_trace_instance(struct pv_sb *sb, const struct comparison *c)
{
    const struct site *site = c->site;
    if (!site) {
        pv_sb_add(sb, "code between statements");
        return;
    }
    pv_sb_printf(sb, "%s%s[", site->stmts.v[0]->name, site->is_shared ? ".." : "");
    for (int i = 0; i < c->instance->n_iterators; i++)
        pv_sb_printf(sb, "%s%lld", i ? ", " : "", (long long)c->instance->iterators[i]);
    pv_sb_add(sb, "]");
}

/* Report that the model and the current instance disagree. */
__attribute__((format(printf, 2, 3))) static void disagree(struct comparison *c, const char *fmt, ...)
{
    struct pv_sb who = {0};
    if (c->instance)
        print_trace_instance(&who, c);
    else
        pv_sb_add(&who, "region");
    va_list ap;
    va_start(ap, fmt);
    char *what = pv_vprintf(c->arena, fmt, ap);
    va_end(ap);
    unsigned line = c->site ? c->site->line : c->plan->scop->region->range.begin.line;
    report_disagreement(c->report, c->plan, c->run, line, who.text, what);
    pv_sb_free(&who);
}

/* The same, but not again for the next instances of the same text. */
static void disagree_once(struct comparison *c, const char *fmt, const char *argument)
{
    if (c->report->last_inexact_line == c->site->line)
        return;
    c->report->last_inexact_line = c->site->line;
    disagree(c, fmt, argument);
}

static const char *instance_name(struct comparison *c, int traced)
{
    struct pv_sb sb = {0};
    model_print_instance(&sb, &c->model->instances.v[c->traced.v[traced]]);
    char *name = pv_strdup(c->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

static const char *address_name(struct comparison *c, uint64_t address)
{
    struct pv_sb sb = {0};
    layout_print(&sb, c->layout, address);
    char *name = pv_strdup(c->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

static const char *element_name(struct comparison *c, const struct expected *expected)
{
    struct pv_sb sb = {0};
    const struct model_relation *relation = expected->relation;
    const int64_t *subscripts = expected->subscripts;
    pv_sb_add(&sb, relation->access->array->name);
    for (int i = 0; i < relation->n_steps; i++) {
        if (relation->steps[i].field)
            pv_sb_printf(&sb, ".%s", relation->steps[i].field->name);
        for (int j = 0; j < relation->steps[i].n_subscripts; j++)
            pv_sb_printf(&sb, "[%lld]", (long long)*subscripts++);
    }
    char *name = pv_strdup(c->arena, sb.text);
    pv_sb_free(&sb);
    return name;
}

/*--------------------------------------------------------------------------------------------------*/
/* Sets of bytes */

static int compare_ranges(const void *a, const void *b)
{
    const struct byte_range *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Sort "ranges" and join those that touch. */
static void normalize(byte_ranges *ranges)
{
    if (!ranges->n)
        return;
    qsort(ranges->v, (size_t)ranges->n, sizeof(*ranges->v), compare_ranges);
    int n = 1;
    for (int i = 1; i < ranges->n; i++) {
        struct byte_range *last = &ranges->v[n - 1];
        if (ranges->v[i].begin > last->end)
            ranges->v[n++] = ranges->v[i];
        else if (ranges->v[i].end > last->end)
            last->end = ranges->v[i].end;
    }
    ranges->n = n;
}

/* The range that holds "address", or NULL. */
static const struct byte_range *find_range(const byte_ranges *ranges, uint64_t address)
{
    for (int i = 0; i < ranges->n; i++)
        if (ranges->v[i].begin <= address && address < ranges->v[i].end)
            return &ranges->v[i];
    return NULL;
}

static bool covers(const byte_ranges *ranges, struct byte_range wanted)
{
    const struct byte_range *range = find_range(ranges, wanted.begin);
    return range && wanted.end <= range->end;
}

/*--------------------------------------------------------------------------------------------------*/
/* What the model says of an instance */

static const struct model_instance *member(const struct comparison *c, int i)
{
    assert(c->first + i < c->traced.n);
    return &c->model->instances.v[c->traced.v[c->first + i]];
}

/* An access of "relation" to "bytes" agrees with the model. */
static void allow(struct comparison *c, struct byte_range bytes, const struct model_relation *relation)
{
    struct owned_range owned = {bytes, relation->access->array};
    if (relation->kind == PV_MAY_READ) {
        pv_push(c->arena, &c->reads, bytes);
        pv_push(c->arena, &c->owned_reads, owned);
    } else {
        pv_push(c->arena, &c->writes, bytes);
        pv_push(c->arena, &c->owned_writes, owned);
    }
}

static void expect_element(struct comparison *c, const struct model_relation *relation, const int64_t *subscripts)
{
    struct place place;
    bool is_found = layout_find(c->layout, relation, subscripts, &place);
    for (int i = 0; i < place.pointers.n; i++)
        pv_push(c->arena, &c->pointers, place.pointers.v[i]);
    struct expected expected = {place.bytes, relation, subscripts};
    /* A must-write must happen, whatever the statement; a read, where the model says that it knows. */
    bool is_required = relation->kind == PV_MUST_WRITE || (relation->is_exact && relation->kind == PV_MAY_READ);
    if (!is_found) {
        if (is_required && c->site->stmts.n)
            disagree(c, "the model accesses %s, the trace never read the pointer to it", element_name(c, &expected));
        return;
    }
    struct expected structure = {place.element, relation, subscripts};
    if (relation->n_steps > 1)
        pv_push(c->arena, &c->structures, structure);
    if (relation->kind == PV_MUST_WRITE)
        pv_push(c->arena, &c->musts, place.bytes);
    else
        allow(c, place.bytes, relation);
    if (relation->is_exact && relation->kind == PV_MAY_WRITE)
        pv_push(c->arena, &c->certain_write, expected);
    if (is_required && relation->kind == PV_MAY_READ)
        pv_push(c->arena, &c->must_read, expected);
    if (is_required && relation->kind == PV_MUST_WRITE)
        pv_push(c->arena, &c->must_write, expected);
}

static void expect_accesses(struct comparison *c)
{
    for (int i = 0; i < c->n_members; i++) {
        const struct model_instance *instance = member(c, i);
        const struct stmt_relations *relations = model_relations(c->model, instance->stmt);
        for (int j = 0; j < relations->relations.n; j++) {
            const struct model_relation *relation = relations->relations.v[j];
            if (!relation->is_listed || !plan_has_address(c->plan, relation->access->array))
                continue;
            const int64_t *row;
            int n = model_find_rows(relation, instance->iterators, &row);
            for (int k = 0; k < n; k++)
                expect_element(c, relation,
                               row + (size_t)k * (size_t)(relation->n_in + relation->n_out) + relation->n_in);
        }
    }
}

static void mark_modelled(struct comparison *c, const struct model_instance *instance)
{
    for (int i = 0; i < instance->stmt->accesses.n; i++) {
        const struct pv_access *access = instance->stmt->accesses.v[i];
        int var = access->array->var ? plan_find_var(c->plan, access->array->var) : -1;
        if (access->is_write && var >= 0)
            c->is_modelled[var] = true;
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* What the trace may do beyond the listed accesses */

/* Does a relation that was not listed go to the byte at "address"? Then its element joins the listed ones. */
static bool is_in_unlisted(struct comparison *c, uint64_t address, enum pv_relation kind)
{
    for (int i = 0; i < c->n_members; i++) {
        const struct model_instance *instance = member(c, i);
        const struct stmt_relations *relations = model_relations(c->model, instance->stmt);
        for (int j = 0; j < relations->relations.n; j++) {
            const struct model_relation *relation = relations->relations.v[j];
            if (relation->kind != kind || relation->is_listed || !plan_has_address(c->plan, relation->access->array))
                continue;
            int64_t *subscripts = pv_new_array(c->arena, int64_t, relation->n_out + 1);
            if (!layout_may_hold(c->layout, relation->access->array, address))
                continue;
            if (relation->access->array->is_indirect) {
                allow(c, (struct byte_range){address, address + 1}, relation);
                return true;
            }
            if (!layout_subscripts(c->layout, relation, address, subscripts) ||
                !model_relates(relation, instance->iterators, subscripts))
                continue;
            if (c->is_exact)
                disagree_once(c, "the model does not know which element of %s is accessed",
                              relation->access->array->name);
            struct place place;
            if (layout_find(c->layout, relation, subscripts, &place))
                allow(c, place.bytes, relation);
            return true;
        }
    }
    return false;
}

/* The same for elements that relations which were not listed go to. */
static bool is_padding_of_unlisted(const struct comparison *c, uint64_t address)
{
    for (int i = 0; i < c->n_members; i++) {
        const struct stmt_relations *relations = model_relations(c->model, member(c, i)->stmt);
        for (int j = 0; j < relations->relations.n; j++) {
            const struct model_relation *relation = relations->relations.v[j];
            const struct pv_array *array = relation->access->array;
            if (!relation->is_listed && plan_has_address(c->plan, array) &&
                layout_may_hold(c->layout, array, address) && layout_is_element_padding(c->layout, array, address))
                return true;
        }
    }
    return false;
}

static bool is_padding(const struct comparison *c, uint64_t address)
{
    for (int i = 0; i < c->structures.n; i++) {
        const struct expected *structure = &c->structures.v[i];
        if (structure->bytes.begin <= address && address < structure->bytes.end)
            return layout_is_padding(c->layout, structure->relation->access->array->elem,
                                     address - structure->bytes.begin);
    }
    return is_padding_of_unlisted(c, address);
}

static bool is_pointer(const struct plan_var *entry)
{
    return entry->var->type->kind == PV_TYPE_POINTER || entry->var->is_decayed;
}

static bool is_int_scalar(const struct plan_var *entry)
{
    return entry->var->type->kind == PV_TYPE_INT;
}

/* Is the variable declared by the text of the current site, so that nothing else sees it? */
static bool is_inside_site(const struct comparison *c, const struct plan_var *entry)
{
    if (!c->site || c->site->is_declaration || !entry->decl)
        return false;
    unsigned offset = entry->decl->range.begin.offset;
    return c->site->begin <= offset && offset < c->site->end;
}

/* Does the current site stand in a loop with this iterator? */
static bool is_iterator_here(const struct comparison *c, const struct plan_var *entry)
{
    if (c->site->is_shared)
        return entry->is_iterator;
    for (int i = 0; i < c->site->loops.n; i++)
        if (c->site->loops.v[i]->iterator == entry->var)
            return true;
    return false;
}

/* Does a statement of the current site know the value of the variable, or have its definition in the place of its value? */
static bool is_substituted(const struct comparison *c, const struct plan_var *entry)
{
    for (int i = 0; i < c->site->stmts.n; i++) {
        const struct pv_stmt *stmt = c->site->stmts.v[i];
        for (int j = 0; j < stmt->substs.n; j++)
            if (stmt->substs.v[j].expr && stmt->substs.v[j].expr->kind == PV_EXPR_ACCESS &&
                stmt->substs.v[j].expr->var == entry->var)
                return true;
        for (int j = 0; j < stmt->forwarded.n; j++)
            if (stmt->forwarded.v[j] == entry->var)
                return true;
    }
    return false;
}

static bool has_effects(const struct comparison *c)
{
    for (int i = 0; c->site && i < c->site->stmts.n; i++)
        if (c->site->stmts.v[i]->has_effects)
            return true;
    return false;
}

/* May the trace read the byte at "address" although the model lists no access there? */
static bool may_read(struct comparison *c, uint64_t address)
{
    int var = layout_find_var(c->layout, address);
    if (var >= 0) {
        const struct plan_var *entry = &c->plan->vars.v[var];
        if (entry->is_parameter || is_pointer(entry) || is_inside_site(c, entry))
            return true;
        if (c->site ? is_iterator_here(c, entry) || is_substituted(c, entry) : is_int_scalar(entry))
            return true;
    }
    return find_range(&c->pointers, address) || is_padding(c, address) || is_in_unlisted(c, address, PV_MAY_READ) ||
           (var < 0 && has_effects(c));
}

/* Does the region move this pointer? The model has how far, in subscripts. */
static bool is_moved(const struct comparison *c, const struct plan_var *entry)
{
    const struct pv_region *region = c->plan->scop->region;
    for (int i = 0; i < region->moved.n; i++)
        if (region->moved.v[i].var == entry->var)
            return true;
    return false;
}

/* The same for a write. Outside of statements only the control of loops writes. */
static bool may_write(struct comparison *c, uint64_t address)
{
    int var = layout_find_var(c->layout, address);
    if (var >= 0) {
        const struct plan_var *entry = &c->plan->vars.v[var];
        if (is_inside_site(c, entry) || (is_pointer(entry) && (entry->decl || is_moved(c, entry))))
            return true;
        if ((!c->site || is_substituted(c, entry)) && is_int_scalar(entry)) {
            c->was_written[var] = true;
            return true;
        }
    }
    return is_padding(c, address) || is_in_unlisted(c, address, PV_MAY_WRITE) || (var < 0 && has_effects(c));
}

/*--------------------------------------------------------------------------------------------------*/
/* Comparing accesses */

/* Is a statement of the current site one with control of its own? */
static bool has_own_control(const struct comparison *c)
{
    for (int i = 0; i < c->site->stmts.n; i++)
        if (c->site->stmts.v[i]->kind == PV_STMT_GENERIC)
            return true;
    return false;
}

/* Does a read at "address" only fetch the value that an assignment inside the expression, or in the statement with control of
 * its own, has stored before? */
static bool is_read_back(const struct comparison *c, uint64_t address)
{
    bool may_read_back = c->site && (c->site->has_inner_assignment || has_own_control(c));
    return may_read_back && find_range(&c->log_writes, address);
}

static void check_access(struct comparison *c, const struct trace_access *access)
{
    const byte_ranges *allowed = access->is_write ? &c->writes : &c->reads;
    uint64_t end = access->address + access->size;
    for (uint64_t address = access->address; address < end; address++) {
        const struct byte_range *range = find_range(allowed, address);
        if (range) {
            address = range->end - 1;
            continue;
        }
        if (access->is_write ? may_write(c, address) : may_read(c, address) || is_read_back(c, address))
            continue;
        disagree(c, "the trace %s %u bytes at %s, the model does not", access->is_write ? "writes" : "reads",
                 (unsigned)access->size, address_name(c, address));
        return;
    }
}

static void check_logged(struct comparison *c)
{
    for (int i = 0; i < c->instance->n_accesses; i++) {
        const struct trace_access *access = &c->run->accesses.v[c->instance->first_access + i];
        struct byte_range range = {access->address, access->address + access->size};
        if (access->is_write)
            pv_push(c->arena, &c->log_writes, range);
        else
            pv_push(c->arena, &c->log_reads, range);
        check_access(c, access);
    }
    c->report->n_accesses += c->instance->n_accesses;
}

static void check_required(struct comparison *c)
{
    for (int i = 0; i < c->must_read.n; i++)
        if (!covers(&c->log_reads, c->must_read.v[i].bytes))
            disagree(c, "the model reads %s, the trace does not", element_name(c, &c->must_read.v[i]));
    for (int i = 0; i < c->must_write.n; i++)
        if (!covers(&c->log_writes, c->must_write.v[i].bytes))
            disagree(c, "the model writes %s, the trace does not", element_name(c, &c->must_write.v[i]));
    for (int i = 0; i < c->certain_write.n; i++)
        if (!covers(&c->musts, c->certain_write.v[i].bytes))
            disagree(c, "the write of %s is certain, the model only allows it",
                     element_name(c, &c->certain_write.v[i]));
}

/* Let the check of the dependences know what the current instance does. */
static void follow_values(struct comparison *c)
{
    struct execution execution = {
        .members = c->traced.v + c->first,
        .n_members = c->n_members,
        .accesses = c->run->accesses.v + c->instance->first_access,
        .n_accesses = c->instance->n_accesses,
        .reads = &c->owned_reads,
        .writes = &c->owned_writes,
    };
    depcheck_execute(c->depcheck, &execution);
}

static void compare_accesses(struct comparison *c)
{
    c->reads.n = c->writes.n = c->log_reads.n = c->log_writes.n = c->pointers.n = 0;
    c->must_read.n = c->must_write.n = c->certain_write.n = c->structures.n = c->musts.n = 0;
    c->owned_reads.n = c->owned_writes.n = 0;
    if (c->site)
        expect_accesses(c);
    normalize(&c->reads);
    normalize(&c->writes);
    normalize(&c->musts);
    check_logged(c);
    normalize(&c->log_reads);
    normalize(&c->log_writes);
    check_required(c);
    follow_values(c);
}

/*--------------------------------------------------------------------------------------------------*/
/* Comparing values */

static void compare_scalars(struct comparison *c)
{
    for (int i = 0; i < c->site->scalars.n && i < c->instance->n_scalars && c->n_members; i++) {
        const struct plan_scalar *scalar = &c->site->scalars.v[i];
        int64_t value;
        const char *name = scalar->subst->expr->var->name;
        if (!model_find_value(c->model, scalar->stmt, scalar->subst, member(c, 0)->iterators, &value))
            disagree(c, "the model gives '%s' no value, the trace %lld", name, (long long)c->instance->scalars[i]);
        else if (value != c->instance->scalars[i])
            disagree(c, "the model gives '%s' the value %lld, the trace %lld", name, (long long)value,
                     (long long)c->instance->scalars[i]);
    }
}

/* The expression that a statement of kind FINAL assigns. */
static const struct pv_expr *final_expr(const struct pv_stmt *stmt)
{
    const struct pv_expr *expr = stmt->body ? stmt->body->expr : NULL;
    return expr && expr->kind == PV_EXPR_OP && expr->op == PV_OP_ASSIGN ? expr->args[1] : NULL;
}

static bool value_of(const struct comparison *c, const struct pv_expr *expr, int64_t *value);

/* The result of "op", one of those that final values are made of. */
static bool value_of_operation(const struct comparison *c, const struct pv_expr *expr, int64_t *value)
{
    int64_t a, b = 0;
    if (!value_of(c, expr->args[0], &a))
        return false;
    if (expr->op == PV_OP_COND)
        return value_of(c, expr->args[a ? 1 : 2], value);
    if (expr->n_args > 1 && !value_of(c, expr->args[1], &b))
        return false;
    switch (expr->op) {
    case PV_OP_NEG:
        *value = -a;
        return true;
    case PV_OP_ADD:
        *value = a + b;
        return true;
    case PV_OP_SUB:
        *value = a - b;
        return true;
    case PV_OP_MUL:
        *value = a * b;
        return true;
    case PV_OP_DIV:
        *value = b ? a / b : 0;
        return b != 0;
    case PV_OP_MOD:
        *value = b ? a % b : 0;
        return b != 0;
    case PV_OP_SHR:
        *value = a >> b;
        return true;
    case PV_OP_BITAND:
        *value = a & b;
        return true;
    case PV_OP_GT:
        *value = a > b;
        return true;
    default:
        return false;
    }
}

/* The value that the model gives "expr", a part of a statement of kind FINAL. */
static bool value_of(const struct comparison *c, const struct pv_expr *expr, int64_t *value)
{
    const struct pv_stmt *stmt = c->site->stmts.v[0];
    for (int i = 0; i < stmt->substs.n; i++)
        if (stmt->substs.v[i].expr == expr)
            return model_find_value(c->model, stmt, &stmt->substs.v[i], member(c, 0)->iterators, value);
    if (expr->kind == PV_EXPR_INT)
        *value = expr->value;
    if (expr->kind == PV_EXPR_CAST && value_of(c, expr->args[0], value)) {
        if (expr->type->bits < 64 && expr->type->bits > 1) {
            uint64_t kept = (uint64_t)*value << (64 - expr->type->bits);
            *value = expr->type->is_signed ? (int64_t)kept >> (64 - expr->type->bits)
                                           : (int64_t)(kept >> (64 - expr->type->bits));
        }
        return true;
    }
    return expr->kind == PV_EXPR_INT || (expr->kind == PV_EXPR_OP && value_of_operation(c, expr, value));
}

static bool final_value(const struct comparison *c, int64_t *value)
{
    const struct pv_stmt *stmt = c->site->stmts.v[0];
    const struct pv_expr *expr = final_expr(stmt);
    if (expr)
        return value_of(c, expr, value);
    return stmt->substs.n && model_find_value(c->model, stmt, &stmt->substs.v[0], member(c, 0)->iterators, value);
}

static void compare_final(struct comparison *c)
{
    int64_t value;
    const char *name = c->site->final ? c->site->final->name : "?";
    if (!final_value(c, &value))
        disagree(c, "the model gives '%s' no value after the loop", name);
    else if (c->instance->n_scalars && value != c->instance->scalars[0])
        disagree(c, "after the loop the model gives '%s' the value %lld, the trace %lld", name, (long long)value,
                 (long long)c->instance->scalars[0]);
}

/*--------------------------------------------------------------------------------------------------*/
/* Comparing sequences */

static void list_traced(struct comparison *c)
{
    for (int i = 0; i < c->model->instances.n; i++) {
        mark_modelled(c, &c->model->instances.v[i]);
        if (plan_find_site(c->plan, c->model->instances.v[i].stmt) >= 0)
            pv_push(c->arena, &c->traced, i);
    }
}

/* Does instance "i" of the traced ones belong to the instance of the trace? */
static bool is_member(const struct comparison *c, int i)
{
    if (i >= c->traced.n)
        return false;
    const struct model_instance *instance = &c->model->instances.v[c->traced.v[i]];
    const struct site *site = &c->plan->sites.v[plan_find_site(c->plan, instance->stmt)];
    if (site != c->site || instance->stmt->n_iterators < c->instance->n_iterators)
        return false;
    for (int j = 0; j < c->instance->n_iterators; j++)
        if (instance->iterators[j] != c->instance->iterators[j])
            return false;
    return true;
}

/* Take from the model the instances that the instance of the trace executes. False where the orders
 * differ. */
static bool take_members(struct comparison *c)
{
    c->first += c->n_members;
    c->n_members = 0;
    while (is_member(c, c->first + c->n_members)) {
        c->n_members++;
        if (!c->site->is_shared)
            break;
    }
    if (c->n_members || c->site->is_shared)
        return true;
    if (c->first < c->traced.n)
        disagree(c, "the model executes %s here", instance_name(c, c->first));
    else
        disagree(c, "the model executes nothing more");
    return false;
}

static bool compare_instance(struct comparison *c)
{
    c->site = c->instance->site == TRACE_NO_SITE ? NULL : &c->plan->sites.v[c->instance->site];
    if (!c->site) {
        int n_members = c->n_members;
        c->n_members = 0;
        compare_accesses(c);
        c->n_members = n_members;
        return true;
    }
    if (!take_members(c))
        return false;
    c->report->n_instances++;
    if (c->site->kind == SITE_FINAL) {
        compare_final(c);
        return true;
    }
    if (c->is_exact && c->n_members && member(c, 0)->stmt->kind == PV_STMT_GENERIC)
        disagree_once(c, "the model has one statement for %s", "control it does not know");
    compare_accesses(c);
    compare_scalars(c);
    return true;
}

static void compare_instances(struct comparison *c)
{
    int n_bindings = 0;
    for (int i = 0; i < c->run->instances.n; i++) {
        c->instance = &c->run->instances.v[i];
        for (; n_bindings < c->instance->n_bindings; n_bindings++)
            layout_bind(c->layout, &c->run->bindings.v[n_bindings]);
        for (int j = 0; j < c->instance->n_accesses; j++)
            layout_note_read(c->layout, &c->run->accesses.v[c->instance->first_access + j]);
        if (!compare_instance(c))
            return;
    }
    c->instance = NULL;
    c->site = NULL;
    c->first += c->n_members;
    if (c->first < c->traced.n)
        disagree(c, "the model executes %s and %d more instances, the trace ends", instance_name(c, c->first),
                 c->traced.n - c->first - 1);
    for (int i = 0; i < c->plan->vars.n; i++)
        if (c->was_written[i] && c->plan->vars.v[i].is_live_after && !c->is_modelled[i])
            disagree(c, "the region changes '%s', which is live after it; the model does not",
                     c->plan->vars.v[i].var->name);
    if (c->first == c->traced.n)
        depcheck_finish(c->depcheck);
}

void compare_run(struct pv_arena *arena, struct report *report, const struct plan *plan, const struct pv_deps *deps,
                 const struct trace_run *run, bool is_exact)
{
    struct comparison c = {.arena = arena, .report = report, .plan = plan, .run = run, .is_exact = is_exact};
    if (run->n_parameters != plan->scop->parameters.n) {
        report->trouble = "the trace lacks parameters";
        return;
    }
    c.model = model_new(arena, plan->scop, run->parameters, is_exact);
    c.layout = layout_new(arena, plan);
    c.was_written = pv_new_array(arena, bool, plan->vars.n + 1);
    c.is_modelled = pv_new_array(arena, bool, plan->vars.n + 1);
    report->n_runs++;
    if (!c.model->trouble && !model_is_in_context(c.model))
        disagree(&c, "the context excludes these parameters");
    if (!c.model->trouble) {
        list_traced(&c);
        c.depcheck = depcheck_new(arena, report, plan, deps, run, c.model, c.layout, is_exact);
        compare_instances(&c);
    }
    report->trouble = c.model->trouble;
    model_free(c.model);
}
