/* Answers questions about cursors and types of libclang. */
#include "front/clangunit.h"

const char *pv_cursor_name(struct pv_clang *clang, struct pv_cursor cursor)
{
    return pv_clang_take_string(clang, clang_getCursorSpelling(pv_cursor_to_clang(cursor)));
}

/* Store "cursor" in "result" if it is anything. */
static bool give(CXCursor cursor, struct pv_cursor *result)
{
    if (clang_Cursor_isNull(cursor) || clang_isInvalid(cursor.kind))
        return false;
    *result = pv_cursor_from_clang(cursor);
    return true;
}

bool pv_cursor_target(struct pv_cursor cursor, struct pv_cursor *target)
{
    return give(clang_getCursorReferenced(pv_cursor_to_clang(cursor)), target);
}

bool pv_cursor_definition(struct pv_cursor cursor, struct pv_cursor *definition)
{
    return give(clang_getCursorDefinition(pv_cursor_to_clang(cursor)), definition);
}

struct pv_cursor pv_cursor_canonical(struct pv_cursor cursor)
{
    return pv_cursor_from_clang(clang_getCanonicalCursor(pv_cursor_to_clang(cursor)));
}

struct pv_cursor pv_cursor_parent(struct pv_cursor cursor)
{
    return pv_cursor_from_clang(clang_getCursorSemanticParent(pv_cursor_to_clang(cursor)));
}

bool pv_cursor_equal(struct pv_cursor a, struct pv_cursor b)
{
    return clang_equalCursors(pv_cursor_to_clang(a), pv_cursor_to_clang(b));
}

unsigned pv_cursor_hash(struct pv_cursor cursor)
{
    return clang_hashCursor(pv_cursor_to_clang(cursor));
}

bool pv_cursor_is_static(struct pv_cursor cursor)
{
    return clang_Cursor_getStorageClass(pv_cursor_to_clang(cursor)) == CX_SC_Static;
}

bool pv_cursor_is_extern(struct pv_cursor cursor)
{
    return clang_Cursor_getStorageClass(pv_cursor_to_clang(cursor)) == CX_SC_Extern;
}

bool pv_cursor_is_automatic(struct pv_cursor cursor)
{
    return clang_Cursor_hasVarDeclGlobalStorage(pv_cursor_to_clang(cursor)) == 0;
}

bool pv_cursor_is_thread_local(struct pv_cursor cursor)
{
    return clang_getCursorTLSKind(pv_cursor_to_clang(cursor)) != CXTLS_None;
}

bool pv_cursor_is_inline(struct pv_cursor cursor)
{
    return clang_Cursor_isFunctionInlined(pv_cursor_to_clang(cursor));
}

bool pv_cursor_is_variadic(struct pv_cursor cursor)
{
    return clang_Cursor_isVariadic(pv_cursor_to_clang(cursor));
}

bool pv_cursor_is_bitfield(struct pv_cursor cursor)
{
    return clang_Cursor_isBitField(pv_cursor_to_clang(cursor));
}

bool pv_cursor_initialiser(struct pv_cursor var, struct pv_cursor *init)
{
    return give(clang_Cursor_getVarDeclInitializer(pv_cursor_to_clang(var)), init);
}

int64_t pv_cursor_enumerator_value(struct pv_cursor enumerator)
{
    return clang_getEnumConstantDeclValue(pv_cursor_to_clang(enumerator));
}

/* Binary operators, libclang's and ours. */
static const struct {
    enum CXBinaryOperatorKind kind;
    enum pv_op op;
} binary_ops[] = {
    {CXBinaryOperator_Mul, PV_OP_MUL},
    {CXBinaryOperator_Div, PV_OP_DIV},
    {CXBinaryOperator_Rem, PV_OP_MOD},
    {CXBinaryOperator_Add, PV_OP_ADD},
    {CXBinaryOperator_Sub, PV_OP_SUB},
    {CXBinaryOperator_Shl, PV_OP_SHL},
    {CXBinaryOperator_Shr, PV_OP_SHR},
    {CXBinaryOperator_LT, PV_OP_LT},
    {CXBinaryOperator_GT, PV_OP_GT},
    {CXBinaryOperator_LE, PV_OP_LE},
    {CXBinaryOperator_GE, PV_OP_GE},
    {CXBinaryOperator_EQ, PV_OP_EQ},
    {CXBinaryOperator_NE, PV_OP_NE},
    {CXBinaryOperator_And, PV_OP_BITAND},
    {CXBinaryOperator_Xor, PV_OP_BITXOR},
    {CXBinaryOperator_Or, PV_OP_BITOR},
    {CXBinaryOperator_LAnd, PV_OP_LAND},
    {CXBinaryOperator_LOr, PV_OP_LOR},
    {CXBinaryOperator_Assign, PV_OP_ASSIGN},
    {CXBinaryOperator_MulAssign, PV_OP_MUL_ASSIGN},
    {CXBinaryOperator_DivAssign, PV_OP_DIV_ASSIGN},
    {CXBinaryOperator_RemAssign, PV_OP_MOD_ASSIGN},
    {CXBinaryOperator_AddAssign, PV_OP_ADD_ASSIGN},
    {CXBinaryOperator_SubAssign, PV_OP_SUB_ASSIGN},
    {CXBinaryOperator_ShlAssign, PV_OP_SHL_ASSIGN},
    {CXBinaryOperator_ShrAssign, PV_OP_SHR_ASSIGN},
    {CXBinaryOperator_AndAssign, PV_OP_AND_ASSIGN},
    {CXBinaryOperator_XorAssign, PV_OP_XOR_ASSIGN},
    {CXBinaryOperator_OrAssign, PV_OP_OR_ASSIGN},
    {CXBinaryOperator_Comma, PV_OP_COMMA},
};

