/* schedstat FILE                     what is in a schedule tree, statement by statement
 * schedstat --not-worse REFERENCE FILE   whether FILE is at least as good as REFERENCE
 * schedstat FILE --expect PROPERTY...    whether FILE has the properties
 *
 * FILE may hold several trees, with lines "---" between them, as `pave schedule` prints them.
 * Numbers are those of the path from the root to a statement. Its shape is a word for each band on that path: a digit
 * for each member, 1 where it is coincident, and a p where the band is permutable. The first band is the outer one.
 * Coefficients are counted in absolute value, over all members, those of variables and of parameters together;
 * constants by themselves.
 *
 * FILE is not worse if each statement has an outer band with at least as many members, or as many as it has dimensions,
 * and as many coincident ones, and if the coefficients of all statements together have no larger sum.
 *
 * A property is one of
 *   shape STATEMENT WORD...  the bands on the path to the statement; * for each statement
 *   max-coefficient N        no coefficient is larger
 *   no-idle-member           no member has but one value for each value of the members around it, for every statement
 *   inner-coincident         some band that is not an outer one has a coincident member
 *   no-inner-coincident      none has
 *   group STATEMENT...       these statements, and no others, are expanded from one group
 *   no-group                 nothing is expanded
 * Exit 0 if so, 1 with the reason if not, 2 on trouble. */
#include "base/file.h"
#include "base/vec.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct statement {
    const char *name;
    const char *shape; /* words with a blank before each */
    int dim;           /* of its instances */
    int outer_depth, outer_coincident;
    long coefficients, constants, largest;
};

struct stats {
    struct pv_arena *arena;
    bool has_expansion;
    int n_idle; /* members that are */
    PV_VEC(struct statement) statements;
    PV_VEC(const char *) groups; /* for each: the names of its statements, with a blank before each */
};

static void fail(const char *reason)
{
    fprintf(stderr, "schedstat: %s\n", reason);
    exit(2);
}

/* The partial schedule of "band" on the instances at the leaves. */
static __isl_give isl_multi_union_pw_aff *get_partial(const struct stats *stats, __isl_keep isl_schedule_node *band)
{
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(band);
    if (!stats->has_expansion)
        return partial;
    return isl_multi_union_pw_aff_pullback_union_pw_multi_aff(partial, isl_schedule_node_get_subtree_contraction(band));
}

static long magnitude(__isl_take isl_val *value)
{
    value = isl_val_ceil(isl_val_abs(value));
    long number = isl_val_get_num_si(value);
    isl_val_free(value);
    return number;
}

static isl_stat count_aff(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct statement *sum = user;
    long coefficients = 0;
    static const enum isl_dim_type types[] = {isl_dim_in, isl_dim_param};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < isl_aff_dim(aff, types[t]); i++) {
            long size = magnitude(isl_aff_get_coefficient_val(aff, types[t], i));
            coefficients += size;
            sum->largest = size > sum->largest ? size : sum->largest;
        }
    long constant = magnitude(isl_aff_get_constant_val(aff));
    sum->coefficients = coefficients > sum->coefficients ? coefficients : sum->coefficients;
    sum->constants = constant > sum->constants ? constant : sum->constants;
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

struct function {
    isl_space *space;
    struct statement largest;
};

static isl_stat count_function(__isl_take isl_pw_aff *function, void *user)
{
    struct function *wanted = user;
    isl_space *space = isl_space_domain(isl_pw_aff_get_space(function));
    isl_bool is_wanted = isl_space_has_equal_tuples(space, wanted->space);
    isl_space_free(space);
    isl_stat stat = isl_stat_ok;
    if (is_wanted == isl_bool_true)
        stat = isl_pw_aff_foreach_piece(function, count_aff, &wanted->largest);
    isl_pw_aff_free(function);
    return stat;
}

