/* One run of the scheduler: its parameters, the work done, and the reasons for its decisions. */
#ifndef PV_SCHEDRUN_H
#define PV_SCHEDRUN_H

#include "base/vec.h"
#include "solve/simplex.h"

enum pv_scheduler { PV_SCHEDULER_PAVE, PV_SCHEDULER_ISL };

/* How the systems of constraints for rows are solved. */
enum pv_row_solver {
    PV_SOLVER_EXACT,
    PV_SOLVER_UTVPI, /* under-approximated by constraints of two variables; exactly where the approximation is empty */
    PV_SOLVER_AUTO,  /* the first for small systems, the second for large ones */
};

/* How a system is under-approximated: by a search for points around which its parts agree, or by a method of document 003, in
 * the order of enum pv_approx_method. */
enum pv_approximation { PV_APPROXIMATION_SEARCH, PV_APPROXIMATION_FIRST_METHOD };

/* What to do where no outer loop of a component can be parallel. */
enum pv_schedule_fallback {
    PV_FALLBACK_FEAUTRIER, /* a loop that carries as many dependences as possible */
    PV_FALLBACK_WAVEFRONT, /* the sum of the loops of the band */
    PV_FALLBACK_SINGLE,    /* the first loop of the band */
    PV_FALLBACK_VALIDITY,  /* a loop found with no regard to locality */
    PV_FALLBACK_ORIGINAL,  /* the outermost loop of the program that is left */
};

struct pv_row_problem;
struct pv_form_group;

/* Sees every system of constraints for a row that is solved exactly, with the values of its variables, NULL where it has
 * no solution: for benchmarks. "regions" are those of struct pv_nontrivial. */
struct pv_row_observer {
    void (*see)(const struct pv_row_problem *problem, const struct pv_form_group *regions, int n_region,
                const int64_t *value, void *user);
    void *user;
};

struct pv_schedule_params {
    enum pv_scheduler scheduler;
    enum pv_row_solver solver;
    enum pv_approximation approximation;
    bool reschedule; /* false: keep the original order */
    bool feautrier;  /* carry dependences first, in place of wide permutable bands */
    bool outer_coincidence, maximize_band_depth, maximize_coincidence;
    bool whole_component, serialize_sccs, split_scaled, treat_coalescing, carry_self_first;
    bool move_live_ranges; /* live ranges may change places as long as they stay apart */
    bool group_chains;     /* statements in a row that need each other are scheduled as one */
    bool use_context;      /* dependences need to hold for the parameters of the context alone */
    enum pv_schedule_fallback fallback;
    int max_coefficient, max_constant_term; /* -1: no bound */
    const struct pv_row_observer *observer; /* NULL: none */
    unsigned long budget;                   /* isl's operations, or a thousand times the solver's steps; 0: no limit */
};

/* Why the schedule is as it is. */
enum pv_decision_kind {
    PV_DECISION_NOT_COINCIDENT, /* a member of a band is not parallel */
    PV_DECISION_NOT_MERGED,     /* two clusters stay apart */
    PV_DECISION_MERGED,         /* clusters became one */
    PV_DECISION_CARRIED,        /* a loop was chosen to carry dependences */
    PV_DECISION_SPLIT,          /* components run one after the other */
    PV_DECISION_GAVE_UP,        /* the budget did not last for something */
    PV_DECISION_EXACT,          /* an approximation was empty: the system was solved exactly */
};

struct pv_decision {
    enum pv_decision_kind kind;
    const char *text;
};

/* What became of a call. */
struct pv_schedule_report {
    const char *why_not;    /* no schedule: why; NULL: there is one, or there is no memory left */
    const char *why_simple; /* the schedule is simpler than it could be: why; NULL: it is not */
    int n_approximated;     /* systems that were solved in an approximation, or known to have no solution */
    int n_exact;            /* systems that were solved exactly */
    int n_exact_empty;      /* of these, without a solution */
    struct pv_arena *arena; /* for decisions; NULL: they are not wanted */
    PV_VEC(struct pv_decision) decisions;
};

struct pv_sched_run {
    struct pv_arena *arena;
    const struct pv_schedule_params *params;
    struct pv_solve_work work;
    PV_VEC(struct pv_decision) decisions;
    bool gave_up;                               /* a problem was left unsolved for lack of work */
    int n_approximated, n_exact, n_exact_empty; /* as in struct pv_schedule_report */
};

void pv_decide(struct pv_sched_run *run, enum pv_decision_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
