/* Rewrites loops whose step is no constant as loops that count. */
#include "front/steps.h"

#include "front/affine.h"
#include "front/cases.h"
#include "front/linear.h"
#include "front/loops.h"
#include "front/named.h"
#include "front/poly.h"

/* The unsigned type of 64 bits. */
static const struct pv_ctype wide_unsigned = {
    .kind = PV_TYPE_INT, .spelling = "unsigned long long", .size = 8, .bits = 64};
static const struct pv_ctype plain_int = {
    .kind = PV_TYPE_INT, .spelling = "int", .size = 4, .bits = 32, .is_signed = true};

/* Expressions. */

static struct pv_expr *cast_to(struct pv_eval *ec, struct pv_expr *expr, const struct pv_ctype *type)
{
    if (expr->kind == PV_EXPR_INT && expr->value >= 0)
        return pv_expr_new_int(ec->arena, expr->value, type, expr->range);
    return pv_expr_converted(ec->arena, expr, type);
}

static struct pv_expr *binary(struct pv_eval *ec, enum pv_op op, struct pv_expr *a, struct pv_expr *b)
{
    const struct pv_ctype *type = op >= PV_OP_LT && op <= PV_OP_LOR ? &plain_int : a->type;
    return pv_expr_new_op(ec->arena, op, type, a->range, pv_expr_copy(ec->arena, a), pv_expr_copy(ec->arena, b));
}

static struct pv_expr *choice(struct pv_eval *ec, struct pv_expr *cond, struct pv_expr *a, struct pv_expr *b)
{
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_OP, a->type, a->range);
    expr->op = PV_OP_COND;
    expr->n_args = 3;
    expr->args = pv_new_array(ec->arena, struct pv_expr *, 3);
    expr->args[0] = cond;
    expr->args[1] = pv_expr_copy(ec->arena, a);
    expr->args[2] = pv_expr_copy(ec->arena, b);
    return expr;
}

static struct pv_expr *number(struct pv_eval *ec, int64_t value, const struct pv_expr *like)
{
    return pv_expr_new_int(ec->arena, value, like->type, like->range);
}

static bool keeps_values(const struct pv_ctype *from, const struct pv_ctype *to)
{
    return pv_ctype_min(from) >= pv_ctype_min(to) && pv_ctype_max(from) <= pv_ctype_max(to);
}

static const struct pv_expr *without_casts(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT &&
           keeps_values(expr->args[0]->type, expr->type))
        expr = expr->args[0];
    return expr;
}

/* Values that the region does not change. */

static bool is_invariant(struct pv_eval *ec, const struct pv_expr *access)
{
    struct pv_var *var = access->var;
    if (access->n_steps || access->type->kind != PV_TYPE_INT || !pv_var_is_trackable(var) ||
        pv_eval_declares(ec, var) || pv_eval_binding(ec, var)->is_written)
        return false;
    return !ec->has_unknown_calls || (var->storage != PV_STORAGE_GLOBAL && !var->address_taken);
}

static struct pv_expr *wide_value(struct pv_eval *ec, const struct pv_expr *expr);

/* The operator of "expr" on the wide values of its operands; NULL where one has none. */
static struct pv_expr *wide_operator(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct pv_expr *args[3] = {NULL, NULL, NULL};
    if (expr->n_args < 2)
        return NULL;
    for (int i = 0; i < expr->n_args; i++) {
        args[i] = wide_value(ec, expr->args[i]);
        if (!args[i])
            return NULL;
    }
    bool divides = expr->op == PV_OP_DIV || expr->op == PV_OP_MOD;
    if (divides && (args[1]->kind != PV_EXPR_INT || args[1]->value < 1))
        return NULL;
    bool compares = expr->op >= PV_OP_LT && expr->op <= PV_OP_NE;
    bool is_exact = expr->type->is_signed && expr->type->bits >= 32;
    if (expr->op == PV_OP_COND)
        return choice(ec, args[0], args[1], args[2]);
    if (!is_exact || !(divides || compares || expr->op == PV_OP_ADD || expr->op == PV_OP_SUB || expr->op == PV_OP_MUL))
        return NULL;
    return binary(ec, expr->op, args[0], args[1]);
}

