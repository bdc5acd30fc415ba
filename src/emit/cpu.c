/* Prints regions for the host, in C and OpenMP. */
#include "emit/cpu.h"

#include "emit/cguard.h"

#include <string.h>

/* "name" as a string of C. */
static const char *quote(struct pv_arena *arena, const char *name)
{
    char *text = pv_alloc(arena, 2 * strlen(name) + 3), *end = text;
    *end++ = '"';
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            *end++ = '\\';
        *end++ = *name;
    }
    *end = '"';
    return text;
}

/* Say from which line of the file "stmt" is. A statement of a function in another file has no line there. */
static void print_line_of(struct pv_writer *out, const struct pv_ps *stmt)
{
    const struct pv_stmt *from = stmt->leaf ? stmt->leaf->stmt : NULL;
    if (from && !from->is_inlined && from->range.begin.line)
        pv_emit_line(out, "#line %u", from->range.begin.line);
}

struct pv_cpu pv_cpu_begin(struct pv_arena *arena, const struct pv_names *names, const char *lines_of)
{
    struct pv_cpu cpu = {
        .arena = arena, .unit = names->unit, .names = names, .how = pv_cprint_begin(arena, names->own)};
    if (lines_of) {
        cpu.lines_of = quote(arena, lines_of);
        cpu.how.before = print_line_of;
    }
    return cpu;
}

void pv_cpu_add_line(const struct pv_cpu *cpu, unsigned line, struct pv_sb *out)
{
    if (cpu->lines_of)
        pv_sb_printf(out, "#line %u %s\n", line, cpu->lines_of);
}

void pv_cpu_print_top(const struct pv_cpu *cpu, int n, struct pv_prog *const *progs, struct pv_sb *out)
{
    bool uses[PV_CMACROS] = {false}, uses_openmp = false;
    for (int i = 0; i < n; i++) {
        const pv_pblock *const blocks[] = {&progs[i]->outliving, &progs[i]->named, &progs[i]->locals, &progs[i]->body};
        for (size_t k = 0; k < sizeof(blocks) / sizeof(*blocks); k++)
            pv_pblock_macros(blocks[k], uses);
        if (progs[i]->guard)
            pv_cguard_macros(progs[i]->guard, uses);
        uses_openmp = uses_openmp || progs[i]->uses_openmp;
    }
    pv_cprint_macros(&cpu->how, out, uses);
    if (uses_openmp)
        pv_sb_add(out, "#if defined(__GNUC__) && !defined(_OPENMP)\n"
                       "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
                       "#endif\n");
}

const char *pv_cpu_margin(const struct pv_cpu *cpu, const struct pv_region *region)
{
    const char *text = cpu->unit->text;
    const struct pv_tree *body = region->body;
    size_t line = body->children.n ? body->children.v[0]->range.begin.offset : region->range.begin.offset;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    return pv_strndup(cpu->arena, text + line, strspn(text + line, " \t"));
}

/* Say of what the region alone used that it is meant not to be used any more. */
static void mention_unused(const struct pv_prog *prog, struct pv_writer *out)
{
    for (int i = 0; i < prog->unused.n; i++)
        pv_emit_line(out, "(void)%s;", prog->unused.v[i]);
}

void pv_cpu_print_region(const struct pv_cpu *cpu, const struct pv_prog *prog, struct pv_sb *out)
{
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, prog->code->scop->region), .level = prog->guard != NULL};
    pv_cprint_block(&cpu->how, &writer, &prog->outliving);
    if (prog->has_block) {
        pv_emit_line(&writer, "{");
        writer.level++;
    }
    if (!prog->guard)
        pv_cprint_block(&cpu->how, &writer, &prog->named);
    pv_cprint_block(&cpu->how, &writer, &prog->locals);
    pv_cprint_block(&cpu->how, &writer, &prog->body);
    if (prog->has_block) {
        writer.level--;
        pv_emit_line(&writer, "}");
    }
    mention_unused(prog, &writer);
    pv_sb_addn(out, writer.text.text ? writer.text.text : "", writer.text.n);
    pv_sb_free(&writer.text);
}

bool pv_cpu_is_inner_statement(const struct pv_unit *unit, const struct pv_region *region)
{
    size_t begin = region->range.begin.offset;
    while (begin > 0 && strchr(" \t\r\n", unit->text[begin - 1]))
        begin--;
    return !region->is_marked && begin > 0 && !strchr("{};", unit->text[begin - 1]);
}

void pv_cpu_add_original(const struct pv_cpu *cpu, const struct pv_region *region, struct pv_sb *out)
{
    size_t begin = region->range.begin.offset, end = region->range.end.offset;
    while (end > begin && strchr(" \t\r\n", cpu->unit->text[end - 1]))
        end--;
    pv_cpu_add_line(cpu, region->range.begin.line, out);
    pv_sb_add(out, region->is_marked ? "" : pv_cpu_margin(cpu, region));
    for (; begin < end; begin++)
        if (cpu->unit->text[begin] != '\r' || cpu->unit->text[begin + 1] != '\n')
            pv_sb_addn(out, cpu->unit->text + begin, 1);
    pv_sb_add(out, "\n");
}

void pv_cpu_print_call(const struct pv_cpu *cpu, const struct pv_prog *prog, const char *call, struct pv_sb *out)
{
    const struct pv_region *region = prog->code->scop->region;
    bool has_block = prog->code->named.n || prog->named.n ||
                     (prog->keeps_original && pv_cpu_is_inner_statement(cpu->unit, region));
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, region)};
    pv_cprint_block(&cpu->how, &writer, &prog->outliving);
    if (has_block) {
        pv_emit_line(&writer, "{");
        writer.level++;
        pv_cprint_block(&cpu->how, &writer, &prog->named);
    }
    if (prog->keeps_original) {
        pv_emit_line(&writer, "if (!%s) {", call);
        pv_cpu_add_original(cpu, region, &writer.text);
        if (prog->body.n)
            pv_emit_line(&writer, "} else {");
        writer.level++;
        pv_cprint_block(&cpu->how, &writer, &prog->body);
        writer.level--;
        pv_emit_line(&writer, "}");
    } else {
        pv_emit_line(&writer, "%s;", call);
        pv_cprint_block(&cpu->how, &writer, &prog->body);
    }
    if (has_block) {
        writer.level--;
        pv_emit_line(&writer, "}");
    }
    mention_unused(prog, &writer);
    pv_sb_addn(out, writer.text.text, writer.text.n);
    pv_sb_free(&writer.text);
}

const char *pv_cpu_names_text(const struct pv_cpu *cpu, const struct pv_prog *prog)
{
    struct pv_writer writer = {.margin = pv_cpu_margin(cpu, prog->code->scop->region), .level = 1};
    pv_cprint_block(&cpu->how, &writer, &prog->named);
    const char *lines = pv_strdup(cpu->arena, writer.text.n ? writer.text.text : "");
    pv_sb_free(&writer.text);
    return lines;
}
