/* The pragmas of other tools that pave must respect: OpenMP and OpenACC directives, and hints to compilers about the
 * loop after them. */
#ifndef PV_OMPWORDS_H
#define PV_OMPWORDS_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>

enum pv_omp_kind {
    PV_OMP_DECLARATION,   /* describes declarations: nothing is executed */
    PV_OMP_THREADPRIVATE, /* names variables of which every thread has its own */
    PV_OMP_ALONE,         /* executed where it stands, without a statement of its own: barrier, flush, ... */
    PV_OMP_CONSTRUCT,     /* belongs to the statement after it */
};

/* name(text) or name */
struct pv_clause {
    const char *name, *text; /* "text" is NULL where there are no parentheses */
};

struct pv_omp {
    enum pv_omp_kind kind;
    const char *name;   /* "#pragma omp parallel for", or the macro that expands to it: for messages */
    const char *words;  /* "parallel for": without "omp", blanks between the words; "" where it is not known */
    const char *text;   /* all of it, for the names in it */
    bool is_openmp;     /* else OpenACC, or unknown */
    bool is_team;       /* makes a team of threads: parallel, teams, target */
    bool needs_team;    /* shares work among the team that meets it: for, single, barrier */
    bool is_from_macro; /* the name of a macro stands at "begin", which expands to it */
    PV_VEC(struct pv_clause) clauses;
    unsigned begin, end, at; /* as in struct pv_pragma */
};

/* Read the words behind "#pragma". False for a pragma that is no directive. */
bool pv_omp_read(struct pv_arena *arena, const char *words, struct pv_omp *directive);

/* Are these words, which stand behind "#pragma", only a hint how to compile the loop after it? Such a pragma makes no
 * sense without the loop, and some compilers then refuse it. */
bool pv_pragma_is_hint(const char *words);

#endif
