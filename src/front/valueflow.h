/* What the execution of a part of a function does to the value that a variable has before it. */
#ifndef PV_VALUEFLOW_H
#define PV_VALUEFLOW_H

#include <stdbool.h>

struct pv_valueflow {
    bool reads; /* some way through the part reads the value from before */
    bool kills; /* every way to its end assigns the variable, or none leads there */
    bool jumps; /* a "break" or "continue" leaves it with the value from before */
};

/* One part after the other. */
static inline struct pv_valueflow pv_valueflow_then(struct pv_valueflow first, struct pv_valueflow second)
{
    if (first.kills)
        return first;
    return (struct pv_valueflow){first.reads || second.reads, second.kills, first.jumps || second.jumps};
}

/* Both parts, in any order. */
static inline struct pv_valueflow pv_valueflow_beside(struct pv_valueflow a, struct pv_valueflow b)
{
    return (struct pv_valueflow){a.reads || b.reads, a.kills || b.kills, a.jumps || b.jumps};
}

/* One part or the other. */
static inline struct pv_valueflow pv_valueflow_either(struct pv_valueflow a, struct pv_valueflow b)
{
    return (struct pv_valueflow){a.reads || b.reads, a.kills && b.kills, a.jumps || b.jumps};
}

#endif
