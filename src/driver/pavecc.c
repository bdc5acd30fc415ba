/* The program pavecc: a C compiler that lets pave transform each C file before another compiler compiles it. */
#include "driver/ccdeps.h"
#include "driver/cctransform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* The program pave: that of the variable PAVE, the one beside this program, or the one that the shell would find. */
static const char *find_pave(struct pv_arena *arena)
{
    char self[4000];
    const char *given = getenv("PAVE");
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (given && *given)
        return given;
    if (n <= 0)
        return "pave";
    self[n] = 0;
    const char *beside = pv_printf(arena, "%.*spave", (int)(pv_cc_base_name(self) - self), self);
    return access(beside, X_OK) ? "pave" : beside;
}

/* Has the compiler the OpenMP library of gcc? */
static bool has_gomp(struct pv_cc_driver *driver)
{
    pv_words words = {0};
    const char *out = pv_printf(driver->arena, "%s/library", driver->folder);
    pv_cc_add_all(driver, &words, &driver->cc);
    pv_cc_add(driver, &words, "-print-file-name=libgomp.so");
    const char *path = pv_cc_run(driver, &words, out, "/dev/null") ? NULL : pv_ccline_read(driver->arena, out, NULL);
    return path && strchr(path, '/');
}

/* Add what programs need that hold transformed code. If "file" is compiled by the same command, its text must not change. */
static void add_libraries(struct pv_cc_driver *driver, pv_words *words, const struct pv_cc_file *file)
{
    if (driver->line.is_bare)
        return;
    if (pv_cc_is_target(driver, "openmp")) {
        bool is_free = !file || file->has_threads || driver->line.has_openmp;
        if (is_free || has_gomp(driver))
            pv_cc_add(driver, words, is_free ? "-fopenmp" : "-lgomp");
    } else if (pv_cc_is_target(driver, "opencl")) {
        pv_cc_add(driver, words, "-lOpenCL");
    } else if (pv_cc_is_target(driver, "cuda")) {
        const char *home = getenv("CUDA_HOME");
        pv_cc_add(driver, words, pv_printf(driver->arena, "-L%s/lib64", home && *home ? home : "/usr/local/cuda"));
        pv_cc_add(driver, words, "-lcudart");
        pv_cc_add(driver, words, "-lstdc++");
    }
}

/* Compiling. */

/* Compile the kernels of "file", and put them and the object "host" together as "object". */
static int add_kernels(struct pv_cc_driver *driver, const struct pv_cc_file *file, const char *host, const char *object)
{
    const char *nvcc = getenv("PAVE_NVCC"), *kernels = pv_printf(driver->arena, "%s/kernels.o", file->folder);
    pv_words words = {0}, join = {0};
    pv_ccline_split(driver->arena, nvcc && *nvcc ? nvcc : "nvcc", &words);
    pv_cc_add(driver, &words, "-O3");
    for (int i = 0; i < driver->line.words.n; i++)
        if (!strcasecmp(driver->line.words.v[i], "-fpic")) {
            pv_cc_add(driver, &words, "-Xcompiler");
            pv_cc_add(driver, &words, "-fPIC");
        }
    pv_cc_add(driver, &words, "-c");
    pv_cc_add(driver, &words, file->kernels);
    pv_cc_add(driver, &words, "-o");
    pv_cc_add(driver, &words, kernels);
    int status = pv_ccwork_run(driver->arena, &words, (struct pv_cc_streams){0});
    if (status)
        return status;
    pv_cc_add_all(driver, &join, &driver->cc);
    const char *const rest[] = {"-r", "-nostdlib", host, kernels, "-o", object};
    for (size_t i = 0; i < sizeof(rest) / sizeof(*rest); i++)
        pv_cc_add(driver, &join, rest[i]);
    return pv_ccwork_run(driver->arena, &join, (struct pv_cc_streams){0});
}

/* Compile the transformed text of "file" by "command". */
static int compile_new(struct pv_cc_driver *driver, const struct pv_cc_file *file, struct pv_cc_command command)
{
    const char *err = pv_printf(driver->arena, "%s/errors", file->folder);
    command.word[file->input->at] = file->new;
    pv_cc_add_folder(driver, &command, file);
    pv_cc_add(driver, &command.before, pv_printf(driver->arena, "-ffile-prefix-map=%s/=%s", file->folder, file->dir));
    if (file->has_threads)
        pv_cc_add(driver, &command.before, "-fopenmp");
    if (pv_cc_has_colors(driver))
        pv_cc_add(driver, &command.before, "-fdiagnostics-color=always");
    pv_words words = pv_cc_words(driver, &command);
    int status = pv_cc_run(driver, &words, NULL, err);
    if (!status) {
        pv_ccwork_show(driver->arena, err);
        pv_cc_correct_deps(driver, file);
    }
    return status;
}