/* Add up the members of "band" for the statement whose instances are in "space". */
static void count_band(const struct stats *stats, __isl_keep isl_schedule_node *band, __isl_keep isl_space *space,
                       struct statement *statement)
{
    isl_multi_union_pw_aff *partial = get_partial(stats, band);
    for (int k = 0; k < isl_multi_union_pw_aff_dim(partial, isl_dim_set); k++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(partial, k);
        struct function function = {.space = space};
        isl_union_pw_aff_foreach_pw_aff(member, count_function, &function);
        const struct statement *found = &function.largest;
        statement->coefficients += found->coefficients;
        statement->constants += found->constants;
        statement->largest = found->largest > statement->largest ? found->largest : statement->largest;
        isl_union_pw_aff_free(member);
    }
    isl_multi_union_pw_aff_free(partial);
}

/* The word for "band" in a shape. */
static const char *band_word(struct pv_arena *arena, __isl_keep isl_schedule_node *band, int *n_coincident)
{
    struct pv_sb word = {0};
    *n_coincident = 0;
    for (int k = 0; k < isl_schedule_node_band_n_member(band); k++) {
        bool is_coincident = isl_schedule_node_band_member_get_coincident(band, k) == isl_bool_true;
        pv_sb_add(&word, is_coincident ? "1" : "0");
        *n_coincident += is_coincident;
    }
    if (isl_schedule_node_band_get_permutable(band) == isl_bool_true)
        pv_sb_add(&word, "p");
    const char *copy = pv_strdup(arena, word.text ? word.text : "");
    pv_sb_free(&word);
    return copy;
}

/* The statement in "space" at the leaf "leaf". */
static struct statement measure(const struct stats *stats, __isl_keep isl_schedule_node *leaf,
                                __isl_keep isl_space *space)
{
    struct statement statement = {.name = pv_strdup(stats->arena, isl_space_get_tuple_name(space, isl_dim_set)),
                                  .shape = "",
                                  .dim = (int)isl_space_dim(space, isl_dim_set)};
    int depth = (int)isl_schedule_node_get_tree_depth(leaf);
    bool is_outer = true;
    for (int up = depth; up > 0; up--) {
        isl_schedule_node *node = isl_schedule_node_ancestor(isl_schedule_node_copy(leaf), up);
        if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
            int n_coincident;
            const char *word = band_word(stats->arena, node, &n_coincident);
            statement.shape = pv_printf(stats->arena, "%s %s", statement.shape, word);
            if (is_outer) {
                statement.outer_depth = (int)isl_schedule_node_band_n_member(node);
                statement.outer_coincident = n_coincident;
            }
            is_outer = false;
            count_band(stats, node, space, &statement);
        }
        isl_schedule_node_free(node);
    }
    return statement;
}

/* Add what holds on one way to a statement; with several ways, the worst counts. */
static void add_statement(struct stats *stats, struct statement new)
{
    for (int i = 0; i < stats->statements.n; i++) {
        struct statement *old = &stats->statements.v[i];
        if (strcmp(old->name, new.name))
            continue;
        if (strcmp(old->shape, new.shape))
            old->shape = pv_printf(stats->arena, "%s |%s", old->shape, new.shape);
        old->outer_depth = new.outer_depth < old->outer_depth ? new.outer_depth : old->outer_depth;
        if (new.outer_coincident < old->outer_coincident)
            old->outer_coincident = new.outer_coincident;
        old->coefficients = new.coefficients > old->coefficients ? new.coefficients : old->coefficients;
        old->constants = new.constants > old->constants ? new.constants : old->constants;
        old->largest = new.largest > old->largest ? new.largest : old->largest;
        return;
    }
    pv_push(stats->arena, &stats->statements, new);
}

struct at_leaf {
    struct stats *stats;
    isl_schedule_node *leaf;
};

static isl_stat add_set(__isl_take isl_set *set, void *user)
{
    struct at_leaf *at = user;
    isl_space *space = isl_set_get_space(set);
    isl_set_free(set);
    if (isl_space_has_tuple_name(space, isl_dim_set) == isl_bool_true)
        add_statement(at->stats, measure(at->stats, at->leaf, space));
    isl_space_free(space);
    return isl_stat_ok;
}

