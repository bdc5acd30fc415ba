/* Checks schedules against dependences, and schedule trees against schedule constraints. */
#include "check/schedcheck.h"

#include "ir/depcheck.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule_node.h>

const char *pv_legality_describe(enum pv_legality legality)
{
    switch (legality) {
    case PV_ILLEGAL_ORDER:
        return "it breaks a dependence";
    case PV_ILLEGAL_DOMAIN:
        return "it does not execute the right instances";
    case PV_ILLEGAL_PERMUTABLE:
        return "a band marked permutable is not permutable";
    case PV_ILLEGAL_COINCIDENT:
        return "a band member marked coincident separates dependent instances";
    case PV_ILLEGAL_CONDITIONAL:
        return "it lets two live ranges overlap";
    case PV_LEGAL:
    case PV_LEGALITY_UNKNOWN:
        break;
    }
    return NULL;
}

/* Schedules against dependences. */

enum pv_legality pv_legality_check(const struct pv_scop *scop, const struct pv_deps *deps,
                                   __isl_keep isl_schedule *schedule, __isl_keep isl_union_set *domain)
{
    isl_union_set *scheduled = isl_schedule_get_domain(schedule);
    isl_bool is_same = isl_union_set_is_equal(scheduled, domain);
    isl_union_set_free(scheduled);
    if (is_same < 0)
        return PV_LEGALITY_UNKNOWN;
    if (!is_same)
        return PV_ILLEGAL_DOMAIN;
    isl_bool is_legal = pv_order_is_legal(scop, deps, isl_schedule_get_map(schedule));
    return is_legal < 0 ? PV_LEGALITY_UNKNOWN : is_legal ? PV_LEGAL : PV_ILLEGAL_ORDER;
}

/* Trees against schedule constraints. */

/* The constraints between instances that the nodes passed so far schedule together. Instances are those at the leaves,
 * before any contraction. */
struct active {
    isl_union_map *validity, *coincidence; /* { S[i] -> T[j] } */
    isl_union_map *condition, *ordered;    /* { [S[i] -> R[]] -> [T[j] -> Q[]] }, or without tags */
    isl_union_map *apart;                  /* the conditions that those nodes schedule apart */
};

struct check {
    bool has_expansion; /* the tree has groups of instances that are expanded further down */
    isl_union_pw_multi_aff
        *untags; /* { [S[i] -> R[]] -> S[i]; S[i] -> S[i] } for all ends of conditional constraints */
};

static struct active copy_active(const struct active *active)
{
    return (struct active){
        isl_union_map_copy(active->validity),  isl_union_map_copy(active->coincidence),
        isl_union_map_copy(active->condition), isl_union_map_copy(active->ordered),
        isl_union_map_copy(active->apart),
    };
}

static void free_active(struct active *active)
{
    isl_union_map_free(active->validity);
    isl_union_map_free(active->coincidence);
    isl_union_map_free(active->condition);
    isl_union_map_free(active->ordered);
    isl_union_map_free(active->apart);
}

/* The verdict "illegal" if "bad" has an element. */
static enum pv_legality verdict(__isl_take isl_union_map *bad, enum pv_legality illegal)
{
    isl_bool is_empty = isl_union_map_is_empty(bad);
    isl_union_map_free(bad);
    return is_empty < 0 ? PV_LEGALITY_UNKNOWN : is_empty ? PV_LEGAL : illegal;
}

/* Whether the violated constraints "violated" leave each adjacent condition of "nonlocal" alone: an end of one is never
 * a start of the other. */
static enum pv_legality check_adjacent(__isl_take isl_union_map *violated, __isl_keep isl_union_map *nonlocal)
{
    isl_bool is_empty = isl_union_map_is_empty(violated);
    if (is_empty < 0 || is_empty) {
        isl_union_map_free(violated);
        return is_empty < 0 ? PV_LEGALITY_UNKNOWN : PV_LEGAL;
    }
    isl_union_map *after = isl_union_map_intersect_domain(isl_union_map_copy(violated),
                                                          isl_union_map_range(isl_union_map_copy(nonlocal)));
    isl_union_map *before = isl_union_map_intersect_range(violated, isl_union_map_domain(isl_union_map_copy(nonlocal)));
    return verdict(isl_union_map_union(after, before), PV_ILLEGAL_CONDITIONAL);
}

