/* A region on its way through the stages, with everything that they compute for it. */
#ifndef PV_TASK_H
#define PV_TASK_H

#include "analysis/expand.h"
#include "analysis/inplace.h"
#include "base/vec.h"
#include "front/regions.h"
#include "ir/code.h"
#include "ir/deps.h"
#include "ir/kernel.h"
#include "ir/scop.h"
#include "map/conflict.h"
#include "map/idle.h"
#include "report/facts.h"
#include "schedule/cuts.h"

#include <isl/schedule.h>

struct pv_scdoc;

/* What a region had before its model was changed for another order. */
struct pv_unexpanded {
    struct pv_deps *deps;
    isl_schedule *schedule, *grouped;
};

/* The task owns its objects. Each stage fills in its part. */
struct pv_task {
    struct pv_region *region;              /* NULL: a schedule or constraints from a file, without a program */
    const struct pv_scdoc *document;       /* of such constraints, or NULL */
    isl_schedule_constraints *constraints; /* ... and what it says */
    struct pv_scop *scop;                  /* scop */
    struct pv_deps *deps;                  /* deps; NULL while they are to be computed */
    struct pv_conflicts *conflicts;        /* of "deps"; see pv_task_conflicts() */
    bool by_memory;                        /* deps: exact ones exceeded the budget */
    isl_schedule *schedule;                /* schedule, code; NULL: the region keeps its text */
    isl_schedule *grouped;          /* schedule: the same with chains of statements in expansion nodes, or NULL */
    bool is_unchecked;              /* schedule: it was computed, and not proven right yet */
    struct pv_inplace *inplace;     /* inplace: elements in the place of scalars in "scop"; NULL: there are none */
    struct pv_expansion *expansion; /* expand: the copies of arrays in "scop"; NULL: there are none */
    struct pv_unexpanded plain;     /* inplace, expand: what there was before */
    struct pv_split *split;         /* split: where loops may be divided; NULL: nowhere */
    isl_schedule *undivided;        /* split: the order before loops were divided into parts; NULL: none is */
    bool has_original_order;        /* expand: "schedule" is the original order, with copies */
    bool stays_unmoved;             /* code: with copies, moved loops gain nothing */
    struct pv_device_plan *plan;    /* code; NULL: the region stays on the host */
    struct pv_idle idle;            /* code: loops of the host that threads do not share though they could */
    struct pv_code *code;           /* code; NULL: the region keeps its text */
    pv_times times;                 /* that each stage took */
    const char *dump;               /* what --dump=STAGE prints of it, or NULL */
    const char *why;                /* the reason why the last step failed */
    const char *too_much;           /* the work that exceeded a budget: parts of the region may be tried; or NULL */
    bool is_gone;                   /* the region takes no part in what follows */
};

typedef PV_VEC(struct pv_task *) pv_tasks;

struct pv_task *pv_task_new(struct pv_arena *arena, struct pv_region *region);

/* The conflicts of the dependences of "task", which are found once: they do not depend on a schedule. NULL where isl failed. */
const struct pv_conflicts *pv_task_conflicts(struct pv_arena *arena, struct pv_task *task);

/* Exchange the dependences and the order of "task" with those in "plain": those of its model with those of the model before a
 * stage rewrote it. At first "plain" is empty. */
void pv_task_exchange_plain(struct pv_task *task);

/* Free those in "plain". */
void pv_task_free_plain(struct pv_task *task);

/* Free the objects of "task". */
void pv_task_clear(struct pv_task *task);

/* Insert a new task for each of "regions" into "tasks", behind index "at". */
void pv_tasks_insert(struct pv_arena *arena, pv_tasks *tasks, int at, const pv_regions *regions);

/* Remove the tasks that are gone, which are freed. */
void pv_tasks_drop_gone(pv_tasks *tasks);

/* Sort "tasks" by the places of their regions in the text. */
void pv_tasks_sort(pv_tasks *tasks);

#endif
