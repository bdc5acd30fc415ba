/* scheddiff [--up-to=LIST] EXPECTED ACTUAL: compare two schedule trees in isl's YAML form. They must have the same nodes
 * in the same places, with the same flags, and each set and function must be the same on the instances that reach it.
 * The children of a set node stand in no order. In EXPECTED, a mark stands for what is not said:
 *   any   any subtree may stand here
 *   more  the same, and the band above it may have more members than those given
 * and a text in quotes may go over several lines.
 * --up-to names, separated by commas, in what else the trees may differ:
 *   members   the order of the members in a band that is permutable
 *   sequence  the order of the children of a sequence; whether that of ACTUAL is legal is for others to say
 *   idle      a sequence of leaves in EXPECTED that orders no two instances which the bands around it leave together
 * Exit 0 when equal, 1 with the first difference when not, 2 on trouble. */
#include "base/file.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct freedom {
    bool members, sequence, idle;
};

/* The reason why the trees differ, said once. */
static bool differ(__isl_keep isl_schedule_node *expected, __isl_keep isl_schedule_node *actual, const char *what)
{
    printf("%s\n--- expected\n", what);
    fflush(stdout);
    isl_printer *printer = isl_printer_to_file(isl_schedule_node_get_ctx(expected), stdout);
    printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
    printer = isl_printer_print_schedule_node(printer, expected);
    printf("--- found\n");
    printer = isl_printer_print_schedule_node(printer, actual);
    isl_printer_free(printer);
    return false;
}

static bool equal_sets(__isl_take isl_union_set *a, __isl_take isl_union_set *b)
{
    isl_bool equal = isl_union_set_is_equal(a, b);
    isl_union_set_free(a);
    isl_union_set_free(b);
    return equal == isl_bool_true;
}

static bool equal_maps(__isl_take isl_union_map *a, __isl_take isl_union_map *b)
{
    isl_bool equal = isl_union_map_is_equal(a, b);
    isl_union_map_free(a);
    isl_union_map_free(b);
    return equal == isl_bool_true;
}

/* The name of the mark "node", or NULL where it is none. */
static const char *mark_name(__isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_mark)
        return NULL;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    const char *name = isl_id_get_name(id); /* lives as long as the tree */
    isl_id_free(id);
    return name;
}

static bool is_mark(__isl_keep isl_schedule_node *node, const char *name)
{
    const char *found = mark_name(node);
    return found && !strcmp(found, name);
}

/* { S[i] -> [x] }: member "k" of the band "node", on the instances that reach it. */
static __isl_give isl_union_map *get_member(__isl_keep isl_schedule_node *node, int k)
{
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *member = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(partial, k));
    isl_multi_union_pw_aff_free(partial);
    return isl_union_map_intersect_domain(member, isl_schedule_node_get_domain(node));
}

static bool equal_members(__isl_keep isl_schedule_node *expected, int i, __isl_keep isl_schedule_node *actual, int k)
{
    return isl_schedule_node_band_member_get_coincident(expected, i) ==
               isl_schedule_node_band_member_get_coincident(actual, k) &&
           equal_maps(get_member(expected, i), get_member(actual, k));
}

static bool match_bands(__isl_keep isl_schedule_node *expected, __isl_keep isl_schedule_node *actual,
                        struct freedom freedom)
{
    enum { most = 64 };
    int n = (int)isl_schedule_node_band_n_member(expected), n_actual = (int)isl_schedule_node_band_n_member(actual);
    isl_schedule_node *child = isl_schedule_node_get_child(expected, 0);
    bool may_have_more = is_mark(child, "more");
    isl_schedule_node_free(child);
    isl_bool is_permutable = isl_schedule_node_band_get_permutable(expected);
    if (n > n_actual || (n < n_actual && !may_have_more) || n_actual > most)
        return differ(expected, actual, "another number of members");
    if (is_permutable != isl_schedule_node_band_get_permutable(actual))
        return differ(expected, actual, "the flag 'permutable' differs");
    bool taken[most] = {false};
    for (int i = 0; i < n; i++) {
        int k = i;
        if (freedom.members && is_permutable)
            for (k = 0; k < n_actual && (taken[k] || !equal_members(expected, i, actual, k));)
                k++;
        if (k == n_actual || !equal_members(expected, i, actual, k))
            return differ(expected, actual, "the members differ");
        taken[k] = true;
    }
    return true;
}

