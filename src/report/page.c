/* Prints the report as one HTML page: the data as JSON, and the texts of page/. */
#include "report/page.h"

#include "report/explain.h"
#include "report/json.h"
#include "report/pagetexts.h"
#include "report/picture.h"

#include <stdlib.h>
#include <string.h>

struct printing {
    struct pv_sb *out;
    const struct pv_report *report;
    const struct pv_page_params *params;
};

/* Append "key": "text" with a comma behind it; null where there is no text. */
static void add_member(struct pv_sb *out, const char *key, const char *text)
{
    pv_sb_printf(out, "\"%s\": ", key);
    if (text)
        pv_json_add(out, text);
    else
        pv_sb_add(out, "null");
    pv_sb_add(out, ", ");
}

/* The first byte after the line at "text". */
static const char *next_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

static size_t line_length(const char *text)
{
    return strcspn(text, "\r\n");
}

/* Texts. */

static void add_source(const struct printing *printing)
{
    const struct pv_unit *unit = printing->report->unit;
    const char *text = pv_printf(printing->report->arena, "%.*s", (int)unit->size, unit->text);
    pv_sb_add(printing->out, "\"source\": [");
    for (bool is_first = true; *text; text = next_line(text), is_first = false) {
        pv_sb_add(printing->out, is_first ? "\n" : ",\n");
        pv_json_addn(printing->out, text, line_length(text));
    }
    pv_sb_add(printing->out, "],\n");
}

/* The line of the source with number "line", counted from 1; NULL where there is none. "at" and "last" remember the line that
 * was looked at before. */
static const char *source_line(const struct pv_unit *unit, unsigned line, const char **at, unsigned *last)
{
    if (line < *last || !*at) {
        *at = unit->text;
        *last = 1;
    }
    for (; *last < line && **at; ++*last)
        *at = next_line(*at);
    return *last == line && **at ? *at : NULL;
}

/* Append the lines of "text" with the lines of the source that they come from. #line directives say so: one with a file for all
 * lines of unchanged text that follow, one without for the statement right behind it. */
static void add_code(const struct printing *printing, const char *text, bool *is_first)
{
    const struct pv_unit *unit = printing->report->unit;
    unsigned statement = 0, copied = 0, last = 1;
    const char *at = NULL;
    for (; text && *text; text = next_line(text)) {
        size_t n = line_length(text);
        if (!strncmp(text, "#line ", 6)) {
            unsigned line = (unsigned)strtoul(text + 6, NULL, 10);
            bool has_file = memchr(text, '"', n);
            copied = has_file ? line : copied;
            statement = has_file ? 0 : line;
            continue;
        }
        const char *same = copied ? source_line(unit, copied, &at, &last) : NULL;
        bool is_copy = same && line_length(same) == n && !strncmp(same, text, n);
        pv_sb_printf(printing->out, "%s[%u, ", *is_first ? "\n" : ",\n", statement ? statement : is_copy ? copied : 0);
        pv_json_addn(printing->out, text, n);
        pv_sb_add(printing->out, "]");
        *is_first = false;
        statement = 0;
        copied += copied != 0;
    }
}

static void add_texts(const struct printing *printing)
{
    bool is_first = true;
    add_source(printing);
    add_member(printing->out, "codeName",
               pv_printf(printing->report->arena, "generated for --target=%s", printing->params->target));
    pv_sb_add(printing->out, "\"code\": [");
    add_code(printing, printing->params->kernels, &is_first);
    add_code(printing, printing->params->program, &is_first);
    pv_sb_add(printing->out, "],\n");
}

/* Loops. */

/* Append the words for what became of "loop", as the page knows them. */
static void add_kinds(const struct printing *printing, const struct pv_nest *loop)
{
    const struct pv_role *role = &loop->role;
    bool is_device = (role->is_blocks || role->is_threads) && !role->is_partial;
    bool is_parallel = role->is_shared && !role->is_partial;
    const char *first = loop->verdict.fate != PV_FATE_TRANSFORMED ? "kept"
                        : is_device                               ? "device"
                        : is_parallel                             ? "parallel"
                                                                  : "serial";
    if (role->is_vector && !is_device && !is_parallel)
        pv_sb_add(printing->out, "\"kinds\": [\"vector\"], ");
    else
        pv_sb_printf(printing->out, "\"kinds\": [\"%s\"%s], ", first, role->is_vector ? ", \"vector\"" : "");
}

static const char *describe_dependence(struct pv_arena *arena, const struct pv_dependence *dependence)
{
    if (!dependence || !dependence->source.line)
        return NULL;
    return pv_printf(
        arena, "Dependence: %s of '%s' at %u:%u, then %s of '%s' at %u:%u",
        dependence->source_writes ? "write" : "read", dependence->source_text ? dependence->source_text : "memory",
        dependence->source.line, dependence->source.col, dependence->target_writes ? "write" : "read",
        dependence->target_text ? dependence->target_text : "memory", dependence->target.line, dependence->target.col);
}

