/* Writes the copy of a program that logs what it does. */
#include "instrument.h"

#include "text.h"
#include "tracefmt.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Text to insert. What closes stands before what opens at the same offset; openers of longer ranges
 * come first, closers of longer ranges last: that is what "rank" says. */
struct insertion {
    unsigned offset;
    bool is_open;
    long long rank;
    int order; /* of creation: decides among equals */
    char *text;
};

struct inserter {
    struct pv_arena *arena;
    PV_VEC(struct insertion) list;
};

static void insert_open(struct inserter *ins, unsigned begin, unsigned end, const char *text)
{
    struct insertion entry = {begin, true, -(long long)end, ins->list.n, pv_strdup(ins->arena, text)};
    pv_push(ins->arena, &ins->list, entry);
}

static void insert_close(struct inserter *ins, unsigned begin, unsigned end, const char *text)
{
    struct insertion entry = {end, false, -(long long)begin, ins->list.n, pv_strdup(ins->arena, text)};
    pv_push(ins->arena, &ins->list, entry);
}

static int compare_insertions(const void *a, const void *b)
{
    const struct insertion *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->is_open != y->is_open)
        return x->is_open ? 1 : -1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->order - y->order;
}

/*--------------------------------------------------------------------------------------------------*/
/* Markers */

static void add_mark(struct pv_sb *sb, enum trace_kind kind, int id, const char *a, const char *b)
{
    pv_sb_printf(sb, "pv_trace_mark(%d, %d, (long long)(%s), (long long)(%s)); ", (int)kind, id, a, b);
}

/* Register variable number "i": its storage and, where the model has an array, its shape. */
static void add_registration(struct pv_sb *sb, const struct plan *plan, int i)
{
    const struct plan_var *entry = &plan->vars.v[i];
    const char *name = entry->var->name;
    pv_sb_printf(sb, "pv_trace_mark(%d, %d, (long long)&%s, (long long)sizeof(%s)); ", TRACE_VARIABLE, i, name, name);
    if (!entry->array)
        return;
    int array = plan_find_array(plan, entry->array);
    int n_subscripts = plan_n_subscripts(entry->array);
    struct pv_sb element = {0};
    pv_sb_add(&element, name);
    pv_sb_printf(sb, "pv_trace_mark(%d, %d, (long long)(%s%s), 0); ", TRACE_BASE, array, n_subscripts ? "" : "&", name);
    for (int d = 0; d < n_subscripts; d++) {
        pv_sb_add(&element, "[0]");
        pv_sb_printf(sb, "pv_trace_mark(%d, %d, %d, (long long)sizeof(%s)); ", TRACE_STRIDE, array, d, element.text);
    }
    pv_sb_free(&element);
    for (int f = 0; f < plan->fields.n; f++) {
        const struct plan_field *field = &plan->fields.v[f];
        if (field->array == entry->array && field->field->name[0])
            pv_sb_printf(sb, "pv_trace_mark(%d, %d, (long long)__builtin_offsetof(__typeof__(%s), %s), 0); ",
                         TRACE_FIELD, f, field->owner, field->field->name);
    }
}

/* The values that the model has names for, as generated code declares them; and pointers as they are before they move. */
static void add_named(struct pv_sb *sb, const struct pv_scop *scop)
{
    for (int i = 0; i < scop->region->moved.n; i++)
        if (scop->region->moved.v[i].is_from_itself)
            pv_sb_printf(sb, "__auto_type pv_start_%s __attribute__((unused)) = %s; ",
                         scop->region->moved.v[i].var->name, scop->region->moved.v[i].var->name);
    for (int i = 0; i < scop->named.n; i++) {
        const struct pv_named *named = &scop->named.v[i];
        if (named->guard)
            continue;
        pv_sb_printf(sb, "__auto_type %s = ", named->var->name);
        pv_expr_print(sb, named->var->value, NULL);
        pv_sb_add(sb, "; ");
    }
}

