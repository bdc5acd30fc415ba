/* What users call parameters, and the values of those that follow from others. */
#include "report/parameters.h"

#include "base/str.h"

#include <string.h>

const struct pv_var *pv_parameter_at(const struct pv_scop *scop, __isl_keep isl_space *space, int pos)
{
    const char *name = isl_space_get_dim_name(space, isl_dim_param, (unsigned)pos);
    for (int i = 0; name && i < scop->parameters.n; i++)
        if (!strcmp(scop->parameters.v[i]->id, name))
            return scop->parameters.v[i];
    return NULL;
}

bool pv_setting_evaluate(const struct pv_setting *setting, const struct pv_expr *expr, int64_t *value)
{
    int64_t a = 0, b = 0;
    if (expr->kind == PV_EXPR_INT) {
        *value = expr->value;
        return true;
    }
    if (expr->kind == PV_EXPR_CAST)
        return pv_setting_evaluate(setting, expr->args[0], value);
    for (int i = 0; expr->kind == PV_EXPR_ACCESS && !expr->n_steps && i < setting->scop->parameters.n; i++)
        if (setting->scop->parameters.v[i] == expr->var && setting->is_set[i]) {
            *value = setting->values[i];
            return true;
        }
    bool has_both = expr->kind == PV_EXPR_OP && expr->n_args == 2 && pv_setting_evaluate(setting, expr->args[0], &a) &&
                    pv_setting_evaluate(setting, expr->args[1], &b);
    if (!has_both || (expr->op != PV_OP_MUL && expr->op != PV_OP_ADD && expr->op != PV_OP_SUB))
        return false;
    *value = expr->op == PV_OP_MUL ? a * b : expr->op == PV_OP_ADD ? a + b : a - b;
    return true;
}

bool pv_parameter_is_computed(const struct pv_var *var)
{
    return var && var->value && var->value->kind != PV_EXPR_ACCESS;
}

const char *pv_report_text(const struct pv_report *report, const struct pv_expr *expr)
{
    const unsigned most = 60;
    size_t size = 0;
    const char *text = pv_diag_file_text(report->diag, expr->range.begin.file, &size);
    unsigned begin = expr->range.begin.offset, end = expr->range.end.offset;
    if (!text || begin >= end || end > size || end - begin > most)
        return NULL;
    for (unsigned i = begin; i < end; i++)
        if (text[i] == '\n')
            return NULL;
    return pv_printf(report->arena, "%.*s", (int)(end - begin), text + begin);
}

/* Is "expr" arithmetic on parameters? */
static bool is_arithmetic(const struct pv_scop *scop, const struct pv_expr *expr)
{
    for (int i = 0; expr->kind == PV_EXPR_ACCESS && !expr->n_steps && i < scop->parameters.n; i++)
        if (scop->parameters.v[i] == expr->var)
            return true;
    bool is_fine = expr->kind == PV_EXPR_OP || expr->kind == PV_EXPR_CAST;
    for (int i = 0; i < expr->n_args && is_fine; i++)
        is_fine = is_arithmetic(scop, expr->args[i]);
    return is_fine || expr->kind == PV_EXPR_INT;
}

const char *pv_parameter_name(const struct pv_report *report, const struct pv_scop *scop, __isl_keep isl_space *space,
                              int pos)
{
    const struct pv_var *var = pv_parameter_at(scop, space, pos);
    if (pv_parameter_is_computed(var))
        return is_arithmetic(scop, var->value) ? NULL : pv_report_text(report, var->value);
    return var ? pv_report_name(report, pv_var_text(report->arena, var)) : NULL;
}