/* Pairs whose ends "function" puts in the wrong order, respectively together. */
static __isl_give isl_union_map *out_of_order(__isl_keep isl_union_map *pairs,
                                              __isl_keep isl_multi_union_pw_aff *function)
{
    return isl_union_map_lex_gt_at_multi_union_pw_aff(isl_union_map_copy(pairs), isl_multi_union_pw_aff_copy(function));
}

static __isl_give isl_union_map *together(__isl_take isl_union_map *pairs, __isl_keep isl_multi_union_pw_aff *function)
{
    return isl_union_map_eq_at_multi_union_pw_aff(pairs, isl_multi_union_pw_aff_copy(function));
}

static __isl_give isl_multi_union_pw_aff *get_member(__isl_keep isl_multi_union_pw_aff *function, int k)
{
    return isl_multi_union_pw_aff_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(function, k));
}

static int n_members(__isl_keep isl_multi_union_pw_aff *function)
{
    return (int)isl_multi_union_pw_aff_dim(function, isl_dim_set);
}

/* The partial schedule "function" on tagged instances. */
static __isl_give isl_multi_union_pw_aff *on_tagged(const struct check *check,
                                                    __isl_keep isl_multi_union_pw_aff *function)
{
    return isl_multi_union_pw_aff_pullback_union_pw_multi_aff(isl_multi_union_pw_aff_copy(function),
                                                              isl_union_pw_multi_aff_copy(check->untags));
}

/* What no member brings into the wrong order, all of them together do not. */
static enum pv_legality check_validity(const struct active *active, __isl_keep isl_multi_union_pw_aff *function)
{
    enum pv_legality legality = PV_LEGAL;
    for (int k = 0; k < n_members(function) && legality == PV_LEGAL; k++) {
        isl_multi_union_pw_aff *member = get_member(function, k);
        legality = verdict(out_of_order(active->validity, member), PV_ILLEGAL_PERMUTABLE);
        isl_multi_union_pw_aff_free(member);
    }
    if (legality != PV_ILLEGAL_PERMUTABLE)
        return legality;
    legality = verdict(out_of_order(active->validity, function), PV_ILLEGAL_ORDER);
    return legality == PV_LEGAL ? PV_ILLEGAL_PERMUTABLE : legality;
}

/* Check the conditional constraints against "function", the partial schedule on tagged instances, and pass it. */
static enum pv_legality pass_conditional(struct active *active, __isl_take isl_multi_union_pw_aff *function)
{
    isl_union_map *local = together(isl_union_map_copy(active->condition), function);
    isl_union_map *carried = isl_union_map_subtract(active->condition, isl_union_map_copy(local));
    active->condition = local;
    active->apart = isl_union_map_union(active->apart, carried);
    isl_union_map *violated = isl_union_map_empty(isl_union_map_get_space(active->ordered));
    for (int k = 0; k < n_members(function); k++) {
        isl_multi_union_pw_aff *member = get_member(function, k);
        violated = isl_union_map_union(violated, out_of_order(active->ordered, member));
        isl_multi_union_pw_aff_free(member);
    }
    active->ordered = together(active->ordered, function);
    isl_multi_union_pw_aff_free(function);
    return check_adjacent(violated, active->apart);
}

/* Check "function", whose members may change places, and keep what it schedules together. */
static enum pv_legality pass_members(const struct check *check, struct active *active,
                                     __isl_take isl_multi_union_pw_aff *function)
{
    enum pv_legality legality = check_validity(active, function);
    if (legality == PV_LEGAL)
        legality = pass_conditional(active, on_tagged(check, function));
    active->validity = together(active->validity, function);
    active->coincidence = together(active->coincidence, function);
    isl_multi_union_pw_aff_free(function);
    return legality;
}

