/* The program pavecc: a C compiler that lets pave transform each C file before another compiler compiles it. */
#include "driver/ccwork.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* A C file of the command line. */
struct file {
    const struct pv_cc_input *input;
    const char *dir;      /* its folder, with a slash, or "" */
    const char *folder;   /* for its temporary files */
    const char *original; /* the name to compile it by; that of a copy of standard input */
    const char *new;      /* the transformed file; NULL: it is compiled as it is */
    const char *kernels;  /* for CUDA, the file of kernels; else NULL */
    const char *warning;  /* to be shown if all else went well; or NULL */
    bool has_threads;     /* the transformed file needs OpenMP */
};

struct driver {
    struct pv_arena *arena;
    char **argv;
    struct pv_ccline line;
    pv_words cc; /* the compiler */
    const char *pave;
    const char *folder;      /* of all temporary files */
    const char *saved_stdin; /* or NULL */
    PV_VEC(struct file) files;
};

static bool is_target(const struct driver *driver, const char *target)
{
    return !strcmp(driver->line.target, target);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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
    const char *beside = pv_printf(arena, "%.*spave", (int)(base_name(self) - self), self);
    return access(beside, X_OK) ? "pave" : beside;
}

static void add(struct driver *driver, pv_words *words, const char *word)
{
    pv_push(driver->arena, words, word);
}

static void add_all(struct driver *driver, pv_words *words, const pv_words *more)
{
    for (int i = 0; i < more->n; i++)
        add(driver, words, more->v[i]);
}

/* Running the compiler. */

/* Write the words from the first argument on to a response file, as the user did: there may be too many for the system. */
static pv_words put_aside(struct driver *driver, const pv_words *words)
{
    static int n;
    pv_words result = {0};
    size_t size = 0;
    for (int i = driver->cc.n; i < words->n; i++)
        size += 2 * strlen(words->v[i]) + 4;
    char *text = pv_alloc(driver->arena, size + 1), *end = text;
    for (int i = driver->cc.n; i < words->n; i++) {
        *end++ = '"';
        for (const char *c = words->v[i]; *c; c++) {
            if (*c == '"' || *c == '\\')
                *end++ = '\\';
            *end++ = *c;
        }
        *end++ = '"';
        *end++ = '\n';
    }
    const char *path = pv_printf(driver->arena, "%s/words%d", driver->folder, n++);
    add_all(driver, &result, &driver->cc);
    add(driver, &result, pv_printf(driver->arena, "@%s", path));
    return pv_ccwork_write(path, text, (size_t)(end - text)) ? result : *words;
}

static int run_compiler(struct driver *driver, const pv_words *words, const char *out, const char *err)
{
    pv_words all = driver->line.has_response && words->n ? put_aside(driver, words) : *words;
    return pv_ccwork_run(driver->arena, &all, (struct pv_cc_streams){driver->saved_stdin, out, err});
}

/* A command for the compiler: the user's words, some of which are dropped or replaced. */
struct command {
    pv_words before;   /* options in front of the user's */
    const char **word; /* in the place of each of the user's; NULL: none */
    pv_words after;
};

static struct command begin_command(struct driver *driver)
{
    int n = driver->line.words.n;
    struct command command = {.word = pv_new_array(driver->arena, const char *, n + 1)};
    for (int i = 0; i < n; i++)
        command.word[i] = driver->line.words.v[i];
    return command;
}

static void drop_output(const struct driver *driver, struct command *command)
{
    int at = driver->line.output_at;
    if (at < 0)
        return;
    command->word[at] = NULL;
    if (!driver->line.words.v[at][2])
        command->word[at + 1] = NULL;
}

/* Drop all files but the one at "kept". */
static void drop_operands(const struct driver *driver, struct command *command, int kept)
{
    for (int i = 0; i < driver->line.operands.n; i++)
        if (driver->line.operands.v[i] != kept)
            command->word[driver->line.operands.v[i]] = NULL;
}

static pv_words words_of(struct driver *driver, const struct command *command)
{
    pv_words words = {0};
    add_all(driver, &words, &driver->cc);
    add_all(driver, &words, &command->before);
    for (int i = 0; i < driver->line.words.n; i++)
        if (command->word[i])
            add(driver, &words, command->word[i]);
    add_all(driver, &words, &command->after);
    return words;
}

/* Search the folder of "file" for headers, as the compiler does by itself only where the file lies there. */
static void add_folder(struct driver *driver, struct command *command, const struct file *file)
{
    add(driver, &command->before, "-iquote");
    add(driver, &command->before, *file->dir ? file->dir : ".");
}

