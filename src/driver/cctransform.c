/* Lets pave transform the files of pavecc's command line. */
#include "driver/cctransform.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Can "text" hold a loop or a marked region? Without one, pave would change nothing. */
static bool has_loops(const char *text)
{
    static const char *const words[] = {"for", "while", "goto", "scop"};
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        size_t n = strlen(words[i]);
        for (const char *at = strstr(text, words[i]); at; at = strstr(at + n, words[i]))
            if ((at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
                !(isalnum((unsigned char)at[n]) || at[n] == '_'))
                return true;
    }
    return false;
}

void pv_cc_warn(struct pv_cc_driver *driver, struct pv_cc_file *file, const char *text)
{
    const char *name = strcmp(file->input->path, "-") ? file->input->path : "<stdin>";
    file->warning = pv_printf(driver->arena, "%s: warning: %s [pavecc]\n", name, text);
}

/* Make the first error among the messages of pave a warning about "file". */
static void warn_of_error(struct pv_cc_driver *driver, struct pv_cc_file *file, const char *messages, int status)
{
    const char *error = messages ? strstr(messages, "error: ") : NULL, *line = error;
    while (line && line > messages && line[-1] != '\n')
        line--;
    if (!error) {
        pv_cc_warn(driver, file, pv_printf(driver->arena, "compiled as it is: pave ended with status %d", status));
        return;
    }
    const char *text = error + strlen("error: ");
    file->warning = pv_printf(driver->arena, "%.*swarning: compiled as it is: %.*s [pavecc]\n", (int)(error - line),
                              line, (int)strcspn(text, "\n"), text);
}

/* Let pave transform "file" for "target". Return its exit status; its messages are in "messages". */
static int run_pave(struct pv_cc_driver *driver, const struct pv_cc_file *file, const char *target,
                    const char **messages)
{
    pv_words words = {0};
    const char *err = pv_printf(driver->arena, "%s/messages", file->folder);
    bool is_stdin = !strcmp(file->input->path, "-");
    pv_cc_add(driver, &words, driver->pave);
    pv_cc_add(driver, &words, "compile");
    pv_cc_add_all(driver, &words, &driver->line.reading);
    pv_cc_add(driver, &words, "--quiet");
    if (pv_cc_has_colors(driver))
        pv_cc_add(driver, &words, "--color=always");
    pv_cc_add(driver, &words, "--line-directives");
    pv_cc_add(driver, &words, pv_printf(driver->arena, "--target=%s", target));
    pv_cc_add_all(driver, &words, &driver->line.pave);
    pv_cc_add(driver, &words, "-o");
    pv_cc_add(driver, &words, file->new);
    pv_cc_add(driver, &words, file->input->path);
    int status = pv_ccwork_run(driver->arena, &words,
                               (struct pv_cc_streams){is_stdin ? driver->saved_stdin : NULL, "/dev/null", err});
    *messages = pv_ccline_read(driver->arena, err, NULL);
    return status;
}

/* Does pave refuse its options, whatever the file is? Then show why. */
static bool are_options_wrong(struct pv_cc_driver *driver, const struct pv_cc_file *file)
{
    static const char pave[] = "pave: ";
    const int skipped = sizeof(pave) - 1;
    pv_words words = {0};
    const char *err = pv_printf(driver->arena, "%s/options", file->folder);
    pv_cc_add(driver, &words, driver->pave);
    pv_cc_add(driver, &words, "compile");
    pv_cc_add_all(driver, &words, &driver->line.pave);
    pv_cc_add(driver, &words, "--version");
    if (!driver->line.pave.n ||
        pv_ccwork_run(driver->arena, &words, (struct pv_cc_streams){"/dev/null", "/dev/null", err}) != 1)
        return false;
    const char *text = pv_ccline_read(driver->arena, err, NULL);
    for (const char *line = text; line && *line; line += strcspn(line, "\n") + 1) {
        bool is_own = !strncmp(line, pave, sizeof(pave) - 1);
        fprintf(stderr, "%s%.*s\n", is_own ? "pavecc: " : "", (int)strcspn(line, "\n") - (is_own ? skipped : 0),
                line + (is_own ? skipped : 0));
    }
    fprintf(stderr, "pavecc: note: options for pave come from PAVE_FLAGS, and from --pave-OPTION for --OPTION\n");
    return true;
}

/* Has the transformed "text" any text in it but "original" and lines on top? */
static bool is_changed(const char *text, size_t size, const char *original, size_t original_size)
{
    return size < original_size || memcmp(text + size - original_size, original, original_size) != 0;
}

/* The text of "file" after preprocessing, with the folder of the file among those that are searched, and with OpenMP, if
 * asked for; NULL after an error. */
