/* Conditionals of the preprocessor inside a region. New text stands for one setting of the macros; in every other setting, the
 * original text must stay. */
#ifndef PV_CONFIGURATION_H
#define PV_CONFIGURATION_H

#include "front/clangc.h"
#include "front/directives.h"

/* Can text be put in the place of what stands from "begin" to "end" of "text"? Then return NULL. "*setting" holds lines of
 * directives in which NULL stands for a line that is met in any other setting of the macros than the present one; it is empty
 * where no macro matters. Else return the first directive that keeps the text in its place. */
const struct pv_directive *pv_configuration_find(struct pv_arena *arena, const struct pv_clang *clang,
                                                 const struct pv_directives *directives, const char *text,
                                                 unsigned begin, unsigned end, pv_setting *setting);

#endif
