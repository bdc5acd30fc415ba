/* An OpenCL device for tests, as a library that takes the place of the OpenCL loader: build/cldevice.so. It has the
 * functions that the programs made by pave call, and no others. Kernels are compiled by tcc, in a few milliseconds, or by
 * gcc, and run in one thread, in an order that nothing but a barrier should make right. What a device may do, this one does:
 *  - groups and items run backwards, or in random order, anew between any two barriers;
 *  - fresh buffers, local memory at the start of a group, and private memory of an item hold garbage;
 *  - an access beyond the end of a buffer ends the program, as does one far before its begin, or a write close before it;
 *  - a barrier that not all items of a group reach ends the program;
 *  - so do two threads that set the arguments of one launch, and an argument of the wrong size, one that is missing, a buffer that was released.
 * What it finds it reports on stderr in a line that begins with "cldevice: error:", with exit status 1.
 * In the environment:
 *  PAVE_DEVICE_ORDER      forward, backward (the default) or random:SEED
 *  PAVE_DEVICE_LACKS      what it does not have: device, double, memory (for any buffer), or the name of a kernel, which
 *                         it does not build
 *  PAVE_DEVICE_COPIES     a file: when the program ends, "IN OUT" is written there, the copies to the device and from it
 *  PAVE_DEVICE_BUFFERS    a file: when the program ends, "MADE LEFT" is written there, the buffers made and those not released
 *  PAVE_DEVICE_MEMORY     the bytes that all buffers may have together
 *  PAVE_DEVICE_COMPILER   tcc or gcc; without it, tcc if it is there and understands the kernels, else gcc
 *  PAVE_DEVICE_CACHE      a folder for what was made of kernels, so that the next program with the same need not compile them
 *
 * api.c has the functions of OpenCL and buffers, translate.c makes code of a text, launch.c runs it. */
#ifndef CLDEVICE_H
#define CLDEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* What a kernel sees of the device, in the kernel's language as well. */
#define CLDEVICE_ITEM                                             \
    struct cldevice_item {                                        \
        unsigned long group[3], item[3], n_groups[3], n_items[3]; \
        void (*barrier)(int line);                                \
    }
CLDEVICE_ITEM;

enum { CLDEVICE_MAX_ITEMS = 1024, CLDEVICE_LOCAL_BYTES = 256 * 1024 };

/* A kernel that can be called. */
struct cldevice_code {
    char *name;
    int n_params;
    bool *is_buffer;      /* for each parameter */
    unsigned long *sizes; /* of the parameters */
    bool has_barriers;
    void (*call)(void **args);
    struct cldevice_program *program;
};

/* A text and what became of it. */
struct cldevice_program {
    char *text;
    char *log; /* what the compilers said */
    struct cldevice_code *codes;
    int n_codes;
    struct cldevice_item *item; /* in the library made of the text, as are the bytes of local memory */
    char *local_begin, *local_end;
};

/* Report a fault and end the program. */
void cldevice_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* "size" bytes, or the end of the program. */
void *cldevice_allocate(size_t size);

/* Does PAVE_DEVICE_LACKS say so? */
bool cldevice_lacks(const char *what);

/* Make code of the text of "program", with the options for OpenCL's compiler; false, with a log, where that fails. */
bool cldevice_build(struct cldevice_program *program, const char *options);

/* The byte that fills memory which nobody has written. */
int cldevice_garbage(void);

/* Run "code" in "n_groups" groups of "n_items" items. */
void cldevice_launch(const struct cldevice_code *code, void **args, const size_t n_groups[3], const size_t n_items[3]);

#endif
