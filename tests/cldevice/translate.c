/* From the text of kernels to functions that can be called: a head that makes C of OpenCL C, the text, and for each kernel a
 * function that takes its arguments as an array of addresses. */
#define _GNU_SOURCE
#include "cldevice.h"

#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The head. */

#define TEXT(...) #__VA_ARGS__
#define EXPANDED_TEXT(...) TEXT(__VA_ARGS__)

static const char item[] = EXPANDED_TEXT(CLDEVICE_ITEM) " cldevice;\n";

static const char head[] =
    "#define __kernel\n"
    "#define __global\n"
    "#define __local static __attribute__((section(\"cldevice_local\")))\n"
    "#define bool _Bool\n"
    "#define true 1\n"
    "#define false 0\n"
    "#define CLK_LOCAL_MEM_FENCE 1\n"
    "#define CLK_GLOBAL_MEM_FENCE 2\n"
    "#define barrier(fences) cldevice.barrier(__LINE__)\n"
    "#define get_group_id(axis) (cldevice.group[axis])\n"
    "#define get_local_id(axis) (cldevice.item[axis])\n"
    "#define get_num_groups(axis) (cldevice.n_groups[axis])\n"
    "#define get_local_size(axis) (cldevice.n_items[axis])\n"
    "#define abs(x) cldevice_abs(x)\n"
    "typedef unsigned char uchar;\n"
    "typedef unsigned short ushort;\n"
    "typedef unsigned int uint;\n"
    "typedef unsigned long ulong;\n"
    "char cldevice_local_first[64] __attribute__((section(\"cldevice_local\")));\n"
    "extern char __start_cldevice_local[], __stop_cldevice_local[];\n"
    "char *cldevice_local_begin(void) { return __start_cldevice_local; }\n"
    "char *cldevice_local_end(void) { return __stop_cldevice_local; }\n"
    "static void cldevice_copy(char *to, const char *from, ulong n) { while (n--) to[n] = from[n]; }\n"
    "static ulong cldevice_abs(long x) { return x < 0 ? -(ulong)x : (ulong)x; }\n";

/* Functions of one name for float and double. */
static const struct {
    const char *name;
    int n_args;
} functions[] = {
    {"sqrt", 1},  {"cbrt", 1},  {"exp", 1},  {"exp2", 1},  {"expm1", 1}, {"log", 1},      {"log2", 1},
    {"log10", 1}, {"log1p", 1}, {"sin", 1},  {"cos", 1},   {"tan", 1},   {"asin", 1},     {"acos", 1},
    {"atan", 1},  {"sinh", 1},  {"cosh", 1}, {"tanh", 1},  {"fabs", 1},  {"floor", 1},    {"ceil", 1},
    {"round", 1}, {"trunc", 1}, {"rint", 1}, {"erf", 1},   {"erfc", 1},  {"atan2", 2},    {"pow", 2},
    {"fmin", 2},  {"fmax", 2},  {"fmod", 2}, {"hypot", 2}, {"fdim", 2},  {"copysign", 2}, {"fma", 3},
};

/* Declare the functions that "text" has the names of. */
static void print_functions(FILE *out, const char *text)
{
    static const char *const doubles[] = {"", "double", "double, double", "double, double, double"};
    static const char *const floats[] = {"", "float", "float, float", "float, float, float"};
    for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
        const char *name = functions[i].name;
        int n = functions[i].n_args;
        if (!strstr(text, name))
            continue;
        fprintf(out, "double %s(%s);\nfloat %sf(%s);\n", name, doubles[n], name, floats[n]);
        fprintf(out, "#define %s(x, ...) _Generic((x), float: %sf, default: %s)(x, ##__VA_ARGS__)\n", name, name, name);
    }
}

