/* What can be varied: axes with values, and points, which are options of pave. */
#ifndef PV_SPACE_H
#define PV_SPACE_H

#include "base/str.h"
#include "base/vec.h"

typedef PV_VEC(const char *) pv_tune_words;

enum pv_axis_kind {
    PV_AXIS_WORD,    /* a value is an option of pave */
    PV_AXIS_SIZE,    /* a value is a number in --sizes */
    PV_AXIS_THREADS, /* a value is a number for OMP_NUM_THREADS */
    PV_AXIS_FLAGS,   /* a value is added to the flags of the compiler */
};

/* Value 0 of an axis is the choice of pave, with an empty text. */
struct pv_axis {
    enum pv_axis_kind kind;
    const char *name; /* "--tile", "kernel[0] tile[1]" */
    int n;
    const char *const *values;
    double *places;        /* on a line where values are ordered, from 0 to 1; NULL: each is as far from each other */
    int kernel, dim;       /* of a size */
    const char *size_kind; /* "tile", "grid", "block" */
    int usual;             /* of a size: the value that is nearest to pave's choice; 0: not known */
};

struct pv_space {
    struct pv_arena *arena;
    PV_VEC(struct pv_axis) axes;
};

/* Sizes of bands beyond these are not varied. */
enum { PV_MOST_KERNELS = 8, PV_MOST_DIMS = 4, PV_MOST_VALUES = 32 };

struct pv_space *pv_space_new(struct pv_arena *arena);
/* Add an axis with the values that "choices" lists, separated by '|': options of pave, each whole. */
void pv_space_add_words(struct pv_space *space, const char *name, const char *choices);
/* Add the sizes number "dim" of "kind" of kernel number "kernel". */
void pv_space_add_size(struct pv_space *space, int kernel, const char *kind, int dim, const char *choices);
/* Pave's choice for axis number "number", one of sizes, is "size". */
void pv_space_set_usual(struct pv_space *space, int number, double size);
/* Add numbers of threads, or flags of the compiler. */
void pv_space_add_other(struct pv_space *space, enum pv_axis_kind kind, const char *name, const char *choices);
/* Drop value "value" of the axis number "axis", or the axis if only one is left. Return whether the axis is still there. */
bool pv_space_drop_value(struct pv_space *space, int axis, int value);

/* A point has the number of a value for each axis. This one is the choice of pave everywhere. */
int *pv_point_new(const struct pv_space *space);
int *pv_point_copy(const struct pv_space *space, const int *point);
bool pv_point_is_equal(const struct pv_space *space, const int *a, const int *b);
/* How far apart two values of an axis are, from 0 to 1. */
double pv_axis_distance(const struct pv_axis *axis, int a, int b);

/* Append the options of pave that "point" stands for. */
void pv_point_words(const struct pv_space *space, const int *point, pv_tune_words *words);
/* The values of "point" on the axes of "kind", a blank between two; "" where all are the choice of pave or there are none. */
const char *pv_point_other(const struct pv_space *space, const int *point, enum pv_axis_kind kind);
/* The point in one line, different for each: its options, or "default". */
const char *pv_point_name(const struct pv_space *space, const int *point);
/* Append the values that are not pave's choice, one to a line, for pv_point_read(). */
void pv_point_print(const struct pv_space *space, const int *point, struct pv_sb *out);
/* The point with the values of "text" that the space still has. */
int *pv_point_read(const struct pv_space *space, const char *text);

/* "words", as a shell would take them. */
const char *pv_tune_quote(struct pv_arena *arena, const pv_tune_words *words);

#endif
