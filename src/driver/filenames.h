/* Names of the files that a run writes. */
#ifndef PV_FILENAMES_H
#define PV_FILENAMES_H

#include "emit/splice.h"

/* The file to write for "input": "path" if it is a file; in "path" if it is a folder; by default in the current
 * folder, or standard output, "-", where the input is standard input. */
const char *pv_filename_of_output(struct pv_arena *arena, const char *input, const char *path);

/* The file to write for "input" for a device: like above, called NAME and "suffix". Where "path" is a file, the name of
 * another file beside it. */
const char *pv_filename_for_device(struct pv_arena *arena, const char *input, const char *path, const char *suffix);
/* The name that "path", or else "input", gives to the outputs for a device. */
const char *pv_filename_device_base(struct pv_arena *arena, const char *input, const char *path);

/* Is "path" a folder, or written like one? */
bool pv_filename_is_folder(const char *path);
/* The name of the device, other than "device", that pave wrote the file "path" for; NULL if it is no such file. */
const char *pv_filename_other_device(const char *path, enum pv_splice_device device);

/* Are both names of one file that exists? */
bool pv_filename_is_same_file(const char *a, const char *b);

#endif
