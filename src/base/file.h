/* Files read whole, and written whole or not at all. */
#ifndef PV_FILE_H
#define PV_FILE_H

#include "base/diag.h"
#include "base/str.h"

/* Append the bytes of the file "path", or of standard input for "-", to "text", whose text is not NULL afterwards. Bytes
 * that pv_diag_add_source() has for this path take the place of a file.
 * Return false after reporting an error. */
bool pv_file_read(struct pv_diag *diag, const char *path, struct pv_sb *text);

struct pv_file {
    const char *path; /* NULL or "-" is standard output */
    const char *text;
    size_t size;
};

#define PV_MAX_FILES 8

/* Write "n" files, at most PV_MAX_FILES, all or none: each goes to a temporary file beside it first, so that a reader
 * never sees a part of one. Return false after reporting an error. */
bool pv_files_write(struct pv_diag *diag, int n, const struct pv_file *files);
/* The same for one file. */
bool pv_file_write(struct pv_diag *diag, const char *path, const char *text, size_t size);

#endif