static const char *preprocess(struct pv_cc_driver *driver, const struct pv_cc_file *file, bool searches, bool openmp)
{
    static const char epoch[] = "SOURCE_DATE_EPOCH";
    struct pv_cc_command command = pv_cc_begin(driver);
    const char *out = pv_printf(driver->arena, "%s/preprocessed", file->folder);
    pv_cc_drop_output(driver, &command);
    pv_cc_drop_operands(driver, &command, file->input->at);
    for (int i = 0; i < driver->line.words.n; i++) {
        const char *word = driver->line.words.v[i];
        if (!strcmp(word, "-MD") || !strcmp(word, "-MMD") || !strncmp(word, "-Wp,-M", 6) || !strcmp(word, "-c") ||
            !strcmp(word, "-S") || !strcmp(word, "-MP") || !strcmp(word, "-MG") ||
            strstr(word, "-save-temps") == word || strstr(word, "--save-temps") == word)
            command.word[i] = NULL;
        if (!strncmp(word, "-MF", 3) || !strncmp(word, "-MT", 3) || !strncmp(word, "-MQ", 3)) {
            command.word[i] = NULL;
            if (!word[3])
                command.word[++i] = NULL;
        }
    }
    if (searches)
        pv_cc_add_folder(driver, &command, file);
    if (openmp)
        pv_cc_add(driver, &command.before, "-fopenmp");
    pv_cc_add(driver, &command.after, "-E");
    pv_words words = pv_cc_words(driver, &command);
    bool has_epoch = getenv(epoch) != NULL;
    if (!has_epoch)
        setenv(epoch, "0", 1); /* __TIME__ is the same in all texts that are compared */
    int status = pv_cc_run(driver, &words, out, "/dev/null");
    if (!has_epoch)
        unsetenv(epoch);
    return status ? NULL : pv_ccline_read(driver->arena, out, NULL);
}

static bool is_same(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

/* Is "file" the same program where its folder is among those that are searched for headers, and with OpenMP? Set
 * "has_directives" if OpenMP would change it. */
static bool can_be_moved(struct pv_cc_driver *driver, const struct pv_cc_file *file, bool *has_directives)
{
    bool wants_openmp = file->has_threads && !driver->line.has_openmp;
    const char *as_is = preprocess(driver, file, false, false);
    *has_directives = false;
    if (wants_openmp) {
        if (is_same(as_is, preprocess(driver, file, true, true)) && !strstr(as_is, "#pragma omp"))
            return true;
        *has_directives = true;
    }
    return is_same(as_is, preprocess(driver, file, true, false));
}

void pv_cc_keep(struct pv_cc_file *file)
{
    file->new = file->kernels = NULL;
    file->has_threads = false;
}

/* Give the file "new" the time of "original", for __TIMESTAMP__. */
static void copy_time(const char *new, const char *original)
{
    struct stat state;
    if (!stat(original, &state)) {
        struct timespec times[] = {state.st_atim, state.st_mtim};
        (void)utimensat(AT_FDCWD, new, times, 0); /* without it, the object may differ from the next one */
    }
}

/* Let pave transform "file", whose text is "text", for "target". Without a new text, file->new is NULL. */
static void transform_for(struct pv_cc_driver *driver, struct pv_cc_file *file, const char *target, const char *text,
                          size_t size)
{
    const char *messages;
    size_t new_size = 0;
    const char *name = pv_cc_base_name(file->input->path);
    file->new = pv_printf(driver->arena, "%s/%s%s", file->folder, name, strcmp(name, "-") ? "" : ".c");
    int status = run_pave(driver, file, target, &messages);
    const char *new = status ? NULL : pv_ccline_read(driver->arena, file->new, &new_size);
    if (!new) {
        driver->has_wrong_options = driver->has_wrong_options || are_options_wrong(driver, file);
        warn_of_error(driver, file, messages, status);
        pv_cc_keep(file);
        return;
    }
    if (messages)
        fputs(messages, stderr);
    if (!is_changed(new, new_size, text, size)) {
        pv_cc_keep(file);
        return;
    }
    copy_time(file->new, file->original);
    file->has_threads = !strcmp(target, "openmp") && strstr(new, "\n#pragma omp parallel");
    const char *kernels = !strcmp(target, "cuda")
                              ? pv_printf(driver->arena, "%.*s_kernel.cu", (int)strlen(file->new) - 2, file->new)
                              : NULL;
    if (kernels && !access(kernels, R_OK))
        file->kernels = kernels;
}

/* Why no file of this command line is transformed, or NULL. */
static const char *find_obstacle(struct pv_cc_driver *driver)
{
    const struct pv_ccline *line = &driver->line;
    if (line->refused)
        return pv_printf(driver->arena, "option '%s': %s", line->refused, line->why);
    if (pv_cc_is_target(driver, "cuda") && line->is_assembly)
        return "-S has no place for the kernels of CUDA";
    if (line->beside && line->action == PV_CC_LINK && line->inputs.n > 1)
        return pv_printf(driver->arena, "'%s' with several files that are compiled and linked at once", line->beside);
    return NULL;
}

/* Is "path" a file that can be read more than once? A pipe is for the compiler alone. */
static bool is_regular(const char *path)
{
    struct stat state;
    return !stat(path, &state) && S_ISREG(state.st_mode);
}

void pv_cc_transform(struct pv_cc_driver *driver, struct pv_cc_file *file)
{
    size_t size = 0;
    if (!file->input->is_c || !is_regular(file->original))
        return;
    const char *text = pv_ccline_read(driver->arena, file->original, &size), *obstacle = find_obstacle(driver);
    if (!text || !has_loops(text) || mkdir(file->folder, 0700))
        return;
    if (obstacle) {
        pv_cc_warn(driver, file, pv_printf(driver->arena, "compiled as it is: %s", obstacle));
        return;
    }
    transform_for(driver, file, driver->line.target, text, size);
    bool has_directives = false;
    if (file->new && !can_be_moved(driver, file, &has_directives)) {
        pv_cc_keep(file);
        pv_cc_warn(driver, file,
                   "compiled as it is: headers in other folders include headers by names that files in the "
                   "folder of this one have, too");
    } else if (file->new &&has_directives) {
        transform_for(driver, file, "c", text, size);
        pv_cc_warn(driver, file, "transformed without threads, since it has OpenMP directives; -fopenmp allows both");
    }
}
