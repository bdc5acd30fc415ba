/* The options as parameters of lowering. */
#ifndef PV_LOWERSTAGE_H
#define PV_LOWERSTAGE_H

#include "driver/job.h"
#include "emit/splice.h"
#include "lower/lower.h"

/* The device that programs are made for. */
enum pv_splice_device pv_job_device(const struct pv_job *job);

/* What the regions of the file share when they are lowered; the same for "job" and its pieces. */
const struct pv_lowering *pv_job_lowering(struct pv_job *job);

#endif
