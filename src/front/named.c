/* Names values that do not change: products of parameters, members of structures. */
#include "front/named.h"

#include "base/islx.h"

#include <isl/aff.h>
#include <string.h>

/* Names. */

/* Of all names; no other generated name begins so. */
static const char prefix[] = "pave_v";

/* Append the words of "expr" to "text", each after an underscore. */
static bool add_words(struct pv_expr *expr, void *user)
{
    struct pv_sb *text = user;
    if (expr->kind == PV_EXPR_INT && expr->value)
        pv_sb_printf(text, "_%s%lld", expr->value < 0 ? "m" : "",
                     (long long)(expr->value < 0 ? -expr->value : expr->value));
    if (expr->kind != PV_EXPR_ACCESS)
        return true;
    const char *word = expr->var->value ? expr->var->name + strlen(prefix) + 1 : expr->var->name;
    pv_sb_printf(text, "_%s", word);
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_FIELD && expr->steps[i].field->name[0])
            pv_sb_printf(text, "_%s", expr->steps[i].field->name);
    return true;
}

static bool is_taken(const struct pv_eval *ec, const char *name)
{
    for (int i = 0; i < ec->names->list.n; i++)
        if (!strcmp(ec->names->list.v[i]->var->name, name))
            return true;
    return strstr(ec->unit->text, name) != NULL;
}

/* A name for "value" that says where it comes from, or that it is a "word" (may be NULL), and that nothing else has. */
static const char *choose_name(const struct pv_eval *ec, struct pv_expr *value, const char *word)
{
    enum { longest = 40 };
    struct pv_sb text = {0};
    pv_sb_add(&text, prefix);
    if (value->kind == PV_EXPR_OP && value->op == PV_OP_LOR)
        pv_sb_add(&text, "_fits");
    if (word)
        pv_sb_printf(&text, "_%s", word);
    else
        pv_expr_visit(value, add_words, &text);
    const char *base = text.n <= longest ? pv_strdup(ec->arena, text.text) : "pave_v_value", *name = base;
    pv_sb_free(&text);
    for (int i = 1; is_taken(ec, name); i++)
        name = pv_printf(ec->arena, "%s_%d", base, i);
    return name;
}

static struct pv_name *find_name(const struct pv_eval *ec, const struct pv_expr *value)
{
    for (int i = 0; ec->names && i < ec->names->list.n; i++)
        if (pv_expr_is_same(ec->names->list.v[i]->var->value, value))
            return ec->names->list.v[i];
    return NULL;
}

static struct pv_name *name_of_var(const struct pv_eval *ec, const struct pv_var *var)
{
    for (int i = 0; var->value && ec->names && i < ec->names->list.n; i++)
        if (ec->names->list.v[i]->var == var)
            return ec->names->list.v[i];
    return NULL;
}

struct pv_var *pv_named_find(const struct pv_eval *ec, const struct pv_expr *value)
{
    const struct pv_name *name = find_name(ec, value);
    return name && !name->is_banned ? name->var : NULL;
}

struct pv_var *pv_named_get(struct pv_eval *ec, struct pv_expr *value, bool is_safe)
{
    return pv_named_get_as(ec, value, is_safe, NULL);
}

struct pv_var *pv_named_get_as(struct pv_eval *ec, struct pv_expr *value, bool is_safe, const char *word)
{
    struct pv_name *name = find_name(ec, value);
    if (name || !ec->names)
        return name && !name->is_banned ? name->var : NULL;
    name = pv_new(ec->arena, struct pv_name);
    name->is_safe = is_safe;
    name->var = pv_new(ec->arena, struct pv_var);
    name->var->name = name->var->id = choose_name(ec, value, word);
    name->var->type = value->type;
    name->var->storage = PV_STORAGE_PARAM;
    name->var->is_restrict = value->type->is_restrict;
    name->var->decl = value->range.begin;
    name->var->function = ec->scop->region->function;
    name->var->value = value;
    pv_push(ec->arena, &ec->names->list, name);
    return name->var;
}

