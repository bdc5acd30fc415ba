/* Calls of unknown effect, found in libclang's nodes before anything is extracted. */
#ifndef PV_EFFECTS_H
#define PV_EFFECTS_H

#include "front/extract.h"

/* The first call below "node" of a function that may do more than compute with memory: one without a visible body that is
 * neither const nor pure nor described, or one whose body holds such a call; or an "asm" statement. NULL for none. */
const struct pv_node *pv_node_find_effect(struct pv_extract *x, const struct pv_node *node);

/* The name of the function that makes the effect of "call", as found by pv_node_find_effect, unknown: the called one, or one that
 * its body calls. NULL where it has none. */
const char *pv_effect_name(struct pv_extract *x, const struct pv_node *call);

#endif
