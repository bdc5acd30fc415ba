/* Prints the report as YAML in the form of LLVM's optimization remarks. */
#include "report/remarks.h"

#include "base/str.h"
#include "report/explain.h"

/* Append "text" in single quotes. */
static void add_quoted(struct pv_sb *out, const char *text)
{
    pv_sb_add(out, "'");
    for (; *text; text++) {
        pv_sb_addn(out, *text == '\n' || *text == '\r' || *text == '\t' ? " " : text, 1);
        pv_sb_add(out, *text == '\'' ? "'" : "");
    }
    pv_sb_add(out, "'");
}

static void add_loc(struct pv_sb *out, const struct pv_report *report, struct pv_loc loc)
{
    pv_sb_add(out, "{ File: ");
    add_quoted(out, pv_diag_file_name(report->diag, loc.file));
    pv_sb_printf(out, ", Line: %u, Column: %u }\n", loc.line, loc.col);
}

/* Begin a document; its arguments follow. */
static void begin(struct pv_sb *out, const struct pv_report *report, const char *kind, const char *name,
                  struct pv_loc loc, const char *function)
{
    pv_sb_printf(out, "--- !%s\nPass: pave\nName: %s\nDebugLoc: ", kind, name);
    add_loc(out, report, loc);
    pv_sb_add(out, "Function: ");
    add_quoted(out, function ? function : "");
    pv_sb_add(out, "\nArgs:\n");
}

static void add_arg(struct pv_sb *out, const char *key, const char *text)
{
    pv_sb_printf(out, "  - %s: ", key);
    add_quoted(out, text);
    pv_sb_add(out, "\n");
}

static void add_number(struct pv_sb *out, const char *key, int number)
{
    pv_sb_printf(out, "  - %s: '%d'\n", key, number);
}

/* An argument with a place of its own. */
static void add_place(struct pv_sb *out, const struct pv_report *report, const char *key, const char *text,
                      struct pv_loc loc)
{
    add_arg(out, key, text);
    pv_sb_add(out, "    DebugLoc: ");
    add_loc(out, report, loc);
}

static void end(struct pv_sb *out)
{
    pv_sb_add(out, "...\n");
}

static void print_missed(struct pv_sb *out, const struct pv_report *report, const struct pv_nest *loop,
                         const struct pv_why *why)
{
    const struct pv_dependence *dependence = why->dependence;
    begin(out, report, "Missed", loop->verdict.fate == PV_FATE_TRANSFORMED ? "NotParallel" : "Kept", loop->range.begin,
          loop->function);
    add_arg(out, "String", pv_printf(report->arena, "loop %s: %s", pv_report_summary(report, loop), why->reason));
    if (dependence && dependence->source.line) {
        add_arg(out, "String", "; dependence: ");
        add_place(out, report, "Source", dependence->source_text ? dependence->source_text : "statement",
                  dependence->source);
        add_arg(out, "String", ", then ");
        add_place(out, report, "Target", dependence->target_text ? dependence->target_text : "statement",
                  dependence->target);
    }
    const char *example = dependence ? pv_explain_example(report->arena, dependence) : NULL;
    if (example) {
        add_arg(out, "String", "; for example, ");
        add_arg(out, "Example", example);
    }
    if (why->remedy) {
        add_arg(out, "String", "; to change this: ");
        add_arg(out, "Remedy", why->remedy);
    }
    end(out);
}

static void print_loop(struct pv_sb *out, const struct pv_report *report, const struct pv_nest *loop)
{
    const struct pv_role *role = &loop->role;
    struct pv_why why = pv_report_why(report, loop);
    if (why.reason) {
        print_missed(out, report, loop, &why);
    } else {
        bool is_device = role->is_blocks || role->is_threads;
        begin(out, report, "Passed", is_device ? "OnDevice" : "Parallel", loop->range.begin, loop->function);
        add_arg(out, "String", pv_printf(report->arena, "loop %s", pv_report_summary(report, loop)));
        end(out);
    }
    if (role->is_vector) {
        begin(out, report, "Passed", "Vectorized", loop->range.begin, loop->function);
        add_arg(out, "String", "loop vectorized");
        end(out);
    }
    if (role->tile) {
        begin(out, report, "Passed", "Tiled", loop->range.begin, loop->function);
        add_arg(out, "String", "loop tiled by ");
        add_number(out, "TileSize", role->tile);
        end(out);
    }
}

static void print_region(struct pv_sb *out, const struct pv_report *report, const struct pv_region_facts *facts)
{
    for (int i = 0; i < facts->kernels.n; i++) {
        begin(out, report, "Analysis", "Kernel", facts->range.begin, facts->function);
        add_arg(out, "String", "kernel ");
        add_number(out, "Kernel", facts->kernels.v[i].number);
        add_arg(out, "String",
                pv_printf(report->arena, ": %s", pv_explain_kernel(report->arena, &facts->kernels.v[i])));
        end(out);
    }
    for (int i = 0; i < facts->arrays.n; i++) {
        begin(out, report, "Analysis", "Memory", facts->range.begin, facts->function);
        add_arg(out, "Array", facts->arrays.v[i].name);
        add_arg(out, "String", pv_printf(report->arena, ": %s", pv_explain_array(report->arena, &facts->arrays.v[i])));
        end(out);
    }
    if (!facts->has_code)
        return;
    begin(out, report, "Analysis", "Schedule", facts->range.begin, facts->function);
    add_arg(out, "String", pv_printf(report->arena, "schedule: %s", pv_explain_order(report->arena, &facts->order)));
    end(out);
}

void pv_remarks_print(struct pv_sb *out, const struct pv_report *report)
{
    for (int i = 0; i < report->loops.n; i++)
        if (report->loops.v[i].verdict.fate > PV_FATE_OUTSIDE)
            print_loop(out, report, &report->loops.v[i]);
    for (int i = 0; i < report->regions.n; i++)
        print_region(out, report, report->regions.v[i]);
}
