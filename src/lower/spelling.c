/* Spells names and types in C. */
#include "lower/spelling.h"

#include <string.h>

const char *pv_spell_name(const struct pv_cctx *ctx, const struct pv_var *var)
{
    for (int i = 0; i < ctx->names.n; i++)
        if (ctx->names.v[i].var == var)
            return ctx->names.v[i].name;
    return ctx->device ? pv_names_on_device(ctx->naming, var->id) : var->name;
}

const char *pv_spell_function(const struct pv_cctx *ctx, const struct pv_function *function)
{
    return pv_printf(ctx->arena, "%sdevice_%s", ctx->naming->own, function->name);
}

const char *pv_spell_field(const struct pv_cctx *ctx, const struct pv_field *field)
{
    return ctx->device ? pv_names_on_device(ctx->naming, field->name) : field->name;
}

static bool skip_word(const char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*text, word, n) || (*text)[n] != ' ')
        return false;
    *text += n + 1;
    return true;
}

/* The spelling of an arithmetic type that a typedef made const. */
static const char *arithmetic_name(const struct pv_ctype *type)
{
    if (type->kind == PV_TYPE_FLOAT)
        return type->size == 4 ? "float" : type->size == 8 ? "double" : "long double";
    if (type->bits == 1)
        return "_Bool";
    switch (type->size) {
    case 1:
        return type->is_signed ? "signed char" : "unsigned char";
    case 2:
        return type->is_signed ? "short" : "unsigned short";
    case 4:
        return type->is_signed ? "int" : "unsigned int";
    default:
        return type->is_signed ? "long long" : "unsigned long long";
    }
}

const char *pv_spell_plain_type(const struct pv_ctype *type, bool is_opencl)
{
    if (type->kind == PV_TYPE_VOID)
        return "void";
    if (type->kind == PV_TYPE_INT && type->bits == 1)
        return "bool";
    if (is_opencl && type->kind == PV_TYPE_INT && type->size == 8)
        return type->is_signed ? "long" : "ulong";
    return arithmetic_name(type);
}

const char *pv_spell_type_here(struct pv_cctx *ctx, const struct pv_ctype *type)
{
    if (!ctx->device)
        return pv_spell_type(ctx->arena, type);
    if (type->kind != PV_TYPE_RECORD) {
        ctx->device->uses_double = ctx->device->uses_double || (type->kind == PV_TYPE_FLOAT && type->size == 8);
        return pv_spell_plain_type(type, ctx->device->is_opencl);
    }
    bool is_new = true;
    for (int i = 0; i < ctx->device->records.n; i++)
        is_new = is_new && ctx->device->records.v[i] != type->record;
    if (is_new)
        pv_push(ctx->arena, &ctx->device->records, type->record);
    return pv_names_record(ctx->naming, type->record);
}

const char *pv_spell_wide(const struct pv_cctx *ctx)
{
    return ctx->device && ctx->device->is_opencl ? "long" : "long long";
}

const char *pv_spell_wide_suffix(const struct pv_cctx *ctx)
{
    return ctx->device && ctx->device->is_opencl ? "l" : "ll";
}

const char *pv_spell_iterator_type(const struct pv_cctx *ctx)
{
    if (ctx->width == PV_WIDTH_ITERATOR)
        return pv_iterator_type;
    return ctx->width == PV_WIDTH_LONG ? pv_spell_wide(ctx) : "int";
}

/* The spelling of a pointer without qualifiers of its own; what it points at keeps its. */
static const char *pointer_name(struct pv_arena *arena, const char *text)
{
    size_t n = strlen(text);
    if (n > 6 && (!strcmp(text + n - 6, "*const") || !strcmp(text + n - 6, " const")))
        return pv_strndup(arena, text, text[n - 6] == '*' ? n - 5 : n - 6);
    return text;
}

const char *pv_spell_type(struct pv_arena *arena, const struct pv_ctype *type)
{
    const char *text = type->spelling;
    if (type->kind == PV_TYPE_POINTER && strchr(text, '*'))
        return pointer_name(arena, text);
    bool was_written = false;
    while (skip_word(&text, "const") || skip_word(&text, "volatile") || skip_word(&text, "register"))
        was_written = true;
    size_t n = strlen(text);
    if (n > 6 && !strcmp(text + n - 6, " const"))
        return pv_strndup(arena, text, n - 6);
    if (!type->is_const || was_written)
        return text;
    return pv_ctype_is_arithmetic(type) ? arithmetic_name(type) : type->record ? type->record->spelling : text;
}

const char *pv_spell_local(struct pv_cctx *ctx, const struct pv_local *local)
{
    bool is_shared = local->memory == PV_LOCAL_SHARED;
    return pv_printf(ctx->arena, "%s%d", is_shared ? ctx->device->shared_prefix : ctx->device->private_prefix,
                     local->number);
}

const char *pv_spell_value_type(const struct pv_ctype *type, bool is_opencl)
{
    return type->bits == 1 && type->kind == PV_TYPE_INT ? "int" : pv_spell_plain_type(type, is_opencl);
}
