/* The stages and their steps, which pipeline.c lists. A stage works on the whole job, a step on one region. Both report their own
 * errors; false ends the run. */
#ifndef PV_STAGES_H
#define PV_STAGES_H

#include "ast/generate.h"
#include "driver/job.h"
#include "map/mapparams.h"
#include "schedule/schedule.h"

/* The usual budget of a step. */
unsigned long pv_budget_usual(const struct pv_job *job, const struct pv_task *task);

/* Keep what --dump prints of the region of "task" after "stage", if that is asked for. */
void pv_dump_stage(struct pv_job *job, struct pv_task *task, const char *stage);

/* C to trees. */
bool pv_stage_parse(struct pv_job *job);

/* Trees to models. A region that was found, not marked, gives way around what cannot be modelled: its parts become tasks. */
bool pv_model_begin(struct pv_job *job);
bool pv_model_build(struct pv_job *job, struct pv_task *task);
unsigned long pv_model_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_model_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_model_failed(struct pv_job *job, struct pv_task *task);
/* A model without any meaning is good to look at alone: no code would be as good as any. */
bool pv_model_check_meaning(struct pv_job *job, struct pv_task *task);
/* A detected region without a loop around any statement, because all its loops are parts of statements, gains nothing as a whole:
 * its parts are tried, before the references of these statements cost any work. */
bool pv_model_is_divisible(const struct pv_job *job, const struct pv_task *task);
bool pv_model_divide(struct pv_job *job, struct pv_task *task);
bool pv_model_finish(struct pv_job *job);

/* Models that are right for pointers that may overlap. */
bool pv_overlap_find(struct pv_job *job, struct pv_task *task);
bool pv_overlap_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_overlap_failed(struct pv_job *job, struct pv_task *task);

/* Models to dependences: exact, or by memory where those take too much. A region for which even these take too much leaves the
 * job. */
bool pv_deps_find_exact(struct pv_job *job, struct pv_task *task);
bool pv_deps_must_be_exact(const struct pv_job *job, const struct pv_task *task);
bool pv_deps_exact_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_deps_find_by_memory(struct pv_job *job, struct pv_task *task);
bool pv_deps_are_missing(const struct pv_job *job, const struct pv_task *task);
bool pv_deps_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_deps_failed(struct pv_job *job, struct pv_task *task);
unsigned long pv_deps_budget(const struct pv_job *job, const struct pv_task *task);

/* Drop the instances that nothing needs. The dependences are missing afterwards if there were any. */
bool pv_dead_drop(struct pv_job *job, struct pv_task *task);
bool pv_dead_failed(struct pv_job *job, struct pv_task *task);

/* Dependences to an order: loaded, or computed and proven right. */
bool pv_order_begin(struct pv_job *job);
bool pv_order_load(struct pv_job *job, struct pv_task *task);
bool pv_order_is_loaded(const struct pv_job *job, const struct pv_task *task);
bool pv_order_load_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_order_find(struct pv_job *job, struct pv_task *task);
bool pv_order_is_computed(const struct pv_job *job, const struct pv_task *task);
bool pv_order_check(struct pv_job *job, struct pv_task *task);
bool pv_order_is_unchecked(const struct pv_job *job, const struct pv_task *task);
bool pv_order_check_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_order_check_failed(struct pv_job *job, struct pv_task *task);
bool pv_order_finish(struct pv_job *job);

/* Elements of arrays in the place of scalars, with their own dependences and order; taken back where these are no better. */
bool pv_inplace_applies(const struct pv_job *job, const struct pv_task *task);
bool pv_inplace_try(struct pv_job *job, struct pv_task *task);
unsigned long pv_inplace_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_inplace_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_inplace_failed(struct pv_job *job, struct pv_task *task);
bool pv_inplace_is_tried(const struct pv_job *job, const struct pv_task *task);
bool pv_inplace_check(struct pv_job *job, struct pv_task *task);
bool pv_inplace_decide(struct pv_job *job, struct pv_task *task);

/* Copies of arrays that make loops parallel, with their own dependences and order; taken back where these are no better. */
bool pv_expand_applies(const struct pv_job *job, const struct pv_task *task);
bool pv_expand_try(struct pv_job *job, struct pv_task *task);
unsigned long pv_expand_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_expand_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_expand_failed(struct pv_job *job, struct pv_task *task);
bool pv_expand_is_tried(const struct pv_job *job, const struct pv_task *task);
bool pv_expand_is_settled(const struct pv_job *job, const struct pv_task *task);   /* by its loops */
bool pv_expand_is_estimated(const struct pv_job *job, const struct pv_task *task); /* by its cycles */
bool pv_expand_check(struct pv_job *job, struct pv_task *task);
bool pv_expand_decide(struct pv_job *job, struct pv_task *task);
/* Does "code", for the host, have more copies of arrays than threads? Then the region gets its original order, in which each
 * thread may need one only, or, where it has that already, no copies. */
