/* What happened to each loop of the file: one line per loop nest for the user, and the same as data. */
#ifndef PV_NESTS_H
#define PV_NESTS_H

#include "ir/code.h"

/* What became of a loop, from what a user hopes for least to what a user hopes for most. */
enum pv_fate {
    PV_FATE_UNKNOWN,     /* nobody has said anything yet */
    PV_FATE_OUTSIDE,     /* not in a region that the user marked */
    PV_FATE_UNMODELLED,  /* its text stays: pave cannot model it, or gave up */
    PV_FATE_KEPT,        /* its text stays because that is best, or because the user wrote it so */
    PV_FATE_TRANSFORMED, /* it has new text; what follows tells how it runs */
};

/* What is known of a loop. */
struct pv_verdict {
    enum pv_fate fate;
    const char *reason; /* why it is no better, a clause without a full stop; or NULL */
    const char *remedy; /* what the user can do about it, a clause; or NULL */
    struct pv_loc at;   /* the place that the reason is about; no file: the loop itself */
    bool is_said;       /* a warning or an error has told it */
    /* PV_FATE_TRANSFORMED */
    bool is_parallel;          /* threads share a loop of it */
    bool is_vector;            /* a loop of it runs in vectors */
    bool is_tiled, is_jammed;  /* loops are tiled, or unrolled into one another */
    int n_kernels;             /* that execute statements of it, on the device */
    const char *parallel_loop; /* the iterator that threads share first, as written; NULL where it is none */
};

struct pv_nest {
    struct pv_range range;
    int parent; /* as in struct pv_text_loop */
    int region; /* number of the region it is in, from 1; 0: none */
    struct pv_verdict verdict;
    int last_kernel; /* the last kernel found to execute statements of it, by number */
};

struct pv_report {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    int n_regions;
    bool is_sequential;           /* the target knows no threads, and nobody expects any */
    PV_VEC(struct pv_nest) loops; /* of the file, outer before inner */
};

/* A report about the loops of "unit", with what the search for regions found out. */
struct pv_report *pv_report_new(struct pv_arena *arena, const struct pv_unit *unit);

/* Say of the innermost loop of the text that holds "loc", or the one that begins there, what became of it. What is said
 * last counts; "reason" and "remedy" may be NULL. Give the reason as a clause: "a subscript of 'a' is not affine". */
void pv_report_loop(struct pv_report *report, struct pv_loc loc, enum pv_fate fate, const char *reason,
                    const char *remedy);

/* The same of all loops in "range", with the place that the reason is about. Loops of one region form nests of their own. */
void pv_report_range(struct pv_report *report, struct pv_range range, const struct pv_verdict *verdict);
/* Has any loop in "range" a line to come? */
bool pv_report_has_lines(const struct pv_report *report, struct pv_range range);

/* Take from the code of a region what became of its loops. */
void pv_report_code(struct pv_report *report, const struct pv_code *code);

/* Say of the loops in "range", a statement whose control is not modelled, that they stay as they are inside of it, for
 * "reason", found at "at"; "is_said": a message has told it. Where threads share a loop around them, all is well. */
void pv_report_opaque(struct pv_report *report, struct pv_range range, const char *reason, struct pv_loc at,
                      bool is_said);

/* The verdict of the loop that begins at "loc", to add to; NULL if there is none. */
struct pv_verdict *pv_report_find(struct pv_report *report, struct pv_loc loc);

enum pv_report_detail { PV_REPORT_NESTS, PV_REPORT_LOOPS };

/* Print a line for each loop nest, in the order of the text; with PV_REPORT_LOOPS also for the loops in it. Where
 * "is_strict", a nest without a model is an error. Return the number of such nests. */
int pv_report_print(const struct pv_report *report, struct pv_diag *diag, enum pv_report_detail detail, bool is_strict);

#endif
