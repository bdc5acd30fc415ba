/* A thin layer over libclang's C API, and all that the rest of pave knows of it. It parses a file, turns
 * the cursors below a declaration into nodes, and answers questions about cursors and types. */
#ifndef PV_CLANGC_H
#define PV_CLANGC_H

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/tree.h"

#include <stdint.h>

/* Kinds of nodes the extraction knows, each with libclang's name. */
#define PV_NODES(X)                            \
    X(FUNCTION, FunctionDecl)                  \
    X(VAR, VarDecl)                            \
    X(PARAM, ParmDecl)                         \
    X(FIELD, FieldDecl)                        \
    X(ENUMERATOR, EnumConstantDecl)            \
    X(STRUCT_DECL, StructDecl)                 \
    X(UNION_DECL, UnionDecl)                   \
    X(ENUM_DECL, EnumDecl)                     \
    X(TYPEDEF_DECL, TypedefDecl)               \
    X(STATIC_ASSERT, StaticAssert)             \
    X(TYPE_REF, TypeRef)                       \
    X(MEMBER_NAME, MemberRef)                  \
    X(LABEL_NAME, LabelRef)                    \
    X(UNEXPOSED_EXPR, UnexposedExpr)           \
    X(NAME, DeclRefExpr)                       \
    X(MEMBER, MemberRefExpr)                   \
    X(CALL, CallExpr)                          \
    X(BLOCK_EXPR, BlockExpr)                   \
    X(INT_LITERAL, IntegerLiteral)             \
    X(FLOAT_LITERAL, FloatingLiteral)          \
    X(IMAGINARY_LITERAL, ImaginaryLiteral)     \
    X(STRING_LITERAL, StringLiteral)           \
    X(CHAR_LITERAL, CharacterLiteral)          \
    X(PAREN, ParenExpr)                        \
    X(UNARY, UnaryOperator)                    \
    X(SUBSCRIPT, ArraySubscriptExpr)           \
    X(BINARY, BinaryOperator)                  \
    X(COMPOUND_ASSIGN, CompoundAssignOperator) \
    X(CONDITIONAL, ConditionalOperator)        \
    X(CAST, CStyleCastExpr)                    \
    X(COMPOUND_LITERAL, CompoundLiteralExpr)   \
    X(INIT_LIST, InitListExpr)                 \
    X(LABEL_ADDRESS, AddrLabelExpr)            \
    X(STATEMENT_EXPR, StmtExpr)                \
    X(BOOL_LITERAL, CXXBoolLiteralExpr)        \
    X(GENERIC, GenericSelectionExpr)           \
    X(SIZEOF, UnaryExpr)                       \
    X(UNEXPOSED_STMT, UnexposedStmt)           \
    X(LABEL, LabelStmt)                        \
    X(BLOCK, CompoundStmt)                     \
    X(CASE, CaseStmt)                          \
    X(DEFAULT, DefaultStmt)                    \
    X(IF, IfStmt)                              \
    X(SWITCH, SwitchStmt)                      \
    X(WHILE, WhileStmt)                        \
    X(DO, DoStmt)                              \
    X(FOR, ForStmt)                            \
    X(GOTO, GotoStmt)                          \
    X(COMPUTED_GOTO, IndirectGotoStmt)         \
    X(CONTINUE, ContinueStmt)                  \
    X(BREAK, BreakStmt)                        \
    X(RETURN, ReturnStmt)                      \
    X(ASM, AsmStmt)                            \
    X(MS_ASM, MSAsmStmt)                       \
    X(NULL, NullStmt)                          \
    X(DECL_STMT, DeclStmt)                     \
    X(ANNOTATION, AnnotateAttr)                \
    X(PURE, PureAttr)                          \
    X(CONST, ConstAttr)                        \
    X(UNEXPOSED_ATTR, UnexposedAttr)

enum pv_node_kind {
    PV_NODE_OTHER,
    PV_NODE_VA_ARG, /* which libclang shows like an implicit conversion */
#define PV_NODE_ENUM(name, clang_name) PV_NODE_##name,
    PV_NODES(PV_NODE_ENUM)
#undef PV_NODE_ENUM
};

