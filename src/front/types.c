/* Turns the types of libclang into ours. */
#include "front/types.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST_TYPE 256

struct type_slot {
    struct pv_cxtype key;
    struct pv_ctype *type; /* NULL: free */
};

struct record_slot {
    struct pv_cursor key;
    struct pv_record *record;
};

struct pv_types {
    struct pv_arena *arena;
    struct pv_clang *clang;
    struct type_slot *slots; /* open addressing */
    unsigned n, cap;         /* cap is a power of two */
    PV_VEC(struct record_slot) records;
    struct pv_ctype *int_type, *ptrdiff_type;
    int depth;
};

struct pv_types *pv_types_new(struct pv_arena *arena, struct pv_clang *clang)
{
    struct pv_types *types = pv_new(arena, struct pv_types);
    types->arena = arena;
    types->clang = clang;
    types->cap = 64;
    types->slots = pv_new_array(arena, struct type_slot, types->cap);
    return types;
}

static struct type_slot *find_slot(struct pv_types *types, struct pv_cxtype key)
{
    unsigned i = pv_cxtype_hash(key) & (types->cap - 1);
    while (types->slots[i].type && !pv_cxtype_equal(types->slots[i].key, key))
        i = (i + 1) & (types->cap - 1);
    return &types->slots[i];
}

static void remember(struct pv_types *types, struct pv_cxtype key, struct pv_ctype *type)
{
    if (2 * (types->n + 1) > types->cap) {
        struct type_slot *old = types->slots;
        unsigned old_cap = types->cap;
        types->cap *= 2;
        types->slots = pv_new_array(types->arena, struct type_slot, types->cap);
        for (unsigned i = 0; i < old_cap; i++)
            if (old[i].type)
                *find_slot(types, old[i].key) = old[i];
    }
    types->n++;
    *find_slot(types, key) = (struct type_slot){key, type};
}

static struct pv_ctype *new_plain(struct pv_types *types, enum pv_ctype_kind kind, const char *spelling, int64_t size)
{
    struct pv_ctype *type = pv_new(types->arena, struct pv_ctype);
    type->kind = kind;
    type->spelling = spelling;
    type->size = size;
    type->length = -1;
    return type;
}

static void make_int(struct pv_ctype *type, bool is_signed, int bits)
{
    type->kind = PV_TYPE_INT;
    type->is_signed = is_signed;
    type->bits = bits;
}

/* If "field" of a structure has no length, as "T v[]" or "T v[0]", it stands for the memory that follows, as a pointer would:
 * neither the size of the structure nor a copy of it includes these elements. */
static void make_flexible(struct pv_types *types, struct pv_field *field)
{
    field->is_flexible = field->type->kind == PV_TYPE_ARRAY && field->type->length <= 0;
    if (field->is_flexible)
        field->type = pv_type_pointer_to(types, field->type->elem);
}

/* The record that "key" of "type" declares, its fields read when it is met first. */
static struct pv_record *record_of(struct pv_types *types, struct pv_cxtype type)
{
    struct pv_cursor decl;
    if (!pv_cxtype_declaration(type, &decl))
        return pv_new(types->arena, struct pv_record);
    decl = pv_cursor_canonical(decl);
    for (int i = 0; i < types->records.n; i++)
        if (pv_cursor_equal(types->records.v[i].key, decl))
            return types->records.v[i].record;
    struct pv_record *record = pv_new(types->arena, struct pv_record);
    struct record_slot slot = {decl, record};
    pv_push(types->arena, &types->records, slot);
    record->is_union = pv_cursor_kind(decl) == PV_NODE_UNION_DECL;
    struct pv_cursor definition;
    record->is_complete = pv_cursor_definition(decl, &definition);
    pv_cursor_vec fields = {0};
    pv_cxtype_fields(types->clang, type, &fields);
    record->fields = pv_new_array(types->arena, struct pv_field, fields.n + 1);
    for (int i = 0; i < fields.n; i++) {
        const char *name = pv_cursor_name(types->clang, fields.v[i]);
        record->fields[i].name = strchr(name, ' ') ? "" : name;
        record->fields[i].is_bitfield = pv_cursor_is_bitfield(fields.v[i]);
        record->fields[i].type = pv_type_of(types, pv_cursor_type(fields.v[i]));
    }
    record->n_fields = fields.n;
    for (int i = 0; i < fields.n && !record->is_union; i++)
        make_flexible(types, &record->fields[i]);
    return record;
}

