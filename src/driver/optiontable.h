/* The table of options and commands: the source of the parser, --help and the manual page. */
#ifndef PV_OPTIONTABLE_H
#define PV_OPTIONTABLE_H

#include "driver/options.h"

#include <stddef.h>

/* What an option is about; a command knows the options of some topics. */
enum pv_option_topic {
    PV_TOPIC_GENERAL = 1,
    PV_TOPIC_FRONT = 2,
    PV_TOPIC_SCHEDULE = 4,
    PV_TOPIC_MAP = 8,
    PV_TOPIC_EMIT = 16,
    PV_TOPIC_GENERATE = 32,
    PV_TOPIC_ALL = 63, /* of compilation */
    PV_TOPIC_TUNE = 64
};

enum pv_availability { PV_NOW, PV_LATER };

struct pv_command_info {
    const char *name, *operands, *help;
    int n_files;
    bool may_be_more; /* files, each on its own */
    unsigned topics;  /* whose options it knows */
    enum pv_availability availability;
};

enum { PV_N_COMMANDS = PV_TUNE + 1 };

/* By enum pv_command. */
extern const struct pv_command_info pv_command_infos[PV_N_COMMANDS];

enum pv_option_kind {
    PV_OPTION_FLAG,   /* bool: --x, --no-x, --x=yes|no */
    PV_OPTION_SWITCH, /* enum: --x and --no-x mean the choices "on" and "off"; else --x=CHOICE */
    PV_OPTION_CHOICE, /* enum: the place of the argument among the choices in "value", separated by '|' */
    PV_OPTION_NUMBER, /* int, "min" or more */
    PV_OPTION_TEXT,   /* const char * */
    PV_OPTION_LIST,   /* PV_VEC(const char *): each use appends one */
    PV_OPTION_CLANG,  /* -NAME or -NAME ARGUMENT goes to clang; with a '*' at the end, all that starts with NAME */
    PV_OPTION_FLAGS,  /* options of compilers that start with NAME, without its '*': pv_flag_find() knows them */
    PV_OPTION_ANSWER, /* ends with the enum pv_parse_status in "at" */
    PV_OPTION_KNOB,   /* of isl or PPCG, without a use here; takes an argument if "value" */
};

struct pv_option {
    enum pv_option_kind kind;
    char letter; /* the short form, or 0 */
    const char *name;
    size_t at;           /* offset of the field in struct pv_options */
    const char *initial; /* the default, as a user would give it; NULL: zero */
    const char *value;   /* name of the argument, or the choices; NULL: no argument */
    int min;
    const char *help;
    enum pv_availability availability;
};

typedef PV_VEC(const char *) pv_option_texts;

/* Names of a section with a prefix are known with and without it. */
struct pv_option_section {
    const char *title; /* NULL: not shown */
    const char *prefix;
    bool is_prefix_shown;
    enum pv_option_topic topic;
    enum pv_since since; /* the first stage of the pipeline that looks at one of them */
    const struct pv_option *options;
    int n;
};

extern const struct pv_option_section pv_option_sections[];
extern const int pv_n_option_sections;

/* The name under which messages and help show "option". */
const char *pv_option_shown_name(struct pv_arena *arena, const struct pv_option_section *section,
                                 const struct pv_option *option);
/* How "option" is written, without its short form: --[no-]name, --name=VALUE, -IDIR, -f... */
const char *pv_option_synopsis(struct pv_arena *arena, const struct pv_option_section *section,
                               const struct pv_option *option);
/* The default of "option" in the form " (default: X)", or nothing where it has none or where it is plain "no". */
const char *pv_option_default(struct pv_arena *arena, const struct pv_option *option);
/* Does help for commands with these "topics" show "option"? */
bool pv_option_is_shown(const struct pv_option_section *section, const struct pv_option *option, unsigned topics,
                        enum pv_availability availability);
bool pv_option_is_of_compilers(const struct pv_option *option);

/* The place of "text" among "choices", separated by '|'; -1 where it is none. The same for yes and no, 1 and 0. */
int pv_option_find_choice(const char *choices, const char *text);
int pv_option_find_truth(const char *text);

#endif