static void add_loop(const struct printing *printing, int i)
{
    const struct pv_report *report = printing->report;
    const struct pv_nest *loop = &report->loops.v[i];
    struct pv_why why = pv_report_why(report, loop);
    int depth = 0;
    for (int k = i; !pv_report_is_outermost(report, k) && report->loops.v[k].parent >= 0; k = report->loops.v[k].parent)
        depth++;
    pv_sb_printf(printing->out, "{\"line\": %u, \"column\": %u, \"depth\": %d, ", loop->range.begin.line,
                 loop->range.begin.col, depth);
    add_kinds(printing, loop);
    add_member(printing->out, "head", pv_report_head(report, loop));
    add_member(printing->out, "reason", why.reason);
    add_member(printing->out, "dependence", describe_dependence(report->arena, why.dependence));
    add_member(printing->out, "example", why.dependence ? pv_explain_example(report->arena, why.dependence) : NULL);
    add_member(printing->out, "remedy", why.remedy);
    pv_sb_add(printing->out, "\"summary\": ");
    pv_json_add(printing->out, pv_report_summary(report, loop));
    pv_sb_add(printing->out, "}");
}

static void add_loops(const struct printing *printing)
{
    bool is_first = true;
    pv_sb_add(printing->out, "\"loops\": [");
    for (int i = 0; i < printing->report->loops.n; i++) {
        const struct pv_nest *loop = &printing->report->loops.v[i];
        if (loop->verdict.fate <= PV_FATE_OUTSIDE || loop->range.begin.file != printing->report->unit->file)
            continue;
        pv_sb_add(printing->out, is_first ? "\n" : ",\n");
        add_loop(printing, i);
        is_first = false;
    }
    pv_sb_add(printing->out, "],\n");
}

/* Regions. */

static void add_pair(struct pv_sb *out, bool is_first, const char *name, const char *text)
{
    pv_sb_add(out, is_first ? "[" : ", [");
    pv_json_add(out, name);
    pv_sb_add(out, ", ");
    pv_json_add(out, text);
    pv_sb_add(out, "]");
}

static void add_tables(const struct printing *printing, const struct pv_region_facts *facts)
{
    struct pv_arena *arena = printing->report->arena;
    struct pv_sb *out = printing->out;
    pv_sb_add(out, "\"kernels\": [");
    for (int i = 0; i < facts->kernels.n; i++)
        add_pair(out, !i, pv_printf(arena, "kernel %d", facts->kernels.v[i].number),
                 pv_explain_kernel(arena, &facts->kernels.v[i]));
    pv_sb_add(out, "], \"arrays\": [");
    for (int i = 0; i < facts->arrays.n; i++)
        add_pair(out, !i, facts->arrays.v[i].name, pv_explain_array(arena, &facts->arrays.v[i]));
    pv_sb_add(out, "], \"times\": [");
    for (int i = 0; printing->params->has_times && i < facts->times.n; i++)
        add_pair(out, !i, facts->times.v[i].stage, pv_printf(arena, "%.3f s", facts->times.v[i].seconds));
    pv_sb_add(out, "], ");
}

static void add_numbers(struct pv_sb *out, const int *numbers, int n)
{
    pv_sb_add(out, "[");
    for (int i = 0; i < n; i++)
        pv_sb_printf(out, "%s%d", i ? ", " : "", numbers[i]);
    pv_sb_add(out, "]");
}

static void add_picture(struct pv_sb *out, const struct pv_report *report, const struct pv_picture *picture)
{
    int n = picture->stmt->n_iterators;
    pv_sb_printf(out, "{\"line\": %u, \"clipped\": %s, ", picture->stmt->range.begin.line,
                 picture->is_clipped ? "true" : "false");
    add_member(out, "name", picture->stmt->name);
    add_member(out, "parameters", picture->parameters);
    add_member(out, "tiles", picture->tiles);
    pv_sb_add(out, "\"low\": ");
    add_numbers(out, picture->low, n);
    pv_sb_add(out, ", \"iterators\": [");
    for (int i = 0; i < n; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_json_add(out,
                    picture->stmt->iterators[i] ? pv_report_name(report, picture->stmt->iterators[i]) : "iteration");
    }
    pv_sb_add(out, "], \"points\": [");
    for (int i = 0; i < picture->points.n; i++) {
        pv_sb_printf(out, "%s{\"step\": %d, ", i ? ", " : "", picture->points.v[i].step);
        if (picture->points.v[i].tile >= 0)
            pv_sb_printf(out, "\"tile\": %d, \"odd\": %s, ", picture->points.v[i].tile,
                         picture->points.v[i].is_odd ? "true" : "false");
        pv_sb_add(out, "\"at\": ");
        add_numbers(out, picture->points.v[i].at, n);
        pv_sb_add(out, "}");
    }
    pv_sb_add(out, "], \"arrows\": [");
    for (int i = 0; i < picture->arrows.n; i++)
        pv_sb_printf(out, "%s[%d, %d, %d]", i ? ", " : "", picture->arrows.v[i].from, picture->arrows.v[i].to,
                     (int)picture->arrows.v[i].is_flow);
    pv_sb_add(out, "]}");
}

