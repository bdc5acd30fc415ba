/* Prints the text that replaces a region in the program. */
#ifndef PV_CPU_H
#define PV_CPU_H

#include "emit/cprint.h"
#include "ir/names.h"

/* What the regions of one file share. */
struct pv_cpu {
    struct pv_arena *arena;
    const struct pv_unit *unit;
    const struct pv_names *names;
    struct pv_cprint how;
    const char *lines_of; /* the name of the file, in quotes, for #line directives; NULL: there are none */
};

/* Begin the text of a file. "lines_of" is its name for #line directives, or NULL. */
struct pv_cpu pv_cpu_begin(struct pv_arena *arena, const struct pv_names *names, const char *lines_of);

/* Append, at the begin of a line, a directive that calls the next line number "line" of the file, if there are such
 * directives. */
void pv_cpu_add_line(const struct pv_cpu *cpu, unsigned line, struct pv_sb *out);

/* Append the text that takes the place of the region of "prog"; where that has a guard, the text for the case that it
 * passes. */
void pv_cpu_print_region(const struct pv_cpu *cpu, const struct pv_prog *prog, struct pv_sb *out);

/* Append the text that takes the place of the region of "prog" where "call" does all its work; the original text may follow,
 * for the case that the value of the call is 0. */
void pv_cpu_print_call(const struct pv_cpu *cpu, const struct pv_prog *prog, const char *call, struct pv_sb *out);

/* The lines that set the values that have a name, one level to the right of the margin; "" where there are none. */
const char *pv_cpu_names_text(const struct pv_cpu *cpu, const struct pv_prog *prog);

/* The blanks before the first statement of the region. */
const char *pv_cpu_margin(const struct pv_cpu *cpu, const struct pv_region *region);

/* Does the region follow the head of a statement, such as "else"? A condition that is put there should have braces. */
bool pv_cpu_is_inner_statement(const struct pv_unit *unit, const struct pv_region *region);
/* Append the original text of "region", on lines of its own that end as those of generated text. */
void pv_cpu_add_original(const struct pv_cpu *cpu, const struct pv_region *region, struct pv_sb *out);

/* Append what must stand on top of the file: the definitions of the macros that "progs" use in it, and the word to compilers
 * that do not speak OpenMP that its pragmas are no mistake. */
void pv_cpu_print_top(const struct pv_cpu *cpu, int n, struct pv_prog *const *progs, struct pv_sb *out);

#endif
