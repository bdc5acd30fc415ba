/* Enumerates small iteration domains with their dependences and the new order. */
#include "report/picture.h"

#include "base/str.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* Statements of a region that have a picture; iterators of one; arrows in it. */
enum { MOST_PICTURES = 4, MOST_ITERATORS = 3, MOST_ARROWS = 400, MOST_TIMES = 40 };

/* The iterations that a picture shows along each dimension, by the number of iterators. */
static const int widths[MOST_ITERATORS + 1] = {0, 16, 9, 5};

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
};

/* Fix all parameters of "set": each at "value", or else at the value nearest above that the context allows. Note their values
 * in words. The result is empty where there is none. */
static __isl_give isl_set *fix_parameters(struct drawing *drawing, __isl_take isl_set *set, int value)
{
    isl_set *context = isl_set_params(isl_set_copy(set));
    int n = (int)isl_set_dim(set, isl_dim_param);
    struct pv_sb words = {0};
    for (int i = 0; i < n; i++) {
        isl_set *fixed = isl_set_fix_si(isl_set_copy(context), isl_dim_param, (unsigned)i, value);
        int chosen = value;
        for (int more = 1; more < 8 && isl_set_is_empty(fixed) == isl_bool_true; more++) {
            isl_set_free(fixed);
            chosen = value + more;
            fixed = isl_set_fix_si(isl_set_copy(context), isl_dim_param, (unsigned)i, chosen);
        }
        isl_set_free(context);
        context = fixed;
        const char *name = isl_set_get_dim_name(set, isl_dim_param, (unsigned)i);
        pv_sb_printf(&words, "%s%s = %d", i ? ", " : "", name ? name : "?", chosen);
    }
    drawing->picture->parameters = pv_strdup(drawing->report->arena, words.text ? words.text : "");
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
    struct pv_picture_point own = {{0}, 0};
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

/* Find the order of the points. Return whether it is known. */
static bool find_order(struct drawing *drawing, __isl_keep isl_schedule *schedule)
{
    isl_union_map *all = isl_schedule_get_map(schedule);
    all = isl_union_map_intersect_domain(all, isl_union_set_from_set(isl_set_copy(drawing->points)));
    if (isl_union_map_n_map(all) != 1) {
        isl_union_map_free(all);
        return false;
    }
    isl_map *order = isl_map_from_union_map(all);
    drawing->n_times = (int)isl_map_dim(order, isl_dim_out);
    isl_set *wrapped = isl_map_wrap(order);
    bool ok = drawing->n_times <= MOST_TIMES;
    drawing->times = calloc((size_t)drawing->picture->points.n, sizeof(*drawing->times));
    ok = ok && drawing->times && isl_set_foreach_point(wrapped, add_time, drawing) == isl_stat_ok;
    isl_set_free(wrapped);
    if (ok)
        number_points(drawing);
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