/* libclang's cursors and types, passed on without a look inside. */
struct pv_cursor {
    int kind, xdata;
    const void *data[3];
};

struct pv_cxtype {
    int kind;
    void *data[2];
};

struct pv_symbol;

/* A cursor with those below it. */
struct pv_node {
    struct pv_cursor cursor;
    enum pv_node_kind kind;
    struct pv_cxtype type;
    bool is_expr, is_stmt; /* as libclang classes it */
    int n_kids;
    struct pv_node *kids, *last_kid, *next; /* first child, last child, next sibling */
    const struct pv_symbol *symbol;         /* the variable that it names or declares, once pv_scopes_new() was here */
};

struct pv_clang;

/* A header that is only in memory. */
struct pv_clang_header {
    const char *name, *text;
};

struct pv_clang_input {
    const char *name; /* of the file; its text is given, never read again */
    const char *text;
    size_t size;
    const char *prelude; /* declarations that the file sees without including them */
    int n_args;
    const char *const *args; /* flags for clang */
    int n_headers;
    const struct pv_clang_header *headers;
    bool wants_skipped; /* remember the ranges that the preprocessor skipped */
};

/* Parse a C file. Errors in it are reported and give NULL. "diag" must know the file by "name". */
struct pv_clang *pv_clang_parse(struct pv_arena *arena, struct pv_diag *diag, const struct pv_clang_input *input);
void pv_clang_free(struct pv_clang *clang);

/* Number in the pv_diag of the file that was parsed. */
int pv_clang_main_file(const struct pv_clang *clang);
/* Was byte "offset" of the main file skipped by the preprocessor? */
bool pv_clang_is_skipped(const struct pv_clang *clang, unsigned offset);

typedef PV_VEC(struct pv_cursor) pv_cursor_vec;
/* Append the definitions of functions that stand in the main file. */
void pv_clang_functions(struct pv_clang *clang, pv_cursor_vec *functions);
/* Append the names of file scope and of macros to those of "unit". */
void pv_clang_names(struct pv_clang *clang, struct pv_unit *unit);
/* Append the first loop of each header that is not one of the system. */
void pv_clang_header_loops(struct pv_clang *clang, pv_loc_vec *loops);
/* Find a variable or function of file scope by name, its definition if there is one. */
bool pv_clang_find_global(struct pv_clang *clang, enum pv_node_kind kind, const char *name, struct pv_cursor *found);
/* Append the macros whose text holds "word", or the name of such a macro: { name, body }. Headers of the system count too: a
 * library that the build finds there may have such macros. */
struct pv_macro_text {
    const char *name, *body;
};
typedef PV_VEC(struct pv_macro_text) pv_macro_text_vec;
void pv_clang_macros_with(struct pv_clang *clang, const char *word, pv_macro_text_vec *macros);
enum pv_reading { PV_READ_ALL, PV_READ_CHILDREN };
/* Nodes of "cursor" and all below it, or only its children. */
struct pv_node *pv_clang_read(struct pv_clang *clang, struct pv_cursor cursor, enum pv_reading reading);

enum pv_node_kind pv_cursor_kind(struct pv_cursor cursor);
/* Name of what "cursor" declares or refers to, or an annotation's text; "" where there is none. */
const char *pv_cursor_name(struct pv_clang *clang, struct pv_cursor cursor);
/* Where "cursor" is in the text; inside a macro's expansion: the use of the macro. */
struct pv_range pv_cursor_range(struct pv_clang *clang, struct pv_cursor cursor);
struct pv_loc pv_cursor_loc(struct pv_clang *clang, struct pv_cursor cursor);
/* Text and size of the file in which the first token of "cursor" is spelled, even inside a macro's
 * definition, and that token's offset; NULL where there is no such file. */
const char *pv_cursor_spelled_text(struct pv_clang *clang, struct pv_cursor cursor, size_t *size, unsigned *offset);
/* Does "cursor" come from a macro's expansion? */
bool pv_cursor_is_from_macro(struct pv_clang *clang, struct pv_cursor cursor);

