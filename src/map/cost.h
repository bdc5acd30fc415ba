/* What the cost model says about a mapped schedule. */
#ifndef PV_COST_H
#define PV_COST_H

struct pv_cost {
    double cycles;  /* of the whole schedule; negative: isl failed */
    double work;    /* those of the work alone, if all threads shared all work */
    double untiled; /* the part of the work that is not done tile by tile, from 0 to 1 */
    int n_tiled;    /* statements that are executed tile by tile */
};

#endif