/* A member marked coincident keeps all pairs together that were together before the band. */
static enum pv_legality check_coincident(__isl_keep isl_schedule_node *band, const struct active *active,
                                         __isl_keep isl_multi_union_pw_aff *function)
{
    enum pv_legality legality = PV_LEGAL;
    for (int k = 0; k < n_members(function) && legality == PV_LEGAL; k++) {
        isl_bool is_coincident = isl_schedule_node_band_member_get_coincident(band, k);
        if (is_coincident < 0)
            return PV_LEGALITY_UNKNOWN;
        if (!is_coincident)
            continue;
        isl_multi_union_pw_aff *member = get_member(function, k);
        isl_union_map *kept = together(isl_union_map_copy(active->coincidence), member);
        isl_multi_union_pw_aff_free(member);
        legality = verdict(isl_union_map_subtract(isl_union_map_copy(active->coincidence), kept),
                           PV_ILLEGAL_COINCIDENT);
    }
    return legality;
}

/* Members of a band that is not permutable act like bands of their own, one inside the other. */
static enum pv_legality pass_band(const struct check *check, struct active *active, __isl_keep isl_schedule_node *band)
{
    isl_multi_union_pw_aff *function = isl_schedule_node_band_get_partial_schedule(band);
    if (check->has_expansion)
        function = isl_multi_union_pw_aff_pullback_union_pw_multi_aff(function,
                                                                      isl_schedule_node_get_subtree_contraction(band));
    isl_bool is_permutable = isl_schedule_node_band_get_permutable(band);
    int n = n_members(function);
    enum pv_legality legality = n < 0 || is_permutable < 0 ? PV_LEGALITY_UNKNOWN
                                                           : check_coincident(band, active, function);
    if (legality == PV_LEGAL && is_permutable && n > 0)
        return pass_members(check, active, function);
    for (int k = 0; k < n && legality == PV_LEGAL; k++)
        legality = pass_members(check, active, get_member(function, k));
    isl_multi_union_pw_aff_free(function);
    return legality;
}

/* { S[i] }: the instances that the filter "node" lets through. */
static __isl_give isl_union_set *get_filter(const struct check *check, __isl_keep isl_schedule_node *node)
{
    isl_union_set *filter = isl_schedule_node_filter_get_filter(node);
    if (check->has_expansion)
        filter = isl_union_set_preimage_union_pw_multi_aff(filter, isl_schedule_node_get_subtree_contraction(node));
    return filter;
}

static __isl_give isl_union_set *get_tagged(const struct check *check, __isl_keep isl_union_set *instances)
{
    return isl_union_set_preimage_union_pw_multi_aff(isl_union_set_copy(instances),
                                                     isl_union_pw_multi_aff_copy(check->untags));
}

/* The part of "pairs" from "from" to "to". */
static __isl_give isl_union_map *between(__isl_keep isl_union_map *pairs, __isl_keep isl_union_set *from,
                                         __isl_keep isl_union_set *to)
{
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(pairs), isl_union_set_copy(from));
    return isl_union_map_intersect_range(part, isl_union_set_copy(to));
}

static struct active restrict_active(const struct check *check, const struct active *active,
                                     __isl_keep isl_union_set *filter)
{
    isl_union_set *tagged = get_tagged(check, filter);
    struct active part = {
        between(active->validity, filter, filter),  between(active->coincidence, filter, filter),
        between(active->condition, tagged, tagged), between(active->ordered, tagged, tagged),
        isl_union_map_copy(active->apart),
    };
    isl_union_set_free(tagged);
    return part;
}

/* The children of "node" schedule the conditions between them apart. */
static void part_conditions(const struct check *check, struct active *active, __isl_keep isl_schedule_node *node)
{
    isl_union_map *inside = isl_union_map_empty(isl_union_map_get_space(active->condition));
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        isl_union_set *filter = get_filter(check, child), *tagged = get_tagged(check, filter);
        inside = isl_union_map_union(inside, between(active->condition, tagged, tagged));
        isl_union_set_free(tagged);
        isl_union_set_free(filter);
        isl_schedule_node_free(child);
    }
    isl_union_map *crossing = isl_union_map_subtract(isl_union_map_copy(active->condition), inside);
    active->apart = isl_union_map_union(active->apart, crossing);
}

