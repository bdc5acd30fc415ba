/* Arrays in the memory of a device. */
#ifndef PV_BUFFERS_H
#define PV_BUFFERS_H

#include "lower/astexpr.h"

/* The array of "var" in the memory of the device that the code is for; NULL where it is not there. */
const struct pv_code_buffer *pv_buffer_find(const struct pv_cctx *ctx, const struct pv_var *var);

/* Does the array of "var" have rows there, of constant size? Else all its dimensions are one. */
bool pv_buffer_has_rows(const struct pv_cctx *ctx, const struct pv_var *var);
/* The size of dimension "dim" of "buffer" where it is a constant; -1 where it is none. */
int64_t pv_buffer_constant_size(const struct pv_code_buffer *buffer, int dim);

/* The element of "array" with subscripts "subs". */
pv_px *pv_buffer_element(struct pv_cctx *ctx, const struct pv_array *array, pv_px *const *subs);
/* The number of that element, whose array is in "buffer". */
pv_px *pv_buffer_number(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, pv_px *const *subs);
/* "base", which stands for "buffer", with "n" subscripts. */
pv_px *pv_buffer_subscripted(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, pv_px *base, pv_px *const *subs,
                             int n);

/* The subscript "subscript" of an array as one along dimension "dim" of the window of a tile. */
pv_px *pv_buffer_in_window(struct pv_cctx *ctx, pv_px *subscript, int dim);

/* Does a launch of "kernel" read one copy of "array" and write another one? */
bool pv_buffer_alternates(const struct pv_kernel *kernel, const struct pv_array *array);
/* What the kernel calls the one that it writes; NULL where there is one copy. */
const char *pv_buffer_next(struct pv_cctx *ctx, const struct pv_array *array);

#endif
