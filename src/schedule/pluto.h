/* Permutable bands: rows that all respect the same dependences, close pairs kept close (000, 6.5). */
#ifndef PV_PLUTO_H
#define PV_PLUTO_H

#include "schedule/depgraph.h"
#include "schedule/schedrun.h"

struct pv_band {
    int first;        /* first row of the band in the nodes */
    int n;            /* members */
    bool *coincident; /* each member: are all coincidence pairs together? */
    bool is_complete; /* no statement has a dimension left */
};

enum pv_band_style {
    PV_BAND_NORMAL,
    PV_BAND_OUTER_COINCIDENT, /* no band at all if its first member is not coincident */
    PV_BAND_ONE_ROW,          /* if the first member is not coincident, it is the only one */
    PV_BAND_VALIDITY_ROW,     /* one member, found by validity alone */
};

/* Extend the rows of the nodes of "graph" by a band as deep as possible, perhaps of no member. Conditions that must be
 * kept together in it are marked PV_EDGE_LOCAL. */
struct pv_band pv_pluto_band(struct pv_sched_run *run, const struct pv_sched_graph *graph, enum pv_band_style style);

/* The largest number of dimensions that a node of "graph" has left. */
int pv_graph_dims_left(const struct pv_sched_graph *graph);

/* Forget the rows from "first" on. */
void pv_graph_drop_rows(const struct pv_sched_graph *graph, int first);

#endif
