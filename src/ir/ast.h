/* Abstract syntax trees that scan a schedule: loops, conditions and calls, with integer expressions. */
#ifndef PV_AST_H
#define PV_AST_H

#include "base/vec.h"

#include <stdbool.h>

enum pv_ax_kind {
    PV_AX_NUMBER,
    PV_AX_ITERATOR,
    PV_AX_PARAMETER,
    PV_AX_NEG,
    PV_AX_ADD,
    PV_AX_SUB,
    PV_AX_MUL,
    PV_AX_DIV,  /* the result is known to be an integer */
    PV_AX_FDIV, /* rounded towards negative infinity; the divisor is positive */
    PV_AX_PDIV, /* the dividend is known not to be negative; neither is that of PV_AX_PMOD */
    PV_AX_PMOD,
    PV_AX_ZMOD, /* the result is compared with zero only */
    PV_AX_MIN,  /* any number of arguments; so for max, and, or */
    PV_AX_MAX,
    PV_AX_AND,
    PV_AX_OR,
    PV_AX_SELECT, /* the first argument chooses between the others */
    PV_AX_EQ,
    PV_AX_LE,
    PV_AX_LT,
    PV_AX_GE,
    PV_AX_GT,
};

/* An expression. It lives in an arena and never changes, so that expressions may share arguments. */
typedef const struct pv_ax pv_ax;
struct pv_ax {
    enum pv_ax_kind kind;
    const char *text; /* the digits of a number, perhaps after a minus; the name of a parameter */
    int depth;        /* of an iterator: the number of band members around its own */
    int n;
    pv_ax **args;
};

typedef PV_VEC(pv_ax *) pv_axs;

pv_ax *pv_ax_digits(struct pv_arena *arena, const char *digits);
pv_ax *pv_ax_number(struct pv_arena *arena, int value);
pv_ax *pv_ax_iterator(struct pv_arena *arena, int depth);
pv_ax *pv_ax_parameter(struct pv_arena *arena, const char *name);
pv_ax *pv_ax_unary(struct pv_arena *arena, enum pv_ax_kind kind, pv_ax *a);
pv_ax *pv_ax_binary(struct pv_arena *arena, enum pv_ax_kind kind, pv_ax *a, pv_ax *b);
pv_ax *pv_ax_select(struct pv_arena *arena, pv_ax *condition, pv_ax *a, pv_ax *b);
/* "args" under one operator, or the only one of them. There is at least one. */
pv_ax *pv_ax_nary(struct pv_arena *arena, enum pv_ax_kind kind, int n, pv_ax *const *args);
bool pv_ax_is_same(pv_ax *a, pv_ax *b);
/* Is "a" the number that "digits" names? */
bool pv_ax_is_number(pv_ax *a, const char *digits);
/* Does "a" use the iterator at "depth"? */
bool pv_ax_uses_iterator(pv_ax *a, int depth);
/* "a" with shifts[d] added to each iterator of depth d below "n". */
pv_ax *pv_ax_shifted(struct pv_arena *arena, pv_ax *a, int n, const int *shifts);

enum pv_an_kind { PV_AN_FOR, PV_AN_IF, PV_AN_MARK, PV_AN_USER };

/* A node, and a list of nodes that run one after the other. */
struct pv_an;
typedef PV_VEC(struct pv_an *) pv_anodes;
struct pv_an {
    enum pv_an_kind kind;
    int depth;          /* FOR: of its iterator */
    bool is_degenerate; /* FOR: there is exactly one iteration, and neither "cond" nor "step" */
    pv_ax *init, *step; /* FOR */
    pv_ax *cond;        /* FOR, IF */
    pv_anodes body;     /* FOR, IF, MARK */
    pv_anodes other;    /* IF: the else branch */
    bool has_other;
    const char *name; /* MARK, USER: of the statement; "" where there is none */
    pv_axs args;      /* USER */
    /* What the code of a program has at the node (ir/code); else NULL. */
    const struct pv_mark *mark;      /* MARK */
    struct pv_code_loop *loop;       /* FOR */
    struct pv_code_leaf *leaf;       /* USER */
    struct pv_code_launch *launch;   /* MARK of a kernel */
    struct pv_code_fills *fills;     /* MARK of copies */
    const struct pv_code_work *work; /* MARK of a loop for threads */
};

struct pv_an *pv_an_new(struct pv_arena *arena, enum pv_an_kind kind);

/* Call "visit" for "nodes" and all nodes in them, outer ones first, as long as it returns true. Return whether it always did. */
bool pv_an_visit(const pv_anodes *nodes, bool (*visit)(struct pv_an *node, void *user), void *user);

#endif
