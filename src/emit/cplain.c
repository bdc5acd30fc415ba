/* Prints an AST that belongs to no program, with statements as calls. */
#include "emit/cplain.h"

#include "emit/cprint.h"

void pv_cplain_print(struct pv_arena *arena, const pv_pblock *block, struct pv_sb *out)
{
    /* Nothing in isl's notation is called like a macro: these are words of its own. */
    struct pv_cprint how = pv_cprint_begin(arena, "");
    bool uses[PV_CMACROS] = {false};
    struct pv_writer writer = {.margin = ""};
    how.braces = PV_BRACES_WHERE_NEEDED;
    pv_pblock_macros(block, uses);
    pv_cprint_macros(&how, out, uses);
    pv_cprint_block(&how, &writer, block);
    pv_sb_addn(out, writer.text.text ? writer.text.text : "", writer.text.n);
    pv_sb_free(&writer.text);
}
