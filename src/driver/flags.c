/* The table of compiler options: which of them change how C is read. */
#include "driver/flags.h"

#include <stddef.h>
#include <string.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

enum argument { ALONE, WORD /* takes an argument: the next word or, where the name ends in '*', joined to it */ };

static const char compiles_nothing[] = "pave compiles nothing; it writes C for a compiler";
static const char no_wrapping[] = "pave assumes that no signed integer overflows";

/* Names without the first dash; one that ends in '*' stands for all that start so. The first match counts. */
static const struct {
    const char *name;
    enum pv_flag_use use;
    enum argument argument;
    const char *why;
} flags[] = {
    {"E", PV_FLAG_REFUSED, ALONE, compiles_nothing},
    {"M", PV_FLAG_REFUSED, ALONE, compiles_nothing},
    {"MM", PV_FLAG_REFUSED, ALONE, compiles_nothing},
    {"fsyntax-only", PV_FLAG_REFUSED, ALONE, compiles_nothing},
    {"xc", PV_FLAG_IDLE, ALONE, NULL},
    {"x*", PV_FLAG_REFUSED, ALONE, "pave reads C, and no other language"},

    {"fwrapv", PV_FLAG_NOT_KEPT, ALONE, no_wrapping},
    {"ftrapv", PV_FLAG_NOT_KEPT, ALONE, no_wrapping},
    {"fno-strict-overflow", PV_FLAG_NOT_KEPT, ALONE, no_wrapping},

    {"ansi", PV_FLAG_READ, ALONE, NULL},
    {"pthread", PV_FLAG_READ, ALONE, NULL},
    {"undef", PV_FLAG_READ, ALONE, NULL},
    {"trigraphs", PV_FLAG_READ, ALONE, NULL},
    {"isysroot", PV_FLAG_READ, WORD, NULL},
    {"iprefix", PV_FLAG_READ, WORD, NULL},
    {"iwithprefix", PV_FLAG_READ, WORD, NULL},
    {"iwithprefixbefore", PV_FLAG_READ, WORD, NULL},
    {"Xpreprocessor", PV_FLAG_READ, WORD, NULL},
    {"Wp,-D*", PV_FLAG_READ, ALONE, NULL},
    {"Wp,-U*", PV_FLAG_READ, ALONE, NULL},
    {"-sysroot=*", PV_FLAG_READ, ALONE, NULL},
    {"-std=*", PV_FLAG_READ, ALONE, NULL},

    /* What is not listed changes optimisations and warnings, not the text that is read. */
    {"fbracket-depth=*", PV_FLAG_READ, ALONE, NULL},
    {"fopenmp*", PV_FLAG_READ, ALONE, NULL},
    {"fno-openmp*", PV_FLAG_READ, ALONE, NULL},
    {"fsigned-char", PV_FLAG_READ, ALONE, NULL},
    {"funsigned-char", PV_FLAG_READ, ALONE, NULL},
    {"fno-signed-char", PV_FLAG_READ, ALONE, NULL},
    {"fno-unsigned-char", PV_FLAG_READ, ALONE, NULL},
    {"fshort-enums", PV_FLAG_READ, ALONE, NULL},
    {"fno-short-enums", PV_FLAG_READ, ALONE, NULL},
    {"fshort-wchar", PV_FLAG_READ, ALONE, NULL},
    {"fno-short-wchar", PV_FLAG_READ, ALONE, NULL},
    {"fpack-struct*", PV_FLAG_READ, ALONE, NULL},
    {"fms-extensions", PV_FLAG_READ, ALONE, NULL},
    {"fgnu89-inline", PV_FLAG_READ, ALONE, NULL},
    {"fno-gnu89-inline", PV_FLAG_READ, ALONE, NULL},
    {"fbuiltin", PV_FLAG_READ, ALONE, NULL},
    {"fno-builtin*", PV_FLAG_READ, ALONE, NULL},
    {"ffreestanding", PV_FLAG_READ, ALONE, NULL},
    {"fhosted", PV_FLAG_READ, ALONE, NULL},
    {"fno-hosted", PV_FLAG_READ, ALONE, NULL},
    {"fasm", PV_FLAG_READ, ALONE, NULL},
    {"fno-asm", PV_FLAG_READ, ALONE, NULL},
    {"fblocks", PV_FLAG_READ, ALONE, NULL},
    {"fdollars-in-identifiers", PV_FLAG_READ, ALONE, NULL},
    {"fno-dollars-in-identifiers", PV_FLAG_READ, ALONE, NULL},
    {"flax-vector-conversions*", PV_FLAG_READ, ALONE, NULL},
    {"ffast-math", PV_FLAG_READ, ALONE, NULL}, /* these define macros */
    {"fno-fast-math", PV_FLAG_READ, ALONE, NULL},
    {"fmath-errno", PV_FLAG_READ, ALONE, NULL},
    {"fno-math-errno", PV_FLAG_READ, ALONE, NULL},
    {"ffinite-math-only", PV_FLAG_READ, ALONE, NULL},
    {"fno-finite-math-only", PV_FLAG_READ, ALONE, NULL},
    {"fpic", PV_FLAG_READ, ALONE, NULL},
    {"fPIC", PV_FLAG_READ, ALONE, NULL},
    {"fpie", PV_FLAG_READ, ALONE, NULL},
    {"fPIE", PV_FLAG_READ, ALONE, NULL},
    {"f*", PV_FLAG_IDLE, ALONE, NULL},
    {"m*", PV_FLAG_READ, ALONE, NULL},

    {"O*", PV_FLAG_IDLE, ALONE, NULL},
    {"g*", PV_FLAG_IDLE, ALONE, NULL},
    {"w", PV_FLAG_IDLE, ALONE, NULL},
    {"W*", PV_FLAG_IDLE, ALONE, NULL},
    {"pedantic*", PV_FLAG_IDLE, ALONE, NULL},
    {"c", PV_FLAG_IDLE, ALONE, NULL},
    {"pipe", PV_FLAG_IDLE, ALONE, NULL},
    {"p", PV_FLAG_IDLE, ALONE, NULL},
    {"pg", PV_FLAG_IDLE, ALONE, NULL},
    {"C", PV_FLAG_IDLE, ALONE, NULL},
    {"H", PV_FLAG_IDLE, ALONE, NULL},
    {"P", PV_FLAG_IDLE, ALONE, NULL},
    {"MD", PV_FLAG_IDLE, ALONE, NULL},
    {"MMD", PV_FLAG_IDLE, ALONE, NULL},
    {"MP", PV_FLAG_IDLE, ALONE, NULL},
    {"MG", PV_FLAG_IDLE, ALONE, NULL},
    {"MF*", PV_FLAG_IDLE, WORD, NULL},
    {"MT*", PV_FLAG_IDLE, WORD, NULL},
    {"MQ*", PV_FLAG_IDLE, WORD, NULL},
    {"save-temps*", PV_FLAG_IDLE, ALONE, NULL},
    {"specs=*", PV_FLAG_IDLE, ALONE, NULL},
    {"-param", PV_FLAG_IDLE, WORD, NULL},
    {"-param=*", PV_FLAG_IDLE, ALONE, NULL},
    {"-coverage", PV_FLAG_IDLE, ALONE, NULL},

    {"l*", PV_FLAG_IDLE, WORD, NULL},
    {"L*", PV_FLAG_IDLE, WORD, NULL},
    {"B*", PV_FLAG_IDLE, WORD, NULL},
    {"T", PV_FLAG_IDLE, WORD, NULL},
    {"u", PV_FLAG_IDLE, WORD, NULL},
    {"z", PV_FLAG_IDLE, WORD, NULL},
    {"Xlinker", PV_FLAG_IDLE, WORD, NULL},
    {"Xassembler", PV_FLAG_IDLE, WORD, NULL},
    {"Xclang", PV_FLAG_IDLE, WORD, NULL},
    {"s", PV_FLAG_IDLE, ALONE, NULL},
    {"r", PV_FLAG_IDLE, ALONE, NULL},
    {"rdynamic", PV_FLAG_IDLE, ALONE, NULL},
    {"static*", PV_FLAG_IDLE, ALONE, NULL},
    {"shared*", PV_FLAG_IDLE, ALONE, NULL},
    {"pie", PV_FLAG_IDLE, ALONE, NULL},
    {"no-pie", PV_FLAG_IDLE, ALONE, NULL},
    {"nostdlib", PV_FLAG_IDLE, ALONE, NULL},
    {"nostartfiles", PV_FLAG_IDLE, ALONE, NULL},
    {"nodefaultlibs", PV_FLAG_IDLE, ALONE, NULL},
    {"nolibc", PV_FLAG_IDLE, ALONE, NULL},
};

