/* Files and directories of a search. */
#ifndef PV_FOLDER_H
#define PV_FOLDER_H

#include "base/str.h"

#include <stdint.h>

/* Make the directory "path", and those around it. Return whether it is there. */
bool pv_folder_make(const char *path);
void pv_folder_remove(const char *path);
/* The text of the file "path", "" where it cannot be read. */
const char *pv_folder_read(struct pv_arena *arena, const char *path);
/* The path of the file in "folder" whose name ends with "suffix", or NULL. */
const char *pv_folder_find(struct pv_arena *arena, const char *folder, const char *suffix);
/* "path" from the root. */
const char *pv_folder_absolute(struct pv_arena *arena, const char *path);
/* "path" without directories. */
const char *pv_folder_base(const char *path);

/* A hash of the names and texts of the files in "folder" that pave has written: those that begin with "stem". */
uint64_t pv_folder_hash(struct pv_arena *arena, const char *folder, const char *stem);

#endif
