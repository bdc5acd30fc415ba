/* Compiles one program in several ways, as so many runs of pave would, in less time: stages that cannot tell two ways apart run
 * once for both. The tests compile each program with a dozen sets of options, most of which concern the mapping alone.
 *
 *   ways PREFIX WORD... -- WORD... -- WORD...
 *
 * The words before the first "--" belong to every way, the others to one each. The messages of way N, counted from 0, go to
 * PREFIX.N.err; its exit status, as a shell reports it, is line N of the output. The exit status of this program is 0 if there
 * is a line for each way.
 *
 * A way whose first word is "pave" is compiled by pave, which lies beside this program, and so is a way that shares no stage
 * with another. Ways that agree in all options that a stage looks at (pv_options_compare()) go through it together, in one
 * process; each is finished by a copy of that process. There is no limit of time as --time-limit sets it. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */ /* NOLINT(bugprone-reserved-identifier) */
#include "base/limbs.h"
#include "driver/options.h"
#include "driver/pipeline.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WAYS = 32, MAX_WORDS = 200, NOT_RUN = 126, BY_SIGNAL = 128 };

/* For each stage that may tell ways apart, the last one before it. */
static const char *const last_before[] = {
    [PV_SINCE_PARSE] = NULL, [PV_SINCE_SCHEDULE] = "dead", [PV_SINCE_CODE] = "schedule"};

struct way {
    int argc;
    char *argv[MAX_WORDS + 1];
    bool is_alone; /* for pave */
    struct pv_options options;
    struct pv_sb said; /* of its words */
};

static struct way common, ways[MAX_WAYS];
static int n_ways;
static int *statuses; /* of the ways, in memory that all copies of the process share */
static const char *prefix;
static struct pv_sb pave, messages; /* the path of pave; messages of the stages that ways share */
static struct pv_diag *diag;
static struct pv_arena *arena;

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
        if (!strcmp(argv[i], "--")) {
            if (n_ways == MAX_WAYS)
                refuse("too many ways");
            way = &ways[n_ways++];
            *way = common;
        } else if (way != &common && way->argc == common.argc && !strcmp(argv[i], name)) {
            way->is_alone = true;
        } else {
            add_word(way, argv[i]);
        }
    }
    if (!n_ways)
        refuse("usage: ways PREFIX WORD... -- WORD... -- WORD...");
}

static void keep_message(void *kept, const struct pv_message *message)
{
    pv_sb_add(kept, message->formatted);
}

static void end(int status)
{
    pv_arena_free(arena);
    pv_sb_free(&messages);
    pv_sb_free(&pave);
    for (int i = 0; i < n_ways; i++)
        pv_sb_free(&ways[i].said);
    exit(status);
}

/* Become way "i", with its messages in its file, those of shared stages first: go on from where "job" is, or, if that is NULL,
 * become pave. */
static void finish(int i, struct pv_job *job)
{
    struct pv_sb path = {0};
    pv_sb_printf(&path, "%s.%d.err", prefix, i);
    int file = open(path.text, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0)
        _exit(NOT_RUN);
    close(file);
    pv_sb_free(&path);
    if (!job) {
        execv(pave.text, ways[i].argv);
        _exit(NOT_RUN);
    }
    pv_diag_set_sink(diag, NULL, NULL);
    fprintf(stderr, "%s%s", ways[i].said.n ? ways[i].said.text : "", messages.n ? messages.text : "");
    job->options = &ways[i].options;
    int status = (int)pv_job_run(job);
    pv_job_free(job);
    end(status);
}

/* Wait for process "child" and return its status. */
static int await(pid_t child)
{
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        refuse("no process can be made");
    return WIFEXITED(status) ? WEXITSTATUS(status) : BY_SIGNAL + WTERMSIG(status);
}

static void run_way(int i, struct pv_job *job)
{
    pid_t child = fork();
    if (child == 0)
        finish(i, job);
    statuses[i] = await(child);
}

/* The ways of "from" that stage "since", and those before, cannot tell from way "i". Return their number. */
static int find_class(int i, const bool *from, enum pv_since since, bool *class)
{
    int n = 0;
    for (int k = 0; k < n_ways; k++) {
        class[k] = from[k] && !ways[k].is_alone &&
                   (k == i || pv_options_compare(&ways[i].options, &ways[k].options) > since);
        n += class[k];
    }
    return n;
}

static void run_classes(const bool *from, enum pv_since since, struct pv_job *job);

/* Take the ways of "class", of which "first" is one, through the stages that cannot tell them apart, and part there. Where a
 * stage fails, pave is to say so for each way. */
static void run_class(const bool *class, int first, enum pv_since since, struct pv_job *job)
{
    enum pv_since next = (enum pv_since)(since + 1);
    if (!job) {
        pv_diag_set_quiet(diag, ways[first].options.quiet);
        job = pv_job_new(arena, diag, &ways[first].options);
    }
    job->options = &ways[first].options;
    bool ok = pv_job_run_until(job, last_before[next]);
    if (ok && next < PV_SINCE_CODE)
        run_classes(class, next, job);
    else
        for (int k = 0; k < n_ways; k++)
            if (class[k])
                run_way(k, ok ? job : NULL);
    pv_job_free(job);
}

/* Run the ways of "from", which "job" has brought to the stage "since"; NULL if that is the first. Each class of ways that go
 * on together has a process of its own. */
static void run_classes(const bool *from, enum pv_since since, struct pv_job *job)
{
    bool is_done[MAX_WAYS] = {false}, class[MAX_WAYS] = {false};
    for (int i = 0; i < n_ways; i++) {
        if (!from[i] || is_done[i])
            continue;
        int n = find_class(i, from, since, class);
        if (ways[i].is_alone || (n == 1 && !job)) {
            run_way(i, NULL);
            continue;
        }
        pid_t child = fork();
        if (child == 0) {
            run_class(class, i, since, job);
            end(0);
        }
        int status = await(child);
        for (int k = 0; k < n_ways; k++) {
            is_done[k] |= class[k];
            if (class[k] && status) /* the stages they share ended it */
                statuses[k] = status;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        refuse("usage: ways PREFIX WORD... -- WORD... -- WORD...");
    pv_limbs_pool_by_default();
    prefix = argv[1];
    read_words(argc - 2, argv + 2);
    const char *slash = strrchr(argv[0], '/');
    pv_sb_printf(&pave, "%.*spave", slash ? (int)(slash - argv[0]) + 1 : 0, argv[0]);
    statuses = mmap(NULL, MAX_WAYS * sizeof(*statuses), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (statuses == MAP_FAILED)
        refuse("no memory");
    arena = pv_arena_new();
    diag = pv_diag_new(arena, PV_COLOR_NEVER);
    bool all[MAX_WAYS] = {false};
    for (int i = 0; i < n_ways; i++) { /* pave is to say what is wrong with the words */
        statuses[i] = NOT_RUN;
        all[i] = true;
        pv_diag_set_sink(diag, keep_message, &ways[i].said);
        ways[i].is_alone |= pv_options_parse(arena, diag, ways[i].argc, ways[i].argv, &ways[i].options) != PV_PARSE_OK;
    }
    pv_diag_set_sink(diag, keep_message, &messages);
    run_classes(all, PV_SINCE_PARSE, NULL);
    for (int i = 0; i < n_ways; i++)
        printf("%d\n", statuses[i]);
    end(fflush(stdout) ? 1 : 0);
}