/* Count the members of "band" that have but one value for each value of what is around them. */
static int count_idle(__isl_keep isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_union_map *around = isl_schedule_node_get_prefix_schedule_union_map(band);
    around = isl_union_map_intersect_domain(around, isl_union_set_copy(domain));
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(band);
    int n_idle = 0;
    for (int k = 0; k < isl_schedule_node_band_n_member(band); k++) {
        isl_union_map *member = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(partial, k));
        member = isl_union_map_intersect_domain(member, isl_union_set_copy(domain));
        isl_union_map *values = isl_union_map_apply_domain(isl_union_map_copy(member), isl_union_map_copy(around));
        n_idle += isl_union_map_is_single_valued(values) == isl_bool_true;
        isl_union_map_free(values);
        around = isl_union_map_flat_range_product(around, member);
    }
    isl_multi_union_pw_aff_free(partial);
    isl_union_map_free(around);
    isl_union_set_free(domain);
    return n_idle;
}

struct group {
    struct stats *stats;
    const char *names;
};

static isl_stat add_to_group(__isl_take isl_map *map, void *user)
{
    struct group *group = user;
    const char *name = isl_map_get_tuple_name(map, isl_dim_out);
    group->names = pv_printf(group->stats->arena, "%s %s", group->names, name ? name : "?");
    isl_map_free(map);
    return isl_stat_ok;
}

/* The statements that "set", one group, is expanded to by the expansion around it. */
static void add_group(struct stats *stats, __isl_keep isl_union_map *expansion, __isl_take isl_set *set)
{
    struct group group = {stats, ""};
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(expansion), isl_union_set_from_set(set));
    isl_union_map_foreach_map(part, add_to_group, &group);
    bool is_identity = isl_union_map_is_identity(part) == isl_bool_true;
    isl_union_map_free(part);
    if (!is_identity)
        pv_push(stats->arena, &stats->groups, group.names);
}

struct expansion {
    struct stats *stats;
    isl_union_map *expansion;
};

static isl_stat add_group_of_set(__isl_take isl_set *set, void *user)
{
    struct expansion *expansion = user;
    add_group(expansion->stats, expansion->expansion, set);
    return isl_stat_ok;
}

static isl_bool visit(__isl_keep isl_schedule_node *node, void *user)
{
    struct stats *stats = user;
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type == isl_schedule_node_leaf) {
        struct at_leaf at = {stats, node};
        isl_union_set *domain = isl_schedule_node_get_universe_domain(node);
        isl_union_set_foreach_set(domain, add_set, &at);
        isl_union_set_free(domain);
    } else if (type == isl_schedule_node_band) {
        stats->n_idle += count_idle(node);
    } else if (type == isl_schedule_node_expansion) {
        isl_union_set *reaching = isl_schedule_node_get_domain(node);
        struct expansion expansion = {stats, isl_schedule_node_expansion_get_expansion(node)};
        isl_union_set_foreach_set(reaching, add_group_of_set, &expansion);
        isl_union_map_free(expansion.expansion);
        isl_union_set_free(reaching);
    }
    return isl_bool_true;
}

static isl_bool look_for_expansion(__isl_keep isl_schedule_node *node, void *user)
{
    struct stats *stats = user;
    stats->has_expansion |= isl_schedule_node_get_type(node) == isl_schedule_node_expansion;
    return isl_bool_true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct statement *)a)->name, ((const struct statement *)b)->name);
}

/* Add what is in one tree; "prefix" goes before the names of its statements. */
static void add_tree(isl_ctx *ctx, struct stats *stats, const char *text, const char *prefix)
{
    struct stats part = {.arena = stats->arena};
    isl_schedule *schedule = isl_schedule_read_from_str(ctx, text);
    if (!schedule)
        fail("no schedule tree");
    isl_schedule_foreach_schedule_node_top_down(schedule, look_for_expansion, &part);
    isl_schedule_foreach_schedule_node_top_down(schedule, visit, &part);
    isl_schedule_free(schedule);
    for (int i = 0; i < part.statements.n; i++) {
        struct statement statement = part.statements.v[i];
        statement.name = pv_printf(stats->arena, "%s%s", prefix, statement.name);
        pv_push(stats->arena, &stats->statements, statement);
    }
    for (int i = 0; i < part.groups.n; i++)
        pv_push(stats->arena, &stats->groups, part.groups.v[i]);
    stats->n_idle += part.n_idle;
}

