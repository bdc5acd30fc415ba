/* Writes down the setting of macros in which the conditionals inside a region were read. */
#include "front/configuration.h"

#include <ctype.h>
#include <string.h>

struct search {
    struct pv_arena *arena;
    const struct pv_clang *clang;
    const struct pv_directives *directives;
    const char *text;
    int end; /* one past the last directive of the region */
    const struct pv_directive *obstacle;
};

/* What is known of a branch: was it read, or skipped? An empty one leaves no trace. */
enum fate { FATE_UNKNOWN, FATE_READ, FATE_SKIPPED };

struct branch {
    int head; /* its directive */
    enum fate fate;
    bool is_empty;      /* holds nothing but blanks and conditionals */
    pv_setting setting; /* of the conditionals in it */
};
typedef PV_VEC(struct branch) branch_vec;

/* The offset of the first byte between "from" and "to" that is no blank; "to" for none. */
static unsigned find_content(const struct search *search, unsigned from, unsigned to)
{
    while (from < to && isspace((unsigned char)search->text[from]))
        from++;
    return from;
}

/* Learn from the text between "from" and "to", which holds no conditional, what became of "branch". */
static void look_at_text(const struct search *search, unsigned from, unsigned to, struct branch *branch)
{
    unsigned at = find_content(search, from, to);
    if (at >= to)
        return;
    branch->is_empty = false;
    branch->fate = pv_clang_is_skipped(search->clang, at) ? FATE_SKIPPED : FATE_READ;
}

static void read_group(struct search *search, int *pos, struct branch *outer);

/* Read the branch that directive "*pos" begins, up to the next directive of the same conditional. */
static struct branch read_branch(struct search *search, int *pos)
{
    const struct pv_directive *list = search->directives->list.v;
    struct branch branch = {.head = *pos, .is_empty = true};
    unsigned from = list[(*pos)++].end;
    while (*pos < search->end && !search->obstacle) {
        const struct pv_directive *next = &list[*pos];
        if (next->kind == PV_DIRECTIVE_STATE) {
            if (!pv_clang_is_skipped(search->clang, next->at))
                search->obstacle = next;
            (*pos)++;
            continue;
        }
        look_at_text(search, from, next->at, &branch);
        if (next->kind != PV_DIRECTIVE_IF)
            return branch;
        read_group(search, pos, &branch);
        from = *pos > 0 ? list[*pos - 1].end : from;
    }
    if (!search->obstacle) /* the region ends inside of it */
        search->obstacle = &list[branch.head];
    return branch;
}

/* Decide what became of the branches without a trace: at most one of a conditional is read. False where it is not known. */
static bool decide(branch_vec *branches)
{
    int n_read = 0;
    bool all_empty = true, all_known = true;
    for (int i = 0; i < branches->n; i++) {
        n_read += branches->v[i].fate == FATE_READ;
        all_empty = all_empty && branches->v[i].is_empty;
        all_known = all_known && branches->v[i].fate != FATE_UNKNOWN;
    }
    for (int i = 0; i < branches->n && n_read; i++)
        if (branches->v[i].fate == FATE_UNKNOWN)
            branches->v[i].fate = FATE_SKIPPED;
    return n_read < 2 && (n_read || all_known || all_empty);
}

static void add_line(const struct search *search, pv_setting *setting, const char *line)
{
    pv_push(search->arena, setting, line);
}

/* Append the lines of a conditional to "setting". */
static void add_group(const struct search *search, const branch_vec *branches, pv_setting *setting)
{
    bool is_read = false, has_else = false;
    for (int i = 0; i < branches->n; i++) {
        const struct branch *branch = &branches->v[i];
        const struct pv_directive *head = &search->directives->list.v[branch->head];
        add_line(search, setting, head->text);
        has_else = has_else || (!strncmp(head->words, "else", 4) && !isalnum((unsigned char)head->words[4]));
        is_read = is_read || branch->fate == FATE_READ;
        if (branch->fate != FATE_READ)
            add_line(search, setting, NULL);
        for (int k = 0; k < branch->setting.n && branch->fate == FATE_READ; k++)
            add_line(search, setting, branch->setting.v[k]);
    }
    if (is_read && !has_else) {
        add_line(search, setting, "#else");
        add_line(search, setting, NULL);
    }
    add_line(search, setting, "#endif");
}

/* Read the conditional that directive "*pos" begins, inside of "outer". */
static void read_group(struct search *search, int *pos, struct branch *outer)
{
    const struct pv_directive *list = search->directives->list.v;
    const struct pv_directive *first = &list[*pos];
    branch_vec branches = {0};
    bool is_empty = true;
    while (!search->obstacle) {
        struct branch branch = read_branch(search, pos);
        pv_push(search->arena, &branches, branch);
        is_empty = is_empty && branch.is_empty;
        if (branch.fate == FATE_READ)
            outer->fate = FATE_READ;
        if (search->obstacle || list[*pos].kind == PV_DIRECTIVE_ENDIF)
            break;
    }
    if (search->obstacle)
        return;
    (*pos)++;
    outer->is_empty = outer->is_empty && is_empty;
    if (!decide(&branches))
        search->obstacle = first;
    else if (!is_empty)
        add_group(search, &branches, &outer->setting);
}

static bool is_decided_by_macros(const struct search *search, int first)
{
    for (int i = first; i < search->end; i++) {
        const struct pv_directive *directive = &search->directives->list.v[i];
        if (directive->kind == PV_DIRECTIVE_IF && !search->directives->is_constant.v[directive->group])
            return true;
    }
    return false;
}

const struct pv_directive *pv_configuration_find(struct pv_arena *arena, const struct pv_clang *clang,
                                                 const struct pv_directives *directives, const char *text,
                                                 unsigned begin, unsigned end, pv_setting *setting)
{
    struct search search = {.arena = arena, .clang = clang, .directives = directives, .text = text};
    int first = 0;
    while (first < directives->list.n && directives->list.v[first].at < begin)
        first++;
    search.end = first;
    while (search.end < directives->list.n && directives->list.v[search.end].at < end)
        search.end++;
    const struct pv_directive *kept = pv_directives_obstacle(directives, begin, end);
    if (!kept || !is_decided_by_macros(&search, first))
        return kept;
    struct branch all = {.fate = FATE_READ};
    for (int pos = first; pos < search.end && !search.obstacle;) {
        const struct pv_directive *directive = &directives->list.v[pos];
        if (directive->kind == PV_DIRECTIVE_IF)
            read_group(&search, &pos, &all);
        else
            search.obstacle = directive;
    }
    if (!search.obstacle)
        *setting = all.setting;
    return search.obstacle;
}
