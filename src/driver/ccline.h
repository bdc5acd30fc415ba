/* The command line of pavecc: that of a C compiler, and options for pave. */
#ifndef PV_CCLINE_H
#define PV_CCLINE_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>

typedef PV_VEC(const char *) pv_words;

enum pv_cc_action {
    PV_CC_PASS,    /* the compiler compiles no C file and links nothing: -E, -M, --version, an error, ... */
    PV_CC_COMPILE, /* -c, -S */
    PV_CC_LINK,
};

/* A file on the command line that the compiler compiles: C, or another language. */
struct pv_cc_input {
    int at; /* its place among the words */
    const char *path;
    const char *language; /* that of -x; NULL: the name of the file tells */
    bool is_c;
};

struct pv_ccline {
    pv_words words;     /* for the compiler, response files expanded */
    pv_words own;       /* --pave-OPTION */
    pv_words reading;   /* those of them that pave needs to read the same program */
    pv_words pave;      /* options for pave */
    const char *target; /* of pave: openmp, ... */
    PV_VEC(struct pv_cc_input) inputs;
    PV_VEC(int) languages; /* the places of -x */
    PV_VEC(int) operands;  /* the places of all files, objects and libraries among them */
    enum pv_cc_action action;
    const char *output;                    /* that of -o, or NULL */
    int output_at;                         /* the place of -o, or -1 */
    const char *refused, *why;             /* an option whose meaning pave does not keep, and the reason; or NULL */
    const char *beside;                    /* an option that makes the compiler write more files, or NULL */
    const char *depfile;                   /* that of -MF, or NULL */
    bool has_deps;                         /* -MD, -MMD */
    bool has_openmp, is_assembly, is_bare; /* bare: nothing may be added to what is linked */
    bool has_response;                     /* a response file was given */
    bool is_incomplete;                    /* the last option lacks its argument: the compiler will say so */
};

/* Set "line" from the arguments behind the name of the program, and from PAVE_TARGET and PAVE_FLAGS. Return what is wrong,
 * or NULL. */
const char *pv_ccline_parse(struct pv_arena *arena, char **args, struct pv_ccline *line);

/* The words of "text", divided at blanks; quotes and backslashes as in response files of gcc. */
void pv_ccline_split(struct pv_arena *arena, const char *text, pv_words *words);

/* The contents of the file "path" with a NUL behind them, or NULL; "size" may be NULL. */
char *pv_ccline_read(struct pv_arena *arena, const char *path, size_t *size);

#endif
