/* Makes, reads and removes the files of a search. */
#include "tune/folder.h"

#include "tune/chance.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool pv_folder_make(const char *path)
{
    struct stat known;
    char part[4096];
    if (snprintf(part, sizeof(part), "%s", path) >= (int)sizeof(part))
        return false;
    for (char *c = part + 1; *c; c++)
        if (*c == '/') {
            *c = 0;
            (void)mkdir(part, 0777);
            *c = '/';
        }
    return !mkdir(part, 0777) || (!stat(path, &known) && S_ISDIR(known.st_mode));
}

void pv_folder_remove(const char *path)
{
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        char name[5000];
        struct stat known;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            snprintf(name, sizeof(name), "%s/%s", path, entry->d_name) >= (int)sizeof(name))
            continue;
        if (!lstat(name, &known) && S_ISDIR(known.st_mode))
            pv_folder_remove(name);
        else
            (void)unlink(name);
    }
    if (dir)
        closedir(dir);
    (void)rmdir(path);
}

const char *pv_folder_read(struct pv_arena *arena, const char *path)
{
    struct pv_sb text = {0};
    char part[1 << 14];
    size_t n;
    FILE *file = fopen(path, "rb");
    while (file && (n = fread(part, 1, sizeof(part), file)) > 0)
        pv_sb_addn(&text, part, n);
    if (file)
        (void)fclose(file); /* nothing was written */
    const char *result = pv_strdup(arena, text.text ? text.text : "");
    pv_sb_free(&text);
    return result;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

const char *pv_folder_find(struct pv_arena *arena, const char *folder, const char *suffix)
{
    const char *found = NULL;
    DIR *dir = opendir(folder);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && !found; entry = readdir(dir))
        if (ends_with(entry->d_name, suffix))
            found = pv_printf(arena, "%s/%s", folder, entry->d_name);
    if (dir)
        closedir(dir);
    return found;
}

const char *pv_folder_absolute(struct pv_arena *arena, const char *path)
{
    char here[4096];
    if (path[0] == '/' || !getcwd(here, sizeof(here)))
        return path;
    return pv_printf(arena, "%s/%s", here, path);
}

const char *pv_folder_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

uint64_t pv_folder_hash(struct pv_arena *arena, const char *folder, const char *stem)
{
    uint64_t sum = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (strncmp(entry->d_name, stem, strlen(stem)) != 0)
            continue;
        const char *text = pv_folder_read(arena, pv_printf(arena, "%s/%s", folder, entry->d_name));
        uint64_t hash = pv_hash_bytes(PV_HASH_START, entry->d_name, strlen(entry->d_name) + 1);
        sum += pv_hash_bytes(hash, text, strlen(text)); /* the order of the files does not matter */
    }
    if (dir)
        closedir(dir);
    return sum;
}
