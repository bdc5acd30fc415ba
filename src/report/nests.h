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
    bool is_single;            /* all of these are executed by one thread */
    const char *parallel_loop; /* the iterator that threads share first, as written; NULL where it is none */
};

/* A dependence that keeps the iterations of a loop in order, for people. */
struct pv_dependence {
    const char *array;                 /* that both ends access, as the user calls it; NULL where it has no name */
    bool is_flow;                      /* the target reads what the source wrote */
    bool source_writes, target_writes; /* which of the accesses are writes */
    bool is_source_unclear; /* whether the source accesses the element is not known; the same of the target */
    bool is_target_unclear;
    bool is_guess;                         /* which elements one of the accesses touches is not known */
    struct pv_loc source, target;          /* the accesses; no file: not known */
    const char *source_text, *target_text; /* as the text has them; NULL where they are not written as such */
    const char *parameters;                /* an example: "n = 3", or "" without parameters; NULL: there is none */
    const char *source_instance, *target_instance; /* "i = 0, j = 1"; "" for a statement that runs once */
    bool is_excluded;    /* it exists only for parameters that the assumptions of the region exclude */
    const char *element; /* "a[1][2]"; NULL where it is not known */
};

/* Why the iterations of a loop do not run in parallel. */
struct pv_why {
    const char *reason, *remedy;            /* clauses, as in struct pv_verdict; "remedy" may be NULL */
    const struct pv_dependence *dependence; /* or NULL */
};

/* What the generated code does with the iterations of a loop of the text. */
struct pv_role {
    bool is_shared;    /* threads of the host share them */
    bool is_partial;   /* what shares them executes only some of the statements: the loop as a whole is sequential */
    bool is_vector;    /* lanes of vectors do */
    int tile;          /* iterations in a tile; 0: they are not tiled */
    int jam;           /* how many go side by side in the innermost loop; 0: they do not */
    bool is_reordered; /* dependences keep them in order, unless instances run in another order */
    bool is_blocks, is_threads; /* blocks of a device, and threads of a block, share them */
    bool is_launch_loop;        /* the host goes through them, and launches kernels in each */
};

struct pv_nest {
    struct pv_range range;
    const char *function; /* where it stands */
    int parent;           /* as in struct pv_text_loop */
    struct pv_role role;
    struct pv_why why; /* found out for reports alone; no reason: look at the verdict */
    int region;        /* number of the region it is in, from 1; 0: none */
    struct pv_verdict verdict;
    int last_kernel; /* the last kernel found to execute statements of it, by number */
};

struct pv_region_facts;

struct pv_report {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    struct pv_diag *diag;                     /* knows the texts */
    PV_VEC(struct pv_region_facts *) regions; /* report/facts.h; only where a report is wanted */
    int n_regions;
    bool is_detailed;             /* a report is wanted: find out what becomes of each single loop */
    bool is_sequential;           /* the target knows no threads, and nobody expects any */
    PV_VEC(struct pv_nest) loops; /* of the file, outer before inner */
};

/* A report about the loops of "unit", with what the search for regions found out. */
struct pv_report *pv_report_new(struct pv_arena *arena, const struct pv_unit *unit, struct pv_diag *diag);

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

/* Say of the loops in "range", a statement whose control is not modelled, that they stay as they are inside of it, for the
 * reason in "why"; "is_said": a message has told it. Where threads share a loop around them, all is well. */
void pv_report_opaque(struct pv_report *report, struct pv_range range, struct pv_verdict why, bool is_said);

/* The verdict of the loop that begins at "loc", to add to; NULL if there is none. */
struct pv_verdict *pv_report_find(struct pv_report *report, struct pv_loc loc);
/* The same for the loop itself. */
struct pv_nest *pv_report_find_loop(struct pv_report *report, struct pv_loc loc);

/* Is loop "i" the outermost of a nest? Loops of a region, and those beside them, are nests of their own. */
bool pv_report_is_outermost(const struct pv_report *report, int i);
/* What became of "loop", in a few words: "parallel", "kept as written". */
const char *pv_report_summary(const struct pv_report *report, const struct pv_nest *loop);
/* Why "loop" is not parallel, and what to do about it; no reason where it is. */
struct pv_why pv_report_why(const struct pv_report *report, const struct pv_nest *loop);
/* The head of "loop" on one line, shortened: for (int i = 0; i < n; i++). */
const char *pv_report_head(const struct pv_report *report, const struct pv_nest *loop);

/* "name" of a variable as the text has it: names in texts that took the place of calls have a number behind them. */
const char *pv_report_name(const struct pv_report *report, const char *name);

enum pv_report_detail { PV_REPORT_NESTS, PV_REPORT_LOOPS };

/* Print a line for each loop nest, in the order of the text; with PV_REPORT_LOOPS also for the loops in it. Where
 * "is_strict", a nest without a model is an error. Return the number of such nests. */
int pv_report_print(const struct pv_report *report, struct pv_diag *diag, enum pv_report_detail detail, bool is_strict);

#endif
