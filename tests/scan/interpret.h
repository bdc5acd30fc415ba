/* Syntax trees, run. */
#ifndef INTERPRET_H
#define INTERPRET_H

#include "ir/ast.h"

/* A parameter and its value. */
struct setting {
    const char *name;
    long value;
};

/* One run: the instances that were executed, as text, and how many conditions, divisions and extrema were evaluated. */
struct run {
    struct pv_arena *arena;
    const struct setting *settings;
    int n_settings;
    long iterators[64]; /* by depth */
    PV_VEC(const char *) lines;
    long conditions, costly;
    bool is_strict;      /* divisions must keep what their kinds promise, also where that makes no difference */
    long steps;          /* those left */
    const char *failure; /* or NULL */
};

void interpret(struct run *run, const pv_anodes *nodes);

#endif
