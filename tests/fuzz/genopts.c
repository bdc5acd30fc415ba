/* Chooses options of pave under which a program must still compute the same. */
#include "genopts.h"

/* How often each is there, in percent. A '#' stands for a number from 2 to 6. */
static const struct {
    int percent;
    const char *text;
} options[] = {
    {8, "--scheduler=isl"},
    {6, "--no-reschedule"},
    {8, "--no-group-chains"},
    {20, "--no-live-range-reordering"},
    {8, "--schedule-algorithm=feautrier"},
    {3, "--schedule-fallback=wavefront"},
    {3, "--schedule-fallback=single"},
    {3, "--schedule-fallback=validity"},
    {3, "--schedule-fallback=original"},
    {5, "--schedule-context"},
    {6, "--no-schedule-outer-coincidence"},
    {6, "--no-schedule-maximize-band-depth"},
    {6, "--no-schedule-maximize-coincidence"},
    {8, "--schedule-whole-component"},
    {8, "--schedule-serialize-sccs"},
    {5, "--no-schedule-split-scaled"},
    {5, "--no-schedule-treat-coalescing"},
    {5, "--no-schedule-carry-self-first"},
    {4, "--schedule-max-coefficient=#"},
    {4, "--schedule-max-constant-term=#"},
    {45, "--tile"},
    {8, "--no-tile"},
    {40, "--tile-size=#"},
    {15, "--sizes={kernel[i]->tile[#,#,#];kernel[i]->block[#,#,#];kernel[i]->grid[#,#]}"},
    {8, "--sizes={kernel[0]->tile[#,#,#];kernel[1]->tile[#,#]}"},
    {15, "--no-scale-tile-loops"},
    {15, "--isolate-full-tiles"},
    {8, "--no-shared-memory"},
    {8, "--no-private-memory"},
    {4, "--max-shared-memory=###"},
    {8, "--unroll-copy-shared"},
    {8, "--unroll-gpu-tile"},
    {5, "--hybrid"},
    {5, "--overlapped-tiles"},
    {5, "--no-wrap"},
    {20, "--no-narrow-kernels"},
    {8, "--no-linearize-device-arrays"},
    {10, "--shared-memory"},
    {8, "--no-ast-build-prefer-pdiv"},
    {8, "--ast-build-detect-min-max"},
    {8, "--no-ast-build-exploit-nested-bounds"},
    {8, "--ast-build-group-coscheduled"},
    {8, "--ast-build-separation-bounds=implicit"},
    {8, "--no-ast-build-scale-strides"},
    {8, "--no-ast-build-allow-else"},
    {8, "--no-ast-build-allow-or"},
    {8, "--no-encapsulate-dynamic-control"},
    {10, "--no-run-time-tests"},
    {10, "--assume-restrict"},
    {5, "--signed-overflow=ignore"},
    {10, "--annotate"},
    {4, "--budget=#00"},
    {4, "--budget=##000"},
    {4, "--budget=###000"},
    {5, "--ctx=[n]->{:0<=n<=8}"},
    {3, "--ctx=[n,m]->{:(0<=n<=8)and(0<=m<=7)}"},
    {25, "--device=h200"},
    {8, "--device=a100"},
    {20, "--ast=pave"},
    {5, "--ast=auto"},
    {5, "--max-expansion=0"},
    {6, "--max-expansion=##"},
    {5, "--max-expansion=####"},
    {6, "--max-parts=1"},
    {6, "--max-parts=#"},
    {5, "--no-jam"},
    {10, "--jam-first=#"},
    {8, "--jam-second=#"},
    {5, "--dynamic-chunk=#"},
    {5, "--assume-non-negative-parameters"},
    {5, "--schedule-solver=utvpi"},
    {3, "--schedule-solver=auto"},
    {3, "--line-directives"},
    {3, "--no-tile --no-jam"},
    {5, "--device=v100"},
};

static const char *fill_in(struct generator *g, const char *text)
{
    char *copy = pv_strdup(g->arena, text);
    for (char *at = copy; *at; at++)
        if (*at == '#')
            *at = (char)('2' + gen_random(g, 5));
    return copy;
}

const char *gen_options(struct generator *g)
{
    const char *budget = g->is_parallel ? " --budget=200000" : " --budget=60000";
    const char *text = g->is_quick && gen_chance(g, 85) ? budget : "";
    if (gen_chance(g, 25))
        return text;
    int share = gen_chance(g, 50) ? 100 : 30;
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
        if (gen_chance(g, share) && gen_chance(g, options[i].percent))
            text = pv_printf(g->arena, "%s %s", text, fill_in(g, options[i].text));
    return text;
}
