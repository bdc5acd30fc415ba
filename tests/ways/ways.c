/* Compiles one program in several ways, as so many runs of pave would, in less time: the stages before the first that the
 * options of a way concern run once for all. The tests compile each program with a dozen sets of options, most of which
 * concern the mapping alone.
 *
 *   ways PREFIX WORD... -- WORD... -- WORD...
 *
 * The words before the first "--" belong to every way, the others to one each. What pave prints with the words of way N,
 * from 0, goes to PREFIX.N.err, its exit status, as a shell has it, to line N of the output of this program. The exit
 * status is 0 if there is a line for each way.
 *
 * This process runs the stages with the words of all ways. Each way is finished by a copy of it, made after the last stage
 * that none of the words of the way concerns; where that is none, by pave, which lies beside this program. There is no
 * limit of time as --time-limit sets it. */
#include "base/limbs.h"
#include "driver/options.h"
#include "driver/pipeline.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How far a way goes with the others. */
enum part { PART_AT_START, PART_AFTER_SCOP, PART_AFTER_DEAD, PART_AFTER_SCHEDULE, N_PARTS };
static const char *const last_shared[N_PARTS] = {NULL, "scop", "dead", "schedule"};

/* The options of ways: how they begin, and the earliest stage that they concern. Any other may concern all stages. */
static const struct {
    const char *begin;
    enum part part;
} known[] = {
    {"--no-live-range-reordering", PART_AFTER_SCOP},
    {"--no-group-chains", PART_AFTER_DEAD},
    {"--no-reschedule", PART_AFTER_DEAD},
    {"--schedule", PART_AFTER_DEAD}, /* also --scheduler= */
    {"--annotate", PART_AFTER_SCHEDULE},
    {"--device=", PART_AFTER_SCHEDULE},
    {"--dump-final-schedule", PART_AFTER_SCHEDULE},
    {"--fp-contract=", PART_AFTER_SCHEDULE},
    {"--hybrid", PART_AFTER_SCHEDULE},
    {"--isolate-full-tiles", PART_AFTER_SCHEDULE},
    {"--max-shared-memory=", PART_AFTER_SCHEDULE},
    {"--no-linearize-device-arrays", PART_AFTER_SCHEDULE},
    {"--no-narrow-kernels", PART_AFTER_SCHEDULE},
    {"--no-opencl-embed-kernel-code", PART_AFTER_SCHEDULE},
    {"--no-private-memory", PART_AFTER_SCHEDULE},
    {"--no-shared-memory", PART_AFTER_SCHEDULE},
    {"--no-unroll-", PART_AFTER_SCHEDULE},
    {"--no-wrap", PART_AFTER_SCHEDULE},
    {"--parallel-threshold=", PART_AFTER_SCHEDULE},
    {"--reassociate", PART_AFTER_SCHEDULE},
    {"--shared-memory", PART_AFTER_SCHEDULE},
    {"--sizes=", PART_AFTER_SCHEDULE},
    {"--target=", PART_AFTER_SCHEDULE},
    {"--tile", PART_AFTER_SCHEDULE},
    {"--unroll-", PART_AFTER_SCHEDULE},
    {"-o", PART_AFTER_SCHEDULE},
};

enum { MAX_WAYS = 32, MAX_WORDS = 200, NOT_RUN = 126, BY_SIGNAL = 128 };

struct way {
    int argc;
    char *argv[MAX_WORDS + 1];
    enum part part;
    int status;
};

static struct way common, ways[MAX_WAYS];
static int n_ways;

static void refuse(const char *why)
{
    fprintf(stderr, "ways: %s\n", why);
    exit(3);
}

static void add_word(struct way *way, char *word)
{
    if (way->argc == MAX_WORDS)
        refuse("too many words");
    way->argv[way->argc++] = word;
}

/* Cut the words at each "--". */
static void read_words(int argc, char **argv)
{
    static char name[] = "pave";
    struct way *way = &common;
    add_word(way, name);
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--")) {
            add_word(way, argv[i]);
            continue;
        }
        if (n_ways == MAX_WAYS)
            refuse("too many ways");
        way = &ways[n_ways++];
        *way = common;
    }
    if (!n_ways)
        refuse("usage: ways PREFIX WORD... -- WORD... -- WORD...");
}

static enum part find_part_of_word(const char *word)
{
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        if (!strncmp(word, known[i].begin, strlen(known[i].begin)))
            return known[i].part;
    return PART_AT_START;
}

