/* The state of pavecc, and the commands that it gives to the compiler. */
#ifndef PV_CCCOMMAND_H
#define PV_CCCOMMAND_H

#include "driver/ccwork.h"

/* A file of the command line that is compiled. */
struct pv_cc_file {
    const struct pv_cc_input *input;
    const char *dir;      /* its folder, with a slash, or "" */
    const char *folder;   /* for its temporary files */
    const char *original; /* the name to compile it by; that of a copy of standard input */
    const char *new;      /* the transformed file; NULL: it is compiled as it is */
    const char *kernels;  /* for CUDA, the file of kernels; else NULL */
    const char *warning;  /* to be shown if all else went well; or NULL */
    bool has_threads;     /* the transformed file needs OpenMP */
};

struct pv_cc_driver {
    struct pv_arena *arena;
    char **argv;
    struct pv_ccline line;
    pv_words cc; /* the compiler */
    const char *pave;
    const char *folder;      /* of all temporary files */
    const char *saved_stdin; /* or NULL */
    bool has_wrong_options;  /* pave refused its options, and said why */
    PV_VEC(struct pv_cc_file) files;
};

/* A command for the compiler: the user's words, some of which are dropped or replaced. */
struct pv_cc_command {
    pv_words before;   /* options in front of the user's */
    const char **word; /* in the place of each of the user's; NULL: none */
    pv_words after;
};

void pv_cc_add(struct pv_cc_driver *driver, pv_words *words, const char *word);
void pv_cc_add_all(struct pv_cc_driver *driver, pv_words *words, const pv_words *more);
const char *pv_cc_base_name(const char *path);
/* Are messages for a terminal that shows colors? The compiler cannot see it where its messages are kept back. */
bool pv_cc_has_colors(const struct pv_cc_driver *driver);
bool pv_cc_is_target(const struct pv_cc_driver *driver, const char *target);

/* A command of all the words of the user. */
struct pv_cc_command pv_cc_begin(struct pv_cc_driver *driver);
/* Drop -o and its file. */
void pv_cc_drop_output(const struct pv_cc_driver *driver, struct pv_cc_command *command);
/* Drop all files but the one at "kept", and the languages of those behind it. */
void pv_cc_drop_operands(const struct pv_cc_driver *driver, struct pv_cc_command *command, int kept);
/* Search the folder of "file" for headers, as the compiler does by itself only where the file lies there. */
void pv_cc_add_folder(struct pv_cc_driver *driver, struct pv_cc_command *command, const struct pv_cc_file *file);
pv_words pv_cc_words(struct pv_cc_driver *driver, const struct pv_cc_command *command);

/* Run the compiler by "words", with its streams in the files "out" and "err", if they are not NULL. */
int pv_cc_run(struct pv_cc_driver *driver, const pv_words *words, const char *out, const char *err);

#endif
