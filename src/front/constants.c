/* Reads literals, and other expressions with a constant value. */
#include "front/constants.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number or quoted text spelled at the start of "node", or NULL where there is none. */
static const char *spelled_literal(struct pv_extract *x, const struct pv_node *node)
{
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(x->clang, node->cursor, &size, &offset);
    if (!text)
        return NULL;
    const char *p = text + offset, *end = text + size;
    if (*p == '\'') {
        for (p++; p < end && *p != '\'' && *p != '\n'; p++)
            p += *p == '\\' && p + 1 < end;
        return p < end && *p == '\'' ? pv_strndup(x->arena, text + offset, (size_t)(p + 1 - text) - offset) : NULL;
    }
    if (!isdigit((unsigned char)*p) && *p != '.')
        return NULL;
    bool is_hex = end - p > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    for (p++; p < end; p++) {
        char last = (char)tolower((unsigned char)p[-1]);
        bool is_sign = (*p == '+' || *p == '-') && (last == 'p' || (last == 'e' && !is_hex));
        if (!isalnum((unsigned char)*p) && *p != '.' && *p != '_' && !is_sign)
            break;
    }
    return pv_strndup(x->arena, text + offset, (size_t)(p - text) - offset);
}

/* Read an integer literal of digits and suffix. */
static bool parse_int(const char *text, int64_t *value)
{
    if (!text || (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')))
        return false;
    char *end;
    errno = 0;
    *value = (int64_t)strtoull(text, &end, 0);
    return !errno && end != text && end[strspn(end, "uUlL")] == '\0';
}

struct pv_expr *pv_constant_int(struct pv_extract *x, const struct pv_node *node)
{
    const char *text = spelled_literal(x, node);
    int64_t value;
    if (!parse_int(text, &value)) {
        if (text && text[0] != '\'' && !isdigit((unsigned char)text[0]))
            text = NULL;
        if (!pv_cursor_eval_int(node->cursor, &value))
            return pv_node_refuse(x, node, "a constant of more than 64 bits", NULL);
    }
    struct pv_expr *expr = pv_expr_new_int(x->arena, value, pv_node_type(x, node), pv_node_range(x, node));
    expr->text = text;
    return expr;
}

struct pv_expr *pv_constant_other(struct pv_extract *x, const struct pv_node *node, const char *what)
{
    const struct pv_ctype *type = pv_node_type(x, node);
    int64_t value;
    if (type->kind != PV_TYPE_INT || !pv_cursor_eval_int(node->cursor, &value))
        return pv_node_refuse(x, node, what, NULL);
    return pv_expr_new_int(x->arena, value, type, pv_node_range(x, node));
}

/* The shortest decimal text that reads back as "value"; "suffix" is that of its type. */
static const char *shortest_float(struct pv_arena *arena, double value, const char *suffix)
{
    bool is_single = suffix[0] == 'f';
    char text[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (is_single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    bool is_plain = !strpbrk(text, ".e");
    return pv_printf(arena, "%s%s%s", text, is_plain ? ".0" : "", suffix);
}

struct pv_expr *pv_constant_float(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_ctype *type = pv_node_type(x, node);
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_FLOAT, type, pv_node_range(x, node));
    expr->text = spelled_literal(x, node);
    if (expr->text && expr->text[0] != '\'')
        return expr;
    double value;
    if (type->size > (int64_t)sizeof(double) || !pv_cursor_eval_float(node->cursor, &value) || !isfinite(value))
        return pv_node_refuse(x, node, "this floating constant, which a macro builds,", "write the constant out");
    expr->text = shortest_float(x->arena, value, type->size == (int64_t)sizeof(float) ? "f" : "");
    return expr;
}
