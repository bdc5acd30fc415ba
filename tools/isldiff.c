/* isldiff [--part] EXPECTED ACTUAL: compare two models as "pave scop" prints them. What stands in double quotes
 * and reads as a set or relation is compared as such, schedules as relations from instances to time,
 * all else as text. With --part, each line "key: value" of EXPECTED must equal the line of ACTUAL with that
 * key; other lines of ACTUAL, and lines of EXPECTED that are empty or begin with #, do not matter. Exit 0 when equal, 1 with the first differences when not, 2 on trouble. */
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef PV_VEC(char *) lines;

static lines read_lines(struct pv_arena *arena, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) {
        perror(path);
        exit(2);
    }
    lines list = {0};
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while ((n = getline(&line, &cap, in)) >= 0) {
        if (n && line[n - 1] == '\n')
            line[--n] = '\0';
        pv_push(arena, &list, pv_strndup(arena, line, (size_t)n));
    }
    free(line);
    (void)fclose(in);
    return list;
}

/* The text between the first and the last double quote of "line", or NULL; the rest in "*before". */
static char *quoted(struct pv_arena *arena, const char *line, char **before)
{
    const char *first = strchr(line, '"'), *last = strrchr(line, '"');
    if (!first || last == first)
        return NULL;
    *before = pv_strndup(arena, line, (size_t)(first - line));
    return pv_strndup(arena, first + 1, (size_t)(last - first - 1));
}

static bool equal_relations(isl_ctx *ctx, const char *a, const char *b)
{
    isl_union_map *x = isl_union_map_read_from_str(ctx, a), *y = isl_union_map_read_from_str(ctx, b);
    bool equal = x && y && isl_union_map_is_equal(x, y) == isl_bool_true;
    isl_union_map_free(x);
    isl_union_map_free(y);
    return equal;
}

static bool equal_sets(isl_ctx *ctx, const char *a, const char *b)
{
    isl_union_set *x = isl_union_set_read_from_str(ctx, a), *y = isl_union_set_read_from_str(ctx, b);
    bool equal = x && y && isl_union_set_is_equal(x, y) == isl_bool_true;
    isl_union_set_free(x);
    isl_union_set_free(y);
    return equal;
}

/* Parameter sets like "[n] -> { : n > 0 }" read only as sets of parameters. */
static bool equal_contexts(isl_ctx *ctx, const char *a, const char *b)
{
    isl_set *x = isl_set_read_from_str(ctx, a), *y = isl_set_read_from_str(ctx, b);
    bool equal = x && y && isl_set_is_equal(x, y) == isl_bool_true;
    isl_set_free(x);
    isl_set_free(y);
    return equal;
}

static bool equal_lines(isl_ctx *ctx, struct pv_arena *arena, const char *a, const char *b)
{
    if (!strcmp(a, b))
        return true;
    char *before[2];
    char *x = quoted(arena, a, &before[0]), *y = quoted(arena, b, &before[1]);
    if (!x || !y || strcmp(before[0], before[1]) || !strchr(x, '{') || !strchr(y, '{'))
        return false;
    if (strstr(before[0], "body:"))
        return false;
    return equal_relations(ctx, x, y) || equal_sets(ctx, x, y) || equal_contexts(ctx, x, y);
}

/* The block of a schedule that starts after line "*at": its text; "*at" moves behind it. */
static char *schedule_text(struct pv_arena *arena, const lines *list, int *at)
{
    struct pv_sb text = {0};
    int i = *at + 1;
    for (; i < list->n && !strncmp(list->v[i], "    ", 4); i++)
        pv_sb_printf(&text, "%s\n", list->v[i] + 4);
    *at = i;
    char *copy = pv_strdup(arena, text.text ? text.text : "");
    pv_sb_free(&text);
    return copy;
}

static bool equal_schedules(isl_ctx *ctx, const char *a, const char *b)
{
    if (!strcmp(a, b))
        return true;
    isl_schedule *x = isl_schedule_read_from_str(ctx, a), *y = isl_schedule_read_from_str(ctx, b);
    bool equal = x && y && isl_schedule_plain_is_equal(x, y) == isl_bool_true;
    if (x && y && !equal) {
        isl_union_map *m = isl_schedule_get_map(x), *n = isl_schedule_get_map(y);
        m = isl_union_map_intersect_domain(m, isl_schedule_get_domain(x));
        n = isl_union_map_intersect_domain(n, isl_schedule_get_domain(y));
        equal = isl_union_map_is_equal(m, n) == isl_bool_true;
        isl_union_map_free(m);
        isl_union_map_free(n);
    }
    isl_schedule_free(x);
    isl_schedule_free(y);
    return equal;
}

/* Print the first few differences; return how many there are. */
static int compare(isl_ctx *ctx, struct pv_arena *arena, const lines *a, const lines *b)
{
    enum { most = 10 };
    int differences = 0, i = 0, j = 0;
    while (i < a->n && j < b->n && differences < most) {
        if (!strcmp(a->v[i], "  schedule: |") && !strcmp(b->v[j], "  schedule: |")) {
            int line = j + 1;
            char *x = schedule_text(arena, a, &i), *y = schedule_text(arena, b, &j);
            if (!equal_schedules(ctx, x, y)) {
                printf("line %d: expected the schedule\n%sfound\n%s", line, x, y);
                differences++;
            }
            continue;
        }
        if (!equal_lines(ctx, arena, a->v[i], b->v[j])) {
            printf("line %d:\n  expected %s\n  found    %s\n", j + 1, a->v[i], b->v[j]);
            differences++;
        }
        i++;
        j++;
    }
    if (differences < most && (i < a->n || j < b->n)) {
        printf("%s\n  %s\n", i < a->n ? "lines missing, the first is" : "lines too many, the first is",
               i < a->n ? a->v[i] : b->v[j]);
        differences++;
    }
    return differences;
}

static const char *skip_blanks(const char *line)
{
    return line + strspn(line, " -");
}

/* Does "line" have the key that "expected" begins with? */
static bool has_key(const char *line, const char *expected)
{
    size_t n = strcspn(expected, ":");
    return !strncmp(line, expected, n) && line[n] == ':';
}

static int compare_part(isl_ctx *ctx, struct pv_arena *arena, const lines *a, const lines *b)
{
    int differences = 0;
    for (int i = 0; i < a->n; i++) {
        const char *expected = skip_blanks(a->v[i]), *found = NULL;
        if (!*expected || *expected == '#')
            continue;
        for (int j = 0; j < b->n && !found; j++)
            if (has_key(skip_blanks(b->v[j]), expected))
                found = skip_blanks(b->v[j]);
        if (!found || !equal_lines(ctx, arena, expected, found)) {
            printf("expected %s\nfound    %s\n", expected, found ? found : "no such line");
            differences++;
        }
    }
    return differences;
}

int main(int argc, char **argv)
{
    bool part = argc == 4 && !strcmp(argv[1], "--part");
    if (argc != 3 + part) {
        fputs("usage: isldiff [--part] EXPECTED ACTUAL\n", stderr);
        return 2;
    }
    argv += part;
    struct pv_arena *arena = pv_arena_new();
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    lines expected = read_lines(arena, argv[1]), actual = read_lines(arena, argv[2]);
    int differences = part ? compare_part(ctx, arena, &expected, &actual) : compare(ctx, arena, &expected, &actual);
    isl_ctx_free(ctx);
    pv_arena_free(arena);
    return differences ? 1 : 0;
}
