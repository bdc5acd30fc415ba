/* pave as a library: two threads, each with jobs of its own, from memory to memory.
 *
 *     cc library.c $(pkg-config --cflags --libs pave) -pthread
 *
 * Prints the dependences of a loop, then what becomes of it for OpenMP and for CUDA, and what is wrong with another. */
#include <pave.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char smooth[] = "void smooth(int n, const float *in, float *out)\n"
                             "{\n"
                             "    for (int i = 1; i < n - 1; i++)\n"
                             "        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;\n"
                             "}\n";
static const char broken[] = "void f(int n)\n"
                             "{\n"
                             "    for (int i = 0; i < n; i++\n"
                             "}\n";

/* What one thread is asked for, and what it got. */
struct task {
    const char *command, *option, *text;
    pave_status status;
    char *result; /* all texts, or the messages after an error */
    size_t size;
};

static void add(struct task *task, const char *text)
{
    size_t n = strlen(text);
    char *result = realloc(task->result, task->size + n + 1);
    if (!result)
        return;
    memcpy(result + task->size, text, n + 1);
    task->result = result;
    task->size += n;
}

static void keep_errors(void *user, const pave_message *message)
{
    if (message->severity >= PAVE_ERROR)
        add(user, message->formatted);
}

static void *work(void *user)
{
    struct task *task = user;
    pave_job *job = pave_job_new();
    task->status = PAVE_NO_MEMORY;
    if (!job)
        return NULL;
    pave_job_on_message(job, keep_errors, task);
    if (pave_job_add_option(job, task->option) == PAVE_DONE &&
        pave_job_add_text(job, "smooth.c", task->text, strlen(task->text)) == PAVE_DONE)
        task->status = pave_job_run(job, task->command);
    for (int i = 0; i < pave_job_n_results(job); i++) {
        add(task, pave_job_result_name(job, i));
        add(task, ":\n");
        add(task, pave_job_result_text(job, i));
    }
    pave_job_free(job);
    return NULL;
}

int main(void)
{
    struct task tasks[] = {
        {.command = "deps", .option = "--quiet", .text = smooth},
        {.command = "compile", .option = "--target=openmp", .text = smooth},
        {.command = "compile", .option = "--target=cuda", .text = smooth},
        {.command = "compile", .option = "--target=openmp", .text = broken},
    };
    enum { N = sizeof(tasks) / sizeof(*tasks) };
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        if (pthread_create(&threads[i], NULL, work, &tasks[i]))
            return 1;
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
        printf("== %s %s: status %d\n%s", tasks[i].command, tasks[i].option, (int)tasks[i].status,
               tasks[i].result ? tasks[i].result : "");
        free(tasks[i].result);
    }
    return 0;
}
