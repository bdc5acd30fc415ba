/* pave as a library: C loop nests to parallel code, from memory to memory.
 *
 *     pave_job *job = pave_job_new();
 *     pave_job_add_option(job, "--target=cuda");
 *     pave_job_add_text(job, "gemm.c", text, strlen(text));
 *     if (pave_job_run(job, "compile") == PAVE_DONE)
 *         for (int i = 0; i < pave_job_n_results(job); i++)
 *             use(pave_job_result_name(job, i), pave_job_result_text(job, i), pave_job_result_size(job, i));
 *     pave_job_free(job);
 *
 * No function writes a file, prints, ends the process or keeps state outside of a job. Several threads may each run a job
 * of their own at the same time; one job belongs to one thread at a time. Link with `pkg-config --libs pave`. */
#ifndef PAVE_H
#define PAVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PAVE_API __attribute__((visibility("default")))
#else
#define PAVE_API
#endif

typedef enum pave_status {
    PAVE_DONE,
    PAVE_BAD_INPUT, /* the input or an option is wrong, or a region stays as it is with --strict; messages say why */
    PAVE_FAULT,     /* a fault in pave itself; a message says what to report */
    PAVE_NO_MEMORY  /* out of memory. GMP and libclang end the process where they find none themselves */
} pave_status;

typedef enum pave_severity { PAVE_NOTE, PAVE_WARNING, PAVE_ERROR, PAVE_FAULT_MESSAGE } pave_severity;

/* A message. Nothing of it lives longer than the call that shows it. */
typedef struct pave_message {
    pave_severity severity;
    const char *file;      /* "pave" where the message is about no file */
    unsigned line, column; /* from 1; 0 where the message has no place in the file */
    const char *text;      /* the message alone */
    const char *formatted; /* as the program pave prints it: with place, severity, source line and caret */
} pave_message;

typedef void pave_message_function(void *user, const pave_message *message);

typedef struct pave_job pave_job;

/* A job without options and inputs; NULL where there is no memory. */
PAVE_API pave_job *pave_job_new(void);
PAVE_API void pave_job_free(pave_job *job);

/* Call "show" for each message of a run, in the thread that runs the job. Without one, messages are dropped. */
PAVE_API void pave_job_on_message(pave_job *job, pave_message_function *show, void *user);

/* Add an option as it stands on the command line of pave, in one word: "--target=openmp", "-DN=100", "-Iinclude". The next
 * run says whether it is right. An option that takes its argument as a second word may be given in two calls. */
PAVE_API pave_status pave_job_add_option(pave_job *job, const char *word);

/* Add an input: a file to be read, or "size" bytes of memory, which are copied, under the name of a file. Files that it
 * includes are looked for beside that name. The commands need one input, "check" two. */
PAVE_API pave_status pave_job_add_file(pave_job *job, const char *path);
PAVE_API pave_status pave_job_add_text(pave_job *job, const char *name, const char *text, size_t size);

/* Forget the options; forget the inputs. */
PAVE_API void pave_job_clear_options(pave_job *job);
PAVE_API void pave_job_clear_inputs(pave_job *job);

/* Run a command of pave: "compile", "scop", "deps", "schedule", "codegen" or "check". Replaces the results of the last run;
 * there are none unless the status is PAVE_DONE. --time-limit counts the processor time of the calling thread. */
PAVE_API pave_status pave_job_run(pave_job *job, const char *command);

/* What the last run would have written: "compile" gives the program, for CUDA also the kernels and their header, for OpenCL
 * perhaps the kernels, under the names that the texts have for one another; other commands give one text. Options like
 * --dump-schedule and --save-schedule=FILE add theirs in front. What would be printed has the name "-". The texts end
 * with a NUL byte that is not counted, and live until the next run. */
PAVE_API int pave_job_n_results(const pave_job *job);
PAVE_API const char *pave_job_result_name(const pave_job *job, int i);
PAVE_API const char *pave_job_result_text(const pave_job *job, int i);
PAVE_API size_t pave_job_result_size(const pave_job *job, int i);

/* The version of the library. */
PAVE_API const char *pave_version(void);

#ifdef __cplusplus
}
#endif

#endif