/* The type of this spelling by a name: for libclang, one without a tag is "struct (unnamed struct at FILE:LINE:COLUMN)". */
static const char *named(const struct pv_types *types, const char *spelling)
{
    const char *column = strrchr(spelling, ':'), *line = column;
    if (!column || !strchr(spelling, '('))
        return spelling;
    while (line > spelling && line[-1] != ':')
        line--;
    return pv_printf(types->arena, "%.*s pave_unnamed_%d_%d", (int)strcspn(spelling, " "), spelling,
                     (int)strtol(line, NULL, 10), (int)strtol(column + 1, NULL, 10));
}

static const char *unqualified(const char *spelling)
{
    static const char *const qualifiers[] = {"const ", "volatile "};
    for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
        if (!strncmp(spelling, qualifiers[i], strlen(qualifiers[i])))
            return unqualified(spelling + strlen(qualifiers[i]));
    return spelling;
}

/* Fill in what depends on the kind of "key"; those of elements are made as needed. */
static void fill(struct pv_types *types, struct pv_ctype *type, struct pv_cxtype key)
{
    enum pv_cxtype_kind kind = pv_cxtype_kind(key);
    switch (kind) {
    case PV_CXTYPE_VOID:
        type->kind = PV_TYPE_VOID;
        break;
    case PV_CXTYPE_BOOL:
        make_int(type, false, 1);
        break;
    case PV_CXTYPE_SIGNED:
    case PV_CXTYPE_UNSIGNED:
        make_int(type, kind == PV_CXTYPE_SIGNED, 8 * (int)type->size);
        break;
    case PV_CXTYPE_FLOAT:
        type->kind = PV_TYPE_FLOAT;
        break;
    case PV_CXTYPE_POINTER:
        type->kind = PV_TYPE_POINTER;
        type->elem = pv_type_of(types, pv_cxtype_inner(key));
        break;
    case PV_CXTYPE_ARRAY:
    case PV_CXTYPE_VLA:
    case PV_CXTYPE_OPEN_ARRAY:
        type->kind = PV_TYPE_ARRAY;
        type->elem = pv_type_of(types, pv_cxtype_inner(key));
        if (kind == PV_CXTYPE_ARRAY)
            type->length = pv_cxtype_length(key);
        break;
    case PV_CXTYPE_RECORD:
        type->kind = PV_TYPE_RECORD;
        type->record = record_of(types, key);
        if (!type->record->spelling)
            type->record->spelling = named(types, unqualified(type->spelling));
        break;
    default:
        type->kind = PV_TYPE_OTHER;
    }
}

/* A new type for "key" with all but what "fill" adds. */
static struct pv_ctype *start_type(struct pv_types *types, struct pv_cxtype key)
{
    struct pv_ctype *type = new_plain(types, PV_TYPE_OTHER, pv_cxtype_spelling(types->clang, key), pv_cxtype_size(key));
    type->is_const = pv_cxtype_is_const(key);
    type->is_volatile = pv_cxtype_is_volatile(key);
    type->is_restrict = pv_cxtype_is_restrict(key);
    return type;
}

const struct pv_ctype *pv_type_of(struct pv_types *types, struct pv_cxtype key)
{
    struct type_slot *slot = find_slot(types, key);
    if (slot->type)
        return slot->type;
    struct pv_ctype *type = start_type(types, key);
    remember(types, key, type);
    if (types->depth < DEEPEST_TYPE) {
        types->depth++;
        fill(types, type, key);
        types->depth--;
    }
    return type;
}

const struct pv_ctype *pv_type_int(struct pv_types *types)
{
    if (!types->int_type) {
        types->int_type = new_plain(types, PV_TYPE_INT, "int", sizeof(int));
        make_int(types->int_type, true, 8 * (int)sizeof(int));
    }
    return types->int_type;
}

const struct pv_ctype *pv_type_ptrdiff(struct pv_types *types)
{
    if (!types->ptrdiff_type) {
        types->ptrdiff_type = new_plain(types, PV_TYPE_INT, "long", sizeof(int64_t));
        make_int(types->ptrdiff_type, true, 64);
    }
    return types->ptrdiff_type;
}

const struct pv_ctype *pv_type_pointer_to(struct pv_types *types, const struct pv_ctype *elem)
{
    bool is_array = elem->kind == PV_TYPE_ARRAY;
    const char *bracket = is_array ? strchr(elem->spelling, '[') : NULL;
    int n = bracket ? (int)(bracket - elem->spelling) : (int)strlen(elem->spelling);
    const char *spelling = bracket ? pv_printf(types->arena, "%.*s (*)%s", n, elem->spelling, bracket)
                                   : pv_printf(types->arena, "%s *", elem->spelling);
    struct pv_ctype *type = new_plain(types, PV_TYPE_POINTER, spelling, sizeof(void *));
    type->elem = elem;
    return type;
}

