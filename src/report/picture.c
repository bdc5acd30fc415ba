/* Enumerates small iteration domains with their dependences and the new order. */
#include "report/picture.h"

#include "base/str.h"
#include "report/parameters.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Statements of a region that have a picture; iterators of one; arrows in it. */
enum { MOST_PICTURES = 4, MOST_ITERATORS = 3, MOST_ARROWS = 400, MOST_TIMES = 40 };

/* Members of an order whose tiles are looked for: a set of them fits an unsigned number. */
enum { MOST_TILED = 32 };

/* The iterations that a picture shows along each dimension, by the number of iterators, and those in a tile: what is shown of a
 * domain fits into one tile of the size that it has in the program. */
static const int widths[MOST_ITERATORS + 1] = {0, 16, 9, 5};
static const int tile_widths[MOST_ITERATORS + 1] = {0, 4, 3, 2};

/* A statement on its way to a picture. */
struct drawing {
    struct pv_report *report;
    const struct pv_scop *scop;
    const struct pv_stmt *stmt;
    struct pv_picture *picture;
    isl_set *points; /* { S[i] }, without parameters */
    isl_map *order;  /* { S[i] -> [t] } */
    long (*times)[MOST_TIMES];
    int n_times;
    bool is_flow;
    PV_VEC(int) sizes; /* of tiles, those that loops around the statement have */
    struct tile_loop {
        unsigned
            of; /* members of the order whose tiles it goes through, as bits: several for a front of tiles; 0: no tiles */
        int size;        /* of the tiles of the first of them */
    } loops[MOST_TIMES]; /* by member of the order */
};

/* Fix parameter "pos" of "context" at "*value", or at the value nearest above that it allows, which goes to "*value". */
static __isl_give isl_set *fix_parameter(__isl_take isl_set *context, int pos, int *value)
{
    const int most = *value + 8;
    isl_set *fixed = isl_set_fix_si(isl_set_copy(context), isl_dim_param, (unsigned)pos, *value);
    while (isl_set_is_empty(fixed) == isl_bool_true && *value < most) {
        isl_set_free(fixed);
        fixed = isl_set_fix_si(isl_set_copy(context), isl_dim_param, (unsigned)pos, ++*value);
    }
    isl_set_free(context);
    return fixed;
}

/* The number of "var" among the parameters of "scop"; as many as there are where it is none. */
static int slot_of(const struct pv_scop *scop, const struct pv_var *var)
{
    int slot = 0;
    while (slot < scop->parameters.n && scop->parameters.v[slot] != var)
        slot++;
    return slot;
}

/* Fix all parameters of "set": each at "value", or else at the value nearest above that the context allows; those that follow from
 * others last. Note their values in words. The result is empty where there is none. */
static __isl_give isl_set *fix_parameters(struct drawing *drawing, __isl_take isl_set *set, int value)
{
    const struct pv_scop *scop = drawing->scop;
    struct pv_arena *arena = drawing->report->arena;
    isl_set *context = isl_set_params(isl_set_copy(set));
    isl_space *space = isl_set_get_space(set);
    bool *is_set = pv_new_array(arena, bool, scop->parameters.n + 1);
    int n = (int)isl_set_dim(set, isl_dim_param), *values = pv_new_array(arena, int, scop->parameters.n + 1);
    struct pv_setting setting = {scop, is_set, values};
    struct pv_sb words = {0};
    for (int i = 0; i < 2 * n; i++) {
        const struct pv_var *var = pv_parameter_at(scop, space, i % n);
        const char *name = pv_parameter_name(drawing->report, scop, space, i % n);
        int64_t computed = 0;
        int chosen = value, slot = slot_of(scop, var);
        if (pv_parameter_is_computed(var) != (i >= n))
            continue;
        if (i >= n && pv_setting_evaluate(&setting, var->value, &computed) && computed < INT_MAX)
            chosen = (int)computed;
        context = fix_parameter(context, i % n, &chosen);
        is_set[slot] = true;
        values[slot] = chosen;
        if (name)
            pv_sb_printf(&words, "%s%s = %d", words.n ? ", " : "", name, chosen);
    }
    isl_space_free(space);
    drawing->picture->parameters = pv_strdup(arena, words.text ? words.text : "");
    pv_sb_free(&words);
    return isl_set_intersect_params(set, context);
}

