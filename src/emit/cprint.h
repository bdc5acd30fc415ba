/* Prints programs as C and its dialects. It decides nothing. */
#ifndef PV_CPRINT_H
#define PV_CPRINT_H

#include "emit/target.h"
#include "ir/prog.h"

enum pv_braces { PV_BRACES_ALWAYS, PV_BRACES_WHERE_NEEDED };

struct pv_cprint {
    const char *macros[PV_CMACROS];
    const struct pv_target *target; /* of kernels; NULL for text that holds none of their statements */
    enum pv_braces braces;
    void (*launch)(struct pv_writer *out, const struct pv_pkernel *kernel, void *user); /* prints one */
    /* Prints a statement that is not finished, or NULL: there is none. */
    void (*unfinished)(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt);
    void (*before)(struct pv_writer *out, const struct pv_ps *stmt); /* prints what is to stand before one, or NULL */
    void (*hold)(struct pv_writer *out, const struct pv_ps *stmt, void *user);
    void *user;
};

/* How expressions are printed whose macros have names that begin with "own". */
struct pv_cprint pv_cprint_begin(struct pv_arena *arena, const char *own);

void pv_cprint_expr(const struct pv_cprint *how, struct pv_sb *out, pv_px *expr);
void pv_cprint_block(const struct pv_cprint *how, struct pv_writer *out, const pv_pblock *block);
/* The declaration of "arg" in a function or kernel; without "has_name", its type alone. */
void pv_cprint_arg(const struct pv_cprint *how, struct pv_sb *out, const struct pv_parg *arg, bool has_name);

/* Append the coordinates that "kernel" uses to a list of arguments, each behind "type". */
void pv_cprint_coordinates(struct pv_sb *out, const struct pv_pkernel *kernel, const char *type);

/* Append the definitions of the macros that are in use. */
void pv_cprint_macros(const struct pv_cprint *how, struct pv_sb *out, const bool uses[PV_CMACROS]);

#endif
