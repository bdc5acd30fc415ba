/* Finds the variables and functions that only the original text of a region used. */
#include "lower/unused.h"

#include "base/words.h"
#include "lower/bodynames.h"

#include <string.h>

struct search {
    const struct pv_lowering *lowering;
    struct pv_prog *prog;
    const pv_ranges *replaced;
};

/* Does the new text of the region name "name"? */
static bool is_named(const struct search *search, const char *name)
{
    const struct pv_prog *prog = search->prog;
    bool names = pv_pblock_names(&prog->outliving, name) || pv_pblock_names(&prog->named, name) ||
                 pv_pblock_names(&prog->locals, name) || pv_pblock_names(&prog->body, name);
    for (int i = 0; prog->entry && i < prog->entry->params.n; i++)
        names = names || !strcmp(prog->entry->params.v[i].value, name);
    return names;
}

/* How often "name" stands in the file from "begin" to "end", outside of the regions that get new text. */
static int count_outside(const struct search *search, size_t begin, size_t end, const char *name)
{
    const char *text = search->lowering->unit->text;
    int count = 0;
    for (int i = 0; i < search->replaced->n; i++) {
        struct pv_range range = search->replaced->v[i];
        if (range.end.offset <= begin || range.begin.offset >= end)
            continue;
        if (range.begin.offset > begin)
            count += pv_text_count_identifier(text + begin, range.begin.offset - begin, name);
        begin = range.end.offset < end ? range.end.offset : end;
    }
    return count + pv_text_count_identifier(text + begin, end - begin, name);
}

/* Does the new text of the region use the value of "var"? */
static bool is_used(const struct search *search, const struct pv_var *var)
{
    const struct pv_code *code = search->prog->code;
    bool is_pointer = var->storage == PV_STORAGE_PARAM && pv_ctype_is_indexable(var->type);
    return is_named(search, var->name) &&
           (is_pointer || pv_lowering_has_access(code, var, true) || !pv_lowering_has_access(code, var, false));
}

static bool lost_its_uses(const struct search *search, const struct pv_var *var)
{
    const struct pv_region *region = search->prog->code->scop->region;
    if (var->storage == PV_STORAGE_GLOBAL || var->function != region->function ||
        pv_lowering_is_declared_inside(region, var) || is_used(search, var))
        return false;
    if (!var->scope.begin.file)
        return true;
    size_t begin = var->decl.offset + strlen(var->name);
    return !count_outside(search, begin, var->scope.end.offset, var->name);
}

static bool lost_its_calls(const struct search *search, const struct pv_function *function)
{
    return function->is_static && !function->is_inline && function->has_body && !is_named(search, function->name) &&
           count_outside(search, 0, search->lowering->unit->size, function->name) <= 1;
}

/* Is "name" a constant of the function that lost its only use? Compilers do not warn about unused macros. */
static bool is_lost_constant(const struct search *search, const char *name)
{
    const struct pv_unit *unit = search->lowering->unit;
    return !strstr(unit->text, pv_printf(search->lowering->arena, "#define %s", name)) && !is_named(search, name) &&
           count_outside(search, 0, unit->size, name) == 1;
}

/* Look at the variables of the model too: the text in memory may name elements in their place (analysis/inplace). */
static void add_arrays(const struct pv_scop *scop, struct pv_bodynames *naming)
{
    for (int i = 0; i < scop->arrays.n; i++) {
        struct pv_var *var = scop->arrays.v[i]->n_copies ? NULL : scop->arrays.v[i]->var;
        bool is_listed = !var;
        for (int k = 0; k < naming->vars.n && !is_listed; k++)
            is_listed = naming->vars.v[k] == var;
        if (!is_listed)
            pv_push(naming->arena, &naming->vars, var);
    }
}

void pv_unused_find(const struct pv_lowering *lowering, struct pv_prog *prog, const pv_ranges *replaced)
{
    struct search search = {lowering, prog, replaced};
    struct pv_bodynames naming = {.arena = lowering->arena, .unit = lowering->unit};
    pv_bodynames_add(&naming, prog->code->scop->region->body);
    add_arrays(prog->code->scop, &naming);
    for (int i = 0; i < naming.vars.n; i++) {
        const struct pv_var *var = naming.vars.v[i]->stands_for ? naming.vars.v[i]->stands_for : naming.vars.v[i];
        if (lost_its_uses(&search, var))
            pv_push(lowering->arena, &prog->unused, var->name);
    }
    for (int i = 0; i < naming.constants.n; i++)
        if (is_lost_constant(&search, naming.constants.v[i]))
            pv_push(lowering->arena, &prog->unused, naming.constants.v[i]);
    for (int i = 0; i < naming.callees.n; i++)
        if (lost_its_calls(&search, naming.callees.v[i]))
            pv_push(lowering->arena, &prog->unused, naming.callees.v[i]->name);
}