/* Keep the first iterations of "set" along each dimension. */
static __isl_give isl_set *clip(struct drawing *drawing, __isl_take isl_set *set)
{
    struct pv_picture *picture = drawing->picture;
    int n = drawing->stmt->n_iterators;
    for (int i = 0; i < n; i++) {
        isl_val *low = isl_set_dim_min_val(isl_set_copy(set), i);
        bool is_known = low && isl_val_is_int(low) == isl_bool_true && isl_val_cmp_si(low, 1000000) < 0 &&
                        isl_val_cmp_si(low, -1000000) > 0;
        picture->low[i] = is_known ? (int)isl_val_get_num_si(low) : 0;
        isl_val_free(low);
        isl_set *clipped = isl_set_lower_bound_si(isl_set_copy(set), isl_dim_set, (unsigned)i, picture->low[i]);
        clipped = isl_set_upper_bound_si(clipped, isl_dim_set, (unsigned)i, picture->low[i] + widths[n] - 1);
        picture->is_clipped = picture->is_clipped || isl_set_is_subset(set, clipped) != isl_bool_true;
        isl_set_free(set);
        set = clipped;
    }
    return set;
}

static int coordinate(__isl_keep isl_point *point, int pos)
{
    isl_val *value = isl_point_get_coordinate_val(point, isl_dim_set, pos);
    int number = value ? (int)isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    return number;
}

static isl_stat add_point(__isl_take isl_point *point, void *user)
{
    struct drawing *drawing = user;
    struct pv_picture_point own = {.tile = -1};
    for (int i = 0; i < drawing->stmt->n_iterators; i++)
        own.at[i] = coordinate(point, i);
    pv_push(drawing->report->arena, &drawing->picture->points, own);
    isl_point_free(point);
    return isl_stat_ok;
}

static int find_point(const struct drawing *drawing, const int *at)
{
    const struct pv_picture *picture = drawing->picture;
    for (int i = 0; i < picture->points.n; i++)
        if (!memcmp(picture->points.v[i].at, at, sizeof(picture->points.v[i].at)))
            return i;
    return -1;
}

/* Note when the instance of "point" { [S[i] -> [t]] } runs. */
static isl_stat add_time(__isl_take isl_point *point, void *user)
{
    struct drawing *drawing = user;
    int at[MOST_ITERATORS] = {0}, n = drawing->stmt->n_iterators;
    for (int i = 0; i < n; i++)
        at[i] = coordinate(point, i);
    int place = find_point(drawing, at);
    for (int i = 0; place >= 0 && i < drawing->n_times; i++)
        drawing->times[place][i] = coordinate(point, n + i);
    isl_point_free(point);
    return isl_stat_ok;
}

/* Number the points in the order of their times. */
static void number_points(struct drawing *drawing)
{
    struct pv_picture *picture = drawing->picture;
    for (int i = 0; i < picture->points.n; i++)
        for (int k = 0; k < picture->points.n; k++) {
            int pos = 0;
            while (pos < drawing->n_times && drawing->times[i][pos] == drawing->times[k][pos])
                pos++;
            bool is_later = pos < drawing->n_times ? drawing->times[i][pos] > drawing->times[k][pos] : i > k;
            picture->points.v[i].step += is_later;
        }
}

static isl_stat add_arrow(__isl_take isl_point *point, void *user)
{
    struct drawing *drawing = user;
    int from[MOST_ITERATORS] = {0}, to[MOST_ITERATORS] = {0}, n = drawing->stmt->n_iterators;
    for (int i = 0; i < n; i++) {
        from[i] = coordinate(point, i);
        to[i] = coordinate(point, n + i);
    }
    isl_point_free(point);
    struct pv_picture_arrow arrow = {find_point(drawing, from), find_point(drawing, to), drawing->is_flow};
    if (arrow.from >= 0 && arrow.to >= 0 && drawing->picture->arrows.n < MOST_ARROWS)
        pv_push(drawing->report->arena, &drawing->picture->arrows, arrow);
    return drawing->picture->arrows.n < MOST_ARROWS ? isl_stat_ok : isl_stat_error;
}

/* Add arrows for the part of "pairs" between points of the picture. */
static void add_arrows(struct drawing *drawing, __isl_keep isl_union_map *pairs, bool is_flow)
{
    isl_union_set *points = isl_union_set_from_set(isl_set_copy(drawing->points));
    isl_union_map *own = isl_union_map_intersect_domain(isl_union_map_copy(pairs), isl_union_set_copy(points));
    own = isl_union_map_intersect_range(own, points);
    isl_union_set *wrapped = isl_union_map_wrap(own);
    drawing->is_flow = is_flow;
    isl_union_set_foreach_point(wrapped, add_arrow, drawing);
    isl_union_set_free(wrapped);
}

/* Tiles. */

static void find_sizes(struct drawing *drawing)
{
    const struct pv_loc at = drawing->stmt->range.begin;
    for (int i = 0; i < drawing->report->loops.n; i++) {
        const struct pv_nest *loop = &drawing->report->loops.v[i];
        bool is_around = loop->range.begin.file == at.file && loop->range.begin.offset <= at.offset &&
                         at.offset < loop->range.end.offset && loop->role.tile > 1;
        for (int k = 0; k < drawing->sizes.n && is_around; k++)
            is_around = drawing->sizes.v[k] != loop->role.tile;
        if (is_around)
            pv_push(drawing->report->arena, &drawing->sizes, loop->role.tile);
    }
}

