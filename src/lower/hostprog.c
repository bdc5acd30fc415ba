/* Lowers regions for the host. */
#include "lower/hostprog.h"

#include "lower/bodynames.h"
#include "lower/build.h"
#include "lower/guardprog.h"
#include "lower/userstmt.h"

#include <string.h>

/* Names. */

/* Give "var" a name that no other variable of the region has: its own where possible. */
static void name_local(const struct pv_lowering *lowering, struct pv_cctx *ctx, pv_words *taken, const pv_words *texts,
                       const struct pv_var *var)
{
    const char *name = var->name;
    for (int i = 1; pv_words_have(taken, name) || pv_words_mention(texts, name) ||
                    (name != var->name && pv_names_is_used(&lowering->names, name));
         i++)
        name = pv_printf(ctx->arena, "%s_%d", var->name, i);
    pv_push(ctx->arena, taken, name);
    struct pv_cname item = {var, name};
    pv_push(ctx->arena, &ctx->names, item);
}

/* Variables declared in blocks of the region become variables of one block: name them apart. */
void pv_hostprog_name_locals(const struct pv_lowering *lowering, struct pv_cctx *ctx, const struct pv_code *code)
{
    const struct pv_scop *scop = code->scop;
    pv_words taken = {0};
    for (int i = 0; i < scop->parameters.n; i++)
        pv_push(ctx->arena, &taken, scop->parameters.v[i]->name);
    for (int i = 0; i < scop->arrays.n; i++) {
        const struct pv_array *array = scop->arrays.v[i];
        if (array->var && (!array->is_local || pv_lowering_outlives(scop->region, array->var)))
            pv_push(ctx->arena, &taken, array->var->name);
    }
    struct pv_bodynames naming = {.arena = ctx->arena, .unit = lowering->unit};
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->body)
            pv_bodynames_add(&naming, scop->stmts.v[i]->body);
    for (int i = 0; i < code->locals.n; i++)
        if (!pv_lowering_outlives(scop->region, code->locals.v[i].array->var))
            name_local(lowering, ctx, &taken, &naming.texts, code->locals.v[i].array->var);
    for (int i = 0; i < naming.declared.n; i++)
        if (!pv_scop_find_array(scop, naming.declared.v[i]->id))
            name_local(lowering, ctx, &taken, &naming.texts, naming.declared.v[i]);
}

/* Declarations. */

static bool is_outliving(const struct pv_region *region, const struct pv_var *var)
{
    return var->storage == PV_STORAGE_LOCAL && pv_lowering_is_declared_inside(region, var);
}

const struct pv_var *pv_hostprog_outliving(const struct pv_region *region)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (is_outliving(region, region->used_after.v[i]))
            return region->used_after.v[i];
    return NULL;
}

static void declare_outliving(struct pv_cctx *ctx, struct pv_prog *prog)
{
    const struct pv_region *region = prog->code->scop->region;
    struct pv_pout out = {ctx->arena, &prog->outliving};
    for (int i = 0; i < region->used_after.n; i++)
        if (is_outliving(region, region->used_after.v[i]))
            pv_userstmt_declare(ctx, &out, region->used_after.v[i], NULL);
}

/* The name of the array of pointers to memory for copies. */
static const char *rooms_name(const struct pv_cctx *ctx)
{
    return pv_printf(ctx->arena, "%srooms", ctx->naming->own);
}

/* The copies "local" are behind a pointer, number "room" of those that the guard has filled in. */
static void declare_copies(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_local *local, int room)
{
    struct pv_ps *decl = pv_userstmt_declare(ctx, out, local->array->var, local->sizes);
    decl->is_pointer = true;
    decl->dims.n = 0;
    for (int i = 1; i < local->array->n_dims; i++)
        pv_push(ctx->arena, &decl->dims, pv_copies_size(ctx, local, i));
    pv_px *rooms = pv_px_name(ctx->arena, rooms_name(ctx));
    decl->expr = pv_px_index(ctx->arena, rooms, pv_px_number(ctx->arena, room));
}

