/* Builds the models of all regions of a file, and their dependences, as pave does. */
#include "input.h"

struct input *input_load(struct pv_arena *arena, const char *path, int n_options, char **options)
{
    struct input *input = pv_new(arena, struct input);
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    char **argv = pv_new_array(arena, char *, n_options + 4);
    argv[0] = "pave";
    argv[1] = "deps";
    for (int i = 0; i < n_options; i++)
        argv[2 + i] = options[i];
    argv[2 + n_options] = pv_strdup(arena, path);
    if (pv_options_parse(arena, diag, n_options + 3, argv, &input->options) != PV_PARSE_OK) {
        input->trouble = "pave does not take these options";
        return input;
    }
    input->job = pv_job_new(arena, diag, &input->options);
    if (!pv_job_run_until(input->job, "deps")) {
        input->trouble = "pave has no model of a region, or no dependences";
        return input;
    }
    input->text = input->job->unit->text;
    input->size = input->job->unit->size;
    for (int i = 0; i < input->job->tasks.n; i++)
        pv_push(arena, &input->scops, input->job->tasks.v[i]->scop);
    if (!input->scops.n)
        input->trouble = "pave finds no region";
    return input;
}

void input_free(struct input *input)
{
    if (input->job)
        pv_job_free(input->job);
}
