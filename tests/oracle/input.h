/* The models of all regions of a file and their dependences, as pave builds them. */
#ifndef PV_INPUT_H
#define PV_INPUT_H

#include "driver/pipeline.h"

struct input {
    const char *text; /* of the file */
    size_t size;
    PV_VEC(struct pv_scop *) scops;
    const char *trouble; /* why there is none, or NULL */
    struct pv_job *job;  /* holds the dependences */
    struct pv_options options;
};

/* Read "path" with the given options of pave. Never NULL; objects live in "arena". */
struct input *input_load(struct pv_arena *arena, const char *path, int n_options, char **options);
void input_free(struct input *input);

#endif
