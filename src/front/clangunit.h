/* A translation unit of libclang and the objects in it, for the files that implement clangc.h. */
#ifndef PV_CLANGUNIT_H
#define PV_CLANGUNIT_H

#include "front/clangc.h"

#include <clang-c/Index.h>
#include <string.h>

/* The name of the header that pave puts before the user's text. */
#define PV_PRELUDE_NAME "/pave-prelude.h"

_Static_assert(sizeof(struct pv_cursor) == sizeof(CXCursor), "a pv_cursor holds a CXCursor");
_Static_assert(sizeof(struct pv_cxtype) == sizeof(CXType), "a pv_cxtype holds a CXType");

/* A file libclang has seen and the number it has in the pv_diag. */
struct pv_known_file {
    CXFile file;
    int number;
};

struct pv_clang {
    struct pv_arena *arena;
    struct pv_diag *diag;
    struct pv_intern *names;
    CXIndex index;
    CXTranslationUnit unit;
    CXFile main_file;
    int main_number;
    const char *text; /* of the main file */
    size_t size;
    struct pv_loc line; /* the begin of the line that was asked for last, and its end */
    unsigned line_end;
    PV_VEC(struct pv_known_file) files;
    CXSourceRangeList *skipped;
    bool looks_for_va_arg; /* among the nodes being read */
    bool may_use_va_arg;   /* does the main file name it, or the type it needs? */
};

static inline CXCursor pv_cursor_to_clang(struct pv_cursor cursor)
{
    CXCursor result;
    memcpy(&result, &cursor, sizeof(result));
    return result;
}

static inline struct pv_cursor pv_cursor_from_clang(CXCursor cursor)
{
    struct pv_cursor result;
    memcpy(&result, &cursor, sizeof(result));
    return result;
}

static inline CXType pv_cxtype_to_clang(struct pv_cxtype type)
{
    CXType result;
    memcpy(&result, &type, sizeof(result));
    return result;
}

static inline struct pv_cxtype pv_cxtype_from_clang(CXType type)
{
    struct pv_cxtype result;
    memcpy(&result, &type, sizeof(result));
    return result;
}

/* The interned text of "string", which is disposed of. */
const char *pv_clang_take_string(struct pv_clang *clang, CXString string);

/* The place of "location" in the text, where macros count as the text that uses them. */
struct pv_loc pv_clang_locate(struct pv_clang *clang, CXSourceLocation location);

#endif