/* Check that nothing leads from "later" back to "filter". */
static enum pv_legality check_crossing(const struct check *check, const struct active *active,
                                       __isl_keep isl_union_set *later, __isl_keep isl_union_set *filter)
{
    enum pv_legality legality = verdict(between(active->validity, later, filter), PV_ILLEGAL_ORDER);
    if (legality != PV_LEGAL)
        return legality;
    isl_union_set *tagged_later = get_tagged(check, later), *tagged = get_tagged(check, filter);
    legality = check_adjacent(between(active->ordered, tagged_later, tagged), active->apart);
    isl_union_set_free(tagged_later);
    isl_union_set_free(tagged);
    return legality;
}

/* Children of a sequence go forward only; between those of a set nothing may be ordered at all. */
static enum pv_legality check_children_order(const struct check *check, const struct active *active,
                                             __isl_keep isl_schedule_node *node)
{
    bool is_set = isl_schedule_node_get_type(node) == isl_schedule_node_set;
    enum pv_legality legality = PV_LEGAL;
    isl_union_set *passed = NULL;
    for (int i = (int)isl_schedule_node_n_children(node) - 1; i >= 0; i--) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        isl_union_set *filter = get_filter(check, child);
        isl_schedule_node_free(child);
        if (passed && legality == PV_LEGAL)
            legality = check_crossing(check, active, passed, filter);
        if (passed && is_set && legality == PV_LEGAL)
            legality = check_crossing(check, active, filter, passed);
        passed = passed ? isl_union_set_union(passed, filter) : filter;
    }
    isl_union_set_free(passed);
    return legality;
}

/* Instances that are together at a leaf have no order. */
static enum pv_legality check_leaf(const struct active *active)
{
    enum pv_legality legality = verdict(isl_union_map_copy(active->validity), PV_ILLEGAL_ORDER);
    if (legality == PV_LEGAL)
        legality = check_adjacent(isl_union_map_copy(active->ordered), active->apart);
    return legality;
}

static enum pv_legality check_node(const struct check *check, struct active active, __isl_take isl_schedule_node *node);

static enum pv_legality check_children(const struct check *check, const struct active *active,
                                       __isl_keep isl_schedule_node *node)
{
    enum pv_legality legality = PV_LEGAL;
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && legality == PV_LEGAL; i++)
        legality = check_node(check, copy_active(active), isl_schedule_node_get_child(node, i));
    return legality;
}

/* Check what "node" does with the constraints "active", both of which are taken, and all below it. */
static enum pv_legality check_node(const struct check *check, struct active active, __isl_take isl_schedule_node *node)
{
    enum pv_legality legality = PV_LEGAL;
    switch (isl_schedule_node_get_type(node)) {
    case isl_schedule_node_band:
        legality = pass_band(check, &active, node);
        break;
    case isl_schedule_node_filter: {
        isl_union_set *filter = get_filter(check, node);
        struct active part = restrict_active(check, &active, filter);
        isl_union_set_free(filter);
        free_active(&active);
        active = part;
        break;
    }
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
        part_conditions(check, &active, node);
        legality = check_children_order(check, &active, node);
        break;
    case isl_schedule_node_leaf:
        legality = check_leaf(&active);
        break;
    case isl_schedule_node_domain:
    case isl_schedule_node_context:
    case isl_schedule_node_guard:
    case isl_schedule_node_mark:
    case isl_schedule_node_expansion:
        break;
    case isl_schedule_node_extension:
    case isl_schedule_node_error:
        legality = PV_LEGALITY_UNKNOWN;
        break;
    }
    if (legality == PV_LEGAL && isl_schedule_node_get_type(node) != isl_schedule_node_leaf)
        legality = check_children(check, &active, node);
    free_active(&active);
    isl_schedule_node_free(node);
    return legality;
}

/* Pairs without those of an instance with itself. */
struct irreflexive {
    enum pv_tagging tagging; /* PV_TAGGED: elements may be references { [S[i] -> R[]] } of instances */
    isl_union_map *result;
};

/* { S[i] } of { [S[i] -> R[]] }; anything else stays as it is. */
static __isl_give isl_space *instance_space(__isl_take isl_space *space, enum pv_tagging tagging)
{
    bool is_tagged = tagging == PV_TAGGED && isl_space_is_wrapping(space) == isl_bool_true;
    return is_tagged ? isl_space_domain(isl_space_unwrap(space)) : space;
}