/* Let go of the memory for copies of arrays. */
static void release_copies(struct pv_cctx *ctx, struct pv_prog *prog)
{
    int n = prog->guard ? prog->guard->rooms.n : 0;
    struct pv_pout out = {ctx->arena, &prog->body};
    pv_px *args[] = {pv_px_name(ctx->arena, rooms_name(ctx)), pv_px_number(ctx->arena, n)};
    if (n)
        pv_ps_expr(&out, pv_px_call(ctx->arena, pv_printf(ctx->arena, "%srelease", ctx->naming->own), 2, args));
}

static void declare_locals(struct pv_cctx *ctx, const struct pv_code *code, pv_pblock *block)
{
    struct pv_pout out = {ctx->arena, block};
    int room = 0;
    for (int i = 0; i < code->locals.n; i++) {
        const struct pv_array *array = code->locals.v[i].array;
        if (pv_lowering_outlives(code->scop->region, array->var))
            continue;
        if (array->n_copies) {
            declare_copies(ctx, &out, &code->locals.v[i], room++);
            continue;
        }
        pv_userstmt_declare(ctx, &out, array->var, code->locals.v[i].sizes);
        if (!pv_lowering_has_access(code, array->var, true))
            pv_ps_mention(&out, pv_spell_name(ctx, array->var));
    }
}

/* "const int name = condition ? value : 0", the value of a name. */
static void declare_name(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_named *item)
{
    const struct pv_var *var = item->named->var;
    struct pv_ps *decl = pv_userstmt_declare(ctx, out, var, NULL);
    decl->is_const = var->type->kind != PV_TYPE_POINTER;
    pv_px *value = pv_bodyexpr(ctx, var->value);
    bool is_plain = !strchr(decl->type,
                            '('); /* neither a type without a name nor one that surrounds what it declares */
    decl->example = is_plain ? NULL : pv_px_index(ctx->arena, value, pv_px_number(ctx->arena, 0));
    if (!item->guard) {
        decl->expr = pv_px_operand(ctx->arena, value, PV_CPREC_ASSIGN);
        return;
    }
    pv_px *guard = pv_astexpr(ctx, item->guard);
    decl->expr = pv_px_cond(ctx->arena, pv_px_operand(ctx->arena, guard, PV_CPREC_LOR),
                            pv_px_operand(ctx->arena, value, PV_CPREC_COND), pv_px_number(ctx->arena, 0));
}

static bool span_names(const struct pv_pspan *span, const char *name)
{
    bool names = pv_px_names(span->base, name);
    for (int i = 0; i < span->first.n; i++)
        names = names || pv_px_names(span->first.v[i], name) || pv_px_names(span->last.v[i], name);
    return names;
}

static bool guard_names(const struct pv_pguard *guard, const char *name)
{
    bool names = pv_px_names(guard->assumed, name);
    for (int i = 0; i < guard->tests.n; i++) {
        names = names || pv_px_names(guard->tests.v[i].exception, name);
        for (int k = 0; k < guard->tests.v[i].spans.n; k++)
            names = names || span_names(&guard->tests.v[i].spans.v[k], name);
    }
    return names;
}

/* Does "prog", but for its named values, name "name"? */
static bool prog_names(const struct pv_prog *prog, const char *name)
{
    bool names = pv_pblock_names(&prog->locals, name) || pv_pblock_names(&prog->body, name) ||
                 (prog->guard && guard_names(prog->guard, name));
    for (int i = 0; prog->entry && i < prog->entry->params.n; i++)
        names = names || !strcmp(prog->entry->params.v[i].value, name);
    return names;
}

static void declare_named(struct pv_cctx *ctx, struct pv_prog *prog)
{
    pv_pblock reversed = {0};
    struct pv_pout out = {ctx->arena, &reversed};
    for (int i = prog->code->named.n - 1; i >= 0; i--) {
        const char *name = prog->code->named.v[i].named->var->name;
        if (prog_names(prog, name) || pv_pblock_names(&reversed, name))
            declare_name(ctx, &out, &prog->code->named.v[i]);
    }
    for (int i = reversed.n - 1; i >= 0; i--)
        pv_push(ctx->arena, &prog->named, reversed.v[i]);
}

