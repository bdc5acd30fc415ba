/* Makes all names in generated text, so that none clashes with the program, a target or a header. */
#include "ir/names.h"

#include "base/words.h"

#include <ctype.h>
#include <string.h>

/* Reserved words. */

/* Keywords of C, with those that compilers add. */
static const char c_words[] =
    "asm auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register restrict return short signed sizeof static struct switch typedef typeof union unsigned "
    "void volatile while ";

/* Keywords of C++, and words of C++ with a meaning of their own. */
static const char cpp_words[] =
    "alignas alignof and and_eq asm auto bitand bitor bool catch char16_t char32_t char8_t class co_await "
    "co_return co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast "
    "explicit export false final friend import module mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq override private protected public reinterpret_cast requires restrict static_assert "
    "static_cast std template this thread_local throw true try typeid typename typeof using virtual wchar_t "
    "xor xor_eq ";

/* OpenCL C: keywords, types, functions and macros, but for those in families. */
static const char opencl_words[] =
    "HUGE_VAL HUGE_VALF INFINITY MAXFLOAT MAX_WORK_DIM NAN abs abs_diff acos acosh acospi add_sat all any "
    "asin asinh asinpi atan atan2 atan2pi atanh atanpi barrier bit_reverse bitselect bool "
    "capture_event_profiling_info cbrt ceil clamp clk_event_t clk_profiling_info clz commit_read_pipe "
    "commit_write_pipe complex constant copysign cos cosh cospi create_user_event cross ctz degrees distance "
    "dot enqueue_kernel enqueue_marker erf erfc event event_t exp exp10 exp2 expm1 fabs false fast_distance "
    "fast_length fast_normalize fdim floor fma fmax fmin fmod fract frexp generic global hadd half hypot i386 "
    "ilogb image imaginary intptr_t is_valid_reserve_id isequal isfinite isgreater isgreaterequal isinf "
    "isless islessequal islessgreater isnan isnormal isnotequal isordered isunordered kernel "
    "kernel_enqueue_flags_t kernel_exec ldexp length lgamma lgamma_r linux local log log10 log1p log2 logb "
    "mad mad24 mad_hi mad_sat max maxmag mem_fence min minmag mix modf mul24 mul_hi nan ndrange_t nextafter "
    "normalize pipe popcount pow pown powr prefetch printf private ptrdiff_t quad queue_t radians "
    "read_mem_fence read_only read_pipe read_write release_event remainder remquo reserve_id_t "
    "reserve_read_pipe reserve_write_pipe retain_event rhadd rint rootn rotate round rsqrt sampler sampler_t "
    "select set_user_event_status shuffle shuffle2 sign signbit sin sincos sinh sinpi size_t smoothstep sqrt "
    "step sub_sat tan tanh tanpi tgamma to_global to_local to_private true trunc uchar uint uintptr_t ulong "
    "uniform unix upsample ushort vec_step wait_group_events write_mem_fence write_only write_pipe ";

/* CUDA: variables, types, functions and macros, but for those in families. */
static const char cuda_words[] =
    "EOF NULL assert atomicAdd atomicAnd atomicCAS atomicDec atomicExch atomicInc atomicMax atomicMin "
    "atomicOr atomicSub atomicXor blockDim blockIdx brkpt clock clock64 cospi cyl_bessel_i0 cyl_bessel_i1 "
    "dim3 erfcinv erfcx erfinv exp10 fdivide float_as_int float_as_uint gridDim int_as_float llmax llmin max "
    "memcmp memcpy memmove memset min mul64hi mulhi norm norm3d norm4d normcdf normcdfinv rcbrt rhypot rnorm "
    "rnorm3d rnorm4d rsqrt saturate sincos sincospi sinpi stderr stdin stdout strcpy strlen surf1Dread "
    "surf1Dwrite surf2Dread surf2Dwrite surf3Dread surf3Dwrite surface syncthreads tex1D tex1DLayered "
    "tex1Dfetch tex2D tex2DLayered tex2Dgather tex3D texCubemap texref texture threadIdx threadfence trap "
    "uint_as_float ullmax ullmin umax umin umul64hi umulhi warpSize ";

