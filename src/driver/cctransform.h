/* What pave makes of a C file, and whether the compiler may take it. */
#ifndef PV_CCTRANSFORM_H
#define PV_CCTRANSFORM_H

#include "driver/cccommand.h"

/* Let pave transform "file". Without a new text, file->new is NULL; a warning in "file" says why if it should have one. */
void pv_cc_transform(struct pv_cc_driver *driver, struct pv_cc_file *file);

/* Give up the transformed text of "file". */
void pv_cc_keep(struct pv_cc_file *file);
void pv_cc_warn(struct pv_cc_driver *driver, struct pv_cc_file *file, const char *text);

#endif