/* What programs need that hold transformed code. */
static void add_libraries(struct driver *driver, pv_words *words)
{
    if (driver->line.is_bare)
        return;
    if (is_target(driver, "openmp"))
        add(driver, words, "-fopenmp");
    else if (is_target(driver, "opencl"))
        add(driver, words, "-lOpenCL");
    else if (is_target(driver, "cuda")) {
        const char *home = getenv("CUDA_HOME");
        add(driver, words, pv_printf(driver->arena, "-L%s/lib64", home && *home ? home : "/usr/local/cuda"));
        add(driver, words, "-lcudart");
        add(driver, words, "-lstdc++");
    }
}

/* Transforming files. */

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

static void warn_about(struct driver *driver, struct file *file, const char *text)
{
    const char *name = strcmp(file->input->path, "-") ? file->input->path : "<stdin>";
    file->warning = pv_printf(driver->arena, "%s: warning: %s [pavecc]\n", name, text);
}

/* Make the first error among the messages of pave a warning about "file". */
static void warn_of_error(struct driver *driver, struct file *file, const char *messages, int status)
{
    const char *error = messages ? strstr(messages, "error: ") : NULL, *line = error;
    while (line && line > messages && line[-1] != '\n')
        line--;
    if (!error) {
        warn_about(driver, file, pv_printf(driver->arena, "compiled as it is: pave ended with status %d", status));
        return;
    }
    const char *text = error + strlen("error: ");
    file->warning = pv_printf(driver->arena, "%.*swarning: compiled as it is: %.*s [pavecc]\n", (int)(error - line),
                              line, (int)strcspn(text, "\n"), text);
}

/* Let pave transform "file" for "target". Return its exit status; its messages are in "messages". */
static int run_pave(struct driver *driver, const struct file *file, const char *target, const char **messages)
{
    pv_words words = {0};
    const char *err = pv_printf(driver->arena, "%s/messages", file->folder);
    bool is_stdin = !strcmp(file->input->path, "-");
    add(driver, &words, driver->pave);
    add(driver, &words, "compile");
    add_all(driver, &words, &driver->line.reading);
    add(driver, &words, "--quiet");
    add(driver, &words, "--line-directives");
    add(driver, &words, pv_printf(driver->arena, "--target=%s", target));
    add_all(driver, &words, &driver->line.pave);
    add(driver, &words, "-o");
    add(driver, &words, file->new);
    add(driver, &words, file->input->path);
    int status = pv_ccwork_run(driver->arena, &words,
                               (struct pv_cc_streams){is_stdin ? driver->saved_stdin : NULL, "/dev/null", err});
    *messages = pv_ccline_read(driver->arena, err, NULL);
    return status;
}

/* Has the transformed "text" any text in it but "original" and lines on top? */
static bool is_changed(const char *text, size_t size, const char *original, size_t original_size)
{
    return size < original_size || memcmp(text + size - original_size, original, original_size) != 0;
}

/* The text of "file" after preprocessing, with the folder of the file among those that are searched, and with OpenMP, if
 * asked for; NULL after an error. */
static const char *preprocess(struct driver *driver, const struct file *file, bool searches, bool openmp)
{
    struct command command = begin_command(driver);
    const char *out = pv_printf(driver->arena, "%s/preprocessed", file->folder);
    drop_output(driver, &command);
    drop_operands(driver, &command, file->input->at);
    for (int i = 0; i < driver->line.words.n; i++) {
        const char *word = driver->line.words.v[i];
        if (!strcmp(word, "-MD") || !strcmp(word, "-MMD") || !strncmp(word, "-Wp,-M", 6) || !strcmp(word, "-c") ||
            !strcmp(word, "-S") || !strcmp(word, "-MP") || !strncmp(word, "-save-temps", 11))
            command.word[i] = NULL;
        if (!strncmp(word, "-MF", 3) || !strncmp(word, "-MT", 3) || !strncmp(word, "-MQ", 3)) {
            command.word[i] = NULL;
            if (!word[3])
                command.word[++i] = NULL;
        }
    }
    if (searches)
        add_folder(driver, &command, file);
    if (openmp)
        add(driver, &command.before, "-fopenmp");
    add(driver, &command.after, "-E");
    pv_words words = words_of(driver, &command);
    return run_compiler(driver, &words, out, "/dev/null") ? NULL : pv_ccline_read(driver->arena, out, NULL);
}

