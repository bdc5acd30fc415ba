/* The names in the bodies of statements. */
#ifndef PV_BODYNAMES_H
#define PV_BODYNAMES_H

#include "ir/tree.h"

typedef PV_VEC(const char *) pv_words;

/* Variables, functions, and words inside constants as written. */
struct pv_bodynames {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    PV_VEC(struct pv_var *) vars;
    PV_VEC(struct pv_var *) declared;
    PV_VEC(struct pv_function *) callees;
    pv_words texts;
    pv_words constants; /* names of constants: variables, enumerators, macros */
};

/* Add what "tree" names. */
void pv_bodynames_add(struct pv_bodynames *names, struct pv_tree *tree);

bool pv_words_have(const pv_words *list, const char *word);
/* Does "name" occur as an identifier in one of the texts? */
bool pv_words_mention(const pv_words *texts, const char *name);

#endif