static void move_pointers(struct pv_cctx *ctx, struct pv_prog *prog)
{
    struct pv_arena *arena = ctx->arena;
    struct pv_pout out = {arena, &prog->body};
    for (int i = 0; i < prog->code->scop->moved.n; i++) {
        const struct pv_moved *moved = &prog->code->scop->moved.v[i];
        pv_px *name = pv_px_name(arena, pv_spell_name(ctx, moved->var));
        pv_px *base = pv_px_name(arena, pv_spell_name(ctx, moved->place->var));
        pv_px *offset = pv_bodyexpr(ctx, moved->place->steps[0].index);
        if (moved->is_from_itself)
            pv_ps_expr(&out,
                       pv_px_binary(arena, name, "+=", pv_px_operand(arena, offset, PV_CPREC_ASSIGN), PV_CPREC_ASSIGN));
        else
            pv_ps_assign(&out, name,
                         pv_px_binary(arena, base, "+", pv_px_operand(arena, offset, PV_CPREC_UNARY), PV_CPREC_SUM));
    }
}

/* The passes. */

static void note_sharing(const struct pv_ps *stmt, void *user)
{
    struct pv_prog *prog = user;
    prog->uses_openmp = prog->uses_openmp || stmt->sharing;
}

void pv_hostprog_build(struct pv_version *version)
{
    const struct pv_lowering *lowering = version->lowering;
    struct pv_prog *prog = version->prog;
    struct pv_cctx *ctx = pv_version_context(version);
    struct pv_build_hooks hooks = {0};
    struct pv_pout out = {lowering->arena, &prog->body};
    ctx->openmp = lowering->params.openmp;
    ctx->annotate = lowering->params.annotate;
    /* An annotation speaks of the statement as it was. */
    ctx->promotes = ctx->openmp && !ctx->annotate;
    ctx->scalar_prefix = lowering->scalar;
    pv_lowering_set_up(lowering, ctx, prog->code);
    pv_version_add(version, &prog->body, ctx, NULL);
    pv_hostprog_name_locals(lowering, ctx, prog->code);
    ctx->known = isl_set_from_params(isl_set_copy(prog->code->scop->context));
    declare_outliving(ctx, prog);
    declare_locals(ctx, prog->code, &prog->locals);
    prog->has_block = prog->locals.n || (prog->code->named.n && !prog->guard);
    for (int i = 0; i < prog->code->locals.n; i++)
        if (prog->code->locals.v[i].is_per_thread)
            pv_push(lowering->arena, &ctx->per_thread, prog->code->locals.v[i].array);
    pv_build(ctx, &out, prog->code, &hooks);
    move_pointers(ctx, prog);
    release_copies(ctx, prog);
}

/* What the host and kernels share is declared before the function that hands it over to the device; so is the list of it. */
static void declare_held(const struct pv_lowering *lowering, struct pv_cctx *ctx, struct pv_prog *prog)
{
    struct pv_pout out = {ctx->arena, &prog->named};
    pv_hostprog_name_locals(lowering, ctx, prog->code);
    declare_locals(ctx, prog->code, &prog->named);
    pv_ps_decl(&out, "void", pv_printf(ctx->arena, "*%sheld", lowering->names.own), pv_px_number(ctx->arena, 0));
}

static void declare_rooms(struct pv_cctx *ctx, struct pv_prog *prog)
{
    struct pv_pout out = {ctx->arena, &prog->named};
    struct pv_ps *decl = pv_ps_decl(&out, "void *", rooms_name(ctx), NULL);
    pv_push(ctx->arena, &decl->dims, pv_px_number(ctx->arena, prog->guard->rooms.n));
}

/* What stands around the call of a device's function, or around the test, has the names of the program. */
void pv_hostprog_name(struct pv_version *version)
{
    struct pv_prog *prog = version->prog;
    struct pv_cctx plain = {0}, *ctx = &plain;
    if (version->limit)
        return;
    if (version->entry || prog->guard)
        pv_lowering_set_up(version->lowering, &plain, prog->code);
    else
        ctx = version->texts.v[0].ctx;
    if (version->entry) {
        prog->entry = version->entry;
        declare_outliving(ctx, prog);
        move_pointers(ctx, prog);
    }
    declare_named(ctx, prog);
    if (prog->guard && prog->guard->rooms.n)
        declare_rooms(ctx, prog);
    if (version->entry && version->entry->is_divided)
        declare_held(version->lowering, ctx, prog);
    pv_pblock_visit(&prog->body, note_sharing, NULL, prog);
}