/* Lines of pragmas stay whole: what is inserted beside one ends with a new line. */
static void add_region(struct inserter *ins, const struct plan *plan, int id)
{
    const struct pv_region *region = plan->scop->region;
    struct pv_sb begin = {0}, end = {0};
    pv_sb_printf(&begin, "%spv_trace_pause(); ", plan->has_own_block ? "{ " : "");
    add_named(&begin, plan->scop);
    add_mark(&begin, TRACE_REGION_BEGIN, id, "0", "0");
    for (int i = 0; i < plan->scop->parameters.n; i++)
        add_mark(&begin, TRACE_PARAMETER, i, plan->scop->parameters.v[i]->name, "0");
    for (int i = 0; i < plan->vars.n; i++)
        if (plan->vars.v[i].is_in_scope)
            add_registration(&begin, plan, i);
    pv_sb_add(&begin, "pv_trace_resume(); ");
    if (region->is_marked)
        pv_sb_printf(&begin, "\n#line %u\n", region->range.begin.line);
    add_mark(&end, TRACE_REGION_END, id, "0", "0");
    pv_sb_printf(&end, "%s%s", plan->has_own_block ? "}" : "", region->is_marked ? "\n" : "");
    if (plan->begin < plan->end) {
        insert_open(ins, plan->begin, UINT_MAX, begin.text);
        insert_close(ins, 0, plan->end, end.text);
    } else {
        pv_sb_add(&begin, end.text);
        insert_open(ins, plan->begin, UINT_MAX, begin.text);
    }
    pv_sb_free(&begin);
    pv_sb_free(&end);
}

static void add_declarations(struct inserter *ins, const struct plan *plan)
{
    for (int i = 0; i < plan->vars.n; i++) {
        const struct pv_tree *decl = plan->vars.v[i].decl;
        if (!decl)
            continue;
        struct pv_sb sb = {0};
        pv_sb_add(&sb, " pv_trace_pause(); ");
        add_registration(&sb, plan, i);
        pv_sb_add(&sb, "pv_trace_resume(); ");
        unsigned end = text_end_of_declaration(plan->text, plan->size, decl->range.end.offset);
        insert_close(ins, decl->range.begin.offset + 1, end, sb.text);
        pv_sb_free(&sb);
    }
}

/* In each iteration of a loop keep the value of its dimension: the iterator may be hidden by another
 * variable, or change before the body ends. */
static void add_loops(struct inserter *ins, const struct plan *plan)
{
    for (int i = 0; i < plan->loops.n; i++) {
        const struct plan_loop *loop = plan->loops.v[i];
        struct pv_range range = loop->tree->range, body = loop->tree->body->range;
        unsigned end = text_end_of_statement(plan->text, plan->size, range.end.offset);
        unsigned body_end = text_end_of_statement(plan->text, plan->size, body.end.offset);
        struct pv_sb sb = {0};
        pv_sb_printf(&sb, "{ long long pv_value%d = -1; ", loop->number);
        insert_open(ins, range.begin.offset, end, sb.text);
        insert_close(ins, range.begin.offset, end, " }");
        pv_sb_free(&sb);
        const char *name = loop->iterator ? loop->iterator->name : NULL;
        if (name && loop->iterator->offset_of)
            pv_sb_printf(&sb, "{ pv_trace_pause(); pv_value%d = (long long)(%s - pv_start_%s); pv_trace_resume(); ",
                         loop->number, name, name);
        else if (name && !loop->loop->is_virtual)
            pv_sb_printf(&sb, "{ pv_trace_pause(); pv_value%d = (long long)(%s); pv_trace_resume(); ", loop->number,
                         name);
        else
            pv_sb_printf(&sb, "{ pv_value%d++; ", loop->number);
        insert_open(ins, body.begin.offset, body_end, sb.text);
        insert_close(ins, body.begin.offset, body_end, " }");
        pv_sb_free(&sb);
    }
}

/* Begin a site, as one expression; the trace stays paused. */
static void add_site_begin(struct pv_sb *sb, const struct site *site, int id)
{
    pv_sb_printf(sb, "pv_trace_pause(), pv_trace_mark(%d, %d, 0, 0)", TRACE_SITE_BEGIN, id);
    for (int i = 0; i < site->loops.n; i++)
        pv_sb_printf(sb, ", pv_trace_mark(%d, %d, pv_value%d, 0)", TRACE_ITERATOR, i, site->loops.v[i]->number);
    for (int i = 0; i < site->scalars.n; i++)
        pv_sb_printf(sb, ", pv_trace_mark(%d, %d, (long long)(%s), 0)", TRACE_SCALAR, i,
                     site->scalars.v[i].subst->expr->var->name);
    if (site->final)
        pv_sb_printf(sb, ", pv_trace_mark(%d, 0, (long long)(%s), 0)", TRACE_SCALAR, site->final->name);
}