/* "expr" as a value of the signed type of 64 bits, in which C's int does not overflow; NULL where the region may change it. */
static struct pv_expr *wide_value(struct pv_eval *ec, const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT || !keeps_values(expr->type, pv_poly_type()))
        return NULL;
    switch (expr->kind) {
    case PV_EXPR_INT:
        return pv_expr_new_int(ec->arena, expr->value, pv_poly_type(), expr->range);
    case PV_EXPR_ACCESS:
        return is_invariant(ec, expr) ? cast_to(ec, pv_expr_copy(ec->arena, expr), pv_poly_type()) : NULL;
    case PV_EXPR_CAST:
        return without_casts(expr) != expr ? wide_value(ec, expr->args[0]) : NULL;
    case PV_EXPR_OP:
        return wide_operator(ec, expr);
    default:
        return NULL;
    }
}

/* The same for a loop whose iterator is unsigned, where no value is to be negative: conversions keep all others. */
static struct pv_expr *size_value(struct pv_eval *ec, const struct pv_expr *expr, const struct pv_ctype *iterator)
{
    if (iterator->is_signed)
        return wide_value(ec, expr);
    while (expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT &&
           (keeps_values(expr->args[0]->type, expr->type) || expr->type->bits == 64 ||
            expr->args[0]->type->bits == expr->type->bits))
        expr = expr->args[0];
    bool is_size = expr->type->kind == PV_TYPE_INT && expr->type->bits == 64 && !expr->type->is_signed;
    if (is_size && expr->kind == PV_EXPR_ACCESS)
        return is_invariant(ec, expr) ? cast_to(ec, pv_expr_copy(ec->arena, expr), pv_poly_type()) : NULL;
    if (is_size && expr->kind == PV_EXPR_INT && expr->value >= 0)
        return pv_expr_new_int(ec->arena, expr->value, pv_poly_type(), expr->range);
    return wide_value(ec, expr);
}

/* Recognition. */

/* A loop to be rewritten. */
struct stepping {
    struct pv_var *iterator;
    struct pv_expr *step;               /* as written */
    bool goes_up, is_strict;            /* the condition is i < b or i > b, not i <= b or i >= b */
    struct pv_expr **first;             /* where the init clause has the first value */
    struct pv_expr *from, *to, *amount; /* the first value, the limit and the step, of 64 bits */
};

static struct pv_expr *strip(struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->is_implicit && expr->args[0]->type->kind == PV_TYPE_INT)
        expr = expr->args[0];
    return expr;
}

/* Is "expr" i += s, i -= s, i = i + s, i = s + i or i = i - s? */
static bool take_step(struct pv_expr *expr, struct stepping *s)
{
    if (expr->kind != PV_EXPR_OP || !pv_op_is_assignment(expr->op) || expr->args[0]->kind != PV_EXPR_ACCESS ||
        expr->args[0]->n_steps || !pv_var_is_trackable(expr->args[0]->var))
        return false;
    s->iterator = expr->args[0]->var;
    enum pv_op op = expr->op == PV_OP_ASSIGN ? PV_OP_ASSIGN : pv_op_of_assignment(expr->op);
    s->step = expr->args[1];
    if (op == PV_OP_ASSIGN) {
        struct pv_expr *sum = strip(expr->args[1]);
        if (sum->kind != PV_EXPR_OP || (sum->op != PV_OP_ADD && sum->op != PV_OP_SUB))
            return false;
        op = sum->op;
        bool is_swapped = op == PV_OP_ADD && pv_expr_is_var(strip(sum->args[1]), s->iterator);
        if (!pv_expr_is_var(strip(sum->args[is_swapped]), s->iterator))
            return false;
        s->step = sum->args[!is_swapped];
    }
    s->goes_up = op == PV_OP_ADD;
    return op == PV_OP_ADD || op == PV_OP_SUB;
}