/* <math.h>, which CUDA includes. */
static const char math_words[] =
    "acos acosf acosh acoshf asin asinf asinh asinhf atan atan2 atan2f atanf atanh atanhf cbrt cbrtf ceil "
    "ceilf copysign copysignf cos cosf cosh coshf drem dremf erf erfc erfcf erff exp exp2 exp2f expf expm1 "
    "expm1f fabs fabsf fdim fdimf finite finitef floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf "
    "fpclassify frexp frexpf gamma gammaf hypot hypotf ilogb ilogbf isfinite isinf isnan isnormal j0 j0f j1 "
    "j1f jn jnf ldexp ldexpf lgamma lgammaf llrint llrintf llround llroundf log log10 log10f log1p log1pf "
    "log2 log2f logb logbf logf lrint lrintf lround lroundf modf modff nan nanf nearbyint nearbyintf "
    "nextafter nextafterf pow pow10 pow10f powf remainder remainderf remquo remquof rint rintf round roundf "
    "scalbln scalblnf scalbn scalbnf signbit signgam significand significandf sin sinf sinh sinhf sqrt sqrtf "
    "tan tanf tanh tanhf tgamma tgammaf trunc truncf y0 y0f y1 y1f yn ynf ";

/* <stdio.h>, <stdlib.h>, <stdint.h> and <stddef.h>: declarations and macros, but for those in families. */
static const char header_words[] =
    "BIG_ENDIAN BUFSIZ BYTE_ORDER EOF EXIT_FAILURE EXIT_SUCCESS FD_CLR FD_ISSET FD_SET FD_SETSIZE FD_ZERO "
    "FILE FILENAME_MAX FOPEN_MAX LITTLE_ENDIAN L_ctermid L_tmpnam MB_CUR_MAX NFDBITS NULL PDP_ENDIAN P_tmpdir "
    "RAND_MAX SEEK_CUR SEEK_END SEEK_SET TMP_MAX WCONTINUED WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED "
    "WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED a64l abort abs aligned_alloc "
    "alloca arc4random arc4random_buf arc4random_uniform at_quick_exit atexit atof atoi atol atoll be16toh "
    "be32toh be64toh blkcnt_t blksize_t bsearch caddr_t calloc ctermid daddr_t dev_t div div_t dprintf "
    "drand48 drand48_r ecvt ecvt_r erand48 erand48_r exit fclose fcvt fcvt_r fd_mask fd_set fdopen feof "
    "feof_unlocked ferror ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgetpos fgets fileno "
    "fileno_unlocked flockfile fmemopen fopen fpos_t fprintf fputc fputc_unlocked fputs fread fread_unlocked "
    "free freopen fsblkcnt_t fscanf fseek fseeko fsetpos fsfilcnt_t fsid_t ftell ftello ftrylockfile "
    "funlockfile fwrite fwrite_unlocked gcvt getc getc_unlocked getchar getchar_unlocked getdelim getenv "
    "getline getloadavg getsubopt getw gid_t htobe16 htobe32 htobe64 htole16 htole32 htole64 id_t initstate "
    "initstate_r ino_t int16_t int32_t int64_t int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t "
    "int_least16_t int_least32_t int_least64_t int_least8_t intmax_t intptr_t jrand48 jrand48_r key_t l64a "
    "labs lcong48 lcong48_r ldiv ldiv_t le16toh le32toh le64toh llabs lldiv lldiv_t loff_t lrand48 lrand48_r "
    "malloc max_align_t mblen mbstowcs mbtowc mkdtemp mkstemp mkstemps mktemp mode_t mrand48 mrand48_r "
    "nlink_t nrand48 nrand48_r off_t offsetof on_exit open_memstream pclose perror pid_t popen posix_memalign "
    "printf pselect pthread_attr_t pthread_barrier_t pthread_barrierattr_t pthread_cond_t pthread_condattr_t "
    "pthread_key_t pthread_mutex_t pthread_mutexattr_t pthread_once_t pthread_rwlock_t pthread_rwlockattr_t "
    "pthread_spinlock_t pthread_t ptrdiff_t putc putc_unlocked putchar putchar_unlocked putenv puts putw "
    "qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort quad_t quick_exit rand rand_r random random_r realloc "
    "reallocarray realpath register_t remove rename renameat rewind rpmatch scanf seed48 seed48_r select "
    "setbuf setbuffer setenv setlinebuf setstate setstate_r setvbuf sigset_t size_t snprintf sprintf srand "
    "srand48 srand48_r srandom srandom_r sscanf ssize_t stderr stdin stdout strtod strtof strtol strtold "
    "strtoll strtoq strtoul strtoull strtouq suseconds_t system tempnam time_t timer_t tmpfile tmpnam "
    "tmpnam_r u_char u_int u_int16_t u_int32_t u_int64_t u_int8_t u_long u_quad_t u_short uid_t uint uint16_t "
    "uint32_t uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t "
    "uint_least32_t uint_least64_t uint_least8_t uintmax_t uintptr_t ulong ungetc unsetenv ushort va_list "
    "valloc vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wchar_t wcstombs wctomb ";

