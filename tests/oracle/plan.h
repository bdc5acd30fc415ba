/* What to trace of one region: the places of its statements in the text, the variables whose
 * addresses must be known, the loops that need a counter. The rewriting and the comparison share it. */
#ifndef PV_PLAN_H
#define PV_PLAN_H

#include "ir/scop.h"

/* A loop of the model that stands in the text of the region. */
struct plan_loop {
    const struct pv_loop *loop;
    struct pv_tree *tree;
    int number;              /* of the variable that holds the value of its dimension */
    struct pv_var *iterator; /* NULL where there is none */
};

/* A variable that the text of the region names, or a parameter. */
struct plan_var {
    struct pv_var *var;
    struct pv_array *array; /* of the model, or NULL */
    bool is_iterator;       /* of some loop of the model */
    bool is_parameter;
    bool is_live_after;   /* what the region leaves in it may be read later */
    bool is_in_scope;     /* at the begin of the region */
    struct pv_tree *decl; /* its declaration in the region, or NULL */
};

enum site_kind {
    SITE_STMT,
    SITE_FINAL, /* the place right after a loop, where its iterator has its final value */
};

/* A scalar whose value at the site the model claims to know. */
struct plan_scalar {
    struct pv_stmt *stmt;
    const struct pv_subst *subst;
};

/* A place in the text that executes instances of the model. Several statements share a site when
 * their texts overlap (declarators of one declaration, a macro) or were inlined there. */
struct site {
    enum site_kind kind;
    unsigned begin, end; /* offsets of its text, the semicolon included; of the loop for SITE_FINAL */
    unsigned line;
    bool is_declaration;
    bool is_in_header;         /* of a for statement: its text is an expression */
    bool has_value;            /* its text initialises a variable declared in a header */
    bool has_inner_assignment; /* the value of an assignment is used: the compiler may read it back */
    bool is_shared;            /* by several statements, or by inlined ones */
    PV_VEC(struct pv_stmt *) stmts;
    PV_VEC(struct plan_loop *) loops; /* around it, outermost first */
    PV_VEC(struct plan_scalar) scalars;
    struct pv_var *final; /* SITE_FINAL */
};

/* A field of a structure some array has as element. */
struct plan_field {
    const struct pv_field *field;
    struct pv_array *array; /* its offset is known once this is registered */
    const char *owner;      /* a C expression of the structure's type */
};

struct plan {
    struct pv_arena *arena;
    const struct pv_scop *scop;
    const char *text;
    size_t size;
    unsigned begin, end; /* of the region */
    bool has_own_block;  /* no declaration of the region reaches beyond it */
    PV_VEC(struct plan_loop *) loops;
    PV_VEC(struct plan_var) vars;
    PV_VEC(struct site) sites;
    PV_VEC(struct plan_field) fields;
    PV_VEC(struct pv_tree *) pencil; /* calls of builtins, which are no code */
    const char *trouble;             /* why there is no plan, or NULL */
};

/* Plan the trace of "scop", a region of the file with "text". Objects live in "arena". */
struct plan *plan_new(struct pv_arena *arena, const struct pv_scop *scop, const char *text, size_t size);

int plan_find_var(const struct plan *plan, const struct pv_var *var);
int plan_find_array(const struct plan *plan, const struct pv_array *array);
int plan_find_field(const struct plan *plan, const struct pv_field *field);
/* The site of "stmt", or -1 for one that leaves no trace. */
int plan_find_site(const struct plan *plan, const struct pv_stmt *stmt);
/* Is this array's address known in the traced program? */
bool plan_has_address(const struct plan *plan, const struct pv_array *array);
/* Number of subscripts that the C text uses for the dimensions of "array". */
int plan_n_subscripts(const struct pv_array *array);

#endif
