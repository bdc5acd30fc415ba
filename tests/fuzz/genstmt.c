/* Writes statements. */
#include "genstmt.h"

#include "gencall.h"
#include "gennest.h"

/* Values of integers that statements assign to. */
#define SCALAR_LO (-5)
#define SCALAR_HI 20
/* How often counters are counted up. */
#define MAX_COUNT 100

static void statement(struct generator *g);

/* Write a statement that the given text is, executed whenever this place is reached. */
static void leaf(struct generator *g, const char *text)
{
    gen_line(g, "%s", text);
    g->total += g->multiplicity;
}

/*--------------------------------------------------------------------------------------------------*/
/* Assignments */

/* New contents for an integer place: small whatever the operator does how often. */
static const char *assign_integer(struct generator *g, struct reference place)
{
    bool is_compound = gen_has(g, GEN_compound) && gen_chance(g, 50);
    const char *value = gen_integer(g);
    if (!is_compound)
        return pv_printf(g->arena, "%s = %s & %d", place.text, value, place.element == ELEM_UCHAR ? 255 : 1023);
    switch (gen_random(g, 8)) {
    case 0:
        return pv_printf(g->arena, place.text[0] == '*' ? "(%s)++" : "%s++", place.text);
    case 1:
        return pv_printf(g->arena, "--%s", place.text);
    case 2:
        return pv_printf(g->arena, "%s -= %s & 63", place.text, value);
    case 3:
        return pv_printf(g->arena, "%s ^= %s & 31", place.text, value);
    case 4:
        return pv_printf(g->arena, "%s %%= 13", place.text);
    case 5:
        return pv_printf(g->arena, "%s >>= 1", place.text);
    default:
        return pv_printf(g->arena, "%s += %s & 63", place.text, value);
    }
}

static const char *assign_floating(struct generator *g, const char *place)
{
    if (!gen_has(g, GEN_compound) || gen_chance(g, 50))
        return pv_printf(g->arena, "%s = %s", place, gen_floating(g));
    switch (gen_random(g, 5)) {
    case 0:
        return pv_printf(g->arena, place[0] == '*' ? "(%s)++" : "%s++", place);
    case 1:
        return pv_printf(g->arena, "%s *= 0.5", place);
    case 2:
        return pv_printf(g->arena, "%s -= %s", place, gen_small(g));
    case 3:
        return pv_printf(g->arena, "%s /= 4", place);
    default:
        return pv_printf(g->arena, "%s += %s", place, gen_small(g));
    }
}

static const char *assignment(struct generator *g)
{
    bool is_floating = gen_chance(g, 60);
    struct reference place = gen_place(g, is_floating, TO_WRITE);
    if (!place.text)
        place = gen_place(g, is_floating = !is_floating, TO_WRITE);
    if (!place.text)
        return "";
    return is_floating ? assign_floating(g, place.text) : assign_integer(g, place);
}

static void assign_statement(struct generator *g)
{
    struct reference to, from;
    switch (gen_random(g, 12)) {
    case 0:
        leaf(g, pv_printf(g->arena, "%s, %s;", assignment(g), assignment(g)));
        return;
    case 1:
        to = gen_place(g, true, TO_WRITE), from = gen_place(g, true, TO_WRITE);
        if (to.text && to.array != from.array) {
            leaf(g, pv_printf(g->arena, "%s = %s = %s;", to.text, from.text, gen_floating(g)));
            return;
        }
        break;
    default:
        break;
    }
    leaf(g, pv_printf(g->arena, "%s;", assignment(g)));
}

static bool is_struct_array(const struct array *array)
{
    return array->element == ELEM_STRUCT && !array->is_const;
}

static void struct_statement(struct generator *g)
{
    struct array *array = gen_pick_array(g, is_struct_array);
    if (array)
        leaf(g, pv_printf(g->arena, "%s = %s;", gen_element(g, array), gen_element(g, array)));
    else
        assign_statement(g);
}

/*--------------------------------------------------------------------------------------------------*/
/* Scalars */

static bool is_assignable(const struct variable *var)
{
    return var->is_assignable && !var->is_double;
}

static bool is_double(const struct variable *var)
{
    return var->is_double;
}

static bool is_counter(const struct variable *var)
{
    return var->is_counter;
}

static const char *scalar_value(struct generator *g, const struct variable *var)
{
    if (var->converts)
        return gen_affine(g, 2).text;
    return gen_affine_in(g, 2, var->range.lo, var->range.hi).text;
}