/* The list of each table. All have a blank behind each word. */
static const char *const tables[] = {c_words, cpp_words, opencl_words, cuda_words, math_words, header_words};

/* All words that begin so are reserved. What follows "cl" and "cuda" there is a capital letter. */
static const char *const families[] = {
    "__",     "convert_", "as_",         "native_",     "half_",   "atom_",      "atomic_",    "vload",
    "vstore", "get_",     "read_image",  "write_image", "async_",  "sub_group_", "work_group", "intel_",
    "amd_",   "arm_",     "cl_",         "CL_",         "CLK_",    "M_",         "FLT_",       "DBL_",
    "LDBL_",  "HALF_",    "INT",         "UINT",        "LONG_",   "ULONG_",     "CHAR_",      "SCHAR_",
    "UCHAR_", "SHRT_",    "USHRT_",      "SIZE_",       "PTRDIFF", "WCHAR_",     "WINT_",      "SIG_",
    "FP_",    "HUGE_",    "ATOMIC_",     "memory_",     "omp_",    "_OPENMP",    "kmp_",       "cuda",
    "CUDA",   "cu",       "nv_",         "image1d",     "image2d", "image3d",    "image_",     "tex1D",
    "surf1D", "tex2D",    "surf2D",      "tex3D",       "surf3D",  "texCube",    "make_",      "pthread_",
    "int_",   "uint_",    "clock_read_", "dot_",        "mad_",    "bitfield_",  "ndrange_",   "printf_",
};
static const int n_families = sizeof(families) / sizeof(*families), n_tables = sizeof(tables) / sizeof(*tables);

/* Is "name" a scalar type with a number of elements: uint4, float16? */
static bool is_vector_type(const char *name)
{
    static const char *const scalars[] = {"char",  "uchar", "short",  "ushort", "int",      "uint",     "long",
                                          "ulong", "float", "double", "half",   "longlong", "ulonglong"};
    size_t n = strcspn(name, "0123456789");
    if (!name[n] || name[n + strspn(name + n, "0123456789")])
        return false;
    for (size_t i = 0; i < sizeof(scalars) / sizeof(*scalars); i++)
        if (strlen(scalars[i]) == n && !strncmp(name, scalars[i], n))
            return true;
    return false;
}

/* Is "name" one of the words of "table"? */
static bool is_listed(const char *table, const char *name)
{
    size_t n = strlen(name);
    for (const char *word = table; *word; word = strchr(word, ' ') + 1)
        if (*word == *name && !strncmp(word, name, n) && word[n] == ' ')
            return true;
    return false;
}

/* Is a word of "table" "prefix" and a digit? */
static bool lists_numbered(const char *table, const char *prefix)
{
    size_t n = strlen(prefix);
    for (const char *word = table; *word; word = strchr(word, ' ') + 1)
        if (*word == *prefix && !strncmp(word, prefix, n) && isdigit((unsigned char)word[n]) && word[n + 1] == ' ')
            return true;
    return false;
}

static bool begins_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* Functions of the host's side of OpenCL and CUDA: clFinish, cudaMalloc. */
static bool is_api_function(const char *name)
{
    return begins_with(name, "cl") && isupper((unsigned char)name[2]);
}

/* Is "name" reserved for what it looks like? */
static bool has_reserved_form(const char *name)
{
    bool has_it = is_vector_type(name) || is_api_function(name);
    for (int i = 0; i < n_families; i++)
        has_it = has_it || begins_with(name, families[i]);
    return has_it;
}

bool pv_names_is_reserved(const char *name)
{
    bool is_reserved = has_reserved_form(name);
    for (int i = 0; i < n_tables && !is_reserved; i++)
        is_reserved = is_listed(tables[i], name);
    return is_reserved;
}

const char *pv_names_reserved_word(struct pv_arena *arena, int pos)
{
    if (pos < n_families)
        return pv_printf(arena, "%sx", families[pos]);
    pos -= n_families;
    for (int i = 0; i < n_tables; i++)
        for (const char *word = tables[i]; *word; word = strchr(word, ' ') + 1)
            if (!pos--)
                return pv_strndup(arena, word, strcspn(word, " "));
    return NULL;
}

