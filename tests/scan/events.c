/* Orders the instances of a schedule by their times. */
#include "events.h"

#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* Text of one instance, as the program prints it. */
static char *instance_text(struct pv_arena *arena, const char *name, int n, const long *values)
{
    char *text = pv_printf(arena, "%s(", name);
    for (int i = 0; i < n; i++)
        text = pv_printf(arena, "%s%s%ld", text, i ? ", " : "", values[i]);
    return pv_printf(arena, "%s)", text);
}

static long coordinate(isl_point *point, int pos)
{
    isl_val *val = isl_point_get_coordinate_val(point, isl_dim_set, pos);
    long value = isl_val_get_num_si(val);
    isl_val_free(val);
    return value;
}

struct one_map {
    struct scan *scan;
    const char *name;
    int n_in, n_out;
};

/* "point" is { [S[i] -> [t]] }. */
static isl_stat add_event(isl_point *point, void *user)
{
    struct one_map *map = user;
    struct event event = {.n_times = map->n_out};
    long values[max_dims];
    for (int i = 0; i < map->n_in; i++)
        values[i] = coordinate(point, i);
    for (int i = 0; i < map->n_out; i++)
        event.time[i] = coordinate(point, map->n_in + i);
    isl_point_free(point);
    event.text = instance_text(map->scan->arena, map->name, map->n_in, values);
    pv_push(map->scan->arena, &map->scan->events, event);
    return map->scan->most && map->scan->events.n > map->scan->most ? isl_stat_error : isl_stat_ok;
}

static isl_stat add_map(isl_map *map, void *user)
{
    struct scan *scan = user;
    struct one_map one = {scan, isl_map_get_tuple_name(map, isl_dim_in), (int)isl_map_dim(map, isl_dim_in),
                          (int)isl_map_dim(map, isl_dim_out)};
    isl_set *pairs = isl_map_wrap(map);
    bool fits = one.n_in <= max_dims && one.n_out <= max_dims && isl_set_is_bounded(pairs) == isl_bool_true;
    isl_stat stat = fits ? isl_set_foreach_point(pairs, add_event, &one) : isl_stat_error;
    isl_set_free(pairs);
    return stat;
}

static int compare_times(const struct event *a, const struct event *b)
{
    for (int i = 0; i < a->n_times || i < b->n_times; i++) {
        long x = i < a->n_times ? a->time[i] : 0, y = i < b->n_times ? b->time[i] : 0;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    int order = compare_times(x, y);
    return order ? order : strcmp(x->text, y->text);
}

static int compare_texts(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

bool add_events(struct scan *scan, __isl_keep isl_union_map *map)
{
    return isl_union_map_foreach_map(map, add_map, scan) >= 0;
}

const char *compare_lines(struct scan *scan, const char **lines, int n)
{
    if (scan->events.n > 0)
        qsort(scan->events.v, (size_t)scan->events.n, sizeof(struct event), compare_events);
    for (int begin = 0, end; begin < scan->events.n; begin = end) {
        for (end = begin + 1; end < scan->events.n && !compare_times(&scan->events.v[begin], &scan->events.v[end]);)
            end++;
        if (end <= n)
            qsort(lines + begin, (size_t)(end - begin), sizeof(*lines), compare_texts);
        for (int i = begin; i < end; i++)
            if (i >= n || strcmp(lines[i], scan->events.v[i].text))
                return pv_printf(scan->arena, "instance %d should be %s, is %s", i, scan->events.v[i].text,
                                 i < n ? lines[i] : "none");
    }
    if (n > scan->events.n)
        return pv_printf(scan->arena, "instance %d should be none, is %s", scan->events.n, lines[scan->events.n]);
    return NULL;
}
