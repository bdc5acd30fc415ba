/* Counts long numbers and products against the budget of a step. */
#ifndef PV_WORKCOUNT_H
#define PV_WORKCOUNT_H

#include <stdbool.h>

/* From now on, count the numbers that need more than two limbs, and products, and call "stop" for "user" once there were more
 * than "most_long" or "most_products"; with NULL for "stop" stop counting. Few programs have many long numbers; if one has,
 * they grow from step to step, and each step takes much longer than usual. The same holds for large systems of constraints,
 * which the products reveal. base/limbs.c and base/product.c count; programs that are not linked with them do not. */
void pv_work_watch(unsigned long most_long, unsigned long most_products, void (*stop)(void *user), void *user);

/* What is left of the products. Its place is fixed when the program starts: no function is called to find it. */
extern _Thread_local unsigned long pv_work_products __attribute__((tls_model("initial-exec")));
/* There were too many of them. */
void pv_work_end_products(void);

/* Count one more product. Is it the one that calls for pv_work_end_products()? */
static inline bool pv_work_count_product(void)
{
    return pv_work_products-- == 0;
}

/* There is one more number of more than two limbs. */
void pv_work_count_long(void);

#endif