void pv_named_keep_apart(struct pv_eval *ec, const struct pv_var *var, const pv_exprs *list)
{
    struct pv_name *name = name_of_var(ec, var);
    for (int i = 0; name && i < list->n; i++) {
        bool is_known = false;
        for (int j = 0; j < name->apart.n && !is_known; j++)
            is_known = pv_expr_is_same(name->apart.v[j], list->v[i]);
        if (!is_known)
            pv_push(ec->arena, &name->apart, list->v[i]);
    }
}

/* Expressions of parameters. */

/* The parameter that "aff" is equal to, or NULL. */
static struct pv_var *as_parameter(const struct pv_eval *ec, __isl_keep isl_pw_aff *aff)
{
    struct pv_var *found = NULL;
    for (int i = 0; i < ec->scop->parameters.n && !found; i++) {
        struct pv_var *var = ec->scop->parameters.v[i];
        isl_id *id = pv_id_alloc(ec->ctx, var->id, NULL);
        isl_space *space = isl_space_add_param_id(isl_space_copy(ec->space), isl_id_copy(id));
        isl_pw_aff *parameter = isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(space, id));
        if (isl_pw_aff_plain_is_equal(parameter, aff) == isl_bool_true)
            found = var;
        isl_pw_aff_free(parameter);
    }
    return found;
}

