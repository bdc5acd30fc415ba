/* Axes, values and points, and the options of pave that they stand for. */
#include "tune/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pv_space *pv_space_new(struct pv_arena *arena)
{
    struct pv_space *space = pv_new(arena, struct pv_space);
    space->arena = arena;
    return space;
}

/* Pave's choice and the texts of "choices". */
static struct pv_axis new_axis(struct pv_space *space, enum pv_axis_kind kind, const char *name, const char *choices)
{
    const char **values = pv_new_array(space->arena, const char *, PV_MOST_VALUES);
    struct pv_axis axis = {.kind = kind, .name = name, .n = 1, .values = values};
    values[0] = "";
    while (*choices && axis.n < PV_MOST_VALUES) {
        size_t length = strcspn(choices, "|");
        values[axis.n++] = pv_strndup(space->arena, choices, length);
        choices += length + (choices[length] == '|');
    }
    return axis;
}

/* Give values that are numbers places by their logarithms. Pave's choice is in the middle until more is known. */
static void order_values(struct pv_space *space, struct pv_axis *axis)
{
    double low = log2(strtod(axis->values[1], NULL)), high = log2(strtod(axis->values[axis->n - 1], NULL));
    axis->places = pv_new_array(space->arena, double, PV_MOST_VALUES);
    axis->places[0] = 0.5;
    for (int i = 1; i < axis->n; i++)
        axis->places[i] = high > low ? (log2(strtod(axis->values[i], NULL)) - low) / (high - low) : 0.5;
}

void pv_space_add_words(struct pv_space *space, const char *name, const char *choices)
{
    struct pv_axis axis = new_axis(space, PV_AXIS_WORD, name, choices);
    pv_push(space->arena, &space->axes, axis);
}

void pv_space_add_size(struct pv_space *space, int kernel, const char *kind, int dim, const char *choices)
{
    const char *name = pv_printf(space->arena, "kernel[%d] %s[%d]", kernel, kind, dim);
    struct pv_axis axis = new_axis(space, PV_AXIS_SIZE, name, choices);
    axis.kernel = kernel;
    axis.dim = dim;
    axis.size_kind = kind;
    order_values(space, &axis);
    pv_push(space->arena, &space->axes, axis);
}

void pv_space_set_usual(struct pv_space *space, int number, double size)
{
    struct pv_axis *axis = &space->axes.v[number];
    double best = -1;
    for (int i = 1; i < axis->n; i++) {
        double away = fabs(log2(strtod(axis->values[i], NULL)) - log2(size));
        if (best >= 0 && away >= best)
            continue;
        best = away;
        axis->usual = i;
        axis->places[0] = axis->places[i];
    }
}

void pv_space_add_other(struct pv_space *space, enum pv_axis_kind kind, const char *name, const char *choices)
{
    struct pv_axis axis = new_axis(space, kind, name, choices);
    if (kind == PV_AXIS_THREADS)
        order_values(space, &axis);
    pv_push(space->arena, &space->axes, axis);
}

bool pv_space_drop_value(struct pv_space *space, int number, int value)
{
    struct pv_axis *axis = &space->axes.v[number];
    const char **values = pv_new_array(space->arena, const char *, PV_MOST_VALUES);
    axis->n--;
    for (int i = 0; i < axis->n; i++)
        values[i] = axis->values[i + (i >= value)];
    for (int i = value; i < axis->n && axis->places; i++)
        axis->places[i] = axis->places[i + 1];
    axis->values = values;
    if (axis->n > 1)
        return true;
    space->axes.n--;
    for (int i = number; i < space->axes.n; i++)
        space->axes.v[i] = space->axes.v[i + 1];
    return false;
}

int *pv_point_new(const struct pv_space *space)
{
    return pv_new_array(space->arena, int, space->axes.n + 1);
}

int *pv_point_copy(const struct pv_space *space, const int *point)
{
    int *copy = pv_point_new(space);
    memcpy(copy, point, sizeof(int) * (size_t)space->axes.n);
    return copy;
}

bool pv_point_is_equal(const struct pv_space *space, const int *a, const int *b)
{
    return !memcmp(a, b, sizeof(int) * (size_t)space->axes.n);
}

double pv_axis_distance(const struct pv_axis *axis, int a, int b)
{
    return axis->places ? fabs(axis->places[a] - axis->places[b]) : a != b;
}

