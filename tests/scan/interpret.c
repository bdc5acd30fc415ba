/* Runs syntax trees. */
#include "interpret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long value_of(struct run *run, pv_ax *expr);

static long parameter(struct run *run, const char *name)
{
    for (int i = 0; i < run->n_settings; i++)
        if (!strcmp(run->settings[i].name, name))
            return run->settings[i].value;
    run->failure = "a name without a value";
    return 0;
}

static long floor_of(long a, long b)
{
    return a / b - (a % b < 0);
}

static long divide(struct run *run, enum pv_ax_kind kind, long a, long b)
{
    run->costly++;
    if (b <= 0) {
        run->failure = "a divisor that is not positive";
        return 0;
    }
    if (run->is_strict && (kind == PV_AX_PDIV || kind == PV_AX_PMOD) && a < 0)
        run->failure = "a dividend that should not be negative";
    if (run->is_strict && kind == PV_AX_DIV && a % b)
        run->failure = "a division that should leave no rest";
    if (kind == PV_AX_FDIV)
        return floor_of(a, b);
    return kind == PV_AX_PMOD || kind == PV_AX_ZMOD ? a % b : a / b;
}

static long extremum(struct run *run, pv_ax *expr)
{
    long best = value_of(run, expr->args[0]);
    for (int i = 1; i < expr->n; i++) {
        long value = value_of(run, expr->args[i]);
        run->costly++;
        best = (expr->kind == PV_AX_MIN) == (value < best) ? value : best;
    }
    return best;
}

static long junction(struct run *run, pv_ax *expr)
{
    bool is_and = expr->kind == PV_AX_AND;
    for (int i = 0; i < expr->n; i++)
        if (!value_of(run, expr->args[i]) == is_and)
            return !is_and;
    return is_and;
}

static long compare(struct run *run, enum pv_ax_kind kind, long a, long b)
{
    run->conditions++;
    switch (kind) {
    case PV_AX_EQ:
        return a == b;
    case PV_AX_LE:
        return a <= b;
    case PV_AX_LT:
        return a < b;
    case PV_AX_GE:
        return a >= b;
    default:
        return a > b;
    }
}

static long value_of(struct run *run, pv_ax *expr)
{
    switch (expr->kind) {
    case PV_AX_NUMBER:
        return strtol(expr->text, NULL, 10);
    case PV_AX_ITERATOR:
        return run->iterators[expr->depth];
    case PV_AX_PARAMETER:
        return parameter(run, expr->text);
    case PV_AX_NEG:
        return -value_of(run, expr->args[0]);
    case PV_AX_ADD:
        return value_of(run, expr->args[0]) + value_of(run, expr->args[1]);
    case PV_AX_SUB:
        return value_of(run, expr->args[0]) - value_of(run, expr->args[1]);
    case PV_AX_MUL:
        return value_of(run, expr->args[0]) * value_of(run, expr->args[1]);
    case PV_AX_DIV:
    case PV_AX_FDIV:
    case PV_AX_PDIV:
    case PV_AX_PMOD:
    case PV_AX_ZMOD:
        return divide(run, expr->kind, value_of(run, expr->args[0]), value_of(run, expr->args[1]));
    case PV_AX_MIN:
    case PV_AX_MAX:
        return extremum(run, expr);
    case PV_AX_AND:
    case PV_AX_OR:
        return junction(run, expr);
    case PV_AX_SELECT:
        return value_of(run, expr->args[0]) ? value_of(run, expr->args[1]) : value_of(run, expr->args[2]);
    default:
        return compare(run, expr->kind, value_of(run, expr->args[0]), value_of(run, expr->args[1]));
    }
}

static void call(struct run *run, const struct pv_an *node)
{
    const char *text = pv_printf(run->arena, "%s(", node->name);
    for (int i = 0; i < node->args.n; i++)
        text = pv_printf(run->arena, "%s%s%ld", text, i ? ", " : "", value_of(run, node->args.v[i]));
    text = pv_printf(run->arena, "%s)", text);
    pv_push(run->arena, &run->lines, text);
}

static void loop(struct run *run, const struct pv_an *node)
{
    long *iterator = &run->iterators[node->depth];
    *iterator = value_of(run, node->init);
    if (node->is_degenerate) {
        interpret(run, &node->body);
        return;
    }
    long step = value_of(run, node->step);
    for (long i = *iterator; !run->failure; i += step) {
        *iterator = i;
        if (!value_of(run, node->cond))
            break;
        interpret(run, &node->body);
    }
}

void interpret(struct run *run, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n && !run->failure; i++) {
        const struct pv_an *node = nodes->v[i];
        if (--run->steps < 0)
            run->failure = "too many steps";
        else if (node->kind == PV_AN_FOR)
            loop(run, node);
        else if (node->kind == PV_AN_IF)
            interpret(run, value_of(run, node->cond) ? &node->body : &node->other);
        else if (node->kind == PV_AN_MARK)
            interpret(run, &node->body);
        else
            call(run, node);
    }
}