/* Insert the begin and end of site "id" around its text. A declaration stays in its block; any other
 * statement may be left by a jump, which must end the site as well. */
static void add_site(struct inserter *ins, const struct site *site, int id)
{
    struct pv_sb begin = {0}, end = {0};
    if (site->is_in_header)
        pv_sb_add(&begin, "({ ");
    else if (!site->is_declaration)
        pv_sb_add(&begin, "{ ");
    pv_sb_printf(&end, "pv_trace_mark(%d, %d, 0, 0); ", TRACE_SITE_END, id);
    if (site->kind == SITE_FINAL) {
        struct pv_sb both = {0};
        add_site_begin(&both, site, id);
        pv_sb_printf(&both, "; %s pv_trace_resume(); }", end.text);
        pv_sb_free(&end);
        end = both;
    } else {
        add_site_begin(&begin, site, id);
        if (!site->is_in_header && !site->is_declaration) {
            pv_sb_printf(&begin, "; int pv_site __attribute__((cleanup(pv_trace_leave))) = %d", id);
            pv_sb_free(&end);
            pv_sb_add(&end, " }");
        }
        pv_sb_add(&begin, "; pv_trace_resume(); ");
    }
    if (site->is_in_header) {
        pv_sb_add(&begin, site->has_value ? "__auto_type pv_result = " : "");
        pv_sb_free(&end);
        pv_sb_printf(&end, "; pv_trace_mark(%d, %d, 0, 0); %s})", TRACE_SITE_END, id,
                     site->has_value ? "pv_result; " : "");
    }
    insert_open(ins, site->begin, site->end, begin.text);
    insert_close(ins, site->begin, site->end, end.text);
    pv_sb_free(&begin);
    pv_sb_free(&end);
}

static void add_sites(struct inserter *ins, const struct plan *plan)
{
    for (int i = 0; i < plan->sites.n; i++)
        add_site(ins, &plan->sites.v[i], i);
}

static void add_pencil(struct inserter *ins, const struct plan *plan)
{
    for (int i = 0; i < plan->pencil.n; i++) {
        unsigned begin = plan->pencil.v[i]->range.begin.offset;
        unsigned end = text_end_of_statement(plan->text, plan->size, plan->pencil.v[i]->range.end.offset);
        insert_open(ins, begin, end, "{ pv_trace_pause(); ");
        insert_close(ins, begin, end, " pv_trace_resume(); }");
    }
}

void instrument(struct pv_sb *out, const char *file_name, const char *text, size_t size, struct plan **plans,
                int n_plans)
{
    struct inserter ins = {.arena = pv_arena_new()};
    for (int i = 0; i < n_plans; i++) {
        add_region(&ins, plans[i], i);
        add_declarations(&ins, plans[i]);
        add_loops(&ins, plans[i]);
        add_sites(&ins, plans[i]);
        add_pencil(&ins, plans[i]);
    }
    if (ins.list.n)
        qsort(ins.list.v, (size_t)ins.list.n, sizeof(*ins.list.v), compare_insertions);
    pv_sb_add(out, "void pv_trace_pause(void); void pv_trace_resume(void);\n"
                   "void pv_trace_mark(int kind, int id, long long a, long long b); void pv_trace_leave(int *site);\n");
    pv_sb_printf(out, "#line 1 \"%s\"\n", file_name);
    unsigned done = 0;
    for (int i = 0; i < ins.list.n; i++) {
        const struct insertion *entry = &ins.list.v[i];
        pv_sb_addn(out, text + done, entry->offset - done);
        pv_sb_add(out, entry->text);
        done = entry->offset;
    }
    pv_sb_addn(out, text + done, size - done);
    pv_arena_free(ins.arena);
}