static void scalar_statement(struct generator *g)
{
    const struct variable *var = gen_pick_var(g, is_assignable);
    if (gen_chance(g, 25) || !var)
        var = gen_pick_var(g, is_double);
    if (!var) {
        assign_statement(g);
        return;
    }
    if (var->is_double) {
        leaf(g, pv_printf(g->arena, "%s;", assign_floating(g, var->name)));
        return;
    }
    const char *first = pv_printf(g->arena, "%s = %s;", var->name, scalar_value(g, var));
    if (!gen_has(g, GEN_guards) || gen_chance(g, 60)) {
        leaf(g, first);
        return;
    }
    bool is_data = gen_has(g, GEN_dynamic) && gen_chance(g, 15);
    gen_line(g, "if (%s)", is_data ? gen_data_condition(g) : gen_condition(g, 1));
    g->indent++;
    leaf(g, first);
    g->indent--;
    if (gen_chance(g, 40)) {
        gen_line(g, "else");
        g->indent++;
        leaf(g, pv_printf(g->arena, "%s = %s;", var->name, scalar_value(g, var)));
        g->indent--;
    }
}

/* Count a counter up, by itself or while it serves as a subscript. */
static void counter_statement(struct generator *g)
{
    const struct variable *var = gen_pick_var(g, is_counter);
    if (!var || g->counted + g->multiplicity > MAX_COUNT) {
        assign_statement(g);
        return;
    }
    g->counted += g->multiplicity;
    const char *name = var->name;
    struct array *array = NULL;
    for (int i = 0; i < g->arrays.n && gen_chance(g, 80); i++)
        if (g->arrays.v[i]->element == ELEM_DOUBLE && g->arrays.v[i]->n_dims == 1 && !g->arrays.v[i]->is_fixed &&
            !g->arrays.v[i]->symbols[0] && !g->arrays.v[i]->is_const)
            array = g->arrays.v[i];
    if (!array) {
        leaf(g, pv_printf(g->arena, gen_chance(g, 50) ? "%s++;" : "%s += 1;", name));
        return;
    }
    gen_need(array, 0, MAX_COUNT + 1);
    g->hidden = name;
    leaf(g, pv_printf(g->arena, "%s[%s++] = %s;", array->name, name, gen_floating(g)));
    g->hidden = NULL;
}

/*--------------------------------------------------------------------------------------------------*/
/* Declarations */

/* Give "var" another type than int; of those that convert what they are given, some hold any value of the type. */
static const char *narrow_scalar(struct generator *g, struct variable *var)
{
    static const char *const types[] = {"long", "short", "unsigned char", "unsigned"};
    int type = gen_random(g, 4);
    if (type >= 2)
        var->range.lo = 0;
    var->is_unsigned = type == 3;
    var->converts = type == 2;
    if (var->converts)
        var->range.hi = 255;
    return types[type];
}

static void declare_scalar(struct generator *g)
{
    struct variable var = {.name = gen_name(g, "t"), .is_assignable = true};
    if (gen_chance(g, 50)) {
        var.is_double = true;
        if (gen_chance(g, 70))
            leaf(g,
                 pv_printf(g->arena, "%s %s = %s;", gen_chance(g, 80) ? "double" : "float", var.name, gen_floating(g)));
        else {
            gen_line(g, "double %s;", var.name);
            leaf(g, pv_printf(g->arena, "%s = %s;", var.name, gen_floating(g)));
        }
    } else {
        const char *type = "int";
        var.range = (struct range){SCALAR_LO, SCALAR_HI};
        if (gen_has(g, GEN_types) && gen_chance(g, 50))
            type = narrow_scalar(g, &var);
        leaf(g, pv_printf(g->arena, "%s %s = %s;", type, var.name, scalar_value(g, &var)));
    }
    pv_push(g->arena, &g->vars, var);
}