/* Append the sizes of "kind" of "kernel", up to the last that is not left to pave. */
static void add_sizes(const struct pv_space *space, const int *point, int kernel, const char *kind, struct pv_sb *out)
{
    const char *sizes[PV_MOST_DIMS];
    int n = 0;
    for (int i = 0; i < PV_MOST_DIMS; i++)
        sizes[i] = "0";
    for (int a = 0; a < space->axes.n; a++) {
        const struct pv_axis *axis = &space->axes.v[a];
        if (axis->kind != PV_AXIS_SIZE || axis->kernel != kernel || strcmp(axis->size_kind, kind) || !point[a])
            continue;
        sizes[axis->dim] = axis->values[point[a]];
        n = axis->dim >= n ? axis->dim + 1 : n;
    }
    if (!n)
        return;
    pv_sb_printf(out, "%skernel[%d] -> %s[", out->n ? "; " : "", kernel, kind);
    for (int i = 0; i < n; i++)
        pv_sb_printf(out, "%s%s", i ? "," : "", sizes[i]);
    pv_sb_add(out, "]");
}

void pv_point_words(const struct pv_space *space, const int *point, pv_tune_words *words)
{
    static const char *const kinds[] = {"tile", "grid", "block"};
    struct pv_sb sizes = {0};
    for (int a = 0; a < space->axes.n; a++)
        if (space->axes.v[a].kind == PV_AXIS_WORD && point[a])
            pv_push(space->arena, words, space->axes.v[a].values[point[a]]);
    for (int kernel = 0; kernel < PV_MOST_KERNELS; kernel++)
        for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
            add_sizes(space, point, kernel, kinds[k], &sizes);
    if (sizes.n)
        pv_push(space->arena, words, pv_printf(space->arena, "--sizes={ %s }", sizes.text));
    pv_sb_free(&sizes);
}

const char *pv_point_other(const struct pv_space *space, const int *point, enum pv_axis_kind kind)
{
    const char *all = "";
    for (int a = 0; a < space->axes.n; a++) {
        const char *value = space->axes.v[a].kind == kind ? space->axes.v[a].values[point[a]] : "";
        if (*value)
            all = *all ? pv_printf(space->arena, "%s %s", all, value) : value;
    }
    return all;
}

const char *pv_point_name(const struct pv_space *space, const int *point)
{
    pv_tune_words words = {0};
    pv_point_words(space, point, &words);
    const char *threads = pv_point_other(space, point, PV_AXIS_THREADS);
    const char *flags = pv_point_other(space, point, PV_AXIS_FLAGS);
    if (*threads)
        pv_push(space->arena, &words, pv_printf(space->arena, "threads=%s", threads));
    if (*flags)
        pv_push(space->arena, &words, pv_printf(space->arena, "flags=%s", flags));
    return words.n ? pv_tune_quote(space->arena, &words) : "default";
}

void pv_point_print(const struct pv_space *space, const int *point, struct pv_sb *out)
{
    for (int a = 0; a < space->axes.n; a++)
        if (point[a])
            pv_sb_printf(out, "%s = %s\n", space->axes.v[a].name, space->axes.v[a].values[point[a]]);
}

/* Set the value of "point" that the line "name = value" gives, if the space has it. */
static void read_value(const struct pv_space *space, int *point, const char *name, const char *value)
{
    for (int a = 0; a < space->axes.n; a++)
        for (int i = 1; i < space->axes.v[a].n && !strcmp(space->axes.v[a].name, name); i++)
            if (!strcmp(space->axes.v[a].values[i], value))
                point[a] = i;
}

int *pv_point_read(const struct pv_space *space, const char *text)
{
    int *point = pv_point_new(space);
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = pv_strndup(space->arena, text, length), *equals = strstr(line, " = ");
        if (equals) {
            *equals = 0;
            read_value(space, point, line, equals + 3);
        }
        text += length + (text[length] == '\n');
    }
    return point;
}

const char *pv_tune_quote(struct pv_arena *arena, const pv_tune_words *words)
{
    struct pv_sb line = {0};
    for (int i = 0; i < words->n; i++) {
        const char *word = words->v[i];
        bool is_plain = *word && !word[strcspn(word, " \t\n\"'\\$`<>|&;()*?[]{}!#~")];
        pv_sb_add(&line, i ? " " : "");
        pv_sb_add(&line, is_plain ? "" : "'");
        for (; *word; word++)
            if (*word == '\'')
                pv_sb_add(&line, "'\\''");
            else
                pv_sb_addn(&line, word, 1);
        pv_sb_add(&line, is_plain ? "" : "'");
    }
    const char *text = pv_strdup(arena, line.text ? line.text : "");
    pv_sb_free(&line);
    return text;
}