static bool is_same(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

/* Is "file" the same program where its folder is among those that are searched for headers, and with OpenMP? Set
 * "has_directives" if OpenMP would change it. */
static bool can_be_moved(struct driver *driver, const struct file *file, bool *has_directives)
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

/* Give up the transformed text of "file". */
static void keep(struct file *file)
{
    file->new = file->kernels = NULL;
    file->has_threads = false;
}

/* Let pave transform "file", whose text is "text", for "target". Without a new text, file->new is NULL. */
static void transform_for(struct driver *driver, struct file *file, const char *target, const char *text, size_t size)
{
    const char *messages;
    size_t new_size = 0;
    const char *name = base_name(file->input->path);
    file->new = pv_printf(driver->arena, "%s/%s%s", file->folder, name, strcmp(name, "-") ? "" : ".c");
    int status = run_pave(driver, file, target, &messages);
    const char *new = status ? NULL : pv_ccline_read(driver->arena, file->new, &new_size);
    if (!new) {
        warn_of_error(driver, file, messages, status);
        keep(file);
        return;
    }
    if (messages)
        fputs(messages, stderr);
    if (!is_changed(new, new_size, text, size)) {
        keep(file);
        return;
    }
    file->has_threads = !strcmp(target, "openmp") && strstr(new, "\n#pragma omp parallel");
    const char *kernels = !strcmp(target, "cuda")
                              ? pv_printf(driver->arena, "%.*s_kernel.cu", (int)strlen(file->new) - 2, file->new)
                              : NULL;
    if (kernels && !access(kernels, R_OK))
        file->kernels = kernels;
}

/* Why no file of this command line is transformed, or NULL. */
static const char *find_obstacle(struct driver *driver)
{
    const struct pv_ccline *line = &driver->line;
    if (line->refused)
        return pv_printf(driver->arena, "option '%s': %s", line->refused, line->why);
    if (is_target(driver, "cuda") && line->is_assembly)
        return "-S has no place for the kernels of CUDA";
    if (line->beside && line->action == PV_CC_LINK && line->inputs.n > 1)
        return pv_printf(driver->arena, "'%s' with several files that are compiled and linked at once", line->beside);
    return NULL;
}

static void transform(struct driver *driver, struct file *file)
{
    size_t size = 0;
    const char *text = pv_ccline_read(driver->arena, file->original, &size), *obstacle = find_obstacle(driver);
    if (!text || !has_loops(text) || mkdir(file->folder, 0700))
        return;
    if (obstacle) {
        warn_about(driver, file, pv_printf(driver->arena, "compiled as it is: %s", obstacle));
        return;
    }
    transform_for(driver, file, driver->line.target, text, size);
    bool has_directives = false;
    if (file->new && !can_be_moved(driver, file, &has_directives)) {
        keep(file);
        warn_about(driver, file,
                   "compiled as it is: headers in other folders include headers by names that files in the "
                   "folder of this one have, too");
    } else if (file->new &&has_directives) {
        transform_for(driver, file, "c", text, size);
        warn_about(driver, file, "transformed without threads, since it has OpenMP directives; -fopenmp allows both");
    }
}

/* Dependency files. */

/* Append "path" as a file for make names it. */
static char *add_for_make(char *end, const char *path)
{
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            *end++ = '\\';
        if (*path == '$')
            *end++ = '$';
        *end++ = *path;
    }
    return end;
}

/* If the dependency file "path" names files of our folder, let it name the user's file instead. */
static void correct_deps(struct driver *driver, const struct file *file, const char *path)
{
    size_t size = 0, n = strlen(file->folder), m = strlen(file->new);
    const char *text = access(path, W_OK) ? NULL : pv_ccline_read(driver->arena, path, &size);
    if (!text || !strstr(text, file->folder))
        return;
    char *result = pv_alloc(driver->arena, size * (2 * strlen(file->input->path) + 2)), *end = result;
    for (const char *c = text; *c;) {
        bool is_word = c == text || isspace((unsigned char)c[-1]);
        if (is_word && !strncmp(c, file->new, m) && (isspace((unsigned char)c[m]) || !c[m])) {
            end = add_for_make(end, file->input->path);
            c += m;
        } else if (is_word && !strncmp(c, file->folder, n)) {
            c += strcspn(c, " \t\n"); /* a header of the transformed file; with its colon, if it is a target */
        } else {
            *end++ = *c++;
        }
    }
    pv_ccwork_write(path, result, (size_t)(end - result));
}

