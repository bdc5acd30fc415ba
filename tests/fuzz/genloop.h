/* Loops: their headers, and the interval of what counts them. */
#ifndef PV_GENLOOP_H
#define PV_GENLOOP_H

#include "gendata.h"

struct loop {
    const char *before;     /* a line before the loop, or NULL */
    const char *head;       /* up to the opening brace */
    const char *first;      /* the first line of the body, or NULL */
    const char *last;       /* the last line of the body, or NULL */
    const char *tail;       /* what follows the closing brace */
    struct variable var;    /* in the body */
    struct variable second; /* counted along with it; no name if there is none */
    struct range after;     /* its interval after the loop, where it is still there */
    bool is_visible_after;  /* "before" declares it */
    bool can_skip;          /* the body may count it up once more */
    int64_t trips;
    enum jump jump;
};

/* Iterators that are declared before the region hold values in this interval all the time. */
#define OUTER_LO (-24)
#define OUTER_HI 40

/* A loop with at most "max_trips" iterations, which is at least 2. */
struct loop gen_loop(struct generator *g, int64_t max_trips);

#endif