/* The step among those of the increment clause "inc" whose variable "cond" names. */
static bool find_step(struct pv_expr *inc, struct pv_expr *cond, struct stepping *s)
{
    if (inc->kind == PV_EXPR_OP && inc->op == PV_OP_COMMA)
        return find_step(inc->args[0], cond, s) || find_step(inc->args[1], cond, s);
    return take_step(inc, s) && pv_expr_names(cond, s->iterator);
}

/* Take the condition apart: the limit, and how it is compared. */
static bool take_condition(struct pv_eval *ec, const struct pv_expr *cond, struct stepping *s)
{
    cond = without_casts(cond);
    if (cond->kind != PV_EXPR_OP || cond->op < PV_OP_LT || cond->op > PV_OP_GE)
        return false;
    for (int side = 0; side < 2; side++) {
        if (!pv_expr_is_var(without_casts(cond->args[side]), s->iterator))
            continue;
        enum pv_op op = side ? pv_comparison_mirrored(cond->op) : cond->op;
        s->is_strict = op == PV_OP_LT || op == PV_OP_GT;
        s->to = size_value(ec, cond->args[1 - side], s->iterator->type);
        return s->to && s->goes_up == (op == PV_OP_LT || op == PV_OP_LE);
    }
    return false;
}

/* Where "expr" gives "var" its value, or NULL. */
static struct pv_expr **find_assignment(struct pv_expr *expr, const struct pv_var *var)
{
    if (expr->kind != PV_EXPR_OP)
        return NULL;
    if (expr->op == PV_OP_COMMA) {
        struct pv_expr **found = find_assignment(expr->args[0], var);
        return found ? found : find_assignment(expr->args[1], var);
    }
    return expr->op == PV_OP_ASSIGN && pv_expr_is_var(expr->args[0], var) ? &expr->args[1] : NULL;
}

static struct pv_expr **find_first(struct pv_tree *init, const struct pv_var *var)
{
    struct pv_expr **found = NULL;
    for (int i = 0; init->kind == PV_TREE_BLOCK && i < init->children.n && !found; i++)
        found = find_first(init->children.v[i], var);
    if (init->kind == PV_TREE_DECL && init->var == var && init->expr)
        return &init->expr;
    return init->kind == PV_TREE_EXPR ? find_assignment(init->expr, var) : found;
}

/* Must sums of "type" not overflow, or is that tested? */
static bool is_followed(const struct stepping *s)
{
    const struct pv_ctype *type = s->iterator->type, *step = s->step->type;
    if (type->kind != PV_TYPE_INT || type->bits < 32 || step->kind != PV_TYPE_INT || step->bits > type->bits)
        return false;
    return type->is_signed ? step->is_signed || step->bits < type->bits : s->goes_up;
}

static bool recognise(struct pv_eval *ec, struct pv_tree *tree, struct stepping *s)
{
    if (tree->kind != PV_TREE_FOR || !tree->inc || !tree->cond || !tree->init || !find_step(tree->inc, tree->cond, s) ||
        !is_followed(s) || pv_tree_has_escaping_jump(tree->body) || !take_condition(ec, tree->cond, s))
        return false;
    s->amount = size_value(ec, s->step, s->iterator->type);
    s->first = find_first(tree->init, s->iterator);
    s->from = s->first ? size_value(ec, *s->first, s->iterator->type) : NULL;
    return s->amount && s->amount->kind != PV_EXPR_INT && s->from && keeps_values((*s->first)->type, s->iterator->type);
}

/* Rewriting. */

