/* Preprocessor directives that keep text in its place. A region that contains one cannot be replaced: text that the
 * preprocessor skips today would be lost, or the directive affects the text after it. */
#ifndef PV_DIRECTIVES_H
#define PV_DIRECTIVES_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum pv_directive_kind {
    PV_DIRECTIVE_IF,    /* #if, #ifdef, #ifndef */
    PV_DIRECTIVE_ELSE,  /* #else, #elif, ... */
    PV_DIRECTIVE_ENDIF, /* #endif */
    PV_DIRECTIVE_STATE, /* what follows depends on it: #define, #undef, #include, pragmas with a lasting effect */
};

struct pv_directive {
    enum pv_directive_kind kind;
    unsigned at, end;         /* its '#', and past the end of its line */
    const char *text, *words; /* in one line, without comments; and what follows the '#' */
    int group;                /* the conditional it belongs to, by its place in "is_constant"; -1: none */
    bool is_dead;             /* stands in text that no setting of macros compiles */
};

struct pv_directives {
    PV_VEC(struct pv_directive) list; /* in the order of the text */
    PV_VEC(bool) is_constant;         /* for each conditional: does no macro decide it? (#if 0) */
};

void pv_directives_scan(struct pv_arena *arena, const char *text, size_t size, struct pv_directives *directives);

/* The first directive from "begin" to "end" that keeps this text in its place; NULL: there is none. */
const struct pv_directive *pv_directives_obstacle(const struct pv_directives *directives, unsigned begin, unsigned end);

/* Does a "#pragma weak" name the function "name"? */
bool pv_directives_weakens(const struct pv_directives *directives, const char *name);

/* The first directive of a conditional between the offsets "begin" and "end", where one statement ends and the next begins,
 * one of whose branches may be the start of that next statement: "if (x)". NULL: there is none. */
const struct pv_directive *pv_directives_open_branch(const struct pv_directives *directives, const char *text,
                                                     unsigned begin, unsigned end);

#endif