/* What a name refers to. False when it is nothing. */
bool pv_cursor_target(struct pv_cursor cursor, struct pv_cursor *target);
/* The definition of a declared thing. */
bool pv_cursor_definition(struct pv_cursor cursor, struct pv_cursor *definition);
/* The first of all declarations of the same thing: equal for all of them. */
struct pv_cursor pv_cursor_canonical(struct pv_cursor cursor);
struct pv_cursor pv_cursor_parent(struct pv_cursor cursor);
bool pv_cursor_equal(struct pv_cursor a, struct pv_cursor b);
unsigned pv_cursor_hash(struct pv_cursor cursor);
bool pv_cursor_is_static(struct pv_cursor cursor);
bool pv_cursor_is_extern(struct pv_cursor cursor);
/* Has this variable a lifetime that ends with its block? */
bool pv_cursor_is_automatic(struct pv_cursor cursor);
/* Has every thread a variable of its own by this declaration? */
bool pv_cursor_is_thread_local(struct pv_cursor cursor);
bool pv_cursor_is_inline(struct pv_cursor cursor);
bool pv_cursor_is_variadic(struct pv_cursor cursor);
bool pv_cursor_is_bitfield(struct pv_cursor cursor);
bool pv_cursor_initialiser(struct pv_cursor var, struct pv_cursor *init);
int64_t pv_cursor_enumerator_value(struct pv_cursor enumerator);

/* The operator of a PV_NODE_BINARY or PV_NODE_COMPOUND_ASSIGN. */
bool pv_cursor_binary_op(struct pv_cursor cursor, enum pv_op *op);
enum pv_unary { PV_UNARY_OP, PV_UNARY_DEREF, PV_UNARY_EXTENSION, PV_UNARY_OTHER };
/* The operator of a PV_NODE_UNARY; "op" is set for PV_UNARY_OP. */
enum pv_unary pv_cursor_unary_op(struct pv_cursor cursor, enum pv_op *op);
/* The value of a constant expression. */
bool pv_cursor_eval_int(struct pv_cursor cursor, int64_t *value);
bool pv_cursor_eval_float(struct pv_cursor cursor, double *value);

enum pv_cxtype_kind {
    PV_CXTYPE_VOID,
    PV_CXTYPE_BOOL,
    PV_CXTYPE_SIGNED,
    PV_CXTYPE_UNSIGNED,
    PV_CXTYPE_FLOAT,
    PV_CXTYPE_POINTER,
    PV_CXTYPE_ARRAY, /* of constant size */
    PV_CXTYPE_VLA,
    PV_CXTYPE_OPEN_ARRAY, /* without a size */
    PV_CXTYPE_RECORD,
    PV_CXTYPE_FUNCTION,
    PV_CXTYPE_ATOMIC,
    PV_CXTYPE_OTHER,
};

struct pv_cxtype pv_cursor_type(struct pv_cursor cursor);
/* What the type is below typedefs; an enumeration is its integer type. */
enum pv_cxtype_kind pv_cxtype_kind(struct pv_cxtype type);
/* A pointer or an array? */
bool pv_cxtype_is_indexable(struct pv_cxtype type);
/* Is it written as a typedef's name? */
bool pv_cxtype_is_typedef(struct pv_cxtype type);
const char *pv_cxtype_spelling(struct pv_clang *clang, struct pv_cxtype type);
bool pv_cxtype_is_const(struct pv_cxtype type);
bool pv_cxtype_is_volatile(struct pv_cxtype type);
bool pv_cxtype_is_restrict(struct pv_cxtype type);
int64_t pv_cxtype_size(struct pv_cxtype type); /* 0 where it is not a constant */
int64_t pv_cxtype_length(struct pv_cxtype type);
/* Element of an array, pointee of a pointer, result of a function. */
struct pv_cxtype pv_cxtype_inner(struct pv_cxtype type);
bool pv_cxtype_declaration(struct pv_cxtype type, struct pv_cursor *decl);
bool pv_cxtype_equal(struct pv_cxtype a, struct pv_cxtype b);
unsigned pv_cxtype_hash(struct pv_cxtype type);
/* Append the fields of a structure or union in order. */
void pv_cxtype_fields(struct pv_clang *clang, struct pv_cxtype type, pv_cursor_vec *fields);

#endif
