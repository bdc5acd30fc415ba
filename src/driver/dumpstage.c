/* Keeps what --dump prints of a region after a stage. */
#include "driver/stages.h"

#include "emit/cplain.h"
#include "ir/dump.h"
#include "lower/plainprog.h"

#include <string.h>

/* The stage whose end gives each result. */
static const char *const ends[] = {
    [PV_DUMP_PARSE] = "scop",  [PV_DUMP_SCOP] = "scop",         [PV_DUMP_DEPS] = "deps",
    [PV_DUMP_DEAD] = "dead",   [PV_DUMP_SCHEDULE] = "schedule", [PV_DUMP_EXPAND] = "expand",
    [PV_DUMP_SPLIT] = "split", [PV_DUMP_MAP] = "code",          [PV_DUMP_AST] = "code",
};

static void add_tree(struct pv_sb *out, const struct pv_tree *body)
{
    for (int i = 0; i < body->children.n; i++) {
        pv_dump_body(out, body->children.v[i]);
        pv_sb_add(out, "\n");
    }
}

static void add_ast(struct pv_sb *out, struct pv_arena *arena, const struct pv_code *code)
{
    pv_pblock block = {0};
    if (!pv_plainprog(arena, &code->nodes, &block))
        pv_cplain_print(arena, &block, out);
}

static void add_result(struct pv_sb *out, const struct pv_job *job, const struct pv_task *task)
{
    switch (job->options->output.dump) {
    case PV_DUMP_PARSE:
        add_tree(out, task->region->body);
        break;
    case PV_DUMP_SCOP:
        pv_dump_scop(out, task->scop, job->unit->file_name);
        break;
    case PV_DUMP_DEPS:
    case PV_DUMP_DEAD:
        pv_deps_dump(out, task->scop, task->deps, job->unit->file_name);
        break;
    case PV_DUMP_EXPAND: /* the model with copies of arrays, and its order */
        pv_dump_scop(out, task->scop, job->unit->file_name);
        pv_dump_schedule(out, task->schedule, 0);
        break;
    case PV_DUMP_SCHEDULE:
    case PV_DUMP_SPLIT:
    case PV_DUMP_MAP:
        pv_dump_schedule(out, task->schedule, 0);
        break;
    case PV_DUMP_AST:
        add_ast(out, job->arena, task->code);
        break;
    default:
        break;
    }
}

void pv_dump_stage(struct pv_job *job, struct pv_task *task, const char *stage)
{
    enum pv_dump dump = job->options->output.dump;
    if (!pv_command_compiles(job->options->command) || dump == PV_DUMP_NONE || dump > PV_DUMP_AST ||
        strcmp(ends[dump], stage) != 0)
        return;
    bool has_result = dump == PV_DUMP_PARSE   ? task->region->body != NULL
                      : dump == PV_DUMP_SCOP  ? task->scop != NULL
                      : dump <= PV_DUMP_DEAD  ? task->deps != NULL
                      : dump <= PV_DUMP_SPLIT ? task->schedule != NULL
                                              : task->schedule && task->code;
    if (!has_result)
        return;
    struct pv_sb text = {0};
    pv_sb_printf(&text, "// region at line %u\n", task->region->range.begin.line);
    add_result(&text, job, task);
    task->dump = pv_strdup(job->arena, text.text);
    pv_sb_free(&text);
}