/* Names of the unit. */

static bool has_prefix(const struct pv_unit *unit, const char *prefix)
{
    for (int i = 0; i < unit->names.n; i++)
        if (begins_with(unit->names.v[i].name, prefix))
            return true;
    return pv_text_has_prefix(unit->text, unit->size, prefix);
}

struct pv_names pv_names_begin(struct pv_arena *arena, const struct pv_unit *unit)
{
    struct pv_names names = {arena, unit, "pave_"};
    for (int i = 1; has_prefix(unit, names.own); i++)
        names.own = pv_printf(arena, "pave%d_", i);
    return names;
}

bool pv_names_is_used(const struct pv_names *names, const char *name)
{
    for (int i = 0; i < names->unit->names.n; i++)
        if (!strcmp(names->unit->names.v[i].name, name))
            return true;
    return pv_text_count_identifier(names->unit->text, names->unit->size, name) > 0;
}

/* Does a name of the unit, or a reserved one, consist of "prefix" and a number, perhaps with more behind it? */
static bool has_numbered(const struct pv_names *names, const char *prefix)
{
    const struct pv_unit *unit = names->unit;
    size_t n = strlen(prefix);
    for (int i = 0; i < unit->names.n; i++)
        if (begins_with(unit->names.v[i].name, prefix) && isdigit((unsigned char)unit->names.v[i].name[n]))
            return true;
    for (int i = 0; i < 10; i++)
        if (has_reserved_form(pv_printf(names->arena, "%s%d", prefix, i)))
            return true;
    for (int i = 0; i < n_tables; i++)
        if (lists_numbered(tables[i], prefix))
            return true;
    return pv_text_has_numbered(unit->text, unit->size, prefix);
}

const char *pv_names_prefix(const struct pv_names *names, const char *wish)
{
    if (!has_numbered(names, wish))
        return wish;
    const char *twice = pv_printf(names->arena, "%c%s", wish[0], wish);
    return has_numbered(names, twice) ? pv_printf(names->arena, "%s%s", names->own, wish) : twice;
}

/* The user's names. */

const char *pv_names_on_device(const struct pv_names *names, const char *id)
{
    return pv_names_is_reserved(id) ? pv_printf(names->arena, "%svar_%s", names->own, id) : id;
}

const char *pv_names_record(const struct pv_names *names, const struct pv_record *record)
{
    const char *tag = strrchr(record->spelling, ' ');
    if (!tag)
        return pv_names_on_device(names, record->spelling);
    return pv_printf(names->arena, "%.*s%s", (int)(tag + 1 - record->spelling), record->spelling,
                     pv_names_on_device(names, tag + 1));
}

/* Text of pave's own. */

void pv_names_add_support(const struct pv_names *names, struct pv_sb *out, const char *text)
{
    static const char usual[] = "pave_";
    for (const char *found; (found = strstr(text, usual)); text = found + strlen(usual)) {
        pv_sb_addn(out, text, (size_t)(found - text));
        pv_sb_add(out, names->own);
    }
    pv_sb_add(out, text);
}

/* Names that the support for OpenCL links with, or that mean the same whoever declares them. */
static const char linked_words[] =
    "FILE NULL calloc exit fclose fopen fprintf fread free fseek ftell malloc size_t stderr ";

/* Must the unit's own "name" get out of the way of a header that is still to be included? */
static bool is_in_the_way(const struct pv_names *names, const char *name)
{
    if (is_listed(linked_words, name) || is_api_function(name))
        return false;
    if (begins_with(name, "cl_"))
        return !pv_names_is_used(names, "__OPENCL_CL_H");
    return is_listed(header_words, name);
}

void pv_names_clear_for_headers(const struct pv_names *names, struct pv_sb *out)
{
    const struct pv_unit *unit = names->unit;
    for (int i = 0; i < unit->names.n; i++) {
        const struct pv_unit_name *item = &unit->names.v[i];
        if (item->is_macro && !item->is_system && item->name[0] != '_')
            pv_sb_printf(out, "#undef %s\n", item->name);
    }
    for (int i = 0; i < unit->names.n; i++) {
        const struct pv_unit_name *item = &unit->names.v[i];
        if (!item->is_macro && !item->is_system && is_in_the_way(names, item->name))
            pv_sb_printf(out, "#define %s %sof_program_%s\n", item->name, names->own, item->name);
    }
}