bool pv_expand_reconsider(struct pv_job *job, struct pv_task *task, const struct pv_code *code);
/* The region of "task", which has copies, as it was before. */
void pv_expand_take_back(struct pv_task *task);

/* Loops divided into parts that are parallel (index-set splitting); taken back where the order of the parts is no better. */
bool pv_split_applies(const struct pv_job *job, const struct pv_task *task);
unsigned long pv_split_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_split_try(struct pv_job *job, struct pv_task *task);
bool pv_split_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_split_failed(struct pv_job *job, struct pv_task *task);
bool pv_split_is_found(const struct pv_job *job, const struct pv_task *task);
bool pv_split_decide(struct pv_job *job, struct pv_task *task);
/* The region of "task", which has divided loops, as it was before. */
void pv_split_take_back(struct pv_job *job, struct pv_task *task);

/* Orders to programs (ladder.h). */
bool pv_code_begin(struct pv_job *job);
bool pv_code_finish(struct pv_job *job);

/* What the programs of all regions have in common, and text. */
bool pv_stage_lower(struct pv_job *job);
bool pv_stage_emit(struct pv_job *job);
/* Find out why loops of a region are not parallel, then print what became of each loop. Loops that the budget did not suffice
 * for have no reason. */
bool pv_report_has_code(const struct pv_job *job, const struct pv_task *task);
bool pv_report_explain(struct pv_job *job, struct pv_task *task);
unsigned long pv_report_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_report_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_report_note_kept(struct pv_job *job, struct pv_task *task);
bool pv_report_collect(struct pv_job *job, struct pv_task *task);
/* Pictures of the iterations, for a page. */
bool pv_report_is_drawn(const struct pv_job *job, const struct pv_task *task);
bool pv_report_draw(struct pv_job *job, struct pv_task *task);
bool pv_report_draw_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_report_finish(struct pv_job *job);
/* Append the report of explain. */
void pv_stage_print_explanation(struct pv_job *job, struct pv_sb *out);
/* The facts about the region of "task", for reports; NULL where none is wanted. */
struct pv_region_facts *pv_job_facts(struct pv_job *job, const struct pv_task *task);

/* From a schedule in isl's notation: read, to a syntax tree, to text. The schedule is a task without a region. */
bool pv_stage_read_schedule(struct pv_job *job);
bool pv_generate_run(struct pv_job *job, struct pv_task *task);
bool pv_generate_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_generate_failed(struct pv_job *job, struct pv_task *task);
bool pv_stage_print_plain(struct pv_job *job);

/* Compare a region of the first program with the corresponding one of the second; then those without a model, by their
 * texts. */
bool pv_compare_region(struct pv_job *job, struct pv_task *task);
bool pv_compare_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_compare_finish(struct pv_job *job);

/* Does the input hold schedule constraints? Then each set of constraints is a task without a region: read it, find a schedule,
 * check that. */
bool pv_constraints_are_input(struct pv_job *job);
bool pv_constraints_begin(struct pv_job *job);
bool pv_constraints_read(struct pv_job *job, struct pv_task *task);
unsigned long pv_constraints_read_budget(const struct pv_job *job, const struct pv_task *task);
bool pv_constraints_read_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_constraints_schedule(struct pv_job *job, struct pv_task *task);
bool pv_constraints_check(struct pv_job *job, struct pv_task *task);
bool pv_constraints_check_exceeded(struct pv_job *job, struct pv_task *task);
bool pv_constraints_check_failed(struct pv_job *job, struct pv_task *task);

/* What the options say to the scheduler. */
struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job);

/* Warn of a schedule that could be better; with -v, say why it is as it is. */
void pv_order_tell(struct pv_job *job, struct pv_loc loc, const struct pv_schedule_report *report);
/* Why "order" is not a schedule of "sc", which is taken; NULL where it is one. To be called within a budget. */
const char *pv_order_find_fault(struct pv_job *job, __isl_take isl_schedule_constraints *sc,
                                __isl_keep isl_schedule *order);

/* Append the schedules. */
void pv_stage_print_schedules(struct pv_job *job, struct pv_sb *out);
/* Print them as they are now, for --dump-schedule and the like; "with_groups": chains of statements stay together. */
void pv_stage_dump_schedules(struct pv_job *job, bool with_groups);

/* What the options say about mapping. */
struct pv_map_params pv_job_map_params(const struct pv_job *job);

/* What the options say about generating code. */
struct pv_generate_params pv_stage_generate_params(const struct pv_job *job);
/* The same, with a warning for each option that has no effect. */
struct pv_generate_params pv_stage_begin_generating(struct pv_job *job);

/* Is the target a device? */
bool pv_stage_is_for_device(const struct pv_job *job);

/* May a stage rewrite the model of "task" for better code? Not where the user wants to see or to give its schedule. */
bool pv_stage_may_rewrite(const struct pv_job *job, const struct pv_task *task);

#endif