static isl_stat add_irreflexive(__isl_take isl_map *map, void *user)
{
    struct irreflexive *data = user;
    isl_space *space = isl_map_get_space(map);
    isl_space *first = instance_space(isl_space_domain(isl_space_copy(space)), data->tagging);
    isl_space *second = instance_space(isl_space_range(isl_space_copy(space)), data->tagging);
    isl_bool can_be_same = isl_space_tuple_is_equal(first, isl_dim_set, second, isl_dim_set);
    if (can_be_same == isl_bool_true) {
        isl_map *same = isl_map_universe(isl_space_copy(space));
        for (int i = 0; i < (int)isl_space_dim(first, isl_dim_set); i++)
            same = isl_map_equate(same, isl_dim_in, i, isl_dim_out, i);
        map = isl_map_subtract(map, same);
    }
    isl_space_free(space);
    isl_space_free(first);
    isl_space_free(second);
    data->result = isl_union_map_add_map(data->result, map);
    return can_be_same < 0 || !data->result ? isl_stat_error : isl_stat_ok;
}

/* "pairs" of different instances, between elements of "domain" and under "context", unless this is NULL. */
static __isl_give isl_union_map *prepare(__isl_take isl_union_map *pairs, enum pv_tagging tagging,
                                         __isl_keep isl_union_set *domain, __isl_keep isl_set *context)
{
    if (context) {
        pairs = isl_union_map_intersect_domain(pairs, isl_union_set_copy(domain));
        pairs = isl_union_map_intersect_range(pairs, isl_union_set_copy(domain));
        pairs = isl_union_map_intersect_params(pairs, isl_set_copy(context));
    }
    struct irreflexive data = {tagging, isl_union_map_empty(isl_union_map_get_space(pairs))};
    if (isl_union_map_foreach_map(pairs, add_irreflexive, &data) < 0)
        data.result = isl_union_map_free(data.result);
    isl_union_map_free(pairs);
    return data.result;
}

static isl_stat add_untag(__isl_take isl_set *set, void *user)
{
    isl_union_pw_multi_aff **untags = user;
    isl_space *space = isl_set_get_space(set);
    isl_set_free(set);
    isl_multi_aff *untag = isl_space_is_wrapping(space) == isl_bool_true
                               ? isl_multi_aff_domain_map(isl_space_unwrap(space))
                               : isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_pw_multi_aff *piece = isl_pw_multi_aff_from_multi_aff(untag);
    *untags = isl_union_pw_multi_aff_add_pw_multi_aff(*untags, piece);
    return *untags ? isl_stat_ok : isl_stat_error;
}

/* { [S[i] -> R[]] -> S[i]; S[i] -> S[i] } for all ends of "condition" and "ordered". */
static __isl_give isl_union_pw_multi_aff *get_untags(__isl_keep isl_union_map *condition,
                                                     __isl_keep isl_union_map *ordered)
{
    isl_union_map *both = isl_union_map_union(isl_union_map_universe(isl_union_map_copy(condition)),
                                              isl_union_map_universe(isl_union_map_copy(ordered)));
    isl_union_set *ends = isl_union_set_union(isl_union_map_domain(isl_union_map_copy(both)),
                                              isl_union_map_range(isl_union_map_copy(both)));
    isl_union_map_free(both);
    isl_union_pw_multi_aff *untags = isl_union_pw_multi_aff_empty(isl_union_set_get_space(ends));
    if (isl_union_set_foreach_set(ends, add_untag, &untags) < 0)
        untags = isl_union_pw_multi_aff_free(untags);
    isl_union_set_free(ends);
    return untags;
}

static isl_bool is_no_expansion(__isl_keep isl_schedule_node *node, void *user)
{
    bool *has_expansion = user;
    *has_expansion |= isl_schedule_node_get_type(node) == isl_schedule_node_expansion;
    return isl_bool_ok(!*has_expansion);
}

