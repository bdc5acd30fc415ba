/* Prints the report as SARIF 2.1.0. */
#include "report/sarif.h"

#include "report/explain.h"
#include "report/json.h"

#include <string.h>

/* The kinds of results. */
enum rule { PARALLEL, NOT_PARALLEL, KEPT, N_RULES };
static const struct {
    const char *id, *text;
} rules[N_RULES] = {
    [PARALLEL] = {"parallel", "Threads, or blocks and threads of a device, share the iterations of the loop."},
    [NOT_PARALLEL] = {"not-parallel", "The iterations of the loop run one after the other."},
    [KEPT] = {"kept", "The loop keeps its text."},
};

/* Append "path" as a reference, with the characters that such a reference may not have escaped. */
static void add_uri(struct pv_sb *out, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    pv_sb_printf(out, "\"%s", *path == '/' ? "file://" : "");
    for (; *path; path++) {
        if (strchr(plain, *path))
            pv_sb_addn(out, path, 1);
        else
            pv_sb_printf(out, "%%%02X", (unsigned char)*path);
    }
    pv_sb_add(out, "\"");
}

static void add_location(struct pv_sb *out, const struct pv_report *report, struct pv_loc loc, int id,
                         const char *message)
{
    pv_sb_add(out, "{ ");
    if (message) {
        pv_sb_printf(out, "\"id\": %d, \"message\": { \"text\": ", id);
        pv_json_add(out, message);
        pv_sb_add(out, " }, ");
    }
    pv_sb_add(out, "\"physicalLocation\": { \"artifactLocation\": { \"uri\": ");
    add_uri(out, pv_diag_file_name(report->diag, loc.file));
    pv_sb_printf(out, " }, \"region\": { \"startLine\": %u, \"startColumn\": %u } } }", loc.line, loc.col);
}

/* What is said about "loop". */
static const char *describe(const struct pv_report *report, const struct pv_nest *loop, const struct pv_why *why)
{
    struct pv_arena *arena = report->arena;
    const char *example = why->dependence ? pv_explain_example(arena, why->dependence) : NULL;
    return pv_printf(arena, "loop %s%s%s%s%s%s%s.", pv_report_summary(report, loop), why->reason ? ": " : "",
                     why->reason ? why->reason : "", example ? "; for example, " : "", example ? example : "",
                     why->remedy ? "; to change this: " : "", why->remedy ? why->remedy : "");
}

static void add_related(struct pv_sb *out, const struct pv_report *report, const struct pv_dependence *dependence)
{
    pv_sb_add(out, ",\n          \"relatedLocations\": [\n            ");
    add_location(out, report, dependence->source, 1,
                 dependence->source_writes ? "the dependence begins with this write"
                                           : "the dependence begins with this read");
    pv_sb_add(out, ",\n            ");
    add_location(out, report, dependence->target, 2,
                 dependence->target_writes ? "a later iteration writes here" : "a later iteration reads here");
    pv_sb_add(out, "\n          ]");
}

static void add_result(struct pv_sb *out, const struct pv_report *report, const struct pv_nest *loop)
{
    struct pv_why why = pv_report_why(report, loop);
    enum pv_fate fate = loop->verdict.fate;
    enum rule rule = !why.reason ? PARALLEL : fate == PV_FATE_TRANSFORMED ? NOT_PARALLEL : KEPT;
    pv_sb_printf(out, "        {\n          \"ruleId\": \"%s\",\n          \"ruleIndex\": %d,\n", rules[rule].id,
                 (int)rule);
    pv_sb_printf(out, "          \"level\": \"%s\",\n          \"message\": { \"text\": ",
                 fate == PV_FATE_UNMODELLED ? "warning" : "note");
    pv_json_add(out, describe(report, loop, &why));
    pv_sb_add(out, " },\n          \"locations\": [ ");
    add_location(out, report, loop->range.begin, 0, NULL);
    pv_sb_add(out, " ]");
    if (why.dependence && why.dependence->source.line)
        add_related(out, report, why.dependence);
    pv_sb_add(out, "\n        }");
}

static void add_rules(struct pv_sb *out)
{
    for (int i = 0; i < N_RULES; i++)
        pv_sb_printf(out, "%s\n            { \"id\": \"%s\", \"shortDescription\": { \"text\": \"%s\" } }",
                     i ? "," : "", rules[i].id, rules[i].text);
}

void pv_sarif_print(struct pv_sb *out, const struct pv_report *report, const char *version)
{
    pv_sb_add(out, "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n");
    pv_sb_printf(out,
                 "  \"runs\": [\n    {\n      \"tool\": {\n        \"driver\": {\n          \"name\": \"pave\",\n"
                 "          \"version\": \"%s\",\n          \"rules\": [",
                 version);
    add_rules(out);
    pv_sb_add(out, "\n          ]\n        }\n      },\n      \"results\": [");
    bool is_first = true;
    for (int i = 0; i < report->loops.n; i++) {
        if (report->loops.v[i].verdict.fate <= PV_FATE_OUTSIDE)
            continue;
        pv_sb_add(out, is_first ? "\n" : ",\n");
        add_result(out, report, &report->loops.v[i]);
        is_first = false;
    }
    pv_sb_add(out, "\n      ]\n    }\n  ]\n}\n");
}
