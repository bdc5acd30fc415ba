/* Entry of lowering: the passes that a region goes through, and what is common to a whole file. */
#include "lower/lower.h"

#include "lower/barriers.h"
#include "lower/c89.h"
#include "lower/collapse.h"
#include "lower/deviceprog.h"
#include "lower/distribute.h"
#include "lower/fill.h"
#include "lower/guardprog.h"
#include "lower/hoist.h"
#include "lower/hostprog.h"
#include "lower/kernelargs.h"
#include "lower/leaves.h"
#include "lower/loaders.h"
#include "lower/merge.h"
#include "lower/persist.h"
#include "lower/prefetch.h"
#include "lower/scalars.h"
#include "lower/spare.h"
#include "lower/unrolljam.h"
#include "lower/unused.h"
#include "lower/widths.h"

static void make_guard(struct pv_version *version)
{
    if (!version->prog->guard)
        version->failure = pv_guardprog(version->lowering, version->prog);
}

static void build(struct pv_version *version)
{
    if (version->prog->code->plan)
        pv_deviceprog_build(version);
    else
        pv_hostprog_build(version);
}

/* The part of the program that stands in the file of the user: not its kernels. */
static void keep_to_c89(struct pv_version *version)
{
    struct pv_prog *prog = version->prog;
    pv_pblock *const blocks[] = {&prog->outliving, &prog->named, &prog->locals, &prog->body,
                                 version->entry ? &version->entry->body : NULL};
    for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks) && version->lowering->params.is_c89; i++)
        if (blocks[i])
            pv_c89_declare_iterators(version->lowering->arena, blocks[i]);
}

static void fill(struct pv_version *version)
{
    pv_fill(version);
    pv_spare_drop(version); /* all subscripts are there now */
}

static void add_narrow_version(struct pv_version *wide);

/* What a region goes through on its way from a syntax tree to a program. Each pass but the first two takes a program and gives
 * one back; --dump=PASS prints it. */
static void (*const passes[PV_N_PASSES])(struct pv_version *version) = {
    [PV_PASS_GUARD] = make_guard,              /* the run-time test in front of the new code */
    [PV_PASS_BUILD] = build,                   /* loops and conditions, with the ranges of integers */
    [PV_PASS_JAM] = pv_unrolljam,              /* iterations of outer loops side by side in the innermost one */
    [PV_PASS_SCALARS] = pv_scalars,            /* for array elements that an innermost loop stays on */
    [PV_PASS_STATEMENTS] = pv_leaves,          /* the statements of the program, with new references */
    [PV_PASS_WIDTHS] = pv_widths,              /* int or 64 bits for iterators and what is computed from them */
    [PV_PASS_NARROW] = add_narrow_version,     /* for small parameters, where those are 64 bits on a device */
    [PV_PASS_COLLAPSE] = pv_collapse,          /* parallel loops that are shared with the loop right inside */
    [PV_PASS_HOIST] = pv_hoist,                /* bounds of innermost loops, computed before the loops */
    [PV_PASS_DISTRIBUTE] = pv_distribute,      /* the iterations of each block, thread and point of a thread */
    [PV_PASS_FILL] = fill,                     /* loops that fill copies of parts of arrays, and write them back */
    [PV_PASS_BARRIERS] = pv_barriers,          /* where threads wait for each other */
    [PV_PASS_DECLARE] = pv_kernelargs_declare, /* coordinates, variables and copies of kernels */
    [PV_PASS_ARGUMENTS] = pv_kernelargs_find,  /* of kernels; numbers of blocks at launches */
    [PV_PASS_PREFETCH] = pv_prefetch,          /* loads for shared memory before the work of the iteration before */
    [PV_PASS_MERGE] = pv_merge,                /* kernels of one thread that follow each other */
    [PV_PASS_PERSIST] = pv_persist,            /* loops of the host around launches as one kernel with grid barriers */
    [PV_PASS_LOADERS] = pv_loaders,            /* threads that load for kernels of one thread */
    [PV_PASS_NAMES] = pv_hostprog_name,        /* values that have a name of the model's, pointers that move */
    [PV_PASS_C89] = keep_to_c89,               /* iterators declared before their loops, in programs that are C89 */
};