/* Correct the dependency file of "file", whatever its name. */
static void find_deps(struct driver *driver, const struct file *file)
{
    const struct pv_ccline *line = &driver->line;
    const char *base = base_name(file->input->path), *out = line->output;
    int n = (int)(strrchr(base, '.') ? strrchr(base, '.') - base : (long)strlen(base));
    if (!line->has_deps)
        return;
    if (line->depfile)
        correct_deps(driver, file, line->depfile);
    correct_deps(driver, file, pv_printf(driver->arena, "%.*s.d", n, base));
    if (!out)
        out = "a";
    const char *dot = strrchr(base_name(out), '.');
    correct_deps(driver, file, pv_printf(driver->arena, "%.*s.d", dot ? (int)(dot - out) : (int)strlen(out), out));
    correct_deps(driver, file, pv_printf(driver->arena, "%s-%.*s.d", out, n, base));
}

/* Compiling. */

/* Compile the kernels of "file", and put them and the object "host" together as "object". */
static int add_kernels(struct driver *driver, const struct file *file, const char *host, const char *object)
{
    const char *nvcc = getenv("PAVE_NVCC"), *kernels = pv_printf(driver->arena, "%s/kernels.o", file->folder);
    pv_words words = {0}, join = {0};
    pv_ccline_split(driver->arena, nvcc && *nvcc ? nvcc : "nvcc", &words);
    add(driver, &words, "-O3");
    for (int i = 0; i < driver->line.words.n; i++)
        if (!strcasecmp(driver->line.words.v[i], "-fpic")) {
            add(driver, &words, "-Xcompiler");
            add(driver, &words, "-fPIC");
        }
    add(driver, &words, "-c");
    add(driver, &words, file->kernels);
    add(driver, &words, "-o");
    add(driver, &words, kernels);
    int status = pv_ccwork_run(driver->arena, &words, (struct pv_cc_streams){0});
    if (status)
        return status;
    add_all(driver, &join, &driver->cc);
    const char *const rest[] = {"-r", "-nostdlib", host, kernels, "-o", object};
    for (size_t i = 0; i < sizeof(rest) / sizeof(*rest); i++)
        add(driver, &join, rest[i]);
    return pv_ccwork_run(driver->arena, &join, (struct pv_cc_streams){0});
}

/* Compile the transformed text of "file" by "command". */
static int compile_new(struct driver *driver, const struct file *file, struct command command)
{
    const char *err = pv_printf(driver->arena, "%s/errors", file->folder);
    command.word[file->input->at] = file->new;
    add_folder(driver, &command, file);
    add(driver, &command.before, pv_printf(driver->arena, "-ffile-prefix-map=%s/=%s", file->folder, file->dir));
    if (file->has_threads)
        add(driver, &command.before, "-fopenmp");
    pv_words words = words_of(driver, &command);
    int status = run_compiler(driver, &words, NULL, err);
    if (!status) {
        pv_ccwork_show(driver->arena, err);
        find_deps(driver, file);
    }
    return status;
}

/* Compile "file", and no other, by the user's command line, to "object" if that is not NULL. If the compiler does not take
 * the transformed text, it gets the original. */
static int compile(struct driver *driver, struct file *file, const char *object)
{
    struct command command = begin_command(driver);
    bool is_linked = driver->line.action == PV_CC_LINK;
    drop_operands(driver, &command, file->input->at);
    const char *named = object ? object : driver->line.output;
    if (object || file->kernels)
        drop_output(driver, &command);
    if (object && is_linked)
        add(driver, &command.after, "-c");
    if (file->kernels) {
        named = named ? named
                      : pv_printf(driver->arena, "%.*s.o", (int)strlen(base_name(file->input->path)) - 2,
                                  base_name(file->input->path));
        object = pv_printf(driver->arena, "%s/host.o", file->folder);
    }
    if (object) {
        add(driver, &command.after, "-o");
        add(driver, &command.after, object);
    }
    int status = file->new ? compile_new(driver, file, command) : 1;
    if (!status && file->kernels)
        status = add_kernels(driver, file, object, named);
    if (!status)
        return 0;
    if (file->new) {
        warn_about(driver, file, "compiled as it is: the compiler does not accept what pave made of it");
        keep(file);
        return compile(driver, file, named == driver->line.output ? NULL : named);
    }
    command.word[file->input->at] = file->input->path;
    pv_words words = words_of(driver, &command);
    return run_compiler(driver, &words, NULL, NULL);
}

