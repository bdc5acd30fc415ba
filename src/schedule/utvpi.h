/* The search for one row of a schedule in an under-approximation of its system of constraints: inequalities of two
 * variables with unit coefficients (UTVPI), solved by shortest paths. The constraints between each two nodes are
 * replaced together, around a point that satisfies them and agrees with all that was replaced before, so that the
 * approximation stays non-empty where that is possible. Small systems, of two nodes at most, are solved exactly; the
 * whole system never is. */
#ifndef PV_UTVPI_H
#define PV_UTVPI_H

#include "schedule/rowsystem.h"
#include "schedule/schedrun.h"

/* The constraints, and forms as in struct pv_nontrivial of which one must not be zero: at most one region for each node,
 * over the coefficients of its coordinates. */
struct pv_utvpi_wish {
    const struct pv_row_problem *problem;
    const struct pv_form_group *regions;
    int n_region;
};

enum pv_utvpi_status {
    PV_UTVPI_FOUND,   /* there is a row */
    PV_UTVPI_NONE,    /* there is none, in the original system either */
    PV_UTVPI_EMPTY,   /* the approximation has none; the original system may have one */
    PV_UTVPI_GAVE_UP, /* the work limit was reached */
};

/* Does the run want systems of this size approximated? */
bool pv_utvpi_is_wanted(const struct pv_sched_run *run, const struct pv_sched_graph *graph);

/* Note that a system of "graph" is solved exactly, since its approximation is empty. */
void pv_utvpi_note_exact(struct pv_sched_run *run, const struct pv_sched_graph *graph);

struct pv_utvpi;

/* A search on "wish", which the caller keeps. */
struct pv_utvpi *pv_utvpi_new(struct pv_sched_run *run, const struct pv_utvpi_wish *wish);
void pv_utvpi_free(struct pv_utvpi *search);

/* Look for a row where the variables of the head have the values "head", among them PV_HEAD_ANY and PV_HEAD_ONE_OR_ZERO.
 * The nodes are visited one after the other, by their places in "order"; NULL: each, where possible, after a neighbour.
 * "value" gets the values of all variables; those of the head as chosen, 0 for PV_HEAD_ANY. */
enum pv_utvpi_status pv_utvpi_find(struct pv_utvpi *search, const int64_t *head, const int *order, int64_t *value);

/* The same in the approximation around "seed": rows for all nodes, by their places in the graph. It contains them where
 * they satisfy the constraints; else it is empty. */
enum pv_utvpi_status pv_utvpi_find_around(struct pv_utvpi *search, const int64_t *head, const pv_sched_row *seed,
                                          int64_t *value);

/* Is it certain that no row has a 1 for any variable of PV_HEAD_ONE_OR_ZERO in "head"? */
bool pv_utvpi_knows_all_zero(struct pv_utvpi *search, const int64_t *head);

#endif