/* A word after "-o" is a file. */
static enum part find_part(const struct way *way)
{
    enum part first = PART_AFTER_SCHEDULE;
    for (int i = common.argc; i < way->argc; i++) {
        enum part part = strcmp(way->argv[i - 1], "-o") ? find_part_of_word(way->argv[i]) : PART_AFTER_SCHEDULE;
        if (part < first)
            first = part;
    }
    return first;
}

/* Messages of the stages that ways share. */
static void keep_message(void *messages, const struct pv_message *message)
{
    pv_sb_add(messages, message->formatted);
}

/* Be the way: go on from where "job" is, or, if that is NULL, become pave. */
static void finish(struct way *way, struct pv_job *job, const char *pave)
{
    if (!job) {
        execv(pave, way->argv);
        _exit(NOT_RUN);
    }
    static struct pv_options options; /* of the one way that this process finishes */
    int status = 1;
    if (pv_options_parse(job->arena, job->diag, way->argc, way->argv, &options) == PV_PARSE_OK) {
        job->options = &options;
        status = (int)pv_job_run(job);
    }
    struct pv_arena *arena = job->arena;
    pv_job_free(job);
    pv_arena_free(arena);
    exit(status);
}

/* Let a copy of the process finish the way, with its messages, the "shared" ones first, in the file "path". */
static void run_way(struct way *way, struct pv_job *job, const struct pv_sb *shared, const char *path, const char *pave)
{
    pid_t child = fork();
    if (child == 0) {
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (file < 0 || dup2(file, STDERR_FILENO) < 0)
            _exit(NOT_RUN);
        close(file);
        if (job) {
            pv_diag_set_sink(job->diag, NULL, NULL);
            fprintf(stderr, "%s", shared->n ? shared->text : "");
        }
        finish(way, job, pave);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        refuse("no process can be made");
    way->status = WIFEXITED(status) ? WEXITSTATUS(status) : BY_SIGNAL + WTERMSIG(status);
}

/* Run the ways that part at "part". */
static void run_ways(enum part part, struct pv_job *job, const struct pv_sb *shared, const char *prefix,
                     const char *pave)
{
    for (int i = 0; i < n_ways; i++) {
        if (ways[i].part != part)
            continue;
        struct pv_sb path = {0};
        pv_sb_printf(&path, "%s.%d.err", prefix, i);
        run_way(&ways[i], job, shared, path.text, pave);
        pv_sb_free(&path);
    }
}

/* Run the shared stages of "job", and the ways where they part. Where a stage fails, pave is to say so for each way. */
static void run_shared(struct pv_job *job, const struct pv_sb *messages, const char *prefix, const char *pave)
{
    bool ok = true;
    for (enum part part = PART_AFTER_SCOP; part < N_PARTS; part++) {
        ok = ok && pv_job_run_until(job, last_shared[part]);
        run_ways(part, ok ? job : NULL, messages, prefix, pave);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        refuse("usage: ways PREFIX WORD... -- WORD... -- WORD...");
    pv_limbs_pool_by_default();
    read_words(argc - 2, argv + 2);
    for (int i = 0; i < n_ways; i++)
        ways[i].part = find_part(&ways[i]);
    const char *slash = strrchr(argv[0], '/'), *prefix = argv[1];
    struct pv_sb pave = {0}, messages = {0};
    pv_sb_printf(&pave, "%.*spave", slash ? (int)(slash - argv[0]) + 1 : 0, argv[0]);

    struct pv_arena *arena = pv_arena_new();
    struct pv_diag *diag = pv_diag_new(arena, PV_COLOR_NEVER);
    struct pv_options options;
    pv_diag_set_sink(diag, keep_message, &messages);
    run_ways(PART_AT_START, NULL, NULL, prefix, pave.text);
    if (pv_options_parse(arena, diag, common.argc, common.argv, &options) == PV_PARSE_OK) {
        struct pv_job *job = pv_job_new(arena, diag, &options);
        pv_diag_set_quiet(diag, options.quiet);
        run_shared(job, &messages, prefix, pave.text);
        pv_job_free(job);
    } else {
        for (enum part part = PART_AFTER_SCOP; part < N_PARTS; part++)
            run_ways(part, NULL, NULL, prefix, pave.text);
    }
    for (int i = 0; i < n_ways; i++)
        printf("%d\n", ways[i].status);
    pv_arena_free(arena);
    pv_sb_free(&pave);
    pv_sb_free(&messages);
    return fflush(stdout) ? 1 : 0;
}
