/* Groups one after another; their items as plain calls, or as coroutines where there are barriers. */
#define _GNU_SOURCE
#include "cldevice.h"

#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* Order. */

enum order { FORWARD, BACKWARD, RANDOM };

static enum order order;
static uint64_t seed;
static int garbage = 0x7f;

/* Read the environment, once. */
static void choose_order(void)
{
    static bool is_chosen;
    const char *text = getenv("PAVE_DEVICE_ORDER");
    if (is_chosen)
        return;
    is_chosen = true;
    if (!text || !strcmp(text, "backward"))
        order = BACKWARD;
    else if (!strcmp(text, "forward"))
        order = FORWARD;
    else if (!strncmp(text, "random:", 7))
        order = RANDOM;
    else
        cldevice_fail("PAVE_DEVICE_ORDER is '%s', not forward, backward or random:SEED", text);
    seed = order == RANDOM ? strtoull(text + 7, NULL, 10) : 0;
    garbage = seed % 2 ? 0xff : 0x7f;
}

/* A number below "n" (SplitMix64). */
static size_t random_below(size_t n)
{
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % n);
}

/* Put the numbers below "n" into "numbers" in the order in which they have their turn. */
static void put_in_order(size_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        numbers[i] = order == BACKWARD ? n - 1 - i : i;
    for (size_t i = n; order == RANDOM && i > 1; i--) {
        size_t k = random_below(i), last = numbers[i - 1];
        numbers[i - 1] = numbers[k];
        numbers[k] = last;
    }
}

/* A large number of whichever type; with odd seeds no number at all for floating point, and -1 as an integer. */
int cldevice_garbage(void)
{
    choose_order();
    return garbage;
}

/* The coordinates of number "i". */
static void set_place(unsigned long place[3], const size_t sizes[3], size_t i)
{
    place[0] = i % sizes[0];
    place[1] = i / sizes[0] % sizes[1];
    place[2] = i / sizes[0] / sizes[1];
}

/* Items. */

enum { STACK_BYTES = 256 * 1024, STACK_END = 4096, NEW = 0, ENDED = -1 };

struct coroutine {
    jmp_buf state;
    int line; /* of the barrier where it waits, or NEW or ENDED */
};

/* What is running. Coroutines have no other way to get to know. */
static struct {
    const struct cldevice_code *code;
    void **args;
    struct coroutine *coroutine;
    jmp_buf scheduler;
} now;

/* Leave garbage where the variables of the next function to be called will be. */
static __attribute__((noinline)) void fill_stack(void)
{
    char bytes[4096];
    memset(bytes, cldevice_garbage(), sizeof(bytes));
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

static void run_item(void)
{
    fill_stack();
    now.code->call(now.args);
}

/* The function of a coroutine. */
static void run_coroutine(void)
{
    run_item();
    now.coroutine->line = ENDED;
    longjmp(now.scheduler, 1);
}

/* What the kernel calls. */
static void wait_at_barrier(int line)
{
    now.coroutine->line = line;
    if (!setjmp(now.coroutine->state))
        longjmp(now.scheduler, 1);
}

/* The stack of coroutine "i" of at most CLDEVICE_MAX_ITEMS; what goes beyond it is found. */
static char *stack_of(size_t i)
{
    static char *stacks;
    static bool is_known[CLDEVICE_MAX_ITEMS];
    const size_t size = (size_t)CLDEVICE_MAX_ITEMS * STACK_BYTES;
    if (!stacks) {
        stacks = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stacks == MAP_FAILED)
            cldevice_fail("no memory for the stacks of items");
    }
    if (!is_known[i] && mprotect(stacks + i * STACK_BYTES, STACK_END, PROT_NONE))
        cldevice_fail("no end for the stack of an item");
    is_known[i] = true;
    return stacks + i * STACK_BYTES;
}