bool pv_cursor_binary_op(struct pv_cursor cursor, enum pv_op *op)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(pv_cursor_to_clang(cursor));
    for (size_t i = 0; i < sizeof(binary_ops) / sizeof(binary_ops[0]); i++) {
        if (binary_ops[i].kind == kind) {
            *op = binary_ops[i].op;
            return true;
        }
    }
    return false;
}

static const struct {
    enum CXUnaryOperatorKind kind;
    enum pv_op op;
} unary_ops[] = {
    {CXUnaryOperator_PostInc, PV_OP_POSTINC}, {CXUnaryOperator_PostDec, PV_OP_POSTDEC},
    {CXUnaryOperator_PreInc, PV_OP_PREINC},   {CXUnaryOperator_PreDec, PV_OP_PREDEC},
    {CXUnaryOperator_AddrOf, PV_OP_ADDRESS},  {CXUnaryOperator_Plus, PV_OP_PLUS},
    {CXUnaryOperator_Minus, PV_OP_NEG},       {CXUnaryOperator_Not, PV_OP_BITNOT},
    {CXUnaryOperator_LNot, PV_OP_NOT},
};

enum pv_unary pv_cursor_unary_op(struct pv_cursor cursor, enum pv_op *op)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(pv_cursor_to_clang(cursor));
    if (kind == CXUnaryOperator_Deref)
        return PV_UNARY_DEREF;
    if (kind == CXUnaryOperator_Extension)
        return PV_UNARY_EXTENSION;
    for (size_t i = 0; i < sizeof(unary_ops) / sizeof(unary_ops[0]); i++) {
        if (unary_ops[i].kind == kind) {
            *op = unary_ops[i].op;
            return PV_UNARY_OP;
        }
    }
    return PV_UNARY_OTHER;
}

bool pv_cursor_eval_int(struct pv_cursor cursor, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(pv_cursor_to_clang(cursor));
    bool is_int = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (is_int && clang_EvalResult_isUnsignedInt(result))
        *value = (int64_t)clang_EvalResult_getAsUnsigned(result);
    else if (is_int)
        *value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return is_int;
}

bool pv_cursor_eval_float(struct pv_cursor cursor, double *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(pv_cursor_to_clang(cursor));
    bool is_float = result && clang_EvalResult_getKind(result) == CXEval_Float;
    if (is_float)
        *value = clang_EvalResult_getAsDouble(result);
    if (result)
        clang_EvalResult_dispose(result);
    return is_float;
}

/* Types. */

struct pv_cxtype pv_cursor_type(struct pv_cursor cursor)
{
    return pv_cxtype_from_clang(clang_getCursorType(pv_cursor_to_clang(cursor)));
}

static enum pv_cxtype_kind builtin_kind(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void:
        return PV_CXTYPE_VOID;
    case CXType_Bool:
        return PV_CXTYPE_BOOL;
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
        return PV_CXTYPE_SIGNED;
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_WChar:
    case CXType_Char16:
    case CXType_Char32:
        return PV_CXTYPE_UNSIGNED;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16:
        return PV_CXTYPE_FLOAT;
    default:
        return PV_CXTYPE_OTHER;
    }
}

enum pv_cxtype_kind pv_cxtype_kind(struct pv_cxtype type)
{
    CXType canonical = clang_getCanonicalType(pv_cxtype_to_clang(type));
    switch (canonical.kind) {
    case CXType_Pointer:
        return PV_CXTYPE_POINTER;
    case CXType_ConstantArray:
        return PV_CXTYPE_ARRAY;
    case CXType_VariableArray:
        return PV_CXTYPE_VLA;
    case CXType_IncompleteArray:
        return PV_CXTYPE_OPEN_ARRAY;
    case CXType_Record:
        return PV_CXTYPE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return PV_CXTYPE_FUNCTION;
    case CXType_Atomic:
        return PV_CXTYPE_ATOMIC;
    case CXType_Enum: {
        CXType integer = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical));
        return builtin_kind(clang_getCanonicalType(integer).kind);
    }
    default:
        return builtin_kind(canonical.kind);
    }
}

