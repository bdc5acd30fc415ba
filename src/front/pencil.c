/* Knows the PENCIL builtins and the functions of the C library. */
#include "front/pencil.h"

#include <stdlib.h>
#include <string.h>

#define ACCESS_PREFIX "pencil_access:"

const char *pv_pencil_prelude(void)
{
    return "void __pencil_assume(int);\n"
           "void __pencil_assert(int);\n"
           "#if __STDC_VERSION__ > 201710L\n"
           "void __pencil_kill(...);\n"
           "void __pencil_use(...);\n"
           "void __pencil_def(...);\n"
           "#else\n"
           "void __pencil_kill();\n"
           "void __pencil_use();\n"
           "void __pencil_def();\n"
           "#endif\n"
           "int __pencil_maybe(void) __attribute__((pure));\n"
           /* gcc's attribute may have arguments, as in text that has been preprocessed; clang knows it without. */
           "#define __malloc__(...) __malloc__\n"
           "#define pencil_access(f) annotate(\"" ACCESS_PREFIX "\" #f)\n";
}

enum pv_builtin pv_pencil_builtin(const char *name, bool *is_assert)
{
    static const struct {
        const char *name;
        enum pv_builtin builtin;
    } builtins[] = {
        {"__pencil_assume", PV_BUILTIN_ASSUME}, {"__builtin_assume", PV_BUILTIN_ASSUME},
        {"__pencil_assert", PV_BUILTIN_ASSUME}, {"__pencil_kill", PV_BUILTIN_KILL},
        {"__pencil_use", PV_BUILTIN_USE},       {"__pencil_def", PV_BUILTIN_DEF},
    };
    *is_assert = !strcmp(name, "__pencil_assert");
    if (name[0] != '_')
        return PV_BUILTIN_NONE;
    for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++)
        if (!strcmp(name, builtins[i].name))
            return builtins[i].builtin;
    return PV_BUILTIN_NONE;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

#define CONTAINS(sorted, name) \
    (bsearch(&(name), (sorted), sizeof(sorted) / sizeof((sorted)[0]), sizeof((sorted)[0]), compare_names) != NULL)

static const char *skip_builtin(const char *name)
{
    static const char prefix[] = "__builtin_";
    return strncmp(name, prefix, sizeof(prefix) - 1) ? name : name + sizeof(prefix) - 1;
}

/* Is "name" one of the "n" names in "sorted", perhaps with the suffix f or l? */
static bool is_floating(const char *const *sorted, size_t n, const char *name)
{
    if (bsearch(&name, sorted, n, sizeof(*sorted), compare_names))
        return true;
    size_t size = strlen(name);
    char stem[32];
    if (size < 2 || size > sizeof(stem) || (name[size - 1] != 'f' && name[size - 1] != 'l'))
        return false;
    memcpy(stem, name, size - 1);
    stem[size - 1] = '\0';
    const char *key = stem;
    return bsearch(&key, sorted, n, sizeof(*sorted), compare_names) != NULL;
}

/* Functions of floating-point type also come with the suffixes f and l. */
bool pv_library_is_const(const char *name)
{
    static const char *const floating[] = {
        "acos",     "acosh",     "asin",      "asinh",      "atan",  "atan2",     "atanh",  "cbrt",  "ceil",
        "copysign", "cos",       "cosh",      "erf",        "erfc",  "exp",       "exp10",  "exp2",  "expm1",
        "fabs",     "fdim",      "floor",     "fma",        "fmax",  "fmin",      "fmod",   "hypot", "ilogb",
        "ldexp",    "llrint",    "llround",   "log",        "log10", "log1p",     "log2",   "logb",  "lrint",
        "lround",   "nearbyint", "nextafter", "nexttoward", "pow",   "remainder", "rint",   "round", "scalbln",
        "scalbn",   "sin",       "sinh",      "sqrt",       "tan",   "tanh",      "tgamma", "trunc",
    };
    static const char *const others[] = {
        "abs",      "huge_val",  "huge_valf",      "inf",     "inff",        "isalnum", "isalpha",     "isdigit",
        "isfinite", "isgreater", "isgreaterequal", "isinf",   "isinf_sign",  "isless",  "islessequal", "islessgreater",
        "islower",  "isnan",     "isnormal",       "isspace", "isunordered", "isupper", "labs",        "llabs",
        "signbit",  "signbitf",  "tolower",        "toupper",
    };
    name = skip_builtin(name);
    return CONTAINS(others, name) || is_floating(floating, sizeof(floating) / sizeof(floating[0]), name);
}