/* { S[i] }: the instances at the leaves. */
static __isl_give isl_union_set *leaf_instances(__isl_keep isl_schedule *schedule, bool has_expansion)
{
    isl_union_set *instances = isl_schedule_get_domain(schedule);
    if (!has_expansion)
        return instances;
    isl_schedule_node *below = isl_schedule_node_child(isl_schedule_get_root(schedule), 0);
    instances = isl_union_set_apply(instances, isl_schedule_node_get_subtree_expansion(below));
    isl_schedule_node_free(below);
    return instances;
}

static enum pv_legality check_domain(__isl_keep isl_schedule *schedule, bool has_expansion,
                                     __isl_keep isl_union_set *domain, __isl_keep isl_set *context)
{
    isl_union_set *found = leaf_instances(schedule, has_expansion), *wanted = isl_union_set_copy(domain);
    if (context) {
        found = isl_union_set_intersect_params(found, isl_set_copy(context));
        wanted = isl_union_set_intersect_params(wanted, isl_set_copy(context));
    }
    isl_bool is_same = isl_union_set_is_equal(found, wanted);
    isl_union_set_free(found);
    isl_union_set_free(wanted);
    return is_same < 0 ? PV_LEGALITY_UNKNOWN : is_same ? PV_LEGAL : PV_ILLEGAL_DOMAIN;
}

/* The constraints of "sc" under "context", before any node; NULL: for all parameters, and for instances that are none, if
 * it has such. */
static struct active get_constraints(const struct check *check, __isl_keep isl_schedule_constraints *sc,
                                     __isl_keep isl_set *context)
{
    isl_union_set *domain = isl_schedule_constraints_get_domain(sc), *tagged = get_tagged(check, domain);
    isl_union_map *validity = isl_schedule_constraints_get_validity(sc);
    isl_union_map *coincidence = isl_schedule_constraints_get_coincidence(sc);
    isl_union_map *condition = isl_schedule_constraints_get_conditional_validity_condition(sc);
    isl_union_map *ordered = isl_schedule_constraints_get_conditional_validity(sc);
    struct active active = {
        .validity = prepare(validity, PV_UNTAGGED, domain, context),
        .coincidence = prepare(coincidence, PV_UNTAGGED, domain, context),
        .condition = prepare(condition, PV_TAGGED, tagged, context),
        .ordered = prepare(ordered, PV_TAGGED, tagged, context),
    };
    active.apart = isl_union_map_empty(isl_union_map_get_space(active.condition));
    if (isl_union_map_is_empty(active.ordered) == isl_bool_true) { /* nothing depends on the conditions */
        isl_union_map_free(active.condition);
        active.condition = isl_union_map_copy(active.apart);
    }
    isl_union_set_free(tagged);
    isl_union_set_free(domain);
    return active;
}

static enum pv_legality check_under(const struct check *check, __isl_keep isl_schedule_constraints *sc,
                                    __isl_keep isl_schedule *schedule, __isl_keep isl_set *context)
{
    isl_union_set *domain = isl_schedule_constraints_get_domain(sc);
    enum pv_legality legality = check_domain(schedule, check->has_expansion, domain, context);
    isl_union_set_free(domain);
    if (legality == PV_LEGAL)
        legality = check_node(check, get_constraints(check, sc, context), isl_schedule_get_root(schedule));
    return legality;
}

/* What holds for all pairs of "sc" holds for those between instances, under any context, and is found much faster. */
enum pv_legality pv_legality_check_tree(__isl_keep isl_schedule_constraints *sc, __isl_keep isl_schedule *schedule)
{
    struct check check = {0};
    isl_schedule_foreach_schedule_node_top_down(schedule, is_no_expansion, &check.has_expansion);
    isl_union_map *condition = isl_schedule_constraints_get_conditional_validity_condition(sc);
    isl_union_map *ordered = isl_schedule_constraints_get_conditional_validity(sc);
    check.untags = get_untags(condition, ordered);
    isl_union_map_free(condition);
    isl_union_map_free(ordered);
    isl_set *context = isl_schedule_constraints_get_context(sc);
    enum pv_legality legality = check_under(&check, sc, schedule, NULL);
    if (legality != PV_LEGAL && legality != PV_LEGALITY_UNKNOWN)
        legality = check_under(&check, sc, schedule, context);
    isl_set_free(context);
    isl_union_pw_multi_aff_free(check.untags);
    return legality;
}
