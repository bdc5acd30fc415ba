/* How libclang is called for a file. */
#include "front/invocation.h"

#include "front/headers.h"
#include "front/pencil.h"

#include <stdlib.h>
#include <string.h>

/* A folder that is only in memory. */
#define FOLDER "/pave-include"

/* clang's parser goes as deep as it is allowed to, and has no more stack than others. */
static bool check_depth(struct pv_diag *diag, const struct pv_invocation *how)
{
    static const char option[] = "-fbracket-depth=";
    enum { deepest = 1000 };
    for (int i = 0; i < how->n_flags; i++) {
        const char *arg = how->flags[i];
        if (!strncmp(arg, option, sizeof(option) - 1) && strtol(arg + sizeof(option) - 1, NULL, 10) > deepest) {
            pv_error(diag, (struct pv_loc){0}, "'%s' is too deep; the deepest nesting that pave reads is %d", arg,
                     deepest);
            return false;
        }
    }
    return true;
}

/* Copy the flags of the user to "args" and return their number. -fopenmp is not among them: libclang would show nothing of
 * what is below a directive. It tells that _OPENMP is defined, and so does "openmp" where no flag says otherwise. */
static int copy_flags(const struct pv_invocation *how, const char **args)
{
    bool defines_openmp = how->openmp;
    int n = 0;
    for (int i = 0; i < how->n_flags; i++) {
        const char *arg = how->flags[i];
        bool is_on = !strncmp(arg, "-fopenmp", 8), is_off = !strcmp(arg, "-fno-openmp");
        if (is_on || is_off)
            defines_openmp = is_on && (defines_openmp || strcmp(arg, "-fopenmp-simd"));
        else
            args[n++] = arg;
    }
    if (defines_openmp)
        args[n++] = "-D_OPENMP=201511";
    return n;
}

bool pv_invocation_has_errno(const struct pv_invocation *how)
{
    bool has = true;
    for (int i = 0; i < how->n_flags; i++) {
        const char *arg = how->flags[i];
        if (!strcmp(arg, "-ffast-math") || !strcmp(arg, "-fno-math-errno"))
            has = false;
        else if (!strcmp(arg, "-fno-fast-math") || !strcmp(arg, "-fmath-errno"))
            has = true;
    }
    return has;
}

struct pv_clang *pv_invocation_parse(struct pv_arena *arena, struct pv_diag *diag, const struct pv_unit *unit,
                                     const struct pv_invocation *how)
{
    enum { most_own = 10 };
    if (!check_depth(diag, how))
        return NULL;
    const char **args = pv_new_array(arena, const char *, how->n_flags + most_own);
    int n = 0;
    args[n++] = "-std=gnu11";
    n += copy_flags(how, args + n);
    args[n++] = "-D__PAVE__=1";
    args[n++] = "-I" FOLDER;
    args[n++] = "-idirafter" FOLDER "/pave/openmp"; /* what comes with a compiler and not with libclang */
    const struct pv_clang_header headers[] = {
        {FOLDER "/pave/pencil.h", pv_header_pencil},
        {FOLDER "/pave/openmp/omp.h", pv_header_omp},
        {FOLDER "/pave/openmp/openacc.h", pv_header_openacc},
    };
    struct pv_clang_input input = {
        .name = unit->file_name,
        .text = unit->text,
        .size = unit->size,
        .prelude = pv_pencil_prelude(),
        .n_args = n,
        .args = args,
        .n_headers = sizeof(headers) / sizeof(*headers),
        .headers = headers,
        .wants_skipped = how->wants_skipped,
    };
    return pv_clang_parse(arena, diag, &input);
}
