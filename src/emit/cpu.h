/* Regions as C, with OpenMP's pragmas or without. */
#ifndef PV_CPU_H
#define PV_CPU_H

#include "emit/cexpr.h"

/* What the regions of one file share. */
struct pv_cpu {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    struct pv_names names;
    bool openmp, annotate;
    PV_VEC(struct pv_range) replaced; /* ranges of the regions that will have new text */
    const char *prefix;               /* of generated iterators */
    const char *scalar_prefix;        /* of scalars that stand for array elements */
    const char *macros[PV_CMACROS];   /* names */
    bool uses_macro[PV_CMACROS];      /* set while regions are printed */
    bool uses_openmp;                 /* the same */
};

/* Choose names that stand nowhere in the text of "unit". */
struct pv_cpu pv_cpu_begin(struct pv_arena *arena, const struct pv_unit *unit, bool openmp, bool annotate);

/* Append the text that takes the place of the region of "code". False with "*failure" set where there is none. */
bool pv_cpu_print_region(struct pv_cpu *cpu, const struct pv_code *code, struct pv_sb *out, const char **failure);

/* Append the text that takes the place of the region of "code" where "call" does all its work; with "has_original" the
 * original text follows, for the case that the value of the call is 0. */
void pv_cpu_print_call(struct pv_cpu *cpu, const struct pv_code *code, const char *call, bool has_original,
                       struct pv_sb *out);

/* A variable that the region declares and the text after it names; NULL where there is none. */
const struct pv_var *pv_cpu_outliving(const struct pv_region *region);

/* The names and ranges that printing "code" needs. */
void pv_cpu_set_up(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code);

/* Append what must stand on top of the file: the definitions of the macros in use, and the word to compilers that do
 * not speak OpenMP that its pragmas are no mistake. */
void pv_cpu_print_top(const struct pv_cpu *cpu, struct pv_sb *out);

#endif
