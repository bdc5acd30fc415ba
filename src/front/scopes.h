/* What a function declares and names, and where; its loops and jumps. The scopes of variables, liveness
 * after a region and the meaning of names in pragmas come from it. */
#ifndef PV_SCOPES_H
#define PV_SCOPES_H

#include "front/ompwords.h"
#include "front/types.h"

/* What a use of a variable does with its address. */
enum pv_use_kind {
    PV_USE_PLAIN,
    PV_USE_ARGUMENT,    /* address passed to a call */
    PV_USE_INITIALISER, /* address is the initial value of a pointer */
    PV_USE_ESCAPE,      /* address goes anywhere else */
};

struct pv_use {
    unsigned offset; /* in the main file */
    enum pv_use_kind kind;
    bool is_write; /* an assignment or a step of the whole variable */
};

/* A variable the function declares, or one of file scope that it names. */
struct pv_symbol {
    struct pv_cursor decl; /* the first declaration */
    const char *name;
    enum pv_node_kind kind; /* PV_NODE_VAR or PV_NODE_PARAM */
    bool is_local;          /* declared in the function: parameters too */
    unsigned offset;        /* of the declaration */
    struct pv_range scope;  /* the block or loop it is declared in; no file for others */
    int n_allocated;        /* times it gets the address of memory that was allocated right there, or no address */
    int n_assigned;         /* times it gets another value: by "=", or where it is declared */
    PV_VEC(struct pv_use) uses;
    bool is_in_directive; /* a pragma names it, in ways that no statement shows */
};

struct pv_loop_extent {
    unsigned begin, end;
};

/* A directive of OpenMP or OpenACC that the function executes. */
struct pv_construct {
    const struct pv_omp *directive;
    const struct pv_node *statement; /* that belongs to it, or NULL */
    struct pv_range range;           /* of the statement */
};

struct pv_scopes {
    struct pv_cursor function;
    struct pv_node *root; /* of the whole definition */
    struct pv_node *body;
    struct pv_range range;
    PV_VEC(struct pv_symbol *) symbols;
    PV_VEC(struct pv_loop_extent) loops;
    PV_VEC(struct pv_construct) constructs; /* in the order of the text */
    PV_VEC(const char *) goto_targets;
    bool has_computed_goto;
    bool has_calls;           /* of functions that may change variables outside of the function */
    bool is_too_deep;         /* nested beyond what pave follows: nothing else is known */
    struct pv_symbol **slots; /* by declaration; open addressing */
    unsigned cap;             /* a power of two */
};

/* Levels of nesting, of statements or of operators, that pave follows. */
#define PV_DEEPEST_NESTING 1000

struct pv_scopes *pv_scopes_new(struct pv_arena *arena, struct pv_clang *clang, struct pv_types *types,
                                struct pv_cursor function);

/* The symbol of a variable, by its declaration; NULL if the function does not name it. */
struct pv_symbol *pv_scopes_symbol(const struct pv_scopes *scopes, struct pv_cursor decl);
/* The local variable that "name" means at "offset"; NULL for none. */
struct pv_symbol *pv_scopes_lookup(const struct pv_scopes *scopes, const char *name, unsigned offset);
/* Is the symbol named at or after "offset"? */
bool pv_symbol_is_used_from(const struct pv_symbol *symbol, unsigned offset);

#endif