/* Is "value" the number of the tile of "size" that "point" is in, or the first iteration of that tile? */
static bool is_tile_of(__isl_keep isl_pw_aff *value, __isl_keep isl_pw_aff *point, int size)
{
    isl_val *by = isl_val_int_from_si(isl_pw_aff_get_ctx(value), size);
    isl_pw_aff *number = isl_pw_aff_floor(isl_pw_aff_scale_down_val(isl_pw_aff_copy(point), isl_val_copy(by)));
    isl_pw_aff *first = isl_pw_aff_scale_val(isl_pw_aff_copy(number), by);
    bool is_tile = isl_pw_aff_is_equal(value, number) == isl_bool_true ||
                   isl_pw_aff_is_equal(value, first) == isl_bool_true;
    isl_pw_aff_free(number);
    isl_pw_aff_free(first);
    return is_tile;
}

/* Is "value", which is taken, that of a loop over tiles at member "pos" of the order, whose members are "members"? Those in "others"
 * are gone through as well. */
static bool note_tiles(struct drawing *drawing, isl_pw_aff *const *members, int pos, __isl_take isl_pw_aff *value,
                       unsigned others)
{
    bool is_found = false;
    for (int q = MOST_TILED - 1; q > pos && !is_found; q--)
        for (int k = 0; q < drawing->n_times && k < drawing->sizes.n && !is_found; k++)
            if (isl_pw_aff_is_cst(members[q]) == isl_bool_false && is_tile_of(value, members[q], drawing->sizes.v[k])) {
                drawing->loops[pos] = (struct tile_loop){others | 1u << q, drawing->sizes.v[k]};
                is_found = true;
            }
    isl_pw_aff_free(value);
    return is_found;
}

/* Find out which members of "order" { S[i] -> [t] } go through tiles: one by one, or in fronts, whose number is the sum of those of
 * the tiles along all members. */
static void find_tiles(struct drawing *drawing, __isl_keep isl_map *order)
{
    isl_pw_aff *members[MOST_TILED] = {NULL};
    if (drawing->n_times > MOST_TILED || !drawing->sizes.n || isl_map_is_single_valued(order) != isl_bool_true)
        return;
    isl_pw_multi_aff *all = isl_pw_multi_aff_from_map(isl_map_copy(order));
    for (int i = 0; i < drawing->n_times; i++)
        members[i] = isl_pw_multi_aff_get_pw_aff(all, i);
    for (int p = drawing->n_times - 1; p >= 0; p--) {
        if (isl_pw_aff_is_cst(members[p]) != isl_bool_false ||
            note_tiles(drawing, members, p, isl_pw_aff_copy(members[p]), 0))
            continue;
        isl_pw_aff *rest = isl_pw_aff_copy(members[p]);
        unsigned others = 0;
        for (int q = p + 1; q < drawing->n_times && drawing->loops[q].of; q++) {
            rest = isl_pw_aff_sub(rest, isl_pw_aff_copy(members[q]));
            others |= drawing->loops[q].of;
        }
        if (others)
            note_tiles(drawing, members, p, rest, others);
        else
            isl_pw_aff_free(rest);
    }
    for (int i = 0; i < drawing->n_times; i++)
        isl_pw_aff_free(members[i]);
    isl_pw_multi_aff_free(all);
}