static void declare_array(struct generator *g)
{
    const char *name = gen_name(g, "L");
    int64_t size = gen_between(g, 3, 6);
    bool of_doubles = gen_chance(g, 60);
    const char *type = of_doubles ? "double" : "int";
    if (gen_chance(g, 40))
        leaf(g, pv_printf(g->arena, "%s %s[%lld] = {1, 2, 3};", type, name, (long long)size));
    else {
        const char *iterator = gen_name(g, "z");
        gen_line(g, "%s %s[%lld];", type, name, (long long)size);
        gen_line(g, "for (int %s = 0; %s < %lld; %s++)", iterator, iterator, (long long)size, iterator);
        g->indent++;
        gen_line(g, of_doubles ? "%s[%s] = %s;" : "%s[%s] = %s & 255;", name, iterator,
                 of_doubles ? gen_floating(g) : gen_integer(g));
        g->indent--;
        g->total += size * g->multiplicity;
    }
    struct array *array = pv_new(g->arena, struct array);
    *array = (struct array){.name = name, .element = of_doubles ? ELEM_DOUBLE : ELEM_INT, .n_dims = 1, .sizes = {size}};
    array->is_fixed = array->is_declared = true;
    pv_push(g->arena, &g->arrays, array);
}

/*--------------------------------------------------------------------------------------------------*/
/* Control */

static const char *any_condition(struct generator *g)
{
    return gen_has(g, GEN_dynamic) && gen_chance(g, 25) ? gen_data_condition(g) : gen_condition(g, 2);
}

static void if_statement(struct generator *g)
{
    gen_line(g, "if (%s) {", any_condition(g));
    gen_block(g, 1 + gen_random(g, 2));
    if (gen_chance(g, 35)) {
        gen_line(g, gen_chance(g, 30) ? "} else if (%s) {" : "} else {", any_condition(g));
        gen_block(g, 1 + gen_random(g, 2));
    }
    gen_line(g, "}");
}

static void jump_statement(struct generator *g)
{
    if (g->jump == JUMP_NONE) {
        if_statement(g);
        return;
    }
    const char *jump = g->jump == JUMP_BOTH && gen_chance(g, 50) ? "continue" : "break";
    gen_line(g, "if (%s)", any_condition(g));
    gen_line(g, "    %s;", jump);
}

/* How many iterations a loop here may have so that the program stays small. */
static int64_t trips_allowed(const struct generator *g)
{
    int64_t left = (g->max_total - g->total) / (4 * g->multiplicity);
    return left > 14 ? 14 : left;
}

static void write_body(struct generator *g, const struct loop *loop)
{
    int n_vars = g->vars.n;
    struct variable var = loop->var;
    bool is_skipped = loop->can_skip && gen_has(g, GEN_itermod) && gen_chance(g, 25);
    if (is_skipped)
        var.range.hi++;
    pv_push(g->arena, &g->vars, var);
    if (loop->second.name)
        pv_push(g->arena, &g->vars, loop->second);
    if (loop->first)
        gen_line(g, "    %s", loop->first);
    gen_block(g, 1 + gen_random(g, g->is_small ? 2 : 3));
    if (is_skipped) {
        gen_line(g, "    if (%s)", gen_condition(g, 0));
        gen_line(g, "        %s++;", var.name);
        gen_block(g, gen_random(g, 2));
    }
    if (loop->last)
        gen_line(g, "    %s", loop->last);
    g->vars.n = n_vars;
}

