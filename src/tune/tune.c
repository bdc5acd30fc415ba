/* One search from the original program to a file of options. */
#include "tune/tune.h"

#include "base/file.h"
#include "tune/batch.h"
#include "tune/discover.h"
#include "tune/lab.h"
#include "tune/search.h"
#include "tune/tunecache.h"
#include "tune/tunereport.h"

static const struct pv_loc nowhere;
/* Programs of a race elsewhere. */
static const int usual_batch = 16;

/* Write the options of the best program, and keep it for the next search. */
static bool keep_result(struct pv_workshop *shop, const struct pv_search_result *result)
{
    struct pv_sb options = {0};
    pv_tunereport_options(shop, result, &options);
    bool ok = pv_file_write(shop->diag, shop->params->output, options.text, options.n);
    pv_sb_free(&options);
    if (ok && result->best != result->normal)
        pv_tunecache_save(shop->arena, shop->params, shop->space, result->best->point);
    return ok;
}

/* Report the result, and keep it. */
static bool finish(struct pv_workshop *shop, const struct pv_search_result *result, struct pv_tune_output *output)
{
    if (shop->show)
        shop->show(shop->show_user, "");
    pv_tunereport_print(shop, result, &output->report);
    output->result = result;
    output->summary = pv_tunereport_summary(shop, result);
    output->options = (pv_tune_words){0};
    for (int i = 0; i < shop->params->options.n; i++)
        pv_push(shop->arena, &output->options, shop->params->options.v[i]);
    pv_point_words(shop->space, result->best->point, &output->options);
    return keep_result(shop, result) && !shop->is_stopped;
}

/* Race the programs of one batch elsewhere, at once or when the user has done it. */
static bool race_elsewhere(struct pv_workshop *shop, struct pv_space *space, struct pv_tune_output *output)
{
    const struct pv_tune_params *params = shop->params;
    struct pv_lab lab = pv_workshop_lab(shop);
    struct pv_search_params wanted = {.space = space, .lab = &lab, .seed = (uint64_t)params->seed};
    wanted.start = params->resume ? pv_batch_points(shop, space, &wanted.n_starts)
                                  : pv_tunecache_load(shop->arena, params, space, &wanted.n_starts);
    if (!wanted.start)
        return false;
    wanted.most_points = params->resume ? wanted.n_starts + 1 : params->points ? params->points : usual_batch;
    struct pv_search_result *result = pv_new(shop->arena, struct pv_search_result);
    pv_trials trials = pv_search_first(shop->arena, &wanted, &result->trials);
    result->normal = result->best = trials.v[0];
    result->ratio = result->probability = 1;
    result->end = PV_END_POINTS;
    if (trials.v[0]->failure) {
        pv_tunereport_failure(shop, trials.v[0]);
        return false;
    }
    if (!params->resume && !pv_batch_write(shop, &trials))
        return false;
    if (!params->resume && !params->run_on && !params->hosts) {
        pv_sb_printf(&output->report,
                     "%d programs are in %s/batch. Run its script pave-run where they shall run, bring its\n"
                     "results.tar back, and go on with --resume.\n",
                     trials.n, params->work);
        return true;
    }
    return (params->resume || pv_batch_run(shop)) && pv_batch_read(shop, &trials, result) &&
           finish(shop, result, output);
}

/* Search in "space". */
static bool search(struct pv_workshop *shop, struct pv_space *space, struct pv_tune_output *output)
{
    struct pv_lab lab = pv_workshop_lab(shop);
    struct pv_trial *normal = NULL;
    int n_starts = 0;
    int *starts = pv_tunecache_load(shop->arena, shop->params, space, &n_starts);
    struct pv_search_params params = {.space = space,
                                      .lab = &lab,
                                      .seed = (uint64_t)shop->params->seed,
                                      .most_points = shop->params->points,
                                      .start = starts,
                                      .n_starts = n_starts};
    struct pv_search_result *result = pv_search_run(shop->arena, &params, &normal);
    if (!result) {
        if (normal->failure && !shop->is_stopped && !shop->pool.n_interrupts)
            pv_tunereport_failure(shop, normal);
        return false;
    }
    return finish(shop, result, output);
}

/* From the original on. */
static bool work(struct pv_workshop *shop, struct pv_tune_output *output)
{
    if (shop->params->is_batch && !shop->params->file) {
        pv_error(shop->diag, nowhere, "'--batch' needs a file; a project is built where pave is");
        return false;
    }
    if (!pv_workshop_open(shop) || (!shop->params->is_batch && !pv_workshop_run_original(shop)))
        return false;
    struct pv_space *space = pv_discover(shop);
    if (!space) {
        if (!shop->is_stopped && !shop->pool.n_interrupts)
            pv_error(shop->diag, nowhere, "the time is over before the first program was tried; raise --budget");
        return false;
    }
    shop->space = space;
    return shop->params->is_batch ? race_elsewhere(shop, space, output) : search(shop, space, output);
}

enum pv_tune_status pv_tune(struct pv_arena *arena, struct pv_diag *diag, const struct pv_tune_params *params,
                            void (*show)(void *user, const char *text), void *show_user, struct pv_tune_output *output)
{
    struct pv_workshop *shop = pv_new(arena, struct pv_workshop);
    shop->arena = arena;
    shop->diag = diag;
    shop->params = params;
    shop->show = show;
    shop->show_user = show_user;
    bool ok = work(shop, output);
    if (show)
        show(show_user, "");
    bool is_interrupted = shop->pool.n_interrupts > 0;
    pv_workshop_close(shop);
    return is_interrupted ? PV_TUNE_INTERRUPTED : ok ? PV_TUNE_DONE : PV_TUNE_FAILED;
}