static long floor_divided(long a, long b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/* Which tile point "i" is in, as numbers along the members of the order. */
static void find_tile(struct drawing *drawing, int i, long *tile)
{
    int width = tile_widths[drawing->stmt->n_iterators];
    for (int p = 0; p < drawing->n_times; p++) {
        tile[p] = 0;
        for (int q = 0; q < drawing->n_times && drawing->loops[p].of; q++)
            if (drawing->loops[p].of >> q & 1)
                tile[p] += floor_divided(drawing->times[i][q], width);
    }
}

/* Is the sum of the numbers of the tile of point "i" along all members odd? */
static bool is_odd_tile(const struct drawing *drawing, int i)
{
    unsigned all = 0;
    long sum = 0;
    for (int p = 0; p < drawing->n_times; p++)
        all |= drawing->loops[p].of;
    for (int q = 0; q < drawing->n_times && all >> q; q++)
        sum += all >> q & 1 ? floor_divided(drawing->times[i][q], tile_widths[drawing->stmt->n_iterators]) : 0;
    return sum % 2;
}

/* "32 x 256", and "3 x 3" of as many. */
static void describe_tiles(struct drawing *drawing)
{
    struct pv_sb sizes = {0}, drawn = {0};
    for (int p = 0; p < drawing->n_times; p++) {
        if (!drawing->loops[p].of)
            continue;
        pv_sb_printf(&sizes, "%s%d", sizes.n ? " x " : "", drawing->loops[p].size);
        pv_sb_printf(&drawn, "%s%d", drawn.n ? " x " : "", tile_widths[drawing->stmt->n_iterators]);
    }
    if (sizes.n)
        drawing->picture->tiles = pv_printf(drawing->report->arena, "%s iterations are drawn as %s", sizes.text,
                                            drawn.text);
    pv_sb_free(&sizes);
    pv_sb_free(&drawn);
}

/* Put the points into small tiles, and execute them tile by tile. */
static void make_tiles(struct drawing *drawing)
{
    struct pv_picture *picture = drawing->picture;
    long(*tiles)[MOST_TIMES] = calloc((size_t)picture->points.n, sizeof(*tiles));
    describe_tiles(drawing);
    for (int i = 0; i < picture->points.n && tiles && picture->tiles; i++) {
        find_tile(drawing, i, tiles[i]);
        int same = 0;
        while (same < i && memcmp(tiles[same], tiles[i], sizeof(*tiles)) != 0)
            same++;
        picture->points.v[i].tile = same;
        picture->points.v[i].is_odd = is_odd_tile(drawing, i);
        for (int p = 0; p < drawing->n_times; p++)
            if (drawing->loops[p].of)
                drawing->times[i][p] = tiles[i][p];
    }
    free(tiles);
}

/* { S[i] -> [t] }: the order of the statement; NULL where it is not one relation. */
static __isl_give isl_map *order_of(const struct drawing *drawing, __isl_keep isl_schedule *schedule)
{
    isl_union_map *all = isl_schedule_get_map(schedule);
    isl_union_set *domain = isl_union_set_from_set(isl_set_copy(drawing->stmt->domain));
    all = isl_union_map_intersect_domain(all, domain);
    if (isl_union_map_n_map(all) == 1)
        return isl_map_from_union_map(all);
    isl_union_map_free(all);
    return NULL;
}

/* Find the order of the points. Return whether it is known. */
static bool find_order(struct drawing *drawing, __isl_keep isl_schedule *schedule)
{
    isl_map *order = order_of(drawing, schedule);
    if (!order)
        return false;
    drawing->n_times = (int)isl_map_dim(order, isl_dim_out);
    bool ok = drawing->n_times <= MOST_TIMES;
    find_sizes(drawing);
    if (ok)
        find_tiles(drawing, order);
    isl_set *wrapped = isl_map_wrap(isl_map_intersect_domain(order, isl_set_copy(drawing->points)));
    drawing->times = calloc((size_t)drawing->picture->points.n, sizeof(*drawing->times));
    ok = ok && drawing->times && isl_set_foreach_point(wrapped, add_time, drawing) == isl_stat_ok;
    isl_set_free(wrapped);
    if (ok) {
        make_tiles(drawing);
        number_points(drawing);
    }
    free(drawing->times);
    return ok;
}

/* Make a picture of "stmt"; NULL where there is none. */
static struct pv_picture *make_picture(struct pv_report *report, const struct pv_scop *scop, const struct pv_stmt *stmt,
                                       const struct pv_deps *deps, __isl_keep isl_schedule *schedule)
{
    struct pv_picture *picture = pv_new(report->arena, struct pv_picture);
    struct drawing drawing = {.report = report, .scop = scop, .stmt = stmt, .picture = picture};
    isl_set *domain = isl_set_intersect_params(isl_set_copy(stmt->domain), isl_set_copy(scop->context));
    picture->stmt = stmt;
    drawing.points = clip(&drawing, fix_parameters(&drawing, domain, widths[stmt->n_iterators] - 1));
    bool ok = isl_set_is_bounded(drawing.points) == isl_bool_true &&
              isl_set_foreach_point(drawing.points, add_point, &drawing) == isl_stat_ok && picture->points.n > 1 &&
              find_order(&drawing, schedule);
    if (ok) {
        add_arrows(&drawing, deps->flow, true);
        add_arrows(&drawing, deps->false_deps, false);
    }
    isl_set_free(drawing.points);
    return ok ? picture : NULL;
}

void pv_pictures_make(struct pv_report *report, struct pv_region_facts *facts, const struct pv_scop *scop,
                      const struct pv_deps *deps, __isl_keep isl_schedule *schedule)
{
    for (int i = 0; schedule && i < scop->stmts.n && facts->pictures.n < MOST_PICTURES; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (!stmt->body || stmt->n_iterators < 1 || stmt->n_iterators > MOST_ITERATORS)
            continue;
        struct pv_picture *picture = make_picture(report, scop, stmt, deps, schedule);
        if (picture)
            pv_push(report->arena, &facts->pictures, picture);
    }
}
