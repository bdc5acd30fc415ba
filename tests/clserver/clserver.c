/* Runs programs for OpenCL on PoCL without its start, which takes half a second of processor time for each process: reading
 * the library of built-in functions. This process does so once, and each program runs in a copy of it.
 *
 *   clserver FIFO LIMIT
 *
 * makes FIFO and serves what comes through it until it gets a signal. A request is a series of strings, each ended by a
 * byte 0 and the last one empty, written at once and of at most PIPE_BUF bytes: a FIFO for the answer, a file for what
 * the program prints, the program, and its arguments. The program is a shared object with a function main, linked with
 * -Bsymbolic, since it shares this process with LLVM. The answer is a line with the status, as a shell has it; 124 says
 * that the program did not end within LIMIT seconds.
 *
 * PoCL's device must be "basic", whose work is done by the thread that asks for it: others do not survive a fork. The
 * exit status is 3 at once where PoCL is not the only platform, since nothing is known of what others do. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NO_POCL = 3, NO_END = 124, NOT_LOADED = 126, BY_SIGNAL = 128 };

/* Of the parent, for its copies. */
static cl_device_id the_device;
static cl_context the_context;

typedef cl_context create_context(const cl_context_properties *, cl_uint, const cl_device_id *,
                                  void (*)(const char *, const void *, size_t, void *), void *, cl_int *);

/* In place of OpenCL's: the context that is there, which has read the library. */
cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
                           void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data,
                           cl_int *errcode_ret)
{
    if (the_context && num_devices == 1 && devices[0] == the_device && !properties && !pfn_notify) {
        cl_int status = clRetainContext(the_context);
        if (errcode_ret)
            *errcode_ret = status;
        return the_context;
    }
    create_context *create;
    *(void **)&create = dlsym(RTLD_NEXT, "clCreateContext");
    return create(properties, num_devices, devices, pfn_notify, user_data, errcode_ret);
}

static void refuse(int status, const char *why)
{
    fprintf(stderr, "clserver: %s\n", why);
    exit(status);
}

/* Have PoCL make a kernel, which reads its library; one that it has not made before, or it would read that. */
static void start_pocl(void)
{
    char text[128];
    const char *texts[] = {text};
    snprintf(text, sizeof(text), "__kernel void first(__global int *a) { a[get_global_id(0)] = abs(a[0]) + %lld; }",
             (long long)time(NULL) * 100000 + getpid());
    cl_platform_id platform;
    cl_uint n = 0;
    char name[64] = "";
    if (clGetPlatformIDs(1, &platform, &n) != CL_SUCCESS || n != 1 ||
        clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL) != CL_SUCCESS ||
        strcmp(name, "Portable Computing Language") != 0)
        refuse(NO_POCL, "PoCL is not the only platform");
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &the_device, NULL) != CL_SUCCESS)
        refuse(NO_POCL, "PoCL has no device");
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &the_device, NULL, NULL, &status);
    cl_program program = context ? clCreateProgramWithSource(context, 1, texts, NULL, &status) : NULL;
    if (!program || clBuildProgram(program, 1, &the_device, "", NULL, NULL) != CL_SUCCESS)
        refuse(NO_POCL, "PoCL does not build a kernel");
    clReleaseProgram(program);
    the_context = context;
}

/* Run the program argv[0]; this is its process. */
static void run_program(const char *output, char **argv, unsigned limit)
{
    int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666), argc = 0;
    if (file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0)
        _exit(NOT_LOADED);
    close(file);
    while (argv[argc])
        argc++;
    void *program = dlopen(argv[0], RTLD_NOW | RTLD_LOCAL);
    int (*entry)(int, char **) = NULL;
    if (program)
        *(void **)&entry = dlsym(program, "main");
    if (!entry) {
        fprintf(stderr, "clserver: %s\n", dlerror());
        _exit(NOT_LOADED);
    }
    alarm(limit);
    int status = entry(argc, argv);
    fflush(NULL);
    _exit(status & 0xff);
}

/* Run a program and say in the FIFO "answer" how it ended; this is a process between it and the server. */
static void serve(const char *answer, const char *output, char **argv, unsigned limit)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        run_program(output, argv, limit);
    signal(SIGCHLD, SIG_DFL);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        status = NOT_LOADED << 8;
    int result = WIFEXITED(status)             ? WEXITSTATUS(status)
                 : WTERMSIG(status) == SIGALRM ? NO_END
                                               : BY_SIGNAL + WTERMSIG(status);
    int file = open(answer, O_WRONLY);
    if (file >= 0)
        dprintf(file, "%d\n", result);
    _exit(0);
}

/* Take the request at the start of the "n" bytes of "text"; give the bytes it has, or 0 if it is not complete. */
static size_t take_request(char *text, size_t n, unsigned limit)
{
    char *words[PIPE_BUF];
    int n_words = 0;
    size_t at = 0;
    while (at < n) {
        char *end = memchr(text + at, 0, n - at);
        if (!end)
            return 0;
        char *word = text + at;
        at = (size_t)(end - text) + 1;
        if (*word) {
            words[n_words++] = word;
            continue;
        }
        words[n_words] = NULL;
        if (n_words >= 3 && fork() == 0) {
            signal(SIGCHLD, SIG_DFL);
            serve(words[0], words[1], words + 2, limit);
        }
        return at;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char text[16 * PIPE_BUF];
    unsigned long limit = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (limit == 0 || limit > 100000)
        refuse(2, "usage: clserver FIFO LIMIT");
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setenv("POCL_DEVICES", "basic", 1);
    start_pocl();
    if (mkfifo(argv[1], 0600) != 0)
        refuse(1, strerror(errno));
    /* Also for writing, so that there is no end of file between two requests. */
    int requests = open(argv[1], O_RDWR);
    if (requests < 0)
        refuse(1, strerror(errno));
    signal(SIGCHLD, SIG_IGN);
    size_t n = 0;
    for (;;) {
        ssize_t more = read(requests, text + n, sizeof(text) - n);
        if (more <= 0 && errno != EINTR)
            refuse(1, "no request can be read");
        if (more > 0)
            n += (size_t)more;
        size_t taken;
        while (n && (taken = take_request(text, n, (unsigned)limit)) > 0) {
            n -= taken;
            memmove(text, text + taken, n);
        }
    }
}