/* Kernels in the text. */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A copy of "n" bytes of "text". */
static char *copy_of(const char *text, size_t n)
{
    char *copy = cldevice_allocate(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

/* The name that the declaration of a parameter, from "begin" to "end", declares. */
static char *declared_name(const char *begin, const char *end)
{
    const char *last = memchr(begin, '(', (size_t)(end - begin)), *stop = end;
    if (last)
        stop = memchr(last, ')', (size_t)(end - last));
    else if (memchr(begin, '[', (size_t)(end - begin)))
        stop = memchr(begin, '[', (size_t)(end - begin));
    while (stop && stop > begin && !is_word(stop[-1]))
        stop--;
    const char *first = stop;
    while (first && first > begin && is_word(first[-1]))
        first--;
    if (!first || first == stop)
        cldevice_fail("a parameter without a name: '%.*s'", (int)(end - begin), begin);
    return copy_of(first, (size_t)(stop - first));
}

/* The end of the declaration of a parameter that begins at "text". */
static const char *end_of_parameter(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        if (!depth && (*text == ',' || *text == ')'))
            break;
        depth += (*text == '(') - (*text == ')');
    }
    return text;
}

/* Print functions for the kernel with the parameters at "text": one that calls it, one that tells the sizes of its
 * parameters. Sets what "code" says of them. */
static void print_caller(FILE *out, struct cldevice_code *code, const char *text)
{
    char *locals = NULL, *copies = NULL, *names = NULL, *sizes = NULL;
    size_t n_locals, n_copies, n_names, n_sizes;
    FILE *local = open_memstream(&locals, &n_locals), *copy = open_memstream(&copies, &n_copies);
    FILE *list = open_memstream(&names, &n_names), *size = open_memstream(&sizes, &n_sizes);
    if (!local || !copy || !list || !size)
        cldevice_fail("no memory");
    text += strspn(text, " \n");
    while (*text && *text != ')' && strncmp(text, "void)", 5)) {
        const char *end = end_of_parameter(text);
        int i = code->n_params++;
        char *name = declared_name(text, end);
        code->is_buffer = realloc(code->is_buffer, (size_t)code->n_params * sizeof(*code->is_buffer));
        if (!code->is_buffer)
            cldevice_fail("no memory");
        code->is_buffer[i] = memchr(text, '*', (size_t)(end - text));
        fprintf(local, " %.*s;", (int)(end - text), text);
        fprintf(copy, " cldevice_copy((char *)&%s, cldevice_args[%d], sizeof(%s));", name, i, name);
        fprintf(list, "%s%s", i ? ", " : "", name);
        fprintf(size, " cldevice_args[%d] = sizeof(%s);", i, name);
        free(name);
        text = *end == ',' ? end + 1 + strspn(end + 1, " \n") : end;
    }
    bool is_written = !fclose(local) && !fclose(copy) && !fclose(list) && !fclose(size);
    if (!is_written)
        cldevice_fail("no memory");
    fprintf(out, "void cldevice_call_%s(void **cldevice_args) {%s%s %s(%s); }\n", code->name, locals, copies,
            code->name, names);
    fprintf(out, "void cldevice_sizes_%s(ulong *cldevice_args) {%s%s }\n", code->name, locals, sizes);
    free(locals);
    free(copies);
    free(names);
    free(sizes);
}

/* Find the kernels of "program" and print the functions that call them. */
static void print_callers(FILE *out, struct cldevice_program *program)
{
    static const char word[] = "__kernel void ";
    const char *at = strstr(program->text, word);
    while (at) {
        const char *name = at + strlen(word), *next = strstr(name, word), *barrier = strstr(name, "barrier(");
        size_t n = 0;
        while (is_word(name[n]))
            n++;
        if (name[n] != '(')
            cldevice_fail("a kernel whose head is not understood: '%.30s'", at);
        program->codes = realloc(program->codes, (size_t)(program->n_codes + 1) * sizeof(*program->codes));
        if (!program->codes)
            cldevice_fail("no memory");
        struct cldevice_code *code = &program->codes[program->n_codes++];
        *code = (struct cldevice_code){.name = copy_of(name, n), .program = program};
        code->has_barriers = barrier && (!next || barrier < next);
        print_caller(out, code, name + n + 1);
        at = next;
    }
}

/* Compilation. */

/* Where the files are while the compiler works. */
struct folder {
    char path[200], text[220], library[220], log[220];
};

static struct folder make_folder(void)
{
    struct folder folder;
    const char *place = getenv("TMPDIR");
    snprintf(folder.path, sizeof(folder.path), "%s/cldevice.XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder.path))
        cldevice_fail("no folder '%s' can be made", folder.path);
    snprintf(folder.text, sizeof(folder.text), "%s/kernels.c", folder.path);
    snprintf(folder.library, sizeof(folder.library), "%s/kernels.so", folder.path);
    snprintf(folder.log, sizeof(folder.log), "%s/log", folder.path);
    return folder;
}

static void remove_folder(const struct folder *folder)
{
    unlink(folder->text);
    unlink(folder->library);
    unlink(folder->log);
    rmdir(folder->path);
}

/* Run the command "argv", which ends with NULL; its messages are added to the log. True if it succeeds. */
static bool run(char *const *argv, const struct folder *folder)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, folder->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    bool is_running = !posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return is_running && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Compile with "compiler", and with those of the words of "options" that C's compilers share. */
static bool compile(const char *compiler, const struct folder *folder, const char *options)
{
    static const char *const tcc[] = {"tcc", "-shared", "-w", "-I.", NULL};
    static const char *const gcc[] = {"gcc", "-std=gnu99",        "-O0", "-shared", "-fPIC",
                                      "-w",  "-ffp-contract=off", "-I.", NULL};
    char *words = copy_of(options, strlen(options)), *rest = NULL;
    const char *argv[64];
    int n = 0;
    for (const char *const *word = strcmp(compiler, "tcc") ? gcc : tcc; *word; word++)
        argv[n++] = *word;
    for (char *word = strtok_r(words, " ", &rest); word && n < 48; word = strtok_r(NULL, " ", &rest))
        if (!strncmp(word, "-D", 2) || !strncmp(word, "-I", 2))
            argv[n++] = word;
    argv[n++] = folder->text;
    argv[n++] = "-lm";
    argv[n++] = "-o";
    argv[n++] = folder->library;
    argv[n] = NULL;
    bool is_made = run((char *const *)(size_t)argv, folder);
    free(words);
    return is_made;
}

/* The log, or what there is of it. */
static char *read_log(const struct folder *folder)
{
    char *text = cldevice_allocate(10000);
    FILE *file = fopen(folder->log, "r");
    size_t n = file ? fread(text, 1, 9999, file) : 0;
    text[n] = '\0';
    if (file && fclose(file))
        text[0] = '\0';
    return text;
}

static void write_text(struct cldevice_program *program, const struct folder *folder)
{
    FILE *out = fopen(folder->text, "w");
    if (!out)
        cldevice_fail("'%s' cannot be written", folder->text);
    fprintf(out, "%s%s", item, head);
    print_functions(out, program->text);
    fprintf(out, "#line 1 \"kernels\"\n%s\n", program->text);
    print_callers(out, program);
    if (fclose(out))
        cldevice_fail("'%s' cannot be written", folder->text);
}

/* What is called "prefix" and "name" in "library". */
static void *find(void *library, const char *prefix, const char *name)
{
    char symbol[500];
    snprintf(symbol, sizeof(symbol), "%s%s", prefix, name);
    void *found = dlsym(library, symbol);
    if (!found)
        cldevice_fail("the library made of the kernels has no '%s'", symbol);
    return found;
}

/* Let the bytes from "begin" to "end" be written: tcc puts them among those of the code. */
static void make_writable(char *begin, const char *end)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (size_t)begin % page;
    if (mprotect(begin - before, (size_t)(end - begin) + before, PROT_READ | PROT_WRITE | PROT_EXEC))
        cldevice_fail("local memory cannot be written");
}

/* Set what "program" says of "library". */
static void load(struct cldevice_program *program, void *library)
{
    char *(*begin)(void);
    char *(*end)(void);
    program->item = find(library, "cldevice", "");
    *(void **)&begin = find(library, "cldevice_local_begin", "");
    *(void **)&end = find(library, "cldevice_local_end", "");
    program->local_begin = begin();
    program->local_end = end();
    make_writable(program->local_begin, program->local_end);
    for (int i = 0; i < program->n_codes; i++) {
        struct cldevice_code *code = &program->codes[i];
        void (*set_sizes)(unsigned long *);
        *(void **)&set_sizes = find(library, "cldevice_sizes_", code->name);
        *(void **)&code->call = find(library, "cldevice_call_", code->name);
        code->sizes = cldevice_allocate((size_t)(code->n_params + 1) * sizeof(*code->sizes));
        set_sizes(code->sizes);
    }
}

bool cldevice_lacks(const char *what)
{
    const char *lacks = getenv("PAVE_DEVICE_LACKS");
    return lacks && !strcmp(lacks, what);
}

/* The kernel that is not to be built, if it is in "program"; else NULL. */
static const char *find_refused(const struct cldevice_program *program)
{
    const char *lacks = getenv("PAVE_DEVICE_LACKS"), *found = lacks ? strstr(program->text, lacks) : NULL;
    return found && !is_word(found[strlen(lacks)]) ? lacks : NULL;
}

/* The name under which PAVE_DEVICE_CACHE keeps what is made of "program", or NULL without that folder: a hash of all that
 * the result depends on. */
static char *find_kept(const struct cldevice_program *program, const char *options, const char *compiler)
{
    const char *cache = getenv("PAVE_DEVICE_CACHE");
    if (!cache)
        return NULL;
    const char *const parts[] = {program->text, options, compiler ? compiler : ""};
    unsigned long hash = 14695981039346656037UL;
    for (int i = 0; i < 3; i++) {
        for (const char *at = parts[i]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 1099511628211UL;
        hash = (hash ^ 256) * 1099511628211UL;
    }
    char *path = cldevice_allocate(strlen(cache) + 32);
    sprintf(path, "%s/%016lx.so", cache, hash);
    return path;
}

bool cldevice_build(struct cldevice_program *program, const char *options)
{
    const char *wanted = getenv("PAVE_DEVICE_COMPILER"), *refused = find_refused(program);
    options = options ? options : "";
    if (refused) {
        program->log = cldevice_allocate(strlen(refused) + 32);
        sprintf(program->log, "there is no room for %s", refused);
        return false;
    }
    struct folder folder = make_folder();
    write_text(program, &folder);
    char *kept = find_kept(program, options, wanted);
    void *library = kept ? dlopen(kept, RTLD_NOW | RTLD_LOCAL) : NULL;
    for (int i = 0; i < 2 && !library; i++) {
        const char *compiler = i ? "gcc" : "tcc";
        if (wanted && strcmp(wanted, compiler))
            continue;
        if (compile(compiler, &folder, options))
            library = dlopen(folder.library, RTLD_NOW | RTLD_LOCAL);
    }
    free(program->log);
    program->log = read_log(&folder);
    if (library && kept)
        (void)rename(folder.library, kept); /* else the next program makes it again */
    free(kept);
    remove_folder(&folder);
    if (library)
        load(program, library);
    return library;
}