/* The number of iterations; -1 where the loop may wrap around, or does not advance. */
static struct pv_expr *trip_count(struct pv_eval *ec, const struct stepping *s)
{
    const struct pv_ctype *type = s->iterator->type;
    struct pv_expr *one = number(ec, 1, s->amount), *low = s->goes_up ? s->from : s->to;
    struct pv_expr *high = s->goes_up ? s->to : s->from;
    struct pv_expr *is_run = binary(ec, s->is_strict ? PV_OP_LT : PV_OP_LE, low, high);
    struct pv_expr *distance = binary(ec, PV_OP_SUB, cast_to(ec, high, &wide_unsigned),
                                      cast_to(ec, low, &wide_unsigned));
    if (s->is_strict)
        distance = binary(ec, PV_OP_SUB, distance, number(ec, 1, distance));
    distance = cast_to(ec, binary(ec, PV_OP_DIV, distance, cast_to(ec, s->amount, &wide_unsigned)), pv_poly_type());
    struct pv_expr *trips = choice(ec, is_run, binary(ec, PV_OP_ADD, distance, one), number(ec, 0, one));
    struct pv_expr *is_fit = binary(ec, PV_OP_GE, s->amount, one);
    if (!type->is_signed) {
        struct pv_expr *most = number(ec, type->bits == 64 ? INT64_MAX : (int64_t)pv_ctype_max(type), one);
        is_fit = binary(ec, PV_OP_LAND, is_fit, binary(ec, PV_OP_LE, high, binary(ec, PV_OP_SUB, most, s->amount)));
        is_fit = binary(ec, PV_OP_LAND, is_fit, binary(ec, PV_OP_GE, low, number(ec, 0, one)));
        is_fit = binary(ec, PV_OP_LAND, is_fit, binary(ec, PV_OP_GE, high, number(ec, 0, one)));
    }
    return choice(ec, is_fit, trips, number(ec, -1, one));
}

/* What is left of the first value, as a multiple of the step is taken from it. */
static struct pv_expr *remainder_of(struct pv_eval *ec, const struct stepping *s)
{
    struct pv_expr *rest = binary(ec, PV_OP_MOD, s->from, s->amount), *zero = number(ec, 0, rest);
    struct pv_expr *above = choice(ec, binary(ec, PV_OP_LT, rest, zero), binary(ec, PV_OP_ADD, rest, s->amount), rest);
    return choice(ec, binary(ec, PV_OP_GT, s->amount, zero), above, zero);
}