bool pv_cxtype_is_indexable(struct pv_cxtype type)
{
    enum pv_cxtype_kind kind = pv_cxtype_kind(type);
    return kind == PV_CXTYPE_POINTER || kind == PV_CXTYPE_ARRAY || kind == PV_CXTYPE_VLA ||
           kind == PV_CXTYPE_OPEN_ARRAY;
}

bool pv_cxtype_is_typedef(struct pv_cxtype type)
{
    CXType t = pv_cxtype_to_clang(type);
    if (t.kind == CXType_Elaborated)
        t = clang_Type_getNamedType(t);
    return t.kind == CXType_Typedef;
}

const char *pv_cxtype_spelling(struct pv_clang *clang, struct pv_cxtype type)
{
    const char *spelling = pv_clang_take_string(clang, clang_getTypeSpelling(pv_cxtype_to_clang(type)));
    /* The operand of typeof may not be known where the spelling is used. */
    if (!strstr(spelling, "typeof"))
        return spelling;
    return pv_clang_take_string(clang, clang_getTypeSpelling(clang_getCanonicalType(pv_cxtype_to_clang(type))));
}

bool pv_cxtype_is_const(struct pv_cxtype type)
{
    return clang_isConstQualifiedType(clang_getCanonicalType(pv_cxtype_to_clang(type)));
}

bool pv_cxtype_is_volatile(struct pv_cxtype type)
{
    return clang_isVolatileQualifiedType(clang_getCanonicalType(pv_cxtype_to_clang(type)));
}

bool pv_cxtype_is_restrict(struct pv_cxtype type)
{
    return clang_isRestrictQualifiedType(clang_getCanonicalType(pv_cxtype_to_clang(type)));
}

int64_t pv_cxtype_size(struct pv_cxtype type)
{
    long long size = clang_Type_getSizeOf(pv_cxtype_to_clang(type));
    return size < 0 ? 0 : size;
}

int64_t pv_cxtype_length(struct pv_cxtype type)
{
    return clang_getArraySize(clang_getCanonicalType(pv_cxtype_to_clang(type)));
}

struct pv_cxtype pv_cxtype_inner(struct pv_cxtype type)
{
    CXType t = pv_cxtype_to_clang(type);
    switch (pv_cxtype_kind(type)) {
    case PV_CXTYPE_POINTER: {
        CXType pointee = clang_getPointeeType(t);
        return pv_cxtype_from_clang(pointee.kind ? pointee : clang_getPointeeType(clang_getCanonicalType(t)));
    }
    case PV_CXTYPE_FUNCTION:
        return pv_cxtype_from_clang(clang_getResultType(t));
    default: {
        CXType element = clang_getArrayElementType(t);
        return pv_cxtype_from_clang(element.kind ? element : clang_getArrayElementType(clang_getCanonicalType(t)));
    }
    }
}

bool pv_cxtype_declaration(struct pv_cxtype type, struct pv_cursor *decl)
{
    CXCursor cursor = clang_getTypeDeclaration(clang_getCanonicalType(pv_cxtype_to_clang(type)));
    return cursor.kind != CXCursor_NoDeclFound && give(cursor, decl);
}

bool pv_cxtype_equal(struct pv_cxtype a, struct pv_cxtype b)
{
    return a.data[0] == b.data[0] && clang_equalTypes(pv_cxtype_to_clang(a), pv_cxtype_to_clang(b));
}

unsigned pv_cxtype_hash(struct pv_cxtype type)
{
    uintptr_t bits = (uintptr_t)type.data[0];
    return (unsigned)(bits >> 4) * 2654435761u ^ (unsigned)(bits >> 36) ^ (unsigned)(bits & 15);
}

struct field_search {
    struct pv_clang *clang;
    pv_cursor_vec *fields;
};

static enum CXVisitorResult collect_field(CXCursor cursor, CXClientData data)
{
    struct field_search *search = data;
    pv_push(search->clang->arena, search->fields, pv_cursor_from_clang(cursor));
    return CXVisit_Continue;
}

void pv_cxtype_fields(struct pv_clang *clang, struct pv_cxtype type, pv_cursor_vec *fields)
{
    struct field_search search = {clang, fields};
    clang_Type_visitFields(clang_getCanonicalType(pv_cxtype_to_clang(type)), collect_field, &search);
}
