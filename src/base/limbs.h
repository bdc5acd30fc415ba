/* Memory for GMP's numbers. isl makes and drops millions of them, nearly all of one limb, and a list of free limbs is
 * faster than malloc. */
#ifndef PV_LIMBS_H
#define PV_LIMBS_H

/* Let GMP take its memory from here, for the whole process: a program may do that before it makes its first number, a
 * library may not. Want of memory ends the process through pv_out_of_memory(). Not for several threads. */
void pv_limbs_pool(void);
/* The same, but not under a sanitizer: there each number keeps its own piece of memory, so that one that is never freed is
 * seen. */
void pv_limbs_pool_by_default(void);

#endif
