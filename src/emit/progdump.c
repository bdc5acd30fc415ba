/* Prints programs between two passes of lowering. */
#include "emit/progdump.h"

#include "emit/cguard.h"
#include "emit/cprint.h"

#include <inttypes.h>

static const char *const phases[] = {
    [PV_PHASE_BAND] = "band",   [PV_PHASE_WAIT] = "wait",       [PV_PHASE_FILL] = "fill",   [PV_PHASE_WORK] = "work",
    [PV_PHASE_STORE] = "store", [PV_PHASE_PARTIAL] = "partial", [PV_PHASE_TOTAL] = "total",
};

/* A kernel in the words of no device. */
static const struct pv_target plain = {
    .global = "",
    .shared = "shared ",
    .barrier = "barrier();",
    .unroll = "#pragma unroll",
    .global_barrier = "barrier_of_all_memory();",
    .grid_barrier = "grid_barrier();",
    .is_restrict = "restrict",
};

static void print_unfinished(const struct pv_cprint *how, struct pv_writer *out, const struct pv_ps *stmt)
{
    if (stmt->kind == PV_PS_FILL) {
        const struct pv_local *local = stmt->fill->local;
        pv_emit_line(out, "%s %s copy %d of '%s';", stmt->is_back ? "store" : "fill",
                     local->memory == PV_LOCAL_SHARED ? "shared" : "private", local->number, local->array->var->name);
        return;
    }
    if (stmt->kind == PV_PS_NEST) {
        pv_emit_line(out, "loops to be unrolled and jammed;");
        return;
    }
    if (stmt->kind == PV_PS_LEAF) {
        pv_emit_line(out, "%s;%s", stmt->leaf->stmt->name, stmt->n_scalars ? " // with scalars" : "");
        return;
    }
    pv_emit_line(out, "phase %s {", phases[stmt->phase]);
    out->level++;
    pv_cprint_block(how, out, &stmt->body);
    out->level--;
    pv_emit_line(out, "}");
}

static const char *bound(struct pv_arena *arena, pv_int128 value)
{
    if (value < INT64_MIN || value > INT64_MAX)
        return value < 0 ? "-inf" : "inf";
    return pv_printf(arena, "%" PRId64, (int64_t)value);
}

/* The values of the integer that "stmt" declares, and who shares its iterations. */
static void print_facts(struct pv_writer *out, const struct pv_ps *stmt)
{
    struct pv_arena *arena = pv_arena_new();
    const struct pv_ps *decl = stmt->kind == PV_PS_FOR && stmt->init ? stmt->init : stmt;
    const struct pv_ps_split *split = stmt->split;
    if (decl->kind == PV_PS_DECL && decl->has_values)
        pv_emit_line(out, "// %s: %s, %s to %s", decl->name, decl->type, bound(arena, decl->values.min),
                     bound(arena, decl->values.max));
    if (split && split->member)
        pv_emit_line(out, "// shared by %s along axis %d",
                     split->member->level == PV_LEVEL_BLOCK ? "blocks" : "threads", split->member->axis);
    else if (split)
        pv_emit_line(out, "// at most %d elements of a thread", split->n_points);
    pv_arena_free(arena);
}

static void print_launch(struct pv_writer *out, const struct pv_pkernel *kernel, void *user)
{
    (void)user;
    if (kernel->is_persistent)
        pv_emit_line(out, "launch(persistent_kernel);");
    else
        pv_emit_line(out, "launch(kernel_%d);", kernel->sizes->number);
}

static void print_hold(struct pv_writer *out, const struct pv_ps *stmt, void *user)
{
    (void)user;
    if (stmt->hold == PV_HOLD_FETCH)
        pv_emit_line(out, "fetch(%d%s);", stmt->buffer, stmt->is_write ? ", written" : "");
    else
        pv_emit_line(out, stmt->hold == PV_HOLD_WAIT ? "wait();" : "end();");
}

static void print_kernel(const struct pv_cprint *how, struct pv_writer *out, const struct pv_pkernel *kernel)
{
    struct pv_sb args = {0};
    for (int i = 0; i < kernel->args.n; i++) {
        pv_sb_add(&args, i ? ", " : "");
        pv_cprint_arg(how, &args, &kernel->args.v[i], true);
    }
    if (kernel->is_persistent)
        pv_emit_line(out, "persistent_kernel(%s)", args.n ? args.text : "");
    else
        pv_emit_line(out, "kernel_%d(%s)", kernel->sizes->number, args.n ? args.text : "");
    pv_emit_line(out, "{");
    out->level++;
    pv_cprint_block(how, out, &kernel->locals);
    pv_cprint_block(how, out, &kernel->body);
    out->level--;
    pv_emit_line(out, "}");
    pv_sb_free(&args);
}

static void print_entry(const struct pv_cprint *how, struct pv_writer *out, const struct pv_pentry *entry)
{
    pv_emit_line(out, "// on the device, integers of %d bits%s", entry->is_wide ? 64 : 32,
                 entry->is_small ? ", for small parameters" : "");
    for (int i = 0; i < entry->buffers.n; i++) {
        struct pv_sb line = {0};
        pv_cprint_expr(how, &line, entry->buffers.v[i].bytes);
        pv_emit_line(out, "buffer %s[%s];", entry->buffers.v[i].buffer, line.text);
        pv_sb_free(&line);
    }
    pv_cprint_block(how, out, &entry->body);
    for (int i = 0; i < entry->kernels.n; i++)
        print_kernel(how, out, entry->kernels.v[i]);
}

const char *pv_progdump(struct pv_arena *arena, const struct pv_names *names, const struct pv_prog *prog,
                        const struct pv_pentry *entry)
{
    struct pv_cprint how = pv_cprint_begin(arena, "");
    struct pv_writer out = {.margin = ""};
    how.target = &plain;
    how.launch = print_launch;
    how.hold = print_hold;
    how.unfinished = print_unfinished;
    how.before = print_facts;
    pv_emit_line(&out, "// region at line %u", prog->code->scop->region->range.begin.line);
    pv_cprint_block(&how, &out, &prog->outliving);
    pv_cprint_block(&how, &out, &prog->named);
    if (prog->guard)
        pv_emit_line(&out, "if (%s)", pv_cguard_condition(&how, names, prog->guard, ""));
    pv_cprint_block(&how, &out, &prog->locals);
    pv_cprint_block(&how, &out, &prog->body);
    if (entry)
        print_entry(&how, &out, entry);
    const char *text = pv_strndup(arena, out.text.n ? out.text.text : "", out.text.n);
    pv_sb_free(&out.text);
    return text;
}