/* The instances that the child "k" of "node" lets through. */
static __isl_give isl_union_set *get_filter(__isl_keep isl_schedule_node *node, int k)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, k);
    isl_union_set *filter = isl_schedule_node_filter_get_filter(child);
    isl_schedule_node_free(child);
    return isl_union_set_intersect(filter, isl_schedule_node_get_domain(node));
}

static bool match(__isl_take isl_schedule_node *expected, __isl_take isl_schedule_node *actual, struct freedom freedom);

/* Below the filters "i" of "expected" and "k" of "actual". */
static bool match_child(__isl_keep isl_schedule_node *expected, int i, __isl_keep isl_schedule_node *actual, int k,
                        struct freedom freedom)
{
    return match(isl_schedule_node_child(isl_schedule_node_get_child(expected, i), 0),
                 isl_schedule_node_child(isl_schedule_node_get_child(actual, k), 0), freedom);
}

static bool match_children(__isl_keep isl_schedule_node *expected, __isl_keep isl_schedule_node *actual,
                           struct freedom freedom)
{
    bool in_any_order = isl_schedule_node_get_type(expected) == isl_schedule_node_set || freedom.sequence;
    int n = (int)isl_schedule_node_n_children(expected);
    if (n != isl_schedule_node_n_children(actual))
        return differ(expected, actual, "another number of children");
    for (int i = 0; i < n; i++) {
        int k = in_any_order ? 0 : i;
        while (in_any_order && k < n && !equal_sets(get_filter(expected, i), get_filter(actual, k)))
            k++;
        if (k == n || !equal_sets(get_filter(expected, i), get_filter(actual, k)))
            return differ(expected, actual, "the filters differ");
        if (!match_child(expected, i, actual, k, freedom))
            return false;
    }
    return true;
}

static bool match_expansions(__isl_keep isl_schedule_node *expected, __isl_keep isl_schedule_node *actual)
{
    isl_union_set *reaching = isl_schedule_node_get_domain(expected);
    isl_union_map *a = isl_schedule_node_expansion_get_expansion(expected);
    isl_union_map *b = isl_schedule_node_expansion_get_expansion(actual);
    a = isl_union_map_intersect_domain(a, isl_union_set_copy(reaching));
    b = isl_union_map_intersect_domain(b, reaching);
    return equal_maps(a, b) || differ(expected, actual, "the expansions differ");
}

/* An expansion of instances to themselves says nothing: go past it. */
static __isl_give isl_schedule_node *skip_identities(__isl_take isl_schedule_node *node)
{
    while (isl_schedule_node_get_type(node) == isl_schedule_node_expansion) {
        isl_union_set *reaching = isl_schedule_node_get_domain(node);
        isl_union_map *expansion = isl_schedule_node_expansion_get_expansion(node);
        expansion = isl_union_map_intersect_domain(expansion, isl_union_set_copy(reaching));
        if (!equal_maps(expansion, isl_union_set_identity(reaching)))
            break;
        node = isl_schedule_node_child(node, 0);
    }
    return node;
}

/* Is "node" a sequence of leaves, between which the bands around it leave nothing together? */
static bool is_idle_sequence(__isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_sequence)
        return false;
    isl_union_map *prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_union_set *passed = NULL;
    bool is_idle = true;
    for (int k = 0; k < isl_schedule_node_n_children(node) && is_idle; k++) {
        isl_schedule_node *below = isl_schedule_node_child(isl_schedule_node_get_child(node, k), 0);
        is_idle = isl_schedule_node_get_type(below) == isl_schedule_node_leaf;
        isl_schedule_node_free(below);
        isl_union_set *times = isl_union_set_apply(get_filter(node, k), isl_union_map_copy(prefix));
        if (passed)
            is_idle = isl_union_set_is_disjoint(passed, times) == isl_bool_true && is_idle;
        passed = passed ? isl_union_set_union(passed, times) : times;
    }
    isl_union_set_free(passed);
    isl_union_map_free(prefix);
    return is_idle;
}