/* Compile "file", and no other, by the user's command line, to "object" if that is not NULL. If the compiler does not take
 * the transformed text, it gets the original. */
static int compile(struct pv_cc_driver *driver, struct pv_cc_file *file, const char *object)
{
    struct pv_cc_command command = pv_cc_begin(driver);
    bool is_linked = driver->line.action == PV_CC_LINK;
    if (object || !is_linked)
        pv_cc_drop_operands(driver, &command, file->input->at);
    else
        add_libraries(driver, &command.after, file);
    const char *named = object ? object : driver->line.output;
    if (object || file->kernels)
        pv_cc_drop_output(driver, &command);
    if (object && is_linked)
        pv_cc_add(driver, &command.after, "-c");
    if (file->kernels) {
        named = named ? named
                      : pv_printf(driver->arena, "%.*s.o", (int)strlen(pv_cc_base_name(file->input->path)) - 2,
                                  pv_cc_base_name(file->input->path));
        object = pv_printf(driver->arena, "%s/host.o", file->folder);
    }
    if (object) {
        pv_cc_add(driver, &command.after, "-o");
        pv_cc_add(driver, &command.after, object);
    }
    int status = file->new ? compile_new(driver, file, command) : 1;
    if (!status && file->kernels)
        status = add_kernels(driver, file, object, named);
    if (!status)
        return 0;
    if (file->new) {
        pv_cc_warn(driver, file, "compiled as it is: the compiler does not accept what pave made of it");
        pv_cc_keep(file);
        return compile(driver, file, named == driver->line.output ? NULL : named);
    }
    command.word[file->input->at] = file->input->path;
    pv_words words = pv_cc_words(driver, &command);
    return pv_cc_run(driver, &words, NULL, NULL);
}

/* Let each file be compiled to an object of its own, and link all. After an error the others are compiled as well, as gcc
 * does. */
static int link_objects(struct pv_cc_driver *driver)
{
    struct pv_cc_command command = pv_cc_begin(driver);
    pv_words words = {0};
    int worst = 0;
    for (int i = 0; i < driver->files.n; i++) {
        struct pv_cc_file *file = &driver->files.v[i];
        const char *base = pv_cc_base_name(file->input->path);
        mkdir(file->folder, 0700);
        const char *object = pv_printf(driver->arena, "%s/%.*s.o", file->folder, (int)strcspn(base, "."), base);
        int status = compile(driver, file, object);
        worst = status > worst ? status : worst;
        command.word[file->input->at] = object;
    }
    if (worst)
        return worst;
    pv_cc_add_all(driver, &words, &driver->cc);
    for (int i = 0, next = 0; i < driver->line.words.n; i++) {
        bool is_input = next < driver->files.n && driver->files.v[next].input->at == i;
        const char *language = is_input ? driver->files.v[next++].input->language : NULL;
        bool goes_on = language && i < driver->line.operands.v[driver->line.operands.n - 1];
        const char *const around[] = {language ? "-x" : NULL, language ? "none" : NULL, command.word[i],
                                      goes_on ? "-x" : NULL, goes_on ? language : NULL};
        for (size_t k = 0; k < sizeof(around) / sizeof(*around); k++)
            if (around[k])
                pv_cc_add(driver, &words, around[k]);
    }
    add_libraries(driver, &words, NULL);
    return pv_cc_run(driver, &words, NULL, NULL);
}

/* Compile each file, and then look at what else is on the command line, or link it together with the only file. */
static int compile_all(struct pv_cc_driver *driver)
{
    int worst = 0;
    for (int i = 0; i < driver->files.n; i++) {
        int status = compile(driver, &driver->files.v[i], NULL);
        worst = status > worst ? status : worst;
    }
    if (driver->line.operands.n == driver->files.n || driver->line.action == PV_CC_LINK)
        return worst;
    struct pv_cc_command command = pv_cc_begin(driver);
    for (int i = 0; i < driver->files.n; i++)
        command.word[driver->files.v[i].input->at] = NULL;
    pv_words words = pv_cc_words(driver, &command);
    int status = pv_cc_run(driver, &words, NULL, NULL);
    return status > worst ? status : worst;
}

static int run(struct pv_cc_driver *driver)
{
    const struct pv_ccline *line = &driver->line;
    bool is_at_once = line->action == PV_CC_LINK && line->beside;
    if (is_at_once && line->inputs.n > 1) {
        pv_words words = {0};
        pv_cc_add_all(driver, &words, &driver->cc);
        pv_cc_add_all(driver, &words, &line->words);
        add_libraries(driver, &words, &driver->files.v[0]);
        return pv_cc_run(driver, &words, NULL, NULL);
    }
    return line->action == PV_CC_LINK && !is_at_once ? link_objects(driver) : compile_all(driver);
}

