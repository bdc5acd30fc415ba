/* Generated code against its schedule: the check of document 001, section 7.1, by running the code.
 *   scan --driver FILE   print a C program that includes "code.c", the code of FILE, and prints each instance it runs;
 *                        its arguments are the values of the parameters: NAME=VALUE ...
 *   scan FILE [NAME=VALUE]... <TRACE
 *                        compare what the program printed with the instances of FILE in the order of their times
 *   scan --random SEED N generate code for N random schedules with each generator, run it, and compare
 *   scan --check FILE...  the same for the schedules in files, for a few values of their parameters
 *   scan --measure FILE...  compare the code and the speed of both generators */
#include "ast/schedfile.h"
#include "events.h"
#include "inputs.h"
#include "measure.h"
#include "random.h"

#include <isl/map.h>
#include <isl/options.h>
#include <isl/space.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Compare the lines of the trace. */
static int compare_trace(struct scan *scan)
{
    PV_VEC(const char *) lines = {0};
    char buffer[1024];
    while (fgets(buffer, sizeof(buffer), stdin)) {
        const char *line = pv_strndup(scan->arena, buffer, strcspn(buffer, "\n"));
        pv_push(scan->arena, &lines, line);
    }
    const char *fault = compare_lines(scan, lines.v, lines.n);
    if (fault)
        puts(fault);
    return fault != NULL;
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
    if (argc > 2 && !strcmp(argv[1], "--measure"))
        return measure_files(argc - 2, argv + 2);
    if (argc > 2 && !strcmp(argv[1], "--check"))
        return check_files(argc - 2, argv + 2) > 0;
    if (argc == 4 && !strcmp(argv[1], "--random"))
        return check_random((unsigned)(int)strtol(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10)) > 0;
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
            if (!add_events(&scan, map))
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
