/* Reads the trace of a program as executions of regions. */
#include "trace.h"

#include <stdio.h>

struct reader {
    struct pv_arena *arena;
    struct trace *trace;
    struct trace_run *run;     /* NULL outside of regions */
    PV_VEC(int64_t) iterators; /* of the current instance */
    PV_VEC(int64_t) scalars;
    PV_VEC(int64_t) parameters;
    const char *trouble;
};

static struct trace_instance *current(struct reader *reader)
{
    return &reader->run->instances.v[reader->run->instances.n - 1];
}

static int64_t *copy_values(struct pv_arena *arena, const int64_t *values, int n)
{
    int64_t *copy = pv_new_array(arena, int64_t, n ? n : 1);
    for (int i = 0; i < n; i++)
        copy[i] = values[i];
    return copy;
}

static void begin_instance(struct reader *reader, int site)
{
    struct trace_instance instance = {.site = site, .first_access = reader->run->accesses.n};
    pv_push(reader->arena, &reader->run->instances, instance);
    reader->iterators.n = reader->scalars.n = 0;
}

static void end_instance(struct reader *reader)
{
    struct trace_instance *instance = current(reader);
    instance->n_accesses = reader->run->accesses.n - instance->first_access;
    instance->n_bindings = reader->run->bindings.n;
    instance->n_iterators = reader->iterators.n;
    instance->iterators = copy_values(reader->arena, reader->iterators.v, reader->iterators.n);
    instance->n_scalars = reader->scalars.n;
    instance->scalars = copy_values(reader->arena, reader->scalars.v, reader->scalars.n);
    if (instance->site == TRACE_NO_SITE && instance->n_accesses == 0)
        reader->run->instances.n--;
}

static void begin_run(struct reader *reader, int region)
{
    reader->run = pv_new(reader->arena, struct trace_run);
    reader->run->region = region;
    reader->parameters.n = 0;
    pv_push(reader->arena, &reader->trace->runs, reader->run);
    begin_instance(reader, TRACE_NO_SITE);
}

static void end_run(struct reader *reader)
{
    end_instance(reader);
    reader->run->n_parameters = reader->parameters.n;
    reader->run->parameters = copy_values(reader->arena, reader->parameters.v, reader->parameters.n);
    reader->run = NULL;
}

static void read_memory_event(struct reader *reader, const struct trace_event *event)
{
    struct trace_access access = {event->kind == TRACE_WRITE, event->id, event->a, event->b};
    pv_push(reader->arena, &reader->run->accesses, access);
}

static void read_binding(struct reader *reader, const struct trace_event *event)
{
    struct trace_binding binding = {event->kind, (int)event->id, event->a, event->b};
    pv_push(reader->arena, &reader->run->bindings, binding);
}

static void read_event(struct reader *reader, const struct trace_event *event)
{
    if (event->kind != TRACE_REGION_BEGIN && !reader->run) {
        reader->trouble = "the trace has an event outside of regions";
        return;
    }
    switch ((enum trace_kind)event->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        read_memory_event(reader, event);
        break;
    case TRACE_REGION_BEGIN:
        if (reader->run)
            end_run(reader);
        begin_run(reader, (int)event->id);
        break;
    case TRACE_REGION_END:
        end_run(reader);
        break;
    case TRACE_PARAMETER:
        pv_push(reader->arena, &reader->parameters, (int64_t)event->a);
        break;
    case TRACE_VARIABLE:
    case TRACE_BASE:
    case TRACE_STRIDE:
    case TRACE_FIELD:
        read_binding(reader, event);
        break;
    case TRACE_SITE_BEGIN:
    case TRACE_SITE_END:
        end_instance(reader);
        begin_instance(reader, event->kind == TRACE_SITE_BEGIN ? (int)event->id : TRACE_NO_SITE);
        break;
    case TRACE_ITERATOR:
        pv_push(reader->arena, &reader->iterators, (int64_t)event->a);
        break;
    case TRACE_SCALAR:
        pv_push(reader->arena, &reader->scalars, (int64_t)event->a);
        break;
    default:
        reader->trouble = "the trace has an event of unknown kind";
    }
}

struct trace *trace_read(struct pv_arena *arena, const char *path, const char **trouble)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        *trouble = pv_printf(arena, "cannot read '%s'", path);
        return NULL;
    }
    struct reader reader = {.arena = arena, .trace = pv_new(arena, struct trace)};
    struct trace_event event;
    while (!reader.trouble && fread(&event, sizeof(event), 1, file) == 1)
        read_event(&reader, &event);
    if (!reader.trouble && reader.run)
        end_run(&reader);
    (void)fclose(file);
    *trouble = reader.trouble;
    return reader.trouble ? NULL : reader.trace;
}