/* Let "coroutine", with its stack, run up to a barrier or its end. */
static void resume(struct coroutine *coroutine, char *stack)
{
    static ucontext_t fresh;
    now.coroutine = coroutine;
    if (setjmp(now.scheduler))
        return;
    if (coroutine->line != NEW)
        longjmp(coroutine->state, 1);
    getcontext(&fresh);
    fresh.uc_stack.ss_sp = stack;
    fresh.uc_stack.ss_size = STACK_BYTES;
    makecontext(&fresh, run_coroutine, 0);
    setcontext(&fresh);
}

/* All coroutines wait at the same barrier, or have ended; or else the program ends. */
static void compare_lines(const struct coroutine *coroutines, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int a = coroutines[0].line, b = coroutines[i].line;
        if (a == b)
            continue;
        const char *name = now.code->name;
        if (a == ENDED || b == ENDED)
            cldevice_fail("kernel '%s': barrier not reached by all: that of line %d", name, a == ENDED ? b : a);
        cldevice_fail("kernel '%s': barrier not reached by all: some are at that of line %d, some at line %d", name, a,
                      b);
    }
}

/* Run the "n" items of a group that meets at barriers. */
static void run_coroutines(const size_t n_items[3], size_t n, size_t *numbers)
{
    static struct coroutine coroutines[CLDEVICE_MAX_ITEMS];
    for (size_t i = 0; i < n; i++)
        coroutines[i].line = NEW;
    do {
        put_in_order(numbers, n);
        for (size_t i = 0; i < n; i++) {
            set_place(now.code->program->item->item, n_items, numbers[i]);
            resume(&coroutines[numbers[i]], stack_of(numbers[i]));
        }
        compare_lines(coroutines, n);
    } while (coroutines[0].line != ENDED);
}

static void run_group(const size_t n_items[3], size_t n)
{
    static size_t numbers[CLDEVICE_MAX_ITEMS];
    const struct cldevice_program *program = now.code->program;
    memset(program->local_begin, cldevice_garbage(), (size_t)(program->local_end - program->local_begin));
    if (now.code->has_barriers) {
        run_coroutines(n_items, n, numbers);
        return;
    }
    put_in_order(numbers, n);
    for (size_t i = 0; i < n; i++) {
        set_place(program->item->item, n_items, numbers[i]);
        run_item();
    }
}

/* Faults. */

static char fault_text[512];

static void report_fault(int number)
{
    (void)number;
    ssize_t n = write(STDERR_FILENO, fault_text, strlen(fault_text));
    _exit(n > 0 ? 1 : 2);
}

/* Let faults of the kernel be reported; what was done with them before goes to "before". */
static void watch_faults(struct sigaction *before)
{
    static char stack[65536];
    static const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof(stack)};
    struct sigaction action = {.sa_handler = report_fault, .sa_flags = SA_ONSTACK};
    snprintf(fault_text, sizeof(fault_text), "cldevice: error: kernel '%s': access outside of all buffers\n",
             now.code->name);
    sigemptyset(&action.sa_mask);
    if (sigaltstack(&alternative, NULL) || sigaction(SIGSEGV, &action, before))
        cldevice_fail("faults cannot be watched");
}

void cldevice_launch(const struct cldevice_code *code, void **args, const size_t n_groups[3], const size_t n_items[3])
{
    struct cldevice_item *item = code->program->item;
    struct sigaction before;
    size_t n = n_groups[0] * n_groups[1] * n_groups[2];
    size_t *numbers = cldevice_allocate((n ? n : 1) * sizeof(*numbers));
    for (int i = 0; i < 3; i++) {
        item->n_groups[i] = n_groups[i];
        item->n_items[i] = n_items[i];
    }
    item->barrier = wait_at_barrier;
    now.code = code;
    now.args = args;
    choose_order();
    watch_faults(&before);
    put_in_order(numbers, n);
    for (size_t i = 0; i < n; i++) {
        set_place(item->group, n_groups, numbers[i]);
        run_group(n_items, n_items[0] * n_items[1] * n_items[2]);
    }
    sigaction(SIGSEGV, &before, NULL);
    free(numbers);
}