static void loop_statement(struct generator *g)
{
    int64_t max_trips = trips_allowed(g);
    if (g->depth >= g->max_depth || max_trips < 2) {
        assign_statement(g);
        return;
    }
    struct loop loop = gen_loop(g, max_trips);
    if (loop.before)
        leaf(g, loop.before);
    int64_t multiplicity = g->multiplicity;
    enum jump jump = g->jump;
    g->multiplicity *= loop.trips > 1 ? loop.trips : 1;
    g->jump = loop.jump;
    g->depth++;
    gen_line(g, "%s {", loop.head);
    write_body(g, &loop);
    gen_line(g, "}%s", loop.tail);
    g->depth--;
    g->jump = jump;
    g->multiplicity = multiplicity;
    if (loop.is_visible_after) {
        loop.var.range = loop.after;
        pv_push(g->arena, &g->vars, loop.var);
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* PENCIL */

/* A fact that holds here. */
static void assume_statement(struct generator *g)
{
    struct affine e = gen_affine(g, 1);
    g->uses_pencil = true;
    if (e.is_unsigned || gen_chance(g, 50))
        gen_line(g, "__pencil_assume(n >= %lld && m <= %lld);", (long long)g->n.lo, (long long)g->m.hi);
    else
        gen_line(g, "__pencil_assume(%s <= %lld);", e.text, (long long)e.range.hi);
}

/* A temporary array filled, used and killed. */
static void kill_statement(struct generator *g)
{
    int n_arrays = g->arrays.n;
    int64_t size = gen_between(g, 2, 6);
    const char *z = gen_name(g, "z");
    struct array *array = gen_add_array(g, gen_name(g, "K"), ELEM_DOUBLE, 1);
    g->arrays.n--;
    array->storage = STORE_GLOBAL;
    array->is_temporary = true;
    array->sizes[0] = size;
    array->is_fixed = true;
    g->uses_pencil = true;
    gen_line(g, "for (int %s = 0; %s < %lld; %s++)", z, z, (long long)size, z);
    gen_line(g, "    %s[%s] = %s;", array->name, z, gen_floating(g));
    g->total += size * g->multiplicity;
    pv_push(g->arena, &g->arrays, array);
    array->is_const = true;
    gen_line(g, "{");
    gen_block(g, 1 + gen_random(g, 2));
    gen_line(g, "}");
    g->arrays.n = n_arrays;
    gen_line(g, "__pencil_kill(%s);", array->name);
}

static void pencil_statement(struct generator *g)
{
    if (g->is_in_helper) {
        assign_statement(g);
        return;
    }
    switch (gen_random(g, 3)) {
    case 0:
        assume_statement(g);
        break;
    case 1:
        kill_statement(g);
        break;
    default:
        gen_independent(g);
        break;
    }
}

/*--------------------------------------------------------------------------------------------------*/

static void call_statement(struct generator *g)
{
    if (!gen_call(g))
        assign_statement(g);
}

/* A statement of a nest: an assignment, sometimes under a condition. */
static void nest_leaf(struct generator *g)
{
    bool is_guarded = gen_has(g, GEN_guards) && gen_chance(g, 12);
    if (is_guarded)
        gen_line(g, "if (%s)", any_condition(g));
    g->indent += is_guarded;
    assign_statement(g);
    g->indent -= is_guarded;
}

static void nest_statement(struct generator *g)
{
    gen_nest(g, nest_leaf);
}

static void nested_block(struct generator *g)
{
    gen_line(g, "{");
    gen_block(g, 2);
    gen_line(g, "}");
}

/* X(weight, feature, function): what a statement may be; GEN_N_FEATURES asks for nothing. */
#define STATEMENTS(X)                       \
    X(30, GEN_N_FEATURES, loop_statement)   \
    X(25, GEN_N_FEATURES, assign_statement) \
    X(10, GEN_guards, if_statement)         \
    X(5, GEN_breaks, jump_statement)        \
    X(8, GEN_scalars, scalar_statement)     \
    X(6, GEN_locals, declare_scalar)        \
    X(3, GEN_locals, declare_array)         \
    X(4, GEN_induction, counter_statement)  \
    X(3, GEN_structs, struct_statement)     \
    X(7, GEN_calls, call_statement)         \
    X(4, GEN_pencil, pencil_statement)      \
    X(2, GEN_locals, nested_block)          \
    X(30, GEN_nests, nest_statement)

static void statement(struct generator *g)
{
    static const struct {
        int weight;
        enum gen_feature feature;
        void (*write)(struct generator *g);
    } kinds[] = {
#define X(weight, feature, function) {weight, feature, function},
        STATEMENTS(X)
#undef X
    };
    int n = (int)(sizeof(kinds) / sizeof(*kinds)), at = gen_random(g, 137);
    bool is_top = g->depth == 0 && !g->is_in_helper;
    if (is_top && g->is_parallel) {
        nest_statement(g);
        return;
    }
    for (int i = 0; i < n; i++) {
        at -= kinds[i].weight;
        if (at >= 0)
            continue;
        if (kinds[i].feature == GEN_N_FEATURES || gen_has(g, kinds[i].feature)) {
            kinds[i].write(g);
            return;
        }
        break;
    }
    if (is_top && gen_has(g, GEN_nests) && gen_chance(g, 70))
        nest_statement(g);
    else if (is_top || gen_chance(g, 30))
        loop_statement(g);
    else
        assign_statement(g);
}

void gen_block(struct generator *g, int n)
{
    int n_vars = g->vars.n, n_arrays = g->arrays.n;
    g->indent++;
    for (int i = 0; i < n; i++)
        statement(g);
    g->indent--;
    g->vars.n = n_vars;
    g->arrays.n = n_arrays;
}