static struct pv_expr *access_of(struct pv_eval *ec, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

/* The scalar "expr", whose value is a parameter or a constant here. */
static struct pv_expr *resolve_scalar(struct pv_eval *ec, const struct pv_expr *expr, bool *has_parameter)
{
    struct pv_value value = pv_eval_var(ec, expr->var);
    struct pv_expr *result = NULL;
    if (!value.aff)
        return NULL;
    if (value.min == value.max && value.min >= INT64_MIN && value.max <= INT64_MAX) {
        result = pv_expr_new_int(ec->arena, (int64_t)value.min, expr->type, expr->range);
    } else {
        struct pv_var *parameter = as_parameter(ec, value.aff);
        *has_parameter = *has_parameter || parameter;
        if (parameter)
            result = pv_expr_converted(ec->arena, access_of(ec, parameter, expr->range), expr->var->type);
    }
    isl_pw_aff_free(value.aff);
    return result;
}

static bool is_pure_arithmetic(enum pv_op op)
{
    return op == PV_OP_NEG || op == PV_OP_PLUS || op == PV_OP_BITNOT || (op >= PV_OP_MUL && op <= PV_OP_SHR) ||
           (op >= PV_OP_BITAND && op <= PV_OP_BITOR);
}

/* A copy of "expr" in terms of parameters; "*has_parameter" is set where it has any. */
static struct pv_expr *resolve(struct pv_eval *ec, const struct pv_expr *expr, bool *has_parameter)
{
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    if (expr->kind == PV_EXPR_INT)
        return pv_expr_copy(ec->arena, expr);
    if (expr->kind == PV_EXPR_ACCESS)
        return expr->n_steps || !pv_var_is_trackable(expr->var) ? NULL : resolve_scalar(ec, expr, has_parameter);
    if (expr->kind != PV_EXPR_CAST && !(expr->kind == PV_EXPR_OP && is_pure_arithmetic(expr->op)))
        return NULL;
    bool divides = expr->kind == PV_EXPR_OP && (expr->op == PV_OP_DIV || expr->op == PV_OP_MOD);
    if (divides && expr->args[1]->kind == PV_EXPR_INT && !expr->args[1]->value)
        return NULL;
    struct pv_expr *copy = pv_expr_new(ec->arena, expr->kind, expr->type, expr->range);
    *copy = *expr;
    copy->args = pv_new_array(ec->arena, struct pv_expr *, expr->n_args);
    for (int i = 0; i < expr->n_args; i++) {
        copy->args[i] = resolve(ec, expr->args[i], has_parameter);
        if (!copy->args[i])
            return NULL;
    }
    return copy;
}

struct pv_expr *pv_named_resolve(struct pv_eval *ec, const struct pv_expr *expr)
{
    bool has_parameter = false;
    struct pv_expr *value = resolve(ec, expr, &has_parameter);
    return has_parameter ? value : NULL;
}

struct pv_value pv_named_entry_value(struct pv_eval *ec, struct pv_var *var)
{
    struct pv_value value = pv_eval_var(ec, var);
    const struct pv_binding *binding = pv_eval_binding(ec, var);
    bool has_changed = binding->state != PV_UNBOUND || var->storage == PV_STORAGE_GLOBAL || var->address_taken;
    if (value.aff || has_changed || ec->generic || !ec->names || !pv_var_is_trackable(var))
        return value;
    struct pv_var *name = pv_named_get(ec, access_of(ec, var, (struct pv_range){var->decl, var->decl}), true);
    return name ? pv_eval_var(ec, name) : value;
}

/* Where they are computed. */

/* Does every live instance compute what stands at the current place? */
static bool is_sure(const struct pv_eval *ec)
{
    return !ec->generic && !ec->is_speculative && !ec->n_breaking;
}

static __isl_give isl_set *joined(__isl_take isl_set *all, __isl_take isl_set *more)
{
    return all ? pv_set_coalesce(isl_set_union(all, more)) : more;
}

static bool meet_part(struct pv_expr *expr, void *user)
{
    if (expr->kind == PV_EXPR_ACCESS)
        pv_named_met(user, expr->var);
    return true;
}

void pv_named_met(struct pv_eval *ec, const struct pv_var *var)
{
    struct pv_name *name = var->value ? name_of_var(ec, var) : NULL;
    if (!name || name->is_always)
        return;
    pv_expr_visit(var->value, meet_part, ec);
    if (name->is_safe)
        return;
    isl_set *here = isl_set_params(isl_set_copy(ec->live));
    if (is_sure(ec)) {
        name->is_always = isl_set_plain_is_universe(here) == isl_bool_true;
        name->computed = joined(name->computed, isl_set_copy(here));
    }
    name->used = joined(name->used, here);
}

/* The end of an attempt. */

/* Is "var" part of the model, or of the value of a name that is? */
static bool is_in_use(const struct pv_eval *ec, const struct pv_var *var)
{
    const struct pv_scop *scop = ec->scop;
    for (int i = 0; i < scop->parameters.n; i++)
        if (scop->parameters.v[i] == var)
            return true;
    for (int i = 0; i < scop->arrays.n; i++)
        if (scop->arrays.v[i]->var == var)
            return true;
    for (int i = 0; i < scop->moved.n; i++)
        if (pv_expr_names(scop->moved.v[i].place, var))
            return true;
    for (int i = 0; i < ec->names->list.n; i++) {
        const struct pv_name *name = ec->names->list.v[i];
        if (name->var != var && !name->is_banned && pv_expr_names(name->var->value, var) && is_in_use(ec, name->var))
            return true;
    }
    return false;
}

/* Does the path of "value" before its last step follow the same pointers as that of "other"? Then one can be computed where the
 * other can. */
static bool needs_same_pointers(const struct pv_expr *value, const struct pv_expr *other)
{
    bool are_members = value->kind == PV_EXPR_ACCESS && other->kind == PV_EXPR_ACCESS && value->var == other->var;
    if (!are_members || !value->n_steps || other->n_steps < value->n_steps)
        return false;
    for (int i = 0; i + 1 < value->n_steps; i++) {
        const struct pv_step *a = &value->steps[i], *b = &other->steps[i];
        if (a->kind != b->kind || a->field != b->field ||
            (a->kind == PV_STEP_INDEX && !pv_expr_is_same(a->index, b->index)))
            return false;
    }
    return true;
}

/* Where "name" can be computed: where the region computes it, or follows the pointers that lead to it. NULL: anywhere. */
static __isl_give isl_set *computable(const struct pv_eval *ec, const struct pv_name *name)
{
    isl_set *all = isl_set_empty(isl_space_params_alloc(ec->ctx, 0));
    for (int i = 0; i < ec->names->list.n; i++) {
        const struct pv_name *other = ec->names->list.v[i];
        if (other != name && !needs_same_pointers(name->var->value, other->var->value))
            continue;
        if (other->is_always) {
            isl_set_free(all);
            return NULL;
        }
        if (other->computed)
            all = isl_set_union(all, isl_set_copy(other->computed));
    }
    return pv_set_coalesce(all);
}

/* The condition under which "name" is computed, in "*guard", NULL where there is none. Return false where it may be used
 * elsewhere. */
static bool find_guard(const struct pv_eval *ec, const struct pv_name *name, isl_set **guard)
{
    *guard = name->is_safe ? NULL : computable(ec, name);
    if (!*guard)
        return true;
    isl_set *outside = name->used ? isl_set_copy(name->used) : isl_set_empty(isl_set_get_space(*guard));
    outside = isl_set_intersect(isl_set_subtract(outside, isl_set_copy(*guard)), isl_set_copy(ec->param_bounds));
    isl_bool is_covered = isl_set_is_empty(outside);
    isl_set_free(outside);
    *guard = pv_set_coalesce(isl_set_gist(*guard, isl_set_copy(ec->param_bounds)));
    if (isl_set_plain_is_universe(*guard) == isl_bool_true)
        *guard = isl_set_free(*guard);
    return is_covered == isl_bool_true;
}

/* Does the text that sets "named" need the variable "var"? */
static bool needs(const struct pv_named *named, const struct pv_var *var)
{
    int pos = named->guard ? isl_set_find_dim_by_name(named->guard, isl_dim_param, var->id) : -1;
    return pv_expr_names(named->var->value, var) ||
           (pos >= 0 && isl_set_involves_dims(named->guard, isl_dim_param, (unsigned)pos, 1) == isl_bool_true);
}

typedef PV_VEC(struct pv_named) named_list;

/* May "named" stand before all that is left in "list" from number "first" on? */
static bool may_come_next(const named_list *list, int first, int i)
{
    for (int j = first; j < list->n; j++)
        if (j != i && needs(&list->v[i], list->v[j].var))
            return false;
    return true;
}

/* Each after those that it needs; false where they need each other. */
static bool sort(named_list *list)
{
    for (int first = 0; first < list->n; first++) {
        int i = first;
        while (i < list->n && !may_come_next(list, first, i))
            i++;
        if (i == list->n)
            return false;
        struct pv_named next = list->v[i];
        for (; i > first; i--)
            list->v[i] = list->v[i - 1];
        list->v[first] = next;
    }
    return true;
}

static void ban(struct pv_eval *ec, struct pv_name *name)
{
    name->is_banned = true;
    ec->names->has_changed = true;
}

void pv_named_finish(struct pv_eval *ec)
{
    named_list list = {0};
    for (int i = 0; ec->names && i < ec->names->list.n; i++) {
        struct pv_name *name = ec->names->list.v[i];
        struct pv_named named = {name->var, NULL, name->apart};
        if (name->is_banned || !is_in_use(ec, name->var))
            continue;
        if (!find_guard(ec, name, &named.guard))
            ban(ec, name);
        pv_push(ec->arena, &list, named);
    }
    if (!sort(&list))
        for (int i = 0; i < list.n; i++)
            if (list.v[i].guard)
                ban(ec, name_of_var(ec, list.v[i].var));
    for (int i = 0; i < list.n; i++)
        pv_push(ec->arena, &ec->scop->named, list.v[i]);
}

void pv_named_reset(struct pv_named_values *names)
{
    for (int i = 0; i < names->list.n; i++) {
        struct pv_name *name = names->list.v[i];
        name->computed = isl_set_free(name->computed);
        name->used = isl_set_free(name->used);
        name->is_always = false;
        name->var->slot = 0;
    }
}
