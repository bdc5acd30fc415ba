/* Merges the bands of strongly connected components if that costs nothing (000, 7.3). */
#ifndef PV_CLUSTER_H
#define PV_CLUSTER_H

#include "schedule/pluto.h"

struct pv_cluster {
    struct pv_sched_graph *graph; /* its statements and the edges between them */
    struct pv_band band;
};

struct pv_clusters {
    struct pv_cluster *v; /* each after all that it depends on */
    int n;
};

/* Find a band for each of the "n" strongly connected components of "graph", which are numbered in the groups of its
 * nodes, and merge clusters of them as long as no band gets shorter or loses coincident members. */
struct pv_clusters pv_clusters_find(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n,
                                    enum pv_band_style style);

#endif