/* Read the trees in the file, with lines "---" between them. Names in all but the first begin with its number. */
static struct stats read_stats(isl_ctx *ctx, struct pv_arena *arena, const char *path)
{
    static const char separator[] = "\n---\n";
    struct stats stats = {.arena = arena};
    struct pv_sb text = {0};
    if (!pv_file_read(pv_diag_new(arena, PV_COLOR_NEVER), path, &text))
        exit(2);
    const char *prefix = "", *tree = text.text;
    for (int number = 2; tree; number++) {
        const char *end = strstr(tree, separator);
        add_tree(ctx, &stats, end ? pv_strndup(arena, tree, (size_t)(end - tree) + 1) : tree, prefix);
        tree = end ? end + sizeof(separator) - 1 : NULL;
        prefix = pv_printf(arena, "%d:", number);
    }
    pv_sb_free(&text);
    if (stats.statements.n)
        qsort(stats.statements.v, (size_t)stats.statements.n, sizeof(struct statement), compare_names);
    return stats;
}

static const struct statement *find(const struct stats *stats, const char *name)
{
    for (int i = 0; i < stats->statements.n; i++)
        if (!strcmp(stats->statements.v[i].name, name))
            return &stats->statements.v[i];
    return NULL;
}

static struct statement sum_up(const struct stats *stats)
{
    struct statement sum = {0};
    for (int i = 0; i < stats->statements.n; i++) {
        const struct statement *s = &stats->statements.v[i];
        sum.coefficients += s->coefficients;
        sum.constants += s->constants;
        sum.largest = s->largest > sum.largest ? s->largest : sum.largest;
    }
    return sum;
}

static void print(const struct stats *stats)
{
    for (int i = 0; i < stats->statements.n; i++) {
        const struct statement *s = &stats->statements.v[i];
        printf("%s: depth %d, coincident %d, coefficients %ld, constants %ld, shape%s\n", s->name, s->outer_depth,
               s->outer_coincident, s->coefficients, s->constants, *s->shape ? s->shape : " none");
    }
    for (int i = 0; i < stats->groups.n; i++)
        printf("group:%s\n", stats->groups.v[i]);
    struct statement sum = sum_up(stats);
    printf("all: coefficients %ld, constants %ld, largest %ld, idle members %d\n", sum.coefficients, sum.constants,
           sum.largest, stats->n_idle);
}

/* Say in what "stats" is worse than "reference"; return in how many ways. */
static int compare(const struct stats *reference, const struct stats *stats)
{
    int n_worse = 0;
    for (int i = 0; i < reference->statements.n; i++) {
        const struct statement *r = &reference->statements.v[i], *s = find(stats, r->name);
        int depth = r->outer_depth < r->dim ? r->outer_depth : r->dim;
        if (!s || s->outer_depth < depth || s->outer_coincident < r->outer_coincident) {
            printf("%s: outer band of %d members, %d coincident; the reference has %d, %d\n", r->name,
                   s ? s->outer_depth : 0, s ? s->outer_coincident : 0, r->outer_depth, r->outer_coincident);
            n_worse++;
        }
    }
    struct statement sum = sum_up(stats), limit = sum_up(reference);
    if (sum.coefficients > limit.coefficients) {
        printf("sum of coefficients %ld; the reference has %ld\n", sum.coefficients, limit.coefficients);
        n_worse++;
    }
    return n_worse;
}

