/* Files read whole, and written whole or not at all. */
#ifndef PV_FILE_H
#define PV_FILE_H

#include "base/diag.h"
#include "base/str.h"

/* Append the bytes of the file "path", or of standard input for "-", to "text", whose text is not NULL afterwards.
 * Return false after reporting an error. */
bool pv_file_read(struct pv_diag *diag, const char *path, struct pv_sb *text);

/* Write "size" bytes to "path" through a temporary file beside it, so that a reader never sees a
 * part of them; NULL or "-" is standard output. Return false after reporting an error. */
bool pv_file_write(struct pv_diag *diag, const char *path, const char *text, size_t size);

#endif
