/* Finds functions of the program that look at errno after calls of mathematical functions. */
#include "front/errnouse.h"

#include "base/words.h"
#include "front/extract.h"
#include "front/pencil.h"

#include <string.h>

struct use {
    bool has_errno, has_call;
};

/* What the macro errno calls, by C library. */
static bool is_errno(const char *name)
{
    static const char *const names[] = {"__errno_location", "___errno", "__errno", "__error", "_errno"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static void look(struct pv_extract *x, const struct pv_node *node, int depth, struct use *use)
{
    struct pv_cursor callee, definition;
    if (depth > PV_DEEPEST_NESTING)
        return;
    if (node->kind == PV_NODE_CALL && pv_extract_callee(node, &callee)) {
        const char *name = pv_cursor_name(x->clang, callee);
        use->has_errno = use->has_errno || is_errno(name);
        use->has_call = use->has_call || (pv_library_sets_errno(name) && !pv_cursor_definition(callee, &definition));
    }
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        look(x, kid, depth + 1, use);
}

bool pv_errno_matters(struct pv_extract *x, const pv_cursor_vec *functions)
{
    if (!pv_text_count_identifier(x->text, x->size, "errno"))
        return false;
    for (int i = 0; i < functions->n; i++) {
        struct use use = {false, false};
        look(x, pv_clang_read(x->clang, functions->v[i], PV_READ_ALL), 0, &use);
        if (use.has_errno && use.has_call)
            return true;
    }
    return false;
}
