/* Generated code against its schedule: the check of document 001, section 7.1, by running the code.
 *   scan --driver FILE   print a C program that includes "code.c", the code of FILE, and prints each instance it runs;
 *                        its arguments are the values of the parameters: NAME=VALUE ...
 *   scan FILE [NAME=VALUE]... <TRACE
 *                        compare what the program printed with the instances of FILE in the order of their times */
#include "ast/schedfile.h"
#include "base/vec.h"

#include <assert.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_dims = 16 };

struct event {
    const char *text; /* S(1, 2) */
    int n_times;
    long time[max_dims];
};

struct scan {
    isl_ctx *ctx;
    struct pv_arena *arena;
    PV_VEC(struct event) events;
};

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
    return isl_stat_ok;
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

/* Give the parameters the values in "assignments"; those that are left over have none. */
static isl_union_map *set_parameters(isl_union_map *map, int n, char **assignments)
{
    for (int i = 0; i < n; i++) {
        char *equals = strchr(assignments[i], '=');
        if (!equals)
            return isl_union_map_free(map);
        char text[256];
        snprintf(text, sizeof(text), "[%.*s] -> { : %.*s = %ld }", (int)(equals - assignments[i]), assignments[i],
                 (int)(equals - assignments[i]), assignments[i], strtol(equals + 1, NULL, 10));
        map = isl_union_map_intersect_params(map, isl_set_read_from_str(isl_union_map_get_ctx(map), text));
    }
    return map;
}

/* Read the lines of the trace. Those of one moment may come in any order. */
static int compare_trace(struct scan *scan)
{
    assert(scan->events.n >= 0);
    qsort(scan->events.v, (size_t)scan->events.n, sizeof(struct event), compare_events);
    PV_VEC(const char *) lines = {0};
    char buffer[1024];
    while (fgets(buffer, sizeof(buffer), stdin)) {
        const char *line = pv_strndup(scan->arena, buffer, strcspn(buffer, "\n"));
        pv_push(scan->arena, &lines, line);
    }
    for (int begin = 0, end; begin < scan->events.n; begin = end) {
        for (end = begin + 1; end < scan->events.n && !compare_times(&scan->events.v[begin], &scan->events.v[end]);)
            end++;
        if (end <= lines.n)
            qsort(lines.v + begin, (size_t)(end - begin), sizeof(*lines.v), compare_texts);
        for (int i = begin; i < end; i++)
            if (i >= lines.n || strcmp(lines.v[i], scan->events.v[i].text)) {
                printf("instance %d should be %s, is %s\n", i, scan->events.v[i].text,
                       i < lines.n ? lines.v[i] : "none");
                return 1;
            }
    }
    if (lines.n > scan->events.n)
        printf("instance %d should be none, is %s\n", scan->events.n, lines.v[scan->events.n]);
    return lines.n > scan->events.n;
}

static isl_stat print_macro(isl_map *map, void *user)
{
    (void)user;
    const char *name = isl_map_get_tuple_name(map, isl_dim_in);
    printf("#define %s(...) do { const long v_[] = {0, ##__VA_ARGS__}; print(\"%s\", sizeof(v_) / sizeof(*v_), v_); } "
           "while (0)\n",
           name, name);
    isl_map_free(map);
    return isl_stat_ok;
}

static void print_driver(isl_union_map *map)
{
    puts("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "static void print(const char *name, size_t n, const long *v)\n{\n"
         "    printf(\"%s(\", name);\n"
         "    for (size_t i = 1; i < n; i++)\n        printf(i > 1 ? \", %ld\" : \"%ld\", v[i]);\n"
         "    puts(\")\");\n}\n"
         "static int value(const char *name, int argc, char **argv)\n{\n"
         "    for (int i = 1; i < argc; i++)\n"
         "        if (!strncmp(argv[i], name, strlen(name)) && argv[i][strlen(name)] == '=')\n"
         "            return atoi(argv[i] + strlen(name) + 1);\n"
         "    fprintf(stderr, \"no value for %s\\n\", name);\n    exit(1);\n}");
    puts("int main(int argc, char **argv)\n{\n    (void)argc, (void)argv, (void)value;");
    isl_space *space = isl_union_map_get_space(map);
    for (int i = 0; i < (int)isl_space_dim(space, isl_dim_param); i++) {
        const char *name = isl_space_get_dim_name(space, isl_dim_param, i);
        printf("    int %s = value(\"%s\", argc, argv);\n    (void)%s;\n", name, name, name);
    }
    isl_space_free(space);
    isl_union_map_foreach_map(map, print_macro, NULL);
    puts("#include \"code.c\"\n}");
}

int main(int argc, char **argv)
{
    bool wants_driver = argc == 3 && !strcmp(argv[1], "--driver");
    if (argc < 2)
        return 2;
    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    struct pv_schedfile file;
    int status = 1;
    if (pv_schedfile_read(ctx, arena, diag, argv[wants_driver ? 2 : 1], &file)) {
        struct scan scan = {.ctx = ctx, .arena = arena};
        isl_union_map *map = pv_schedfile_get_map(&file);
        if (wants_driver) {
            print_driver(map);
            status = 0;
        } else {
            map = set_parameters(map, argc - 2, argv + 2);
            if (isl_union_map_foreach_map(map, add_map, &scan) < 0)
                puts("the instances cannot be counted; is there a parameter without a value?");
            else
                status = compare_trace(&scan);
        }
        isl_union_map_free(map);
    }
    pv_schedfile_free(&file);
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return status;
}
