/* Describes how the loops of a kernel go through memory, and the reductions that threads may share. */
#include "map/kernelshape.h"

#include "map/reuse.h"

struct shaping {
    const struct pv_conflicts *conflicts;
    int depth, n; /* of the shared members */
    bool is_product, is_rows, is_columns, is_reduced, has_loops;
    bool has_updates; /* a statement reads an array that it writes, */
    bool is_outer;    /* and what serves all values of the first of two shared members */
    bool is_transposed;
};

const struct pv_reduction *pv_kernelshape_reduction(const struct pv_conflicts *conflicts, const struct pv_stmt *stmt)
{
    for (int i = 0; i < conflicts->deps->reductions.n; i++) {
        const struct pv_reduction *reduction = conflicts->deps->reductions.v[i];
        bool is_simple = reduction->op != PV_REDUCE_MIN && reduction->op != PV_REDUCE_MAX;
        bool is_allowed = !reduction->needs_permission || reduction->is_asserted || conflicts->reassociate;
        for (int j = 0; j < reduction->stmts.n && is_simple && is_allowed; j++)
            if (reduction->stmts.v[j] == stmt)
                return reduction;
    }
    return NULL;
}

static enum pv_stride stride(const struct pv_reuse_stmt *stmt, int access, int dim)
{
    return stmt->strides[access * stmt->n_dims + dim];
}

/* The references of "stmt" that move with the loop at "dim" and stay in place along some shared member are counted; -1
 * where one moves with all of them. */
static int count_served(const struct shaping *shaping, const struct pv_reuse_stmt *stmt, int dim)
{
    int count = 0;
    for (int a = 0; a < stmt->stmt->accesses.n; a++) {
        if (stmt->stmt->accesses.v[a]->array->kind != PV_ARRAY_DATA)
            return -1;
        bool stays = stride(stmt, a, dim) == PV_STRIDE_NONE, is_served = false;
        for (int i = 0; i < shaping->n; i++)
            is_served = is_served || stride(stmt, a, shaping->depth + i) == PV_STRIDE_NONE;
        if (!stays && !is_served)
            return -1;
        count += !stays && !stmt->stmt->accesses.v[a]->is_write;
    }
    return count;
}

/* Is there a reference that is only read, moves in steps "along" with the loop at "dim", and in steps "across" from thread
 * to thread? */
static bool has_walk(const struct shaping *shaping, const struct pv_reuse_stmt *stmt, int dim, enum pv_stride along,
                     enum pv_stride across)
{
    for (int a = 0; a < stmt->stmt->accesses.n; a++)
        if (!stmt->stmt->accesses.v[a]->is_write && stride(stmt, a, dim) == along &&
            stride(stmt, a, shaping->depth + shaping->n - 1) == across)
            return true;
    return false;
}

static bool is_update_of_array(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        for (int j = 0; j < stmt->accesses.n; j++)
            if (stmt->accesses.v[i]->is_write && stmt->accesses.v[j]->is_read &&
                stmt->accesses.v[i]->array == stmt->accesses.v[j]->array)
                return true;
    return false;
}

/* Is there a reference that is only read, stays in place along the first of two shared members, and moves with the other one? */
static bool has_row_for_all(const struct shaping *shaping, const struct pv_reuse_stmt *stmt)
{
    int dim = shaping->depth;
    if (shaping->n != 2 || stmt->n_dims != dim + 2 || !stmt->moves[dim] || !stmt->moves[dim + 1])
        return false;
    for (int a = 0; a < stmt->stmt->accesses.n; a++)
        if (!stmt->stmt->accesses.v[a]->is_write && stride(stmt, a, dim) == PV_STRIDE_NONE &&
            stride(stmt, a, dim + 1) != PV_STRIDE_NONE)
            return true;
    return false;
}

/* Does an iteration read something whose neighbours lie along the last but one of the shared members, and not along the last? */
static bool reads_transposed(const struct shaping *shaping, const struct pv_reuse_stmt *stmt)
{
    int last = shaping->depth + shaping->n - 1;
    if (shaping->n < 2 || stmt->n_dims <= last)
        return false;
    for (int a = 0; a < stmt->stmt->accesses.n; a++)
        if (!stmt->stmt->accesses.v[a]->is_write && stride(stmt, a, last - 1) == PV_STRIDE_ONE &&
            stride(stmt, a, last) == PV_STRIDE_FAR)
            return true;
    return false;
}

static void look_at_stmt(struct shaping *shaping, const struct pv_reuse_stmt *stmt)
{
    int dim = shaping->depth + shaping->n;
    shaping->has_loops = shaping->has_loops || stmt->n_dims > dim;
    bool is_update = is_update_of_array(stmt->stmt);
    shaping->has_updates = shaping->has_updates || is_update;
    shaping->is_outer = shaping->is_outer || (is_update && has_row_for_all(shaping, stmt));
    shaping->is_transposed = shaping->is_transposed || reads_transposed(shaping, stmt);
    if (stmt->n_dims <= dim || !stmt->moves[dim])
        return;
    for (int i = 0; i < shaping->n; i++)
        if (!stmt->moves[shaping->depth + i])
            return;
    shaping->is_product = shaping->is_product || (shaping->n > 1 && count_served(shaping, stmt, dim) > 1);
    shaping->is_rows = shaping->is_rows || has_walk(shaping, stmt, dim, PV_STRIDE_ONE, PV_STRIDE_FAR);
    shaping->is_columns = shaping->is_columns ||
                          (shaping->n == 1 && has_walk(shaping, stmt, dim, PV_STRIDE_FAR, PV_STRIDE_ONE));
    shaping->is_reduced = shaping->is_reduced ||
                          (shaping->n == 1 && pv_kernelshape_reduction(shaping->conflicts, stmt->stmt));
}

static bool look_at_shape(struct shaping *shaping, __isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        pv_reuse_stmts stmts = {0};
        if (!pv_reuse_find(shaping->conflicts->arena, shaping->conflicts->scop, node, &stmts))
            return false;
        for (int i = 0; i < stmts.n; i++)
            look_at_stmt(shaping, &stmts.v[i]);
        return true;
    }
    bool ok = true;
    for (int i = 0; i < (int)isl_schedule_node_n_children(node) && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = look_at_shape(shaping, child);
        isl_schedule_node_free(child);
    }
    return ok;
}

int pv_kernelshape_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int n)
{
    struct shaping shaping = {.conflicts = conflicts, .depth = (int)isl_schedule_node_get_schedule_depth(node), .n = n};
    if (!look_at_shape(&shaping, node))
        return -1;
    if (shaping.is_reduced)
        return shaping.is_rows ? PV_SHAPE_REDUCED_ROWS : PV_SHAPE_REDUCED;
    if (!shaping.has_loops)
        return shaping.is_outer        ? PV_SHAPE_OUTER
               : shaping.is_transposed ? PV_SHAPE_TRANSPOSED
               : shaping.has_updates   ? PV_SHAPE_STREAM
                                       : PV_SHAPE_POINTS;
    return shaping.is_product   ? PV_SHAPE_PRODUCT
           : shaping.is_rows    ? PV_SHAPE_ROWS
           : shaping.is_columns ? PV_SHAPE_COLUMNS
                                : PV_SHAPE_STREAM;
}
