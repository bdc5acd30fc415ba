/* The stages. Each fills in its part of the job and reports its own errors; false ends the run. */
#ifndef PV_STAGES_H
#define PV_STAGES_H

#include "ast/generate.h"
#include "driver/job.h"
#include "schedule/schedule.h"

/* From C: trees, models, dependences, instances that are needed, an order, syntax trees of loops in an order that is
 * proven right, text. */
bool pv_stage_parse(struct pv_job *job);
bool pv_stage_extract(struct pv_job *job);
bool pv_stage_analyse(struct pv_job *job);
bool pv_stage_remove_dead(struct pv_job *job);
bool pv_stage_schedule(struct pv_job *job);
bool pv_stage_compile(struct pv_job *job);
/* What programs have in common, and text. */
bool pv_stage_lower(struct pv_job *job);
bool pv_stage_emit(struct pv_job *job);
/* What became of each loop, told. */
bool pv_stage_report(struct pv_job *job);

/* From a schedule in isl's notation: read, to a syntax tree, to text. */
bool pv_stage_read_schedule(struct pv_job *job);
bool pv_stage_generate(struct pv_job *job);
bool pv_stage_print_plain(struct pv_job *job);

/* From the models and dependences of two programs: a verdict. */
bool pv_stage_compare(struct pv_job *job);

/* From schedule constraints in a file: does the input hold some, and their schedules. */
bool pv_stage_has_constraints(struct pv_job *job);
bool pv_stage_schedule_constraints(struct pv_job *job);

/* What the options say to the scheduler. */
struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job);

/* Append the schedules; print them as they are now. */
void pv_stage_print_schedules(struct pv_job *job, struct pv_sb *out);
void pv_stage_dump_schedules(struct pv_job *job, bool with_groups);

/* What the options say to isl's code generator. */
struct pv_generate_params pv_stage_generate_params(struct pv_job *job);

/* Is the target a device? */
bool pv_stage_is_for_device(const struct pv_job *job);

#endif
