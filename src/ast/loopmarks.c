/* Hands what marks say over to the loops of the AST. */
#include "ast/loopmarks.h"

struct marking {
    struct pv_arena *arena;
    PV_VEC(const struct pv_an *) marks; /* around the place */
};

/* A mark is about the band right below it, of which there may be several loops, or none where it has one iteration:
 * the depth tells its loops from those of bands further down. Others may stand in between. */
static struct pv_code_loop *read_marks(const struct marking *marking, int depth)
{
    struct pv_code_loop *loop = pv_new(marking->arena, struct pv_code_loop);
    loop->factor = 1;
    for (int i = marking->marks.n - 1; i >= 0; i--) {
        const struct pv_mark *mark = marking->marks.v[i]->mark;
        int member = depth - mark->depth;
        if (mark->kind == PV_MARK_JAM && member >= 0 && member < mark->n_factors) {
            loop->factor = mark->factors[member];
            loop->is_independent = mark->is_independent;
        } else if (mark->kind != PV_MARK_JAM && !loop->mark && member == 0) {
            loop->mark = mark;
            loop->work = marking->marks.v[i]->work;
        }
    }
    return loop;
}

/* Is "nodes" one loop, perhaps under conditions? */
static bool is_one_loop(const pv_anodes *nodes)
{
    const struct pv_an *node = nodes->n == 1 ? nodes->v[0] : NULL;
    if (!node || node->kind == PV_AN_USER || (node->kind == PV_AN_IF && node->has_other))
        return false;
    return node->kind == PV_AN_FOR || is_one_loop(&node->body);
}

/* Forget what "mark" says about the loop "node". */
static bool forget_mark(struct pv_an *node, void *mark)
{
    if (node->loop && node->loop->mark == mark)
        node->loop->mark = NULL;
    return true;
}

static void annotate(struct marking *marking, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n; i++) {
        struct pv_an *node = nodes->v[i];
        if (node->kind == PV_AN_FOR)
            node->loop = read_marks(marking, node->depth);
        if (node->kind == PV_AN_MARK)
            pv_push(marking->arena, &marking->marks, node);
        annotate(marking, &node->body);
        annotate(marking, &node->other);
        if (node->kind != PV_AN_MARK)
            continue;
        marking->marks.n--;
        /* A mark whose loop has become several says nothing about them where the last iteration leaves values behind: it may
         * be in any of them. Otherwise each iteration is in one of them, since generators keep iterations together. */
        if (node->mark->sharing.lasts.n && !is_one_loop(&node->body))
            pv_an_visit(&node->body, forget_mark, (void *)node->mark);
    }
}

void pv_loopmarks(struct pv_arena *arena, const pv_anodes *nodes)
{
    struct marking marking = {.arena = arena};
    annotate(&marking, nodes);
}