static void add_region(const struct printing *printing, const struct pv_region_facts *facts)
{
    struct pv_sb *out = printing->out;
    pv_sb_printf(out, "{\"first\": %u, \"last\": %u, ", facts->range.begin.line, facts->range.end.line);
    add_member(out, "name", facts->function ? facts->function : "?");
    add_member(out, "guard", facts->guard);
    add_member(out, "order", pv_explain_order(printing->report->arena, &facts->order));
    add_member(out, "before", facts->tree_before);
    add_member(out, "after", facts->tree_after);
    add_tables(printing, facts);
    pv_sb_add(out, "\"pictures\": [");
    for (int i = 0; i < facts->pictures.n; i++) {
        pv_sb_add(out, i ? ",\n" : "\n");
        add_picture(out, printing->report, facts->pictures.v[i]);
    }
    pv_sb_add(out, "]}");
}

static void add_regions(const struct printing *printing)
{
    bool is_first = true;
    pv_sb_add(printing->out, "\"regions\": [");
    for (int i = 0; i < printing->report->regions.n; i++) {
        if (!printing->report->regions.v[i]->has_code)
            continue;
        pv_sb_add(printing->out, is_first ? "\n" : ",\n");
        add_region(printing, printing->report->regions.v[i]);
        is_first = false;
    }
    pv_sb_add(printing->out, "]\n");
}

static void add_tuning(struct pv_sb *out, const struct pv_page_tuning *tuning)
{
    pv_sb_add(out, "\"tuning\": {");
    add_member(out, "summary", tuning->summary);
    pv_sb_printf(out, "\"best\": %d, \"normal\": %d, \"trials\": [", tuning->best, tuning->normal);
    for (int i = 0; i < tuning->n; i++) {
        pv_sb_add(out, i ? ",\n{" : "\n{");
        add_member(out, "name", tuning->trials[i].name);
        add_member(out, "failure", tuning->trials[i].failure);
        pv_sb_printf(out, "\"seconds\": %.6g, \"runs\": %d}", tuning->trials[i].seconds, tuning->trials[i].n_runs);
    }
    pv_sb_add(out, "]},\n");
}

/* Append "text" with the characters that HTML would interpret escaped. */
static void add_html(struct pv_sb *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '&' || *text == '"')
            pv_sb_printf(out, "&#%d;", *text);
        else
            pv_sb_addn(out, text, 1);
    }
}

/* What stands in the page before any script runs. */
static void add_body(const struct printing *printing)
{
    struct pv_sb *out = printing->out;
    pv_sb_add(out, "<header><h1>");
    add_html(out, printing->report->unit->file_name);
    pv_sb_printf(out, "</h1><span>pave %s, --target=%s</span><span class=\"space\"></span>\n",
                 printing->params->version, printing->params->target);
    pv_sb_add(out, "<span class=\"keys\">Keys: s source, g generated, l loops, arrows move, Enter shows the other "
                   "side, t theme</span>\n"
                   "<button id=\"theme\" type=\"button\">Dark</button></header>\n<main>\n"
                   "<noscript>This page needs JavaScript; pave explain prints the same as text.</noscript>\n"
                   "<div id=\"tuning\"></div>\n<h2>Loops</h2>\n<ol class=\"loops\" id=\"loops\"></ol>\n"
                   "<h2>Source and generated code</h2>\n<div class=\"panes\">\n");
    pv_sb_add(out, "<div class=\"pane\" id=\"source\" tabindex=\"0\" role=\"listbox\" aria-label=\"source\"><h3></h3>"
                   "<div class=\"code\"></div></div>\n"
                   "<div class=\"pane\" id=\"generated\" tabindex=\"0\" role=\"listbox\" aria-label=\"generated code\">"
                   "<h3></h3><div class=\"code\"></div></div>\n</div>\n<div id=\"regions\"></div>\n</main>\n");
}

void pv_page_print(struct pv_sb *out, const struct pv_report *report, const struct pv_page_params *params)
{
    struct printing printing = {out, report, params};
    pv_sb_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    add_html(out, report->unit->file_name);
    pv_sb_add(out, " - pave</title>\n<style>\n");
    pv_sb_add(out, pv_page_page_css);
    pv_sb_add(out, "</style></head>\n<body>\n");
    add_body(&printing);
    pv_sb_add(out, "<script id=\"data\" type=\"application/json\">\n{");
    add_member(out, "file", report->unit->file_name);
    add_texts(&printing);
    add_loops(&printing);
    if (params->tuning)
        add_tuning(out, params->tuning);
    add_regions(&printing);
    pv_sb_add(out, "}\n</script>\n<script>\n");
    pv_sb_add(out, pv_page_page_js);
    pv_sb_add(out, "</script>\n</body></html>\n");
}
