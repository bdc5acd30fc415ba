/* isl idioms used in two or more places. */
#ifndef PV_ISLX_H
#define PV_ISLX_H

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdbool.h>

/* The same object with fewer pieces, where isl finds such. Coalescing only makes things shorter, and isl's has
 * rare internal errors: the object then stays as it is. Running out of operations is passed on. */
__isl_give isl_set *pv_set_coalesce(__isl_take isl_set *object);
__isl_give isl_map *pv_map_coalesce(__isl_take isl_map *object);
__isl_give isl_pw_aff *pv_pw_aff_coalesce(__isl_take isl_pw_aff *object);
__isl_give isl_union_map *pv_union_map_coalesce(__isl_take isl_union_map *object);
__isl_give isl_union_set *pv_union_set_coalesce(__isl_take isl_union_set *object);

/* isl's functions of the same names. isl says nothing where there is no memory for a name, and its NULL would look like an
 * answer: here it is an error of the context, as it is for everything else. */
__isl_give isl_id *pv_id_alloc(isl_ctx *ctx, const char *name, void *user);
__isl_give isl_space *pv_space_set_tuple_name(__isl_take isl_space *object, enum isl_dim_type where, const char *name);
__isl_give isl_map *pv_map_set_tuple_name(__isl_take isl_map *object, enum isl_dim_type where, const char *name);
__isl_give isl_multi_aff *pv_multi_aff_set_tuple_name(__isl_take isl_multi_aff *object, enum isl_dim_type where,
                                                      const char *name);
__isl_give isl_multi_pw_aff *pv_multi_pw_aff_set_tuple_name(__isl_take isl_multi_pw_aff *object,
                                                            enum isl_dim_type where, const char *name);
__isl_give isl_set *pv_set_set_tuple_name(__isl_take isl_set *object, const char *name);
__isl_give isl_space *pv_space_set_dim_name(__isl_take isl_space *object, enum isl_dim_type where, unsigned pos,
                                            const char *name);
__isl_give isl_map *pv_map_set_dim_name(__isl_take isl_map *object, enum isl_dim_type where, unsigned pos,
                                        const char *name);
__isl_give isl_set *pv_set_set_dim_name(__isl_take isl_set *object, enum isl_dim_type where, unsigned pos,
                                        const char *name);

/* Does isl take "text" for a schedule tree, whatever it is asked to read? Its first key is "domain" then, in braces or not,
 * in quotes or not. */
bool pv_text_is_tree(const char *text);
/* isl's functions that read objects from text; NULL for a schedule tree and for a text with a quote: isl's reader of these does
 * not stand all texts. */
__isl_give isl_set *pv_set_read(isl_ctx *ctx, const char *text);
__isl_give isl_union_set *pv_union_set_read(isl_ctx *ctx, const char *text);
__isl_give isl_union_map *pv_union_map_read(isl_ctx *ctx, const char *text);

/* "text", what isl has printed. Where isl printed nothing, the text is empty: because it was told to stop, or for want of
 * memory, which ends the job soon. */
char *pv_printed(char *text);

/* The innermost tuple on the left of a nested space: A[a] of { A_f[A[a] -> f[b]] }. */
__isl_give isl_space *pv_space_root(__isl_take isl_space *space);
/* Its name, or "" where it has none; the name lives as long as the context. */
const char *pv_space_root_name(__isl_take isl_space *space);

/* Is a number in the constraints of "map" larger than "most" in absolute value? Only the constants, or only the coefficients,
 * are looked at. False as well where isl fails. */
enum pv_numbers { PV_CONSTANTS, PV_COEFFICIENTS };
bool pv_map_has_larger(__isl_keep isl_map *map, enum pv_numbers numbers, long most);

#endif