static struct pv_expr *access_of(struct pv_eval *ec, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(ec->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

/* Write the first value as rows * step + offset, so that rows can be recovered from subscripts, and count from "*first_row". */
static struct pv_var *split_first(struct pv_eval *ec, const struct stepping *s, struct pv_var **first_row)
{
    *first_row = NULL;
    if (s->from->kind == PV_EXPR_INT && s->from->value >= 0)
        return NULL;
    struct pv_var *offset = pv_named_get_as(ec, remainder_of(ec, s), true, "offset");
    if (!offset)
        return NULL;
    struct pv_range range = s->from->range;
    struct pv_expr *rest = access_of(ec, offset, range), *zero = number(ec, 0, rest);
    struct pv_expr *quotient = binary(ec, PV_OP_DIV, binary(ec, PV_OP_SUB, s->from, rest), s->amount);
    struct pv_var *rows = pv_named_get_as(ec, choice(ec, binary(ec, PV_OP_GT, s->amount, zero), quotient, zero), true,
                                          "row");
    if (!rows)
        return NULL;
    struct pv_expr *product = binary(ec, PV_OP_MUL, access_of(ec, rows, range), s->amount);
    struct pv_expr *sum = binary(ec, PV_OP_ADD, product, rest), *value = cast_to(ec, sum, s->iterator->type);
    value->is_exact = value->kind == PV_EXPR_CAST;
    *s->first = value;
    *first_row = rows;
    return offset;
}

/* The variable that counts, under the name of the iterator. */
static struct pv_var *new_counter(struct pv_eval *ec, const struct pv_var *iterator)
{
    struct pv_var *var = pv_new(ec->arena, struct pv_var);
    *var = *iterator;
    var->type = pv_poly_type();
    var->storage = PV_STORAGE_LOCAL;
    var->slot = 0;
    pv_eval_binding(ec, var)->is_written = true;
    return var;
}

/* "tree", which is changed, becomes a block of its init clause and the loop that counts, from "row" (NULL: from 0) in the
 * direction of the original. */
static void rewrite_loop(struct pv_eval *ec, struct pv_tree *tree, const struct stepping *s, struct pv_var *trips,
                         struct pv_var *row)
{
    struct pv_tree *loop = pv_new(ec->arena, struct pv_tree), *init = tree->init;
    struct pv_range range = tree->range;
    struct pv_var *counter = new_counter(ec, s->iterator);
    *loop = *tree;
    loop->label = NULL;
    loop->init = pv_tree_new(ec->arena, PV_TREE_DECL, range);
    loop->init->var = counter;
    struct pv_expr *k = access_of(ec, counter, range);
    loop->init->expr = row ? access_of(ec, row, range) : number(ec, 0, k);
    enum pv_op away = s->goes_up ? PV_OP_ADD : PV_OP_SUB, towards = s->goes_up ? PV_OP_LT : PV_OP_GT;
    loop->cond = binary(ec, towards, k, binary(ec, away, loop->init->expr, access_of(ec, trips, range)));
    enum pv_op op = s->goes_up ? PV_OP_POSTINC : PV_OP_POSTDEC;
    struct pv_expr *step = pv_expr_new_op(ec->arena, op, k->type, range, pv_expr_copy(ec->arena, k), NULL);
    loop->inc = pv_expr_new_op(ec->arena, PV_OP_COMMA, tree->inc->type, range, step, tree->inc);
    struct pv_tree *block = pv_tree_new(ec->arena, PV_TREE_BLOCK, range);
    block->is_scope = true;
    block->label = tree->label;
    pv_push(ec->arena, &block->children, init);
    pv_push(ec->arena, &block->children, loop);
    *tree = *block;
}

struct rewriting {
    struct pv_eval *ec;
    struct pv_steps *steps;
    int n;                          /* loops seen so far: the copy has them in the order of the text */
    PV_VEC(struct pv_tree *) loops; /* of the text */
};

static bool collect_loop(struct pv_tree *tree, void *user)
{
    struct rewriting *r = user;
    if (tree->kind == PV_TREE_FOR)
        pv_push(r->ec->arena, &r->loops, tree);
    return true;
}

static bool is_kept(const struct pv_steps *steps, const struct pv_tree *loop)
{
    for (int i = 0; i < steps->kept.n; i++)
        if (steps->kept.v[i] == loop)
            return true;
    return false;
}

static bool is_call(struct pv_expr *expr, void *user)
{
    *(bool *)user = *(bool *)user || expr->kind == PV_EXPR_CALL;
    return true;
}

static void look_for_call(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, is_call, user);
}

static bool is_heavy(struct pv_tree *tree, void *user)
{
    bool *result = user;
    *result = *result || tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE || tree->kind == PV_TREE_DO;
    pv_tree_visit_exprs(tree, look_for_call, user);
    return !*result;
}

static bool rewrite(struct pv_tree *tree, void *user)
{
    struct rewriting *r = user;
    struct stepping s = {.goes_up = true};
    if (tree->kind != PV_TREE_FOR)
        return true;
    struct pv_tree *original = r->n < r->loops.n ? r->loops.v[r->n] : NULL;
    r->n++;
    if (!original || is_kept(r->steps, original) || !recognise(r->ec, tree, &s))
        return true;
    struct pv_var *trips = pv_named_get_as(r->ec, trip_count(r->ec, &s), true, "trips");
    if (!trips)
        return true;
    struct pv_var *row;
    bool has_weight = false;
    struct pv_tree *body = tree->body;
    pv_tree_visit(body, is_heavy, &has_weight);
    struct pv_stepped stepped = {original, s.iterator, s.step, trips, split_first(r->ec, &s, &row), !has_weight};
    pv_push(r->ec->arena, &r->steps->list, stepped);
    rewrite_loop(r->ec, tree, &s, trips, row);
    pv_tree_visit(body, rewrite, user);
    return false;
}

static struct pv_expr *copy_expr(const struct pv_expr *expr, void *user)
{
    return pv_expr_copy(user, expr);
}

static bool find_candidate(struct pv_tree *tree, void *user)
{
    struct rewriting *r = user;
    struct stepping s = {.goes_up = true};
    r->n += tree->kind == PV_TREE_FOR && !is_kept(r->steps, tree) && recognise(r->ec, tree, &s);
    return true;
}

struct pv_tree *pv_steps_rewrite(struct pv_eval *ec, struct pv_steps *steps, struct pv_tree *tree)
{
    struct rewriting r = {.ec = ec, .steps = steps};
    steps->list.n = 0;
    if (!ec->names || !ec->shapes || !pv_linear_may_assume(ec))
        return tree;
    pv_tree_visit(tree, find_candidate, &r);
    if (!r.n)
        return tree;
    r.n = 0;
    pv_tree_visit(tree, collect_loop, &r);
    struct pv_tree *copy = pv_tree_map(ec->arena, tree, copy_expr, ec->arena);
    pv_tree_visit(copy, rewrite, &r);
    ec->shapes->has_steps = steps->list.n > 0;
    return copy;
}

static bool keep_assigned(struct pv_tree *tree, void *user)
{
    struct rewriting *r = user;
    for (int i = 0; i < r->steps->list.n; i++) {
        const struct pv_stepped *stepped = &r->steps->list.v[i];
        pv_vars written = {0};
        bool is_statement = tree->kind == PV_TREE_EXPR && !tree->is_final;
        if (is_statement || (tree->kind == PV_TREE_FOR && tree->inc))
            pv_expr_collect_written(r->ec->arena, is_statement ? tree->expr : tree->inc, &written);
        bool is_left = tree->kind == PV_TREE_DECL && tree->var == stepped->iterator;
        for (int j = 0; j < written.n; j++)
            is_left = is_left || written.v[j] == stepped->iterator;
        if (is_left && !is_kept(r->steps, stepped->loop))
            pv_push(r->ec->arena, &r->steps->kept, stepped->loop);
        r->n += is_left;
    }
    return true;
}

bool pv_steps_are_resolved(struct pv_eval *ec, struct pv_steps *steps, struct pv_tree *tree)
{
    struct rewriting r = {.ec = ec, .steps = steps};
    pv_tree_visit(tree, keep_assigned, &r);
    return !r.n;
}

/* Assume of the parameters that "a" op "b" holds; takes both. */
static void assume(struct pv_eval *ec, enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
{
    isl_set *condition = a && b ? isl_set_params(pv_cases_compare(op, isl_pw_aff_copy(a), isl_pw_aff_copy(b))) : NULL;
    isl_pw_aff_free(a);
    isl_pw_aff_free(b);
    if (condition)
        ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
}

void pv_steps_assume(struct pv_eval *ec, const struct pv_steps *steps)
{
    for (int i = 0; i < steps->list.n; i++) {
        const struct pv_stepped *stepped = &steps->list.v[i];
        assume(ec, PV_OP_GE, pv_eval_var(ec, stepped->trips).aff, pv_eval_constant(ec, 0));
        /* With step 1, vectors make the original text of a light loop faster than threads make this one. A step by cases is a
         * constant in each of them, and none is left out. */
        isl_pw_aff *step = pv_affine_value(ec, stepped->step).aff;
        bool is_uniform = isl_pw_aff_n_piece(step) == 1;
        int least = ec->params->for_host && stepped->is_light && is_uniform ? 2 : 1;
        assume(ec, PV_OP_GE, step, pv_eval_constant(ec, least));
        if (!stepped->offset)
            continue;
        assume(ec, PV_OP_GE, pv_eval_var(ec, stepped->offset).aff, pv_eval_constant(ec, 0));
        assume(ec, PV_OP_LT, pv_eval_var(ec, stepped->offset).aff, pv_affine_value(ec, stepped->step).aff);
    }
}
