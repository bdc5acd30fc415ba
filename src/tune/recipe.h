/* How programs are compiled, built and run: as commands with their environment. */
#ifndef PV_RECIPE_H
#define PV_RECIPE_H

#include "tune/process.h"
#include "tune/tuneparams.h"

/* A program to be made: a point, or the original. */
struct pv_recipe {
    struct pv_arena *arena;
    const struct pv_tune_params *params;
    const char *folder;  /* for its files, from the root */
    pv_tune_words words; /* the options of pave for this point, beside the user's */
    const char *flags;   /* more flags of the compiler, or "" */
    const char *threads; /* OMP_NUM_THREADS, or "" */
    bool is_original;
};

/* The name of the program "file" without directory and ending. */
const char *pv_recipe_stem(struct pv_arena *arena, const char *file);

/* Set "process" to build the program; its messages go to files in the folder. */
void pv_recipe_build(const struct pv_recipe *recipe, struct pv_process *process);
/* Set "process" to run it, where "number" tells runs apart. Return false, after reporting it in "errno", if a file cannot be written. */
bool pv_recipe_run(const struct pv_recipe *recipe, int number, struct pv_process *process);
/* Make the folder, which has the sources, one that can be built elsewhere, by the scripts pave-build and pave-run: set "process" to
 * preprocess the source in place. Return false, after reporting it in "errno", if a file cannot be written. */
bool pv_recipe_pack(const struct pv_recipe *recipe, struct pv_process *process);
/* The options of pave for "recipe": the user's, then the point's. */
pv_tune_words pv_recipe_options(const struct pv_recipe *recipe);

#endif