/* Take "version" through the passes, as far as it is of use. */
static void run_passes(struct pv_version *version)
{
    const struct pv_lower_params *params = &version->lowering->params;
    for (int i = PV_PASS_NONE + 1; i < PV_N_PASSES && !pv_version_has_failed(version); i++) {
        passes[i](version);
        pv_version_learn(version);
        if (params->dump == (enum pv_lower_pass)i && !pv_version_has_failed(version))
            version->dump = params->print(version->lowering->arena, &version->lowering->names, version->prog,
                                          version->entry);
    }
    if (!pv_version_has_failed(version) && version->entry && !version->limit)
        pv_deviceprog_note_needs(version);
    pv_version_free(version);
}

/* Parameters up to which narrow numbers may do, in the order in which they are tried. */
static const int64_t narrow_limits[] = {1 << 26, 1 << 20};
enum { N_NARROW_LIMITS = sizeof(narrow_limits) / sizeof(*narrow_limits) };

/* A region for a device whose numbers do not fit an int: lower it a second time, for parameters that are small enough for that.
 * Where there is no such limit, there is one version. */
static void add_narrow_version(struct pv_version *wide)
{
    const struct pv_lowering *lowering = wide->lowering;
    const struct pv_code *code = wide->prog->code;
    bool is_wanted = wide->is_wide && !wide->limit && code->plan && lowering->params.narrows &&
                     code->scop->parameters.n && !code->plan->host.n;
    for (int i = 0; i < N_NARROW_LIMITS && is_wanted; i++) {
        struct pv_version narrow = {.lowering = lowering, .prog = wide->prog, .limit = narrow_limits[i]};
        run_passes(&narrow);
        if (pv_version_has_failed(&narrow))
            continue;
        pv_deviceprog_add_narrow(wide, narrow.entry, narrow.limit);
        wide->narrow_dump = narrow.dump;
        break;
    }
}

/* Lower "prog". Return why there is no form in C, or NULL. */
static const char *lower(const struct pv_lowering *lowering, struct pv_prog *prog)
{
    struct pv_version version = {.lowering = lowering, .prog = prog};
    run_passes(&version);
    prog->dump = version.dump && version.narrow_dump
                     ? pv_printf(lowering->arena, "%s%s", version.dump, version.narrow_dump)
                     : version.dump;
    return version.failure;
}

/* Why the original text of "region" cannot be one of two branches. */
static const char *guard_obstacle(struct pv_arena *arena, const struct pv_region *region)
{
    const struct pv_var *var = pv_hostprog_outliving(region);
    return var ? pv_printf(arena,
                           "its pointers may overlap, and it cannot have two versions, since '%s' is declared in it "
                           "and used after it",
                           var->name)
               : NULL;
}

/* The program keeps the original text where a test decides, and for a device, which may not be there, unless the text after
 * the region names what it declares. */
struct pv_prog *pv_lower_region(const struct pv_lowering *lowering, const struct pv_code *code, const char **failure)
{
    struct pv_prog *prog = pv_new(lowering->arena, struct pv_prog);
    const struct pv_region *region = code->scop->region;
    prog->code = code;
    prog->keeps_original = code->guard || (code->plan && !pv_hostprog_outliving(region));
    *failure = region->fixed;
    if (!*failure && code->guard)
        *failure = guard_obstacle(lowering->arena, region);
    if (!*failure)
        *failure = lower(lowering, prog);
    return *failure ? NULL : prog;
}

const char *pv_lower_unit(const struct pv_lowering *lowering, struct pv_lower_unit *unit)
{
    const char *failure = pv_deviceprog_shared(lowering, unit->n, unit->progs, &unit->shared);
    pv_ranges replaced = {unit->replaced.v, unit->replaced.n, unit->replaced.cap};
    for (int i = 0; i < unit->n; i++)
        if (!unit->progs[i]->keeps_original)
            pv_unused_find(lowering, unit->progs[i], &replaced);
    return failure;
}
