/* Builds and runs the traced program. */
#ifndef PV_RUNNER_H
#define PV_RUNNER_H

#include "base/vec.h"

typedef PV_VEC(const char *) string_list;

/* The folder that holds tests/oracle: found from the place of this executable; NULL if it was moved. */
const char *runner_root(struct pv_arena *arena);

/* Compile "source" and link it with the runtime to "scratch"/traced; "flags" go to the compiler. NULL, or why it failed. */
const char *runner_build(struct pv_arena *arena, const char *scratch, const char *source, const string_list *flags);

/* Run "scratch"/traced with the words of "arguments"; the trace goes to "trace_path". NULL, or why it failed. */
const char *runner_run(struct pv_arena *arena, const char *scratch, const char *arguments, const char *trace_path);

#endif
