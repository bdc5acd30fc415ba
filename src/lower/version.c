/* Keeps the state of a region on its way through the passes, once for each of its versions. */
#include "lower/version.h"

void pv_version_add(struct pv_version *version, pv_pblock *body, struct pv_cctx *ctx, struct pv_pkernel *kernel)
{
    struct pv_ptext text = {body, ctx, kernel};
    pv_push(version->lowering->arena, &version->texts, text);
}

const struct pv_cctx *pv_version_host(const struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        if (version->texts.v[i].body == &version->prog->body)
            return version->texts.v[i].ctx;
    return NULL;
}

struct pv_cctx *pv_version_context(const struct pv_version *version)
{
    struct pv_cctx *ctx = pv_new(version->lowering->arena, struct pv_cctx);
    ctx->width = PV_WIDTH_ITERATOR;
    ctx->overflows = version->overflows;
    ctx->is_for_int = version->limit;
    return ctx;
}

void pv_version_learn(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++) {
        const struct pv_cctx *ctx = version->texts.v[i].ctx;
        version->overflows = version->overflows || ctx->overflows;
        version->failure = version->failure ? version->failure : ctx->failure;
    }
    for (int i = 0; i < version->texts.n; i++)
        version->texts.v[i].ctx->overflows = version->overflows;
}

bool pv_version_has_failed(const struct pv_version *version)
{
    return version->failure || (version->overflows && version->limit);
}

void pv_version_free(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        pv_cctx_free(version->texts.v[i].ctx);
    version->texts.n = 0;
}
