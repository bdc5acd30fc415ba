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

/* From now on, count the numbers that need more than two limbs, and the products of short ones as far as
 * base/shortnum.c makes them, and call "stop" for "user" once there were more than "most_long" or "most_products"; with
 * NULL for "stop" count no longer. Hardly a program has many long numbers; where there are, they grow from step to step,
 * and each step takes much longer than others do. So it does where systems of constraints are large, and products tell.
 * Long numbers are not counted without pv_limbs_pool(). */
void pv_limbs_watch(unsigned long most_long, unsigned long most_products, void (*stop)(void *user), void *user);

/* What is left of the products. */
extern unsigned long pv_limbs_products;
/* There were too many of them. */
void pv_limbs_end_products(void);

static inline void pv_limbs_count_product(void)
{
    if (pv_limbs_products-- == 0)
        pv_limbs_end_products();
}

#endif
