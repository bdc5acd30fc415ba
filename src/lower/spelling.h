/* Names and types in generated code. */
#ifndef PV_SPELLING_H
#define PV_SPELLING_H

#include "lower/cctx.h"

const char *pv_spell_name(const struct pv_cctx *ctx, const struct pv_var *var);
/* The name of a structure's field. */
const char *pv_spell_field(const struct pv_cctx *ctx, const struct pv_field *field);
/* The name of a function that is carried over to a device. */
const char *pv_spell_function(const struct pv_cctx *ctx, const struct pv_function *function);
/* The name of a copy of a part of an array. */
const char *pv_spell_local(struct pv_cctx *ctx, const struct pv_local *local);

/* The type "type" without qualifiers, as the beginning of a declaration. */
const char *pv_spell_type(struct pv_arena *arena, const struct pv_ctype *type);
/* The same where ctx->device may have names of its own; what it needs for them is noted. */
const char *pv_spell_type_here(struct pv_cctx *ctx, const struct pv_ctype *type);
/* The name of the arithmetic type "type" that needs no typedef: in C, or in OpenCL C. */
const char *pv_spell_plain_type(const struct pv_ctype *type, bool is_opencl);
/* The type in which "type" is handed over by value: also _Bool has one. */
const char *pv_spell_value_type(const struct pv_ctype *type, bool is_opencl);

/* The integer type of 64 bits, and the suffix of its constants. */
const char *pv_spell_wide(const struct pv_cctx *ctx);
const char *pv_spell_wide_suffix(const struct pv_cctx *ctx);
/* A loop iterator or another integer in the type of iterators: int, or the one of 64 bits. */
const char *pv_spell_iterator_type(const struct pv_cctx *ctx);

#endif