struct pv_flag pv_flag_find(const char *given)
{
    const char *name = given + 1;
    for (int i = 0; i < LENGTH(flags); i++) {
        size_t n = strlen(flags[i].name);
        bool is_start = flags[i].name[n - 1] == '*';
        n -= is_start;
        if (strncmp(name, flags[i].name, n) || (!is_start && name[n]))
            continue;
        return (struct pv_flag){flags[i].use, flags[i].argument == WORD && !name[n], flags[i].why};
    }
    return (struct pv_flag){.use = PV_FLAG_UNKNOWN};
}

const char *pv_flag_alien_file(const char *path)
{
    static const struct {
        const char *suffix, *kind;
    } kinds[] = {
        {".o", "an object file"},   {".obj", "an object file"}, {".a", "a library"},    {".so", "a library"},
        {".s", "an assembly file"}, {".S", "an assembly file"}, {".cc", "a C++ file"},  {".cpp", "a C++ file"},
        {".cxx", "a C++ file"},     {".hpp", "a C++ file"},     {".cu", "a CUDA file"}, {".cl", "an OpenCL file"},
    };
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; i < LENGTH(kinds) && dot; i++)
        if (!strcmp(dot, kinds[i].suffix))
            return kinds[i].kind;
    return NULL;
}

/* Is "name" a name of the C of 1989, with or without the extensions of GNU, as -std= takes it? */
static bool is_c89(const char *name)
{
    static const char *const names[] = {"c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool pv_flags_are_c89(int n, const char *const *given)
{
    bool result = false;
    for (int i = 0; i < n; i++) {
        const char *word = given[i] + (!strncmp(given[i], "--", 2) ? 1 : 0);
        if (!strncmp(word, "-std=", strlen("-std=")))
            result = is_c89(word + strlen("-std="));
        else if (!strcmp(word, "-ansi"))
            result = true;
    }
    return result;
}