/* Does the declarator go on below "type": is it a layer that a declarator writes? */
static bool is_layer(struct pv_cxtype type)
{
    return pv_cxtype_is_indexable(type) && !pv_cxtype_is_typedef(type);
}

int pv_type_count_sizes(struct pv_cxtype type, bool *has_vla)
{
    int n = 0;
    *has_vla = false;
    for (; is_layer(type); type = pv_cxtype_inner(type)) {
        enum pv_cxtype_kind kind = pv_cxtype_kind(type);
        n += kind == PV_CXTYPE_ARRAY || kind == PV_CXTYPE_VLA;
        *has_vla |= kind == PV_CXTYPE_VLA;
    }
    return n;
}

/* The value of a + b, a - b or a * b; false for other operators. */
static bool combine(enum pv_op op, int64_t a, int64_t b, int64_t *value)
{
    *value = op == PV_OP_ADD ? a + b : op == PV_OP_SUB ? a - b : a * b;
    return op == PV_OP_ADD || op == PV_OP_SUB || op == PV_OP_MUL;
}

/* The value of "expr" (may be NULL), made of constants and sums and products of them, where it is small. */
static bool is_small_constant(const struct pv_expr *expr, int64_t *value)
{
    const int64_t most = 1 << 24;
    int64_t a, b;
    if (!expr || expr->type->kind != PV_TYPE_INT)
        return false;
    if (expr->kind == PV_EXPR_CAST)
        return is_small_constant(expr->args[0], value);
    *value = expr->value;
    bool is_binary = expr->kind == PV_EXPR_OP && expr->n_args == 2;
    if (expr->kind != PV_EXPR_INT && (!is_binary || !is_small_constant(expr->args[0], &a) ||
                                      !is_small_constant(expr->args[1], &b) || !combine(expr->op, a, b, value)))
        return false;
    return *value >= 0 && *value <= most;
}

/* Is the array of variable length "expr" not variable at all: const int n = 8; float a[n]? Then "*length" becomes its length. */
static bool is_constant_length(const struct pv_expr *expr, int64_t *length)
{
    int64_t value;
    if (!is_small_constant(expr, &value) || !value)
        return false;
    *length = value;
    return true;
}

const struct pv_ctype *pv_type_with_lengths(struct pv_types *types, struct pv_cxtype key, struct pv_expr **lengths,
                                            int n)
{
    enum pv_cxtype_kind kind = pv_cxtype_kind(key);
    if (n == 0 || !is_layer(key))
        return pv_type_of(types, key);
    bool has_size = kind == PV_CXTYPE_ARRAY || kind == PV_CXTYPE_VLA;
    struct pv_ctype *type = pv_new(types->arena, struct pv_ctype);
    *type = *pv_type_of(types, key);
    bool is_constant = kind == PV_CXTYPE_VLA && is_constant_length(lengths[0], &type->length);
    if (kind == PV_CXTYPE_VLA && !is_constant)
        type->length_expr = lengths[0];
    int n_used = has_size ? 1 : 0;
    type->elem = pv_type_with_lengths(types, pv_cxtype_inner(key), lengths + n_used, n - n_used);
    if (is_constant)
        type->size = type->length * type->elem->size;
    return type;
}

bool pv_type_same_layout(const struct pv_ctype *a, const struct pv_ctype *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->size != b->size)
        return false;
    if (a->kind == PV_TYPE_ARRAY)
        return a->length >= 0 && a->length == b->length && pv_type_same_layout(a->elem, b->elem);
    if (a->kind == PV_TYPE_RECORD)
        return a->record == b->record;
    if (a->kind == PV_TYPE_INT)
        return a->bits == b->bits && a->is_signed == b->is_signed;
    return a->kind != PV_TYPE_OTHER;
}

bool pv_type_holds_pointer(const struct pv_ctype *type)
{
    type = pv_ctype_innermost(type, false);
    if (type->kind != PV_TYPE_RECORD)
        return type->kind == PV_TYPE_POINTER;
    for (int i = 0; i < type->record->n_fields; i++)
        if (pv_type_holds_pointer(type->record->fields[i].type))
            return true;
    return false;
}

const char *pv_type_obstacle(struct pv_arena *arena, const struct pv_ctype *type)
{
    type = pv_ctype_innermost(type, false);
    if (type->is_volatile)
        return "a volatile variable";
    if (type->kind == PV_TYPE_OTHER)
        return pv_printf(arena, "a value of type '%s'", type->spelling);
    if (type->kind == PV_TYPE_RECORD && !type->record->is_complete)
        return "an incomplete structure";
    if (pv_ctype_has_overlapping_fields(type))
        return "a union or a bit-field";
    return NULL;
}
