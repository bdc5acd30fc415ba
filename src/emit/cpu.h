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
    /* Set while tests are printed: which functions they call. */
    bool uses_spans, uses_rows, uses_pointers;
};

/* Choose names that stand nowhere in the text of "unit". */
struct pv_cpu pv_cpu_begin(struct pv_arena *arena, const struct pv_unit *unit, bool openmp, bool annotate);

/* Append the text that takes the place of the region of "code"; where that has a guard, the text for the case that it
 * passes. False with "*failure" set where there is none. */
bool pv_cpu_print_region(struct pv_cpu *cpu, const struct pv_code *code, struct pv_sb *out, const char **failure);

/* Append the text that takes the place of the region of "code" where "call" does all its work; with "has_original" the
 * original text follows, for the case that the value of the call is 0. */
void pv_cpu_print_call(struct pv_cpu *cpu, const struct pv_code *code, const char *call, bool has_original,
                       struct pv_sb *out);

/* A variable that the region declares and the text after it names; NULL where there is none. */
const struct pv_var *pv_cpu_outliving(const struct pv_region *region);

/* The blanks before the first statement of the region. */
const char *pv_cpu_margin(const struct pv_cpu *cpu, const struct pv_region *region);

/* Does the region follow the head of a statement, such as "else"? A condition that is put there should have braces. */
bool pv_cpu_is_inner_statement(const struct pv_unit *unit, const struct pv_region *region);
/* Append the original text of "region", on lines of its own that end as those of generated text. */
void pv_cpu_add_original(const struct pv_cpu *cpu, const struct pv_region *region, struct pv_sb *out);

/* The lines that set the values of "code->named" which "text" needs, one level to the right of the margin; "" where it needs
 * none. */
const char *pv_cpu_names_text(struct pv_cpu *cpu, const struct pv_code *code, const struct pv_sb *text);

/* The names and ranges that printing "code" needs. */
void pv_cpu_set_up(struct pv_cpu *cpu, struct pv_cctx *ctx, const struct pv_code *code);

/* Append what must stand on top of the file: the definitions of the macros in use, and the word to compilers that do
 * not speak OpenMP that its pragmas are no mistake. */
void pv_cpu_print_top(const struct pv_cpu *cpu, struct pv_sb *out);

#endif
