/* Creates, orders and frees the tasks of a job: one for each region. */
#include "driver/task.h"

#include <stdlib.h>

struct pv_task *pv_task_new(struct pv_arena *arena, struct pv_region *region)
{
    struct pv_task *task = pv_new(arena, struct pv_task);
    task->region = region;
    return task;
}

/* Forget the conflicts of "task". */
static void drop_conflicts(struct pv_task *task)
{
    if (task->conflicts)
        pv_conflicts_free(task->conflicts);
    task->conflicts = NULL;
}

const struct pv_conflicts *pv_task_conflicts(struct pv_arena *arena, struct pv_task *task)
{
    if (task->conflicts && task->conflicts->deps == task->deps)
        return task->conflicts;
    drop_conflicts(task);
    task->conflicts = pv_new(arena, struct pv_conflicts);
    *task->conflicts = (struct pv_conflicts){.arena = arena, .scop = task->scop, .deps = task->deps};
    if (!pv_conflicts_find(task->conflicts))
        drop_conflicts(task);
    return task->conflicts;
}

void pv_task_exchange_plain(struct pv_task *task)
{
    struct pv_unexpanded other = {task->deps, task->schedule, task->grouped};
    task->deps = task->plain.deps;
    task->schedule = task->plain.schedule;
    task->grouped = task->plain.grouped;
    task->plain = other;
}

void pv_task_free_plain(struct pv_task *task)
{
    pv_deps_free(task->plain.deps);
    isl_schedule_free(task->plain.schedule);
    isl_schedule_free(task->plain.grouped);
    task->plain = (struct pv_unexpanded){0};
}

void pv_task_clear(struct pv_task *task)
{
    drop_conflicts(task);
    pv_code_free(task->code);
    pv_device_plan_free(task->plan);
    isl_schedule_constraints_free(task->constraints);
    isl_schedule_free(task->schedule);
    isl_schedule_free(task->grouped);
    isl_schedule_free(task->undivided);
    if (task->split)
        pv_split_free(task->split);
    pv_deps_free(task->deps);
    pv_task_free_plain(task);
    if (task->expansion) /* parts of the region have the same text */
        pv_expand_undo(task->expansion);
    if (task->inplace)
        pv_inplace_undo(task->inplace);
    pv_scop_free(task->scop);
    *task = (struct pv_task){.region = task->region, .too_much = task->too_much, .is_gone = task->is_gone};
}

void pv_tasks_insert(struct pv_arena *arena, pv_tasks *tasks, int at, const pv_regions *regions)
{
    for (int i = 0; i < regions->n; i++)
        pv_push(arena, tasks, NULL);
    for (int i = tasks->n - 1; i - regions->n > at; i--)
        tasks->v[i] = tasks->v[i - regions->n];
    for (int i = 0; i < regions->n; i++)
        tasks->v[at + 1 + i] = pv_task_new(arena, regions->v[i]);
}

void pv_tasks_drop_gone(pv_tasks *tasks)
{
    int n = 0;
    for (int i = 0; i < tasks->n; i++)
        if (tasks->v[i]->is_gone)
            pv_task_clear(tasks->v[i]);
        else
            tasks->v[n++] = tasks->v[i];
    tasks->n = n;
}

static int compare_places(const void *a, const void *b)
{
    const struct pv_task *left = *(struct pv_task *const *)a, *right = *(struct pv_task *const *)b;
    unsigned at = left->region->range.begin.offset, other = right->region->range.begin.offset;
    return (at > other) - (at < other);
}

void pv_tasks_sort(pv_tasks *tasks)
{
    if (tasks->n)
        qsort(tasks->v, (size_t)tasks->n, sizeof(struct pv_task *), compare_places);
}