static bool match_here(__isl_keep isl_schedule_node *expected, __isl_keep isl_schedule_node *actual,
                       struct freedom freedom)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(expected);
    bool is_leaf = isl_schedule_node_get_type(actual) == isl_schedule_node_leaf;
    if (freedom.idle && is_leaf && is_idle_sequence(expected))
        return true;
    if (type != isl_schedule_node_get_type(actual))
        return differ(expected, actual, "another kind of node");
    switch (type) {
    case isl_schedule_node_leaf:
        return true;
    case isl_schedule_node_domain:
        if (!equal_sets(isl_schedule_node_domain_get_domain(expected), isl_schedule_node_domain_get_domain(actual)))
            return differ(expected, actual, "the domains differ");
        break;
    case isl_schedule_node_band:
        if (!match_bands(expected, actual, freedom))
            return false;
        break;
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
        return match_children(expected, actual, freedom);
    case isl_schedule_node_expansion:
        if (!match_expansions(expected, actual))
            return false;
        break;
    default:
        return differ(expected, actual, "a node that a scheduler does not make");
    }
    return match(isl_schedule_node_get_child(expected, 0), isl_schedule_node_get_child(actual, 0), freedom);
}

static bool match(__isl_take isl_schedule_node *expected, __isl_take isl_schedule_node *actual, struct freedom freedom)
{
    expected = skip_identities(expected);
    actual = skip_identities(actual);
    bool result = is_mark(expected, "any") || is_mark(expected, "more") || match_here(expected, actual, freedom);
    isl_schedule_node_free(expected);
    isl_schedule_node_free(actual);
    return result;
}

/* What people may write, as isl reads it: each text in quotes on one line, and a child below each mark. */
static void normalize(const char *text, struct pv_sb *out)
{
    static const char mark[] = "mark: ";
    bool is_quoted = false;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n"), indent = strspn(line, " ");
        bool is_comment = line[indent] == '#' && !is_quoted;
        bool has_mark = !is_quoted && !strncmp(line + indent, mark, sizeof(mark) - 1);
        for (size_t i = 0; i < n && !is_comment; i++) {
            is_quoted ^= line[i] == '"';
            pv_sb_addn(out, line + i, 1);
        }
        pv_sb_add(out, is_quoted ? " " : "\n");
        if (has_mark)
            pv_sb_printf(out, "%*schild:\n%*sfilter: \"{ }\"\n", (int)indent, "", (int)indent + 2, "");
        line += n + (line[n] == '\n');
    }
}

static __isl_give isl_schedule *read_schedule(isl_ctx *ctx, struct pv_diag *diag, const char *path)
{
    struct pv_sb text = {0}, normal = {0};
    isl_schedule *schedule = NULL;
    if (pv_file_read(diag, path, &text)) {
        normalize(text.text, &normal);
        schedule = normal.text ? isl_schedule_read_from_str(ctx, normal.text) : NULL;
    }
    pv_sb_free(&text);
    pv_sb_free(&normal);
    if (!schedule) {
        fprintf(stderr, "scheddiff: %s: no schedule tree\n", path);
        exit(2);
    }
    return schedule;
}

static bool read_freedom(const char *list, struct freedom *freedom)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        if (!strncmp(list, "members", n) && n == strlen("members"))
            freedom->members = true;
        else if (!strncmp(list, "sequence", n) && n == strlen("sequence"))
            freedom->sequence = true;
        else if (!strncmp(list, "idle", n) && n == strlen("idle"))
            freedom->idle = true;
        else
            return false;
        list += n + (list[n] == ',');
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char option[] = "--up-to=";
    struct freedom freedom = {0};
    bool has_option = argc == 4 && !strncmp(argv[1], option, strlen(option));
    if (argc != 3 + has_option || (has_option && !read_freedom(argv[1] + strlen(option), &freedom))) {
        fputs("usage: scheddiff [--up-to=members,sequence,idle] EXPECTED ACTUAL\n", stderr);
        return 2;
    }
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_schedule *expected = read_schedule(ctx, diag, argv[1 + has_option]);
    isl_schedule *actual = read_schedule(ctx, diag, argv[2 + has_option]);
    bool is_equal = match(isl_schedule_get_root(expected), isl_schedule_get_root(actual), freedom);
    isl_schedule_free(expected);
    isl_schedule_free(actual);
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return is_equal ? 0 : 1;
}
