/* Lines of text with indentation. */
#ifndef PV_WRITER_H
#define PV_WRITER_H

#include "base/str.h"

#include <stdbool.h>

struct pv_writer {
    struct pv_sb text;
    const char *margin; /* stands before every line */
    int level;          /* of indentation, 4 blanks each */
};

/* Append one indented line. */
void pv_emit_line(struct pv_writer *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
