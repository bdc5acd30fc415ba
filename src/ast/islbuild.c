/* Builds the AST of a program's schedule tree with isl. */
#include "ast/islbuild.h"

#include "ast/fromisl.h"
#include "base/islx.h"

#include <isl/ast_build.h>
#include <isl/options.h>

/* Callbacks. */

/* Where the iterations of a loop have variables of their own, what one iteration does must not be spread over several
 * loops. isl would do so with what comes last in the last iteration, say, unless told to keep together what is scheduled
 * together. */
static void keep_together(__isl_keep isl_ast_build *build, bool together)
{
    isl_options_set_ast_build_group_coscheduled(isl_ast_build_get_ctx(build), together);
}

/* Let isl drop conditions that inner loops imply where that is right. */
static void choose_conditions(__isl_keep isl_ast_build *build, const struct pv_annotator *annotator)
{
    isl_options_set_ast_build_exploit_nested_bounds(isl_ast_build_get_ctx(build),
                                                    pv_annotate_exploits_bounds(annotator));
}

static isl_stat enter_mark(__isl_keep isl_id *id, __isl_keep isl_ast_build *build, void *user)
{
    struct pv_annotator *annotator = user;
    const struct pv_mark *mark = pv_mark_of_id(id);
    pv_annotate_enter(annotator, mark);
    if (mark->sharing.privates.n || mark->sharing.copies.n || pv_annotate_has_locals(annotator))
        keep_together(build, true);
    choose_conditions(build, annotator);
    return isl_stat_ok;
}

/* "node" with "what" hanging on it. */
static __isl_give isl_ast_node *annotated(__isl_take isl_ast_node *node, void *what)
{
    return isl_ast_node_set_annotation(node, pv_id_alloc(isl_ast_node_get_ctx(node), "annotation", what));
}

static __isl_give isl_ast_node *leave_mark(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build, void *user)
{
    struct pv_annotator *annotator = user;
    struct pv_arena *arena = annotator->code->scop->arena;
    struct pv_site site = {.arena = arena, .build = build};
    struct pv_an *about = pv_an_new(arena, PV_AN_MARK);
    if (!pv_annotate_leave(annotator, &site, about))
        return isl_ast_node_free(node);
    if (about->mark->kind == PV_MARK_KERNEL || about->mark->sharing.privates.n || about->mark->sharing.copies.n)
        keep_together(build, false);
    choose_conditions(build, annotator);
    return annotated(node, about);
}

static __isl_give isl_id *enter_loop(__isl_keep isl_ast_build *build, void *user)
{
    keep_together(build, pv_annotate_has_locals(user));
    return pv_id_alloc(isl_ast_build_get_ctx(build), "loop", NULL);
}

static __isl_give isl_ast_node *annotate_leaf(__isl_take isl_ast_node *node, __isl_keep isl_ast_build *build,
                                              void *user)
{
    struct pv_annotator *annotator = user;
    struct pv_site site = {.arena = annotator->code->scop->arena, .build = build};
    struct pv_code_leaf *leaf = pv_annotate_leaf(annotator, &site);
    return leaf ? annotated(node, leaf) : isl_ast_node_free(node);
}

/* Options. */

static __isl_give isl_ast_node *generate(__isl_keep isl_ast_build *build, __isl_take isl_schedule *schedule,
                                         const struct pv_annotator *annotator)
{
    isl_ctx *ctx = isl_ast_build_get_ctx(build);
    int exploits = isl_options_get_ast_build_exploit_nested_bounds(ctx);
    int scales = isl_options_get_ast_build_scale_strides(ctx);
    choose_conditions(build, annotator);
    if (annotator->code
            ->plan) /* threads have the iterations by the values of the members, and iterators must be these */
        isl_options_set_ast_build_scale_strides(ctx, 0);
    isl_ast_node *root = isl_ast_build_node_from_schedule(build, schedule);
    isl_options_set_ast_build_exploit_nested_bounds(ctx, exploits);
    isl_options_set_ast_build_scale_strides(ctx, scales);
    return root;
}

bool pv_isl_build(struct pv_annotator *annotator, __isl_take isl_schedule *schedule, __isl_take isl_id_list *loops)
{
    struct pv_code *code = annotator->code;
    isl_ast_build *build = isl_ast_build_from_context(isl_set_copy(code->scop->context));
    build = isl_ast_build_set_iterators(build, loops);
    build = isl_ast_build_set_before_each_mark(build, enter_mark, annotator);
    build = isl_ast_build_set_after_each_mark(build, leave_mark, annotator);
    build = isl_ast_build_set_before_each_for(build, enter_loop, annotator);
    build = isl_ast_build_set_at_each_domain(build, annotate_leaf, annotator);
    isl_ast_node *root = generate(build, schedule, annotator);
    isl_ast_build_free(build);
    return root && !pv_from_isl(code->scop->arena, root, &code->nodes);
}