/* Let each C file be compiled to an object of its own, and link all. */
static int link_objects(struct driver *driver)
{
    struct command command = begin_command(driver);
    pv_words words = {0};
    for (int i = 0; i < driver->files.n; i++) {
        struct file *file = &driver->files.v[i];
        const char *base = base_name(file->input->path);
        mkdir(file->folder, 0700);
        const char *object = pv_printf(driver->arena, "%s/%.*s.o", file->folder, (int)strcspn(base, "."), base);
        int status = compile(driver, file, object);
        if (status)
            return status;
        command.word[file->input->at] = object;
    }
    add_all(driver, &words, &driver->cc);
    for (int i = 0, next = 0; i < driver->line.words.n; i++) {
        bool is_input = next < driver->files.n && driver->files.v[next].input->at == i;
        bool has_language = is_input && driver->files.v[next++].input->has_language;
        bool goes_on = has_language && i < driver->line.operands.v[driver->line.operands.n - 1];
        const char *const around[] = {has_language ? "-x" : NULL, has_language ? "none" : NULL, command.word[i],
                                      goes_on ? "-x" : NULL, goes_on ? "c" : NULL};
        for (size_t k = 0; k < sizeof(around) / sizeof(*around); k++)
            if (around[k])
                add(driver, &words, around[k]);
    }
    add_libraries(driver, &words);
    return run_compiler(driver, &words, NULL, NULL);
}

/* Compile each C file, and then what else is on the command line. */
static int compile_all(struct driver *driver)
{
    int worst = 0;
    for (int i = 0; i < driver->files.n; i++) {
        int status = compile(driver, &driver->files.v[i], NULL);
        worst = status > worst ? status : worst;
    }
    if (driver->line.operands.n == driver->files.n)
        return worst;
    struct command command = begin_command(driver);
    for (int i = 0; i < driver->files.n; i++)
        command.word[driver->files.v[i].input->at] = NULL;
    pv_words words = words_of(driver, &command);
    int status = run_compiler(driver, &words, NULL, NULL);
    return status > worst ? status : worst;
}

static int run(struct driver *driver)
{
    const struct pv_ccline *line = &driver->line;
    bool is_at_once = line->action == PV_CC_LINK && line->beside;
    if (is_at_once && line->inputs.n > 1) {
        pv_words words = {0};
        add_all(driver, &words, &driver->cc);
        add_all(driver, &words, &line->words);
        return run_compiler(driver, &words, NULL, NULL);
    }
    return line->action == PV_CC_LINK && !is_at_once ? link_objects(driver) : compile_all(driver);
}

/* Become the compiler: there is no C file to transform. */
static int pass_on(struct driver *driver)
{
    pv_words words = {0};
    add_all(driver, &words, &driver->cc);
    for (char **arg = driver->argv; *arg; arg++)
        if (strncmp(*arg, "--pave-", strlen("--pave-")) != 0)
            add(driver, &words, *arg);
    if (driver->line.action == PV_CC_LINK)
        add_libraries(driver, &words);
    pv_ccwork_become(driver->arena, &words);
    return 127;
}

static bool save_stdin(struct driver *driver)
{
    size_t size = 0;
    const char *text = pv_ccline_read(driver->arena, "-", &size);
    driver->saved_stdin = pv_printf(driver->arena, "%s/stdin", driver->folder);
    return text && pv_ccwork_write(driver->saved_stdin, text, size);
}

static bool begin_files(struct driver *driver)
{
    driver->folder = pv_ccwork_begin(driver->arena);
    bool ok = driver->folder;
    for (int i = 0; i < driver->line.inputs.n && ok; i++) {
        const struct pv_cc_input *input = &driver->line.inputs.v[i];
        struct file file = {.input = input, .folder = pv_printf(driver->arena, "%s/%d", driver->folder, i)};
        file.dir = pv_strndup(driver->arena, input->path, (size_t)(base_name(input->path) - input->path));
        if (!strcmp(input->path, "-"))
            ok = save_stdin(driver);
        file.original = strcmp(input->path, "-") ? input->path : driver->saved_stdin;
        pv_push(driver->arena, &driver->files, file);
    }
    if (!ok)
        fprintf(stderr, "pavecc: error: no temporary files: %s\n", strerror(errno));
    return ok;
}

static int work(struct driver *driver)
{
    if (!begin_files(driver))
        return 1;
    for (int i = 0; i < driver->files.n; i++)
        transform(driver, &driver->files.v[i]);
    int status = run(driver);
    for (int i = 0; i < driver->files.n && !status; i++)
        if (driver->files.v[i].warning)
            fputs(driver->files.v[i].warning, stderr);
    return status;
}

int main(int argc, char **argv)
{
    static const char running[] = "PAVECC_RUNS";
    struct driver driver = {.arena = pv_arena_new(), .argv = argv + (argc > 0)};
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
    int status = driver.line.action == PV_CC_PASS || !driver.line.inputs.n ? pass_on(&driver) : work(&driver);
    pv_ccwork_end();
    pv_arena_free(driver.arena);
    return status;
}
