/* Memory for GMP's numbers. isl makes and drops millions of them, nearly all of one limb, and a list of free limbs is
 * faster than malloc. */
#ifndef PV_LIMBS_H
#define PV_LIMBS_H

/* Let GMP take its memory from here, for the whole process: a program may do that before it makes its first number, a
 * library may not. Want of memory ends the process through pv_out_of_memory(). Not for several threads. */
void pv_limbs_pool(void);

/* From now on, count the numbers that need more than two limbs, and call "stop" for "user" once there were more than
 * "most"; with NULL for "stop" count no longer. Hardly a program has many; where there are, numbers grow from step to
 * step, and each step takes much longer than others do. Nothing is counted without pv_limbs_pool(). */
void pv_limbs_watch(unsigned long most, void (*stop)(void *user), void *user);

#endif