bool pv_library_sets_errno(const char *name)
{
    static const char *const names[] = {
        "acos",      "acosh",   "asin",   "atan2", "atanh", "cos",   "cosh",   "erfc",      "exp",        "exp10",
        "exp2",      "expm1",   "fdim",   "fma",   "fmod",  "hypot", "ilogb",  "ldexp",     "llrint",     "llround",
        "log",       "log10",   "log1p",  "log2",  "logb",  "lrint", "lround", "nextafter", "nexttoward", "pow",
        "remainder", "scalbln", "scalbn", "sin",   "sinh",  "sqrt",  "tan",    "tgamma",
    };
    return is_floating(names, sizeof(names) / sizeof(names[0]), skip_builtin(name));
}

enum pv_memcall pv_library_memcall(const char *name)
{
    name = skip_builtin(name);
    return !strcmp(name, "memset") ? PV_MEMCALL_SET : !strcmp(name, "memcpy") ? PV_MEMCALL_COPY : PV_MEMCALL_NONE;
}

const char *pv_library_obstacle(const char *name)
{
    static const char *const refused[] = {
        "__builtin_alloca",
        "__builtin_longjmp",
        "__builtin_setjmp",
        "__builtin_va_arg",
        "__builtin_va_copy",
        "__builtin_va_end",
        "__builtin_va_start",
        "__sigsetjmp",
        "_longjmp",
        "_setjmp",
        "alloca",
        "longjmp",
        "setjmp",
        "siglongjmp",
        "sigsetjmp",
    };
    if (!CONTAINS(refused, name))
        return NULL;
    static const char *const plain[] = {"setjmp", "longjmp", "va_start", "va_arg", "va_copy", "va_end", "alloca"};
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        if (strstr(name, plain[i]))
            return plain[i];
    return name;
}

/* Is the attribute, which libclang does not name, written as one of "n" spellings? */
static bool is_spelled(struct pv_clang *clang, const struct pv_node *attribute, int n, const char *const *spellings)
{
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(clang, attribute->cursor, &size, &offset);
    for (int i = 0; text && i < n; i++) {
        size_t length = strlen(spellings[i]);
        if (size - offset >= length && !memcmp(text + offset, spellings[i], length))
            return true;
    }
    return false;
}

/* Set what an attribute says that libclang does not name. */
static void read_attribute(struct pv_clang *clang, const struct pv_node *attribute, struct pv_function *function)
{
    static const char *const noreturn[] = {"_Noreturn", "noreturn", "__noreturn__"};
    static const char *const weak[] = {"weak", "__weak__", "ifunc", "__ifunc__"};
    if (is_spelled(clang, attribute, 3, noreturn))
        function->is_noreturn = true;
    if (is_spelled(clang, attribute, 4, weak))
        function->is_weak = true;
}

void pv_pencil_attributes(struct pv_clang *clang, const struct pv_node *decl, struct pv_function *function,
                          const char **summary)
{
    for (const struct pv_node *kid = decl->kids; kid; kid = kid->next) {
        if (kid->kind == PV_NODE_CONST)
            function->is_const = true;
        else if (kid->kind == PV_NODE_PURE)
            function->is_pure = true;
        else if (kid->kind == PV_NODE_UNEXPOSED_ATTR)
            read_attribute(clang, kid, function);
        else if (kid->kind == PV_NODE_ANNOTATION) {
            const char *text = pv_cursor_name(clang, kid->cursor);
            if (!strncmp(text, ACCESS_PREFIX, strlen(ACCESS_PREFIX)))
                *summary = text + strlen(ACCESS_PREFIX);
        }
    }
    const char *type = pv_cxtype_spelling(clang, pv_cursor_type(decl->cursor));
    if (strstr(type, "noreturn"))
        function->is_noreturn = true;
}
