/* Memory for GMP's numbers. isl makes and drops millions of them, nearly all of one limb, and a list of free limbs is
 * faster than malloc. */
#ifndef PV_LIMBS_H
#define PV_LIMBS_H

#include <gmp.h>
#include <stdbool.h>

/* A limb that no number uses knows the next one. */
union pv_limb {
    union pv_limb *next;
    mp_limb_t digits;
};

/* Does GMP take its memory from here? Then these limbs are free, one by one, and there are others where they are used up. */
extern bool pv_limbs_are_pooled;
extern union pv_limb *pv_limbs_unused;
void *pv_limbs_cut_one(void);

/* Let GMP take its memory from here, for the whole process: a program may do that before it makes its first number, a
 * library may not. Want of memory ends the process through pv_out_of_memory(). Not for several threads. */
void pv_limbs_pool(void);
/* The same, but not under a sanitizer: there each number keeps its own piece of memory, so that one that is never freed is
 * seen. */
void pv_limbs_pool_by_default(void);

#endif
