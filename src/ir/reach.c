/* Finds what functions of unknown effect may access. */
#include "ir/reach.h"

#include <string.h>

/* Functions of the C library that access no memory of the program but what their arguments point at. */
static bool is_of_library(const char *name)
{
    static const char *const names[] = {
        "printf",   "fprintf", "sprintf",       "snprintf", "puts",    "fputs",  "putchar",       "putc",
        "fputc",    "fwrite",  "fflush",        "fclose",   "time",    "clock",  "clock_gettime", "gettimeofday",
        "difftime", "exit",    "abort",         "perror",   "rand",    "srand",  "drand48",       "srand48",
        "random",   "srandom", "omp_get_wtime", "usleep",   "sleep",   "getpid", "atoi",          "atof",
        "strtod",   "strtol",  "strlen",        "strcmp",   "strncmp", "free",   "malloc",        "calloc",
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static bool look_for_call(struct pv_expr *expr, void *user)
{
    bool *is_found = user;
    if (expr->kind == PV_EXPR_CALL)
        *is_found = *is_found || !expr->callee || expr->callee->has_body ||
                    !(is_of_library(expr->callee->name) || expr->callee->is_const || expr->callee->is_pure);
    return !*is_found;
}

static void look_for_calls(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_for_call, user);
}

static bool look_for_calls_in(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, look_for_calls, user);
    return true;
}

/* PENCIL's functions act through their arguments only: they write no array of effects. */
static bool writes_effects(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array->kind == PV_ARRAY_EFFECTS && stmt->accesses.v[i]->is_write)
            return true;
    return false;
}

bool pv_reach_is_open(const struct pv_stmt *stmt)
{
    bool is_found = false;
    if (stmt->has_effects && stmt->body && writes_effects(stmt))
        pv_tree_visit(stmt->body, look_for_calls_in, &is_found);
    return is_found;
}

bool pv_reach_is_open_in(const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++)
        if (pv_reach_is_open(scop->stmts.v[i]))
            return true;
    return false;
}

bool pv_reach_has(const struct pv_array *array)
{
    const struct pv_var *var = array->var;
    bool is_pointer = var->type->kind == PV_TYPE_POINTER || var->is_decayed;
    bool is_own = is_pointer ? var->is_fresh : var->storage != PV_STORAGE_GLOBAL && var->is_hidden;
    return !is_own;
}