static bool expect_shape(const struct stats *stats, const char *rest)
{
    size_t n = strcspn(rest, " ");
    bool is_good = true, is_found = false;
    for (int i = 0; i < stats->statements.n; i++) {
        const struct statement *s = &stats->statements.v[i];
        bool is_meant = (n == 1 && *rest == '*') || (strlen(s->name) == n && !strncmp(s->name, rest, n));
        is_found |= is_meant;
        if (!is_meant || !strcmp(s->shape, rest + n))
            continue;
        printf("the shape of %s is%s\n", s->name, *s->shape ? s->shape : " none");
        is_good = false;
    }
    if (!is_found)
        printf("no statement is called %.*s\n", (int)n, rest);
    return is_good && is_found;
}

/* Do the words of "a" and of "b" make the same set? Each begins with a blank. */
static bool same_words(const char *a, const char *b)
{
    if (strlen(a) != strlen(b))
        return false;
    while (*a == ' ') {
        size_t n = strcspn(a + 1, " ") + 1;
        const char *at = b;
        while (*at && (strncmp(at, a, n) || (at[n] && at[n] != ' ')))
            at += strcspn(at + 1, " ") + 1;
        if (!*at)
            return false;
        a += n;
    }
    return true;
}

/* Is there a coincident member in a band that is not the outer one? */
static bool has_inner_coincident(const struct stats *stats)
{
    for (int i = 0; i < stats->statements.n; i++) {
        const char *shape = stats->statements.v[i].shape;
        const char *inner = *shape ? strchr(shape + 1, ' ') : NULL;
        if (inner && strchr(inner, '1'))
            return true;
    }
    return false;
}

static bool has_prefix(const char **text, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(*text, prefix, n))
        return false;
    *text += n;
    return true;
}

static bool expect(const struct stats *stats, const char *property)
{
    const char *rest = property;
    struct statement sum = sum_up(stats);
    if (has_prefix(&rest, "shape "))
        return expect_shape(stats, rest);
    if (has_prefix(&rest, "max-coefficient ")) {
        if (sum.largest <= strtol(rest, NULL, 10))
            return true;
        printf("a coefficient is %ld\n", sum.largest);
        return false;
    }
    if (!strcmp(property, "no-idle-member")) {
        if (!stats->n_idle)
            return true;
        printf("%d members are idle\n", stats->n_idle);
        return false;
    }
    if (!strcmp(property, "inner-coincident"))
        return has_inner_coincident(stats);
    if (!strcmp(property, "no-inner-coincident"))
        return !has_inner_coincident(stats);
    if (!strcmp(property, "no-group")) {
        if (!stats->groups.n)
            return true;
        printf("there is a group:%s\n", stats->groups.v[0]);
        return false;
    }
    if (!strncmp(property, "group ", strlen("group "))) {
        for (int i = 0; i < stats->groups.n; i++)
            if (same_words(stats->groups.v[i], property + strlen("group")))
                return true;
        printf("no such group; there are %d\n", stats->groups.n);
        return false;
    }
    fail(pv_printf(stats->arena, "unknown property '%s'", property));
    return false;
}

int main(int argc, char **argv)
{
    struct pv_arena *arena = pv_arena_new();
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    int status = 0;
    if (argc == 4 && !strcmp(argv[1], "--not-worse")) {
        struct stats reference = read_stats(ctx, arena, argv[2]), stats = read_stats(ctx, arena, argv[3]);
        status = compare(&reference, &stats) ? 1 : 0;
    } else if (argc == 2) {
        struct stats stats = read_stats(ctx, arena, argv[1]);
        print(&stats);
    } else if (argc > 3 && !strcmp(argv[2], "--expect")) {
        struct stats stats = read_stats(ctx, arena, argv[1]);
        for (int i = 3; i < argc; i++)
            if (!expect(&stats, argv[i])) {
                printf("expected: %s\n", argv[i]);
                status = 1;
            }
    } else {
        fputs("usage: schedstat FILE | schedstat --not-worse REFERENCE FILE | schedstat FILE --expect PROPERTY...\n",
              stderr);
        status = 2;
    }
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return status;
}
