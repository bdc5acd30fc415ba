/* Typed growable arrays that live in an arena: PV_VEC(int) numbers; pv_push(arena, &numbers, 3); */
#ifndef PV_VEC_H
#define PV_VEC_H

#include "base/arena.h"

#define PV_VEC(T)   \
    struct {        \
        T *v;       \
        int n, cap; \
    }

/* Append "item" to "*vec". */
#define pv_push(arena, vec, item)                                                       \
    do {                                                                                \
        if ((vec)->n == (vec)->cap) {                                                   \
            int pv_cap_ = (vec)->cap ? 2 * (vec)->cap : 4;                              \
            (vec)->v = pv_grow((arena), (vec)->v, sizeof(*(vec)->v) * (size_t)(vec)->n, \
                               sizeof(*(vec)->v) * (size_t)pv_cap_);                    \
            (vec)->cap = pv_cap_;                                                       \
        }                                                                               \
        (vec)->v[(vec)->n++] = (item);                                                  \
    } while (0)

#endif