/* Become the compiler: there is no file to transform. */
static int pass_on(struct pv_cc_driver *driver)
{
    pv_words words = {0};
    int n_own = 0;
    pv_cc_add_all(driver, &words, &driver->cc);
    for (char **arg = driver->argv; *arg; arg++)
        n_own += !strncmp(*arg, "--pave-", strlen("--pave-"));
    if (n_own < driver->line.own.n) /* a response file holds some, too */
        pv_cc_add_all(driver, &words, &driver->line.words);
    else
        for (char **arg = driver->argv; *arg; arg++)
            if (strncmp(*arg, "--pave-", strlen("--pave-")) != 0)
                pv_cc_add(driver, &words, *arg);
    if (driver->line.action == PV_CC_LINK)
        add_libraries(driver, &words, NULL);
    pv_ccwork_become(driver->arena, &words);
    return 127;
}

/* Is the command line one for the compiler alone? Files of other languages are compiled on their own where the libraries
 * of transformed code are linked by an option that would change their meaning. */
static bool is_passed_on(const struct pv_cc_driver *driver)
{
    const struct pv_ccline *line = &driver->line;
    bool has_c = false;
    for (int i = 0; i < line->inputs.n; i++)
        has_c |= line->inputs.v[i].is_c;
    if (line->action == PV_CC_PASS || !line->inputs.n || has_c)
        return line->action == PV_CC_PASS || !line->inputs.n;
    return line->action != PV_CC_LINK || !pv_cc_is_target(driver, "openmp") || line->has_openmp || line->is_bare;
}

static bool save_stdin(struct pv_cc_driver *driver)
{
    size_t size = 0;
    const char *text = pv_ccline_read(driver->arena, "-", &size);
    driver->saved_stdin = pv_printf(driver->arena, "%s/stdin", driver->folder);
    return text && pv_ccwork_write(driver->saved_stdin, text, size);
}

static bool begin_files(struct pv_cc_driver *driver)
{
    driver->folder = pv_ccwork_begin(driver->arena);
    bool ok = driver->folder;
    for (int i = 0; i < driver->line.inputs.n && ok; i++) {
        const struct pv_cc_input *input = &driver->line.inputs.v[i];
        struct pv_cc_file file = {.input = input, .folder = pv_printf(driver->arena, "%s/%d", driver->folder, i)};
        file.dir = pv_strndup(driver->arena, input->path, (size_t)(pv_cc_base_name(input->path) - input->path));
        if (!strcmp(input->path, "-"))
            ok = save_stdin(driver);
        file.original = strcmp(input->path, "-") ? input->path : driver->saved_stdin;
        pv_push(driver->arena, &driver->files, file);
    }
    return ok;
}

static int work(struct pv_cc_driver *driver)
{
    if (!begin_files(driver)) {
        fprintf(stderr, "pavecc: warning: compiled as it is: no temporary files: %s\n", strerror(errno));
        return driver->saved_stdin ? 1 : pass_on(driver);
    }
    for (int i = 0; i < driver->files.n && !driver->has_wrong_options; i++)
        pv_cc_transform(driver, &driver->files.v[i]);
    if (driver->has_wrong_options)
        return 1;
    int status = run(driver);
    for (int i = 0; i < driver->files.n && !status; i++)
        if (driver->files.v[i].warning)
            fputs(driver->files.v[i].warning, stderr);
    return status;
}

int main(int argc, char **argv)
{
    static const char running[] = "PAVECC_RUNS";
    struct pv_cc_driver driver = {.arena = pv_arena_new(), .argv = argv + (argc > 0)};
    const char *cc = getenv("PAVE_CC"), *wrong = pv_ccline_parse(driver.arena, driver.argv, &driver.line);
    if (getenv(running))
        wrong = "the compiler that PAVE_CC names is pavecc itself; set PAVE_CC to another one";
    if (wrong) {
        fprintf(stderr, "pavecc: error: %s\n", wrong);
        return 1;
    }
    setenv(running, "1", 1);
    pv_ccline_split(driver.arena, cc && *cc ? cc : "cc", &driver.cc);
    driver.pave = find_pave(driver.arena);
    bool is_off = getenv("PAVE_OFF") != NULL;
    int status = is_off || is_passed_on(&driver) ? pass_on(&driver) : work(&driver);
    pv_ccwork_end();
    pv_arena_free(driver.arena);
    return status;
}
