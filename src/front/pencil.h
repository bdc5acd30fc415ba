/* Functions that pave knows by name or attribute: PENCIL builtins, summary functions, functions of the C library. */
#ifndef PV_PENCIL_H
#define PV_PENCIL_H

#include "front/clangc.h"
#include "ir/tree.h"

/* Declarations of PENCIL's builtins, for files that do not include <pave/pencil.h>. */
const char *pv_pencil_prelude(void);
/* The builtin of this name; "*is_assert" tells __pencil_assert from other assumptions. */
enum pv_builtin pv_pencil_builtin(const char *name, bool *is_assert);

/* Does a function of this name, as the C library has it, depend on the values of its arguments alone? */
bool pv_library_is_const(const char *name);
/* May a function of this name, as the C library has it, set errno, and is it otherwise as above? */
bool pv_library_sets_errno(const char *name);
/* Functions of the C library that fill or copy memory. */
enum pv_memcall { PV_MEMCALL_NONE, PV_MEMCALL_SET, PV_MEMCALL_COPY };
enum pv_memcall pv_library_memcall(const char *name);
/* Why a call of a function of this name cannot be handled, or NULL: "'longjmp' ..." */
const char *pv_library_obstacle(const char *name);

/* Set the attributes of "function" that its declaration "decl" carries; "*summary" becomes the name in
 * its pencil_access attribute if it has one. */
void pv_pencil_attributes(struct pv_clang *clang, const struct pv_node *decl, struct pv_function *function,
                          const char **summary);

#endif
