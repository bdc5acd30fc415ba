/* One search from the original program to a file of options. */
#include "tune/tune.h"

#include "base/file.h"
#include "tune/discover.h"
#include "tune/lab.h"
#include "tune/search.h"
#include "tune/tunecache.h"
#include "tune/tunereport.h"

static const struct pv_loc nowhere;

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

/* Search in "space". */
static bool search(struct pv_workshop *shop, struct pv_space *space, struct pv_sb *report)
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
    if (shop->show)
        shop->show(shop->show_user, "");
    if (!result) {
        if (normal->failure && !shop->is_stopped && !shop->pool.n_interrupts)
            pv_error(shop->diag, nowhere, "the program fails as pave makes it by default: %s", normal->failure);
        return false;
    }
    pv_tunereport_print(shop, result, report);
    return keep_result(shop, result) && !shop->is_stopped;
}

/* From the original on. */
static bool work(struct pv_workshop *shop, struct pv_sb *report)
{
    if (!pv_workshop_open(shop) || !pv_workshop_run_original(shop))
        return false;
    struct pv_space *space = pv_discover(shop);
    if (!space) {
        if (!shop->is_stopped && !shop->pool.n_interrupts)
            pv_error(shop->diag, nowhere, "the time is over before the first program was tried; raise --budget");
        return false;
    }
    shop->space = space;
    return search(shop, space, report);
}

enum pv_tune_status pv_tune(struct pv_arena *arena, struct pv_diag *diag, const struct pv_tune_params *params,
                            void (*show)(void *user, const char *text), void *show_user, struct pv_sb *report)
{
    struct pv_workshop *shop = pv_new(arena, struct pv_workshop);
    shop->arena = arena;
    shop->diag = diag;
    shop->params = params;
    shop->show = show;
    shop->show_user = show_user;
    bool ok = work(shop, report);
    if (show)
        show(show_user, "");
    bool is_interrupted = shop->pool.n_interrupts > 0;
    pv_workshop_close(shop);
    return is_interrupted ? PV_TUNE_INTERRUPTED : ok ? PV_TUNE_DONE : PV_TUNE_FAILED;
}
