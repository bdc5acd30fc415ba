/* Calls of memset() and memcpy() as the loops that they stand for: the model then knows which elements they write, devices can
 * execute them, and a C compiler turns the loops back into calls where that is better.
 *
 * A loop stands for a call if the call fills or copies whole elements of arithmetic type. Its number of iterations is a signed
 * number: a size so large that it differs from the size of the call is no size of an object. */
#include "front/memcalls.h"

#include "front/pencil.h"

static const struct pv_ctype count_type = {
    .kind = PV_TYPE_INT, .spelling = "long long", .size = 8, .bits = 64, .is_signed = true};

static struct pv_expr *cast_to(struct pv_arena *arena, struct pv_expr *expr, const struct pv_ctype *type, bool is_exact)
{
    struct pv_expr *cast = pv_expr_new(arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_implicit = true;
    cast->is_exact = is_exact;
    return cast;
}

static bool is_product(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && expr->op == PV_OP_MUL && expr->type->size == 8;
}

/* Is "expr" a conversion of an integer to 64 bits? */
static bool is_widening(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_CAST && expr->type->kind == PV_TYPE_INT && expr->type->size == 8 &&
           expr->args[0]->type->kind == PV_TYPE_INT;
}

/* "expr", part of a size in bytes, as a signed number. */
static struct pv_expr *signed_part(struct pv_arena *arena, struct pv_expr *expr)
{
    if (is_product(expr))
        return pv_expr_new_op(arena, PV_OP_MUL, &count_type, expr->range, signed_part(arena, expr->args[0]),
                              signed_part(arena, expr->args[1]));
    if (is_widening(expr))
        return signed_part(arena, expr->args[0]);
    return cast_to(arena, expr, &count_type, true);
}

/* "bytes" divided by "size" as a signed number; NULL if it is not seen to be a multiple of it. */
static struct pv_expr *divide_size(struct pv_arena *arena, struct pv_expr *bytes, int64_t size)
{
    if (bytes->kind == PV_EXPR_INT)
        return bytes->value < 0 || bytes->value % size
                   ? NULL
                   : pv_expr_new_int(arena, bytes->value / size, &count_type, bytes->range);
    if (size == 1)
        return signed_part(arena, bytes);
    if (is_widening(bytes))
        return divide_size(arena, bytes->args[0], size);
    if (bytes->kind != PV_EXPR_OP || bytes->op != PV_OP_MUL || (!bytes->type->is_signed && bytes->type->size < 8))
        return NULL;
    for (int i = 0; i < 2; i++) {
        struct pv_expr *divided = divide_size(arena, bytes->args[i], size);
        if (divided)
            return pv_expr_new_op(arena, PV_OP_MUL, &count_type, bytes->range, signed_part(arena, bytes->args[1 - i]),
                                  divided);
    }
    return NULL;
}

/* The path to the array or element that the pointer "arg" leads to; NULL if "arg" is another kind of pointer. "*is_element"
 * tells whether it ends in a subscript that the loop adds to. */
static struct pv_expr *pointed_path(struct pv_expr *arg, bool *is_element)
{
    while (arg->kind == PV_EXPR_CAST && arg->type->kind == PV_TYPE_POINTER)
        arg = arg->args[0];
    bool is_address = arg->kind == PV_EXPR_OP && arg->op == PV_OP_ADDRESS;
    struct pv_expr *path = is_address ? arg->args[0] : arg;
    if (path->kind != PV_EXPR_ACCESS)
        return NULL;
    *is_element = is_address && path->n_steps && path->steps[path->n_steps - 1].kind == PV_STEP_INDEX;
    return *is_element || (!is_address && pv_ctype_is_indexable(path->type)) ? path : NULL;
}

/* The type of the elements that a loop over what "path" leads to goes through. */
static const struct pv_ctype *element_type(const struct pv_expr *path, bool is_element)
{
    return is_element ? path->type : path->type->elem;
}

/* Element "k" of what "path" leads to. */
static struct pv_expr *element_at(struct pv_arena *arena, const struct pv_expr *path, bool is_element,
                                  struct pv_expr *k)
{
    struct pv_expr *element = pv_expr_copy(arena, path);
    element->type = element_type(path, is_element);
    if (is_element) {
        struct pv_step *last = &element->steps[element->n_steps - 1];
        last->index = pv_expr_new_op(arena, PV_OP_ADD, &count_type, k->range,
                                     cast_to(arena, last->index, &count_type, true), k);
        last->is_flat = true;
        return element;
    }
    struct pv_step *steps = pv_new_array(arena, struct pv_step, element->n_steps + 1);
    for (int i = 0; i < element->n_steps; i++)
        steps[i] = element->steps[i];
    steps[element->n_steps++] = (struct pv_step){.kind = PV_STEP_INDEX, .index = k, .is_flat = true};
    element->steps = steps;
    return element;
}

static bool is_plain(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL &&
           !(expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

/* The value that memset() with the byte "byte" gives elements of "type"; NULL if that is more than a conversion. */
static struct pv_expr *filling_value(struct pv_arena *arena, struct pv_expr *byte, const struct pv_ctype *type)
{
    bool is_zero = byte->kind == PV_EXPR_INT && byte->value == 0;
    bool is_byte = type->kind == PV_TYPE_INT && type->size == 1 && type->bits == 8;
    return is_zero || is_byte ? cast_to(arena, byte, type, false) : NULL;
}

static bool is_same_type(const struct pv_ctype *a, const struct pv_ctype *b)
{
    return a->kind == b->kind && a->size == b->size && a->bits == b->bits && a->is_signed == b->is_signed;
}

/* for (k = 0; k < "count"; k++) "assignment" */
static struct pv_tree *make_loop(struct pv_arena *arena, struct pv_expr *k, struct pv_expr *count,
                                 struct pv_expr *assignment)
{
    struct pv_tree *loop = pv_tree_new(arena, PV_TREE_FOR, k->range);
    loop->init = pv_tree_new(arena, PV_TREE_DECL, k->range);
    loop->init->var = k->var;
    loop->init->expr = pv_expr_new_int(arena, 0, &count_type, k->range);
    loop->cond = pv_expr_new_op(arena, PV_OP_LT, &count_type, k->range, k, count);
    loop->inc = pv_expr_new_op(arena, PV_OP_POSTINC, &count_type, k->range, pv_expr_copy(arena, k), NULL);
    loop->body = pv_tree_new(arena, PV_TREE_EXPR, k->range);
    loop->body->expr = assignment;
    return loop;
}

/* A variable of its own. */
static struct pv_expr *new_variable(struct pv_extract *x, const struct pv_ctype *type, struct pv_range range)
{
    struct pv_var *var = pv_new(x->arena, struct pv_var);
    var->name = var->id = pv_printf(x->arena, "k__own%d", ++x->n_privates);
    var->type = type;
    var->storage = PV_STORAGE_LOCAL;
    var->is_hidden = true;
    var->scope = range;
    var->decl = range.begin;
    var->function = x->function;
    struct pv_expr *access = pv_expr_new(x->arena, PV_EXPR_ACCESS, type, range);
    access->var = var;
    return access;
}

static bool is_no_memory(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_ACCESS || !expr->n_steps;
}

/* Do the subscripts of "path" (may be NULL) read no memory, which the loop might change? */
static bool has_fixed_subscripts(const struct pv_expr *path)
{
    for (int i = 0; path && i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_INDEX && !pv_expr_visit(path->steps[i].index, is_no_memory, NULL))
            return false;
    return true;
}

/* "value" of "type", computed once: if it reads memory, which the loop might change, a variable that "block" declares. */
static struct pv_expr *compute_once(struct pv_extract *x, struct pv_tree *block, struct pv_expr *value,
                                    const struct pv_ctype *type)
{
    if (pv_expr_visit(value, is_no_memory, NULL))
        return value;
    struct pv_expr *once = new_variable(x, type, value->range);
    struct pv_tree *decl = pv_tree_new(x->arena, PV_TREE_DECL, value->range);
    decl->var = once->var;
    decl->expr = value;
    pv_push(x->arena, &block->children, decl);
    return once;
}

struct pv_tree *pv_memcall_read(struct pv_extract *x, struct pv_expr *call)
{
    enum pv_memcall kind = call->kind == PV_EXPR_CALL && call->callee && !call->callee->has_body
                               ? pv_library_memcall(call->callee->name)
                               : PV_MEMCALL_NONE;
    if (kind == PV_MEMCALL_NONE || call->n_args != 3)
        return NULL;
    for (int i = 0; i < 3; i++)
        if (!pv_expr_visit(call->args[i], is_plain, NULL))
            return NULL;
    bool to_element, from_element = false;
    const struct pv_expr *to = pointed_path(call->args[0], &to_element), *from = NULL;
    if (kind == PV_MEMCALL_COPY && !(from = pointed_path(call->args[1], &from_element)))
        return NULL;
    const struct pv_ctype *type = to ? element_type(to, to_element) : NULL;
    if (!type || !pv_ctype_is_arithmetic(type) || !type->size || type->is_volatile ||
        (from && !is_same_type(type, element_type(from, from_element))) || !has_fixed_subscripts(to) ||
        !has_fixed_subscripts(from))
        return NULL;
    struct pv_expr *count = divide_size(x->arena, call->args[2], type->size);
    struct pv_expr *value = count && !from ? filling_value(x->arena, call->args[1], type) : NULL;
    if (!count || (!from && !value))
        return NULL;
    struct pv_tree *block = pv_tree_new(x->arena, PV_TREE_BLOCK, call->range);
    block->is_scope = true;
    count = compute_once(x, block, count, &count_type);
    struct pv_expr *k = new_variable(x, &count_type, call->range);
    value = from ? element_at(x->arena, from, from_element, pv_expr_copy(x->arena, k))
                 : compute_once(x, block, value, type);
    struct pv_expr *element = element_at(x->arena, to, to_element, pv_expr_copy(x->arena, k));
    struct pv_expr *assignment = pv_expr_new_op(x->arena, PV_OP_ASSIGN, type, call->range, element, value);
    pv_push(x->arena, &block->children, make_loop(x->arena, k, count, assignment));
    return block->children.n > 1 ? block : block->children.v[0];
}
