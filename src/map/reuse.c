/* Computes how references move with each loop. */
#include "map/reuse.h"

#include "base/islx.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <math.h>
#include <string.h>

/* Rows of coefficients. */

struct piece {
    isl_aff *aff;
    int n;
};

static isl_stat take_piece(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct piece *piece = user;
    isl_set_free(set);
    if (piece->n++ == 0)
        piece->aff = aff;
    else
        isl_aff_free(aff);
    return isl_stat_ok;
}

static double coefficient(__isl_keep isl_aff *aff, enum isl_dim_type type, int pos)
{
    isl_val *val = isl_aff_get_coefficient_val(aff, type, pos);
    double value = isl_val_get_d(val);
    isl_val_free(val);
    return value;
}

static bool has_divs(__isl_keep isl_aff *aff)
{
    bool has = false;
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_div); i++)
        has = has || coefficient(aff, isl_dim_div, i) != 0;
    return has;
}

/* Where "aff" is a sum of floor(f / size), once or "size" times each: the sums of all f and of all sizes into "row". */
static void find_tiles(__isl_keep isl_aff *aff, int n_iterators, struct pv_reuse_row *row)
{
    double size = 0;
    bool is_tile = true;
    for (int i = 0; i < n_iterators; i++)
        is_tile = is_tile && coefficient(aff, isl_dim_in, i) == 0;
    for (int k = 0; is_tile && k < (int)isl_aff_dim(aff, isl_dim_div); k++) {
        double times = coefficient(aff, isl_dim_div, k);
        if (times == 0)
            continue;
        isl_aff *div = isl_aff_get_div(aff, k);
        isl_val *denominator = isl_aff_get_denominator_val(div);
        double here = isl_val_get_d(denominator);
        isl_val_free(denominator);
        is_tile = !has_divs(div) && (times == 1 || times == here);
        for (int i = 0; is_tile && i < n_iterators; i++)
            row->v[i] += coefficient(div, isl_dim_in, i) * here;
        isl_aff_free(div);
        size += here;
    }
    row->tile = is_tile && size < 1 << 30 ? (int)size : 0;
}

/* The coefficients of "pa" { S[i] -> [v] } by iterator. */
static struct pv_reuse_row row_of(struct pv_arena *arena, __isl_keep isl_pw_aff *pa, int n_iterators)
{
    struct pv_reuse_row row = {pv_new_array(arena, double, n_iterators + 1), false, 0};
    struct piece piece = {0};
    isl_pw_aff_foreach_piece(pa, take_piece, &piece);
    bool is_whole = piece.n == 1 && (int)isl_aff_dim(piece.aff, isl_dim_in) == n_iterators;
    row.is_linear = is_whole && !has_divs(piece.aff);
    for (int i = 0; row.is_linear && i < n_iterators; i++)
        row.v[i] = coefficient(piece.aff, isl_dim_in, i);
    if (is_whole && !row.is_linear)
        find_tiles(piece.aff, n_iterators, &row);
    isl_aff_free(piece.aff);
    return row;
}

/* Steps. */

/* Solve "rows" * step = e_dim by elimination; false where there is no solution. Free variables stay 0. */
static bool solve_step(struct pv_arena *arena, const struct pv_reuse_row *rows, int n_rows, int dim, int n,
                       double *step)
{
    double *m = pv_new_array(arena, double, (n_rows + 1) * (n + 1));
    int *pivot = pv_new_array(arena, int, n + 1), used = 0, n_used = 0;
    for (int r = 0; r < n_rows; r++) {
        if (!rows[r].is_linear)
            continue;
        for (int c = 0; c < n; c++)
            m[n_used * (n + 1) + c] = rows[r].v[c];
        m[n_used++ * (n + 1) + n] = r == dim;
    }
    for (int c = 0; c < n; c++) {
        pivot[c] = -1;
        int p = used;
        while (p < n_used && fabs(m[p * (n + 1) + c]) < 1e-9)
            p++;
        if (p == n_used)
            continue;
        for (int k = 0; k <= n; k++) {
            double swap = m[p * (n + 1) + k];
            m[p * (n + 1) + k] = m[used * (n + 1) + k];
            m[used * (n + 1) + k] = swap;
        }
        for (int r = 0; r < n_used; r++) {
            double factor = r == used ? 0 : m[r * (n + 1) + c] / m[used * (n + 1) + c];
            for (int k = 0; k <= n && factor != 0; k++)
                m[r * (n + 1) + k] -= factor * m[used * (n + 1) + k];
        }
        pivot[c] = used++;
    }
    for (int r = used; r < n_used; r++)
        if (fabs(m[r * (n + 1) + n]) > 1e-9)
            return false;
    for (int c = 0; c < n; c++)
        step[c] = pivot[c] < 0 ? 0 : m[pivot[c] * (n + 1) + n] / m[pivot[c] * (n + 1) + c];
    return true;
}

/* Steps of a loop are whole iterations of the statement: where "step" has fractions, the loop goes on by several. */
static void make_whole(double *step, int n)
{
    for (int scale = 1; scale <= 64; scale++) {
        bool is_whole = true;
        for (int i = 0; i < n; i++)
            is_whole = is_whole && fabs(step[i] * scale - round(step[i] * scale)) < 1e-6;
        if (!is_whole)
            continue;
        for (int i = 0; i < n; i++)
            step[i] = round(step[i] * scale);
        return;
    }
}

/* Strides. */

/* Is the length of the rows of "array" a constant? */
static bool has_known_rows(const struct pv_array *array)
{
    isl_pw_aff *size = array->n_dims ? array->sizes[array->n_dims - 1] : NULL;
    return size && isl_pw_aff_is_cst(size) == isl_bool_true;
}

/* How "access" moves with "step"; by how much each of its subscripts does into "deltas", where that is known. */
static enum pv_stride stride_of(struct pv_arena *arena, const struct pv_access *access, const double *step, int n,
                                double *deltas)
{
    if (access->array->kind == PV_ARRAY_EFFECTS && !access->is_write)
        return PV_STRIDE_NONE; /* no code: it stands for the order around calls */
    if (!access->index || access->array->kind != PV_ARRAY_DATA || !access->array->elem)
        return PV_STRIDE_UNKNOWN;
    int n_out = (int)isl_multi_pw_aff_dim(access->index, isl_dim_out);
    double last = 0;
    bool changes_row = false, is_one_column = false;
    for (int i = 0; i < n_out; i++) {
        isl_pw_aff *pa = isl_multi_pw_aff_get_pw_aff(access->index, i);
        struct pv_reuse_row row = row_of(arena, pa, n);
        isl_pw_aff_free(pa);
        if (!row.is_linear)
            return PV_STRIDE_UNKNOWN;
        double delta = 0;
        for (int k = 0; k < n; k++)
            delta += row.v[k] * step[k];
        bool is_constant = true;
        for (int k = 0; k < n; k++)
            is_constant = is_constant && row.v[k] == 0;
        is_one_column = i == n_out - 1 && is_constant;
        if (i < access->array->n_dims)
            deltas[i] = delta;
        if (i == n_out - 1)
            last = fabs(delta);
        else
            changes_row = changes_row || delta != 0;
    }
    bool is_slice = n_out < access->array->n_dims;
    if (!changes_row && last == 0)
        return PV_STRIDE_NONE;
    /* One column of rows of unknown length is a vector whose elements may well be neighbours: x[i * step]. */
    if (changes_row && !is_slice && is_one_column && n_out == 2 && !has_known_rows(access->array))
        return PV_STRIDE_NEAR;
    if (changes_row || is_slice)
        return PV_STRIDE_FAR;
    if (last == 1 && pv_ctype_is_arithmetic(access->array->elem))
        return PV_STRIDE_ONE;
    return last * (double)access->array->elem->size <= 128 ? PV_STRIDE_NEAR : PV_STRIDE_FAR;
}

enum pv_stride pv_reuse_stride(const struct pv_reuse_stmt *stmt, int access, int dim)
{
    return stmt->moves[dim] ? stmt->strides[access * stmt->n_dims + dim] : PV_STRIDE_UNKNOWN;
}

/* Is there a dimension in "jammed", other than "dim", that does not move "access"? */
static bool is_shared(const struct pv_reuse_stmt *stmt, int access, int dim, uint64_t jammed)
{
    for (int d = 0; d < stmt->n_dims && d < 64; d++)
        if (d != dim && (jammed >> d & 1) && pv_reuse_stride(stmt, access, d) == PV_STRIDE_NONE)
            return true;
    return false;
}

/* An operation or two, an access from a register, the next element, a cache line of its own that is on its way already,
 * one that is not. Vectors do four at once, as measured on loops out of the first cache. */
static double cycles_of_access(const struct pv_reuse_stmt *stmt, int access, int dim, bool is_in_tile)
{
    static const double of_stride[] = {[PV_STRIDE_NONE] = 0.1,
                                       [PV_STRIDE_ONE] = 0.6,
                                       [PV_STRIDE_NEAR] = 1.5,
                                       [PV_STRIDE_FAR] = 6,
                                       [PV_STRIDE_UNKNOWN] = 4};
    enum pv_stride stride = pv_reuse_stride(stmt, access, dim);
    return of_stride[is_in_tile && stride == PV_STRIDE_FAR ? PV_STRIDE_NEAR : stride];
}

/* Is "stmt" executed in tiles of several loops? What one tile touches is in a cache, for the loops along its diagonals. */
static bool is_in_tile(const struct pv_reuse_stmt *stmt)
{
    int n = 0;
    for (int d = 0; d < stmt->n_dims; d++)
        n += stmt->rows[d].tile > 0;
    return n > 1;
}

double pv_reuse_cycles(const struct pv_reuse_stmt *stmt, int dim, bool is_vector, uint64_t jammed)
{
    double sum = 1;
    bool is_near = stmt->is_skewed[dim] && is_in_tile(stmt);
    for (int i = 0; i < stmt->stmt->accesses.n; i++) {
        double cycles = stmt->repeats[i] ? 0 : cycles_of_access(stmt, i, dim, is_near);
        sum += is_shared(stmt, i, dim, jammed) ? cycles / 4 : cycles;
    }
    double lanes = stmt->is_skewed[dim] ? 2 : 4; /* skewed loops are short, and begin and end anywhere */
    return is_vector && stmt->vectorises[dim] ? sum / lanes : sum;
}

double pv_reuse_least_cycles(const struct pv_reuse_stmt *stmt, int dim)
{
    bool stays_near = stmt->has_vector_form;
    for (int i = 0; i < stmt->stmt->accesses.n; i++)
        stays_near = stays_near && pv_reuse_stride(stmt, i, dim) <= PV_STRIDE_NEAR;
    double cycles = pv_reuse_cycles(stmt, dim, false, 0);
    return (stays_near ? cycles / 4 : cycles) + stmt->heavy;
}

/* Heavy parts of statements. */

/* Cycles for a call, one that compilers can see into and inline, and a division or a remainder; iterations of a loop inside
 * of a statement. */
static const double call_cycles = 30, inlined_cycles = 2, division_cycles = 4, inner_length = 100;

static bool add_expr(struct pv_expr *expr, void *user)
{
    double *cycles = user;
    bool divides = expr->kind == PV_EXPR_OP && (expr->op == PV_OP_DIV || expr->op == PV_OP_MOD ||
                                                expr->op == PV_OP_DIV_ASSIGN || expr->op == PV_OP_MOD_ASSIGN);
    if (expr->kind == PV_EXPR_CALL)
        *cycles += expr->callee && expr->callee->has_body ? inlined_cycles : call_cycles;
    *cycles += divides ? division_cycles : 0;
    return true;
}

static void add_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, add_expr, user);
}

/* The cycles for calls, divisions and loops inside of "tree", which may be NULL. */
static double heavy_cycles(struct pv_tree *tree)
{
    double cycles = 0;
    if (!tree)
        return 0;
    pv_tree_visit_exprs(tree, add_root, &cycles);
    for (int i = 0; i < tree->children.n; i++)
        cycles += heavy_cycles(tree->children.v[i]);
    cycles += heavy_cycles(tree->then_body) + heavy_cycles(tree->else_body);
    bool is_loop = tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE || tree->kind == PV_TREE_DO;
    return is_loop ? inner_length * (1 + cycles + heavy_cycles(tree->body)) : cycles;
}

static bool find_obstacle(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL;
}

static void check_expr(struct pv_expr **expr, void *user)
{
    bool *ok = user;
    *ok = *ok && pv_expr_visit(*expr, find_obstacle, NULL);
}

/* Vectors can run choices between expressions, under masks; not loops, jumps and calls. */
static bool check_tree(struct pv_tree *tree, void *user)
{
    bool *ok = user;
    *ok = *ok && (tree->kind == PV_TREE_BLOCK || tree->kind == PV_TREE_EXPR || tree->kind == PV_TREE_IF ||
                  tree->kind == PV_TREE_NULL);
    pv_tree_visit_exprs(tree, check_expr, ok);
    return *ok;
}

/* Can vectors run the statement, if its iterations are independent and its references go along rows? */
static bool has_vector_form(const struct pv_stmt *stmt)
{
    bool ok = !stmt->has_effects;
    bool has_parts = stmt->kind == PV_STMT_GENERIC || stmt->kind == PV_STMT_BLOCK;
    if (has_parts && stmt->body)
        pv_tree_visit(stmt->body, check_tree, &ok);
    return ok && (stmt->kind == PV_STMT_EXPR || has_parts);
}

/* Has "stmt" neither calls nor loops of its own? */
static bool is_simple(const struct pv_stmt *stmt)
{
    bool ok = true;
    pv_tree_visit(stmt->body, check_tree, &ok);
    return ok;
}

/* The iterations of "stmt" may be some way apart: let "step" lead from one to another. */
static void follow_strides(const struct pv_stmt *stmt, double *step, int n)
{
    for (int i = 0; i < n; i++) {
        if (step[i] == 0)
            continue;
        isl_stride_info *info = isl_set_get_stride_info(stmt->domain, i);
        isl_val *val = isl_stride_info_get_stride(info);
        double stride = isl_val_get_d(val);
        isl_val_free(val);
        isl_stride_info_free(info);
        if (stride > 1 && fmod(step[i], stride) != 0)
            for (int k = 0; k < n; k++)
                step[k] *= stride;
    }
}

/* Does "access" have a subscript for each dimension of its array? */
static bool has_all_subscripts(const struct pv_access *access)
{
    return access->index && (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) == access->array->n_dims;
}

static void look_at_dim(struct pv_arena *arena, struct pv_reuse_stmt *found, const struct pv_reuse_row *rows, int dim)
{
    const struct pv_stmt *stmt = found->stmt;
    double *step = pv_new_array(arena, double, stmt->n_iterators + 1);
    int n = (int)isl_set_dim(stmt->domain, isl_dim_set);
    found->moves[dim] = rows[dim].is_linear && solve_step(arena, rows, found->n_dims, dim, n, step);
    if (!found->moves[dim])
        return;
    make_whole(step, n);
    follow_strides(stmt, step, n);
    found->n_loops++;
    int n_moved = 0;
    for (int i = 0; i < n; i++)
        n_moved += rows[dim].v[i] != 0;
    found->is_skewed[dim] = n_moved > 1;
    bool vectorises = found->has_vector_form, vectorises_private = vectorises;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        double *deltas = pv_new_array(arena, double, access->array->n_dims + 1);
        enum pv_stride stride = stride_of(arena, access, step, n, deltas);
        found->strides[i * found->n_dims + dim] = stride;
        found->deltas[i * found->n_dims + dim] = has_all_subscripts(access) && stride != PV_STRIDE_UNKNOWN ? deltas
                                                                                                           : NULL;
        bool is_fit = stride == PV_STRIDE_ONE || (stride == PV_STRIDE_NONE && !access->is_write);
        bool is_scalar = access->array->kind == PV_ARRAY_DATA && !access->array->n_dims;
        vectorises = vectorises && is_fit;
        vectorises_private = vectorises_private && (is_fit || is_scalar);
    }
    found->vectorises[dim] = vectorises;
    found->vectorises_private[dim] = vectorises_private;
}

/* Does access "i" of "stmt" read the element that an earlier access has read? Compilers keep it in a register. */
static bool repeats(const struct pv_stmt *stmt, int i)
{
    const struct pv_access *access = stmt->accesses.v[i];
    for (int k = 0; k < i && !access->is_write && access->index; k++) {
        const struct pv_access *other = stmt->accesses.v[k];
        if (!other->is_write && other->index && other->array == access->array &&
            isl_multi_pw_aff_plain_is_equal(other->index, access->index) == isl_bool_true)
            return true;
    }
    return false;
}

/* Is "a" - "b" the number "difference"? */
static bool differ_by(__isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b, double difference)
{
    isl_pw_aff *rest = isl_pw_aff_coalesce(isl_pw_aff_sub(a, b));
    struct piece piece = {0};
    bool is_constant = isl_pw_aff_is_cst(rest) == isl_bool_true;
    bool is_one = is_constant && isl_pw_aff_foreach_piece(rest, take_piece, &piece) >= 0 && piece.n == 1;
    isl_val *value = is_one ? isl_aff_get_constant_val(piece.aff) : NULL;
    bool is_so = value && isl_val_is_int(value) == isl_bool_true && isl_val_get_d(value) == difference;
    isl_val_free(value);
    isl_aff_free(piece.aff);
    isl_pw_aff_free(rest);
    return is_so;
}

/* Does access "read" of "stmt" read the element that access "write" has written in the previous iteration of "dim"? */
static bool reads_previous(const struct pv_reuse_stmt *stmt, int read, int write, int dim)
{
    const struct pv_access *from = stmt->stmt->accesses.v[read], *to = stmt->stmt->accesses.v[write];
    const double *delta = stmt->deltas[write * stmt->n_dims + dim];
    bool is_so = from->is_read && to->is_write && from->array == to->array && from->index && to->index && delta;
    for (int i = 0; is_so && i < to->array->n_dims; i++)
        is_so = differ_by(isl_multi_pw_aff_get_pw_aff(from->index, i), isl_multi_pw_aff_get_pw_aff(to->index, i),
                          -delta[i]);
    return is_so;
}

bool pv_reuse_waits(const struct pv_reuse_stmt *stmt, int dim)
{
    for (int w = 0; w < stmt->stmt->accesses.n; w++)
        for (int r = 0; r < stmt->stmt->accesses.n; r++)
            if (pv_reuse_stride(stmt, w, dim) != PV_STRIDE_NONE && reads_previous(stmt, r, w, dim))
                return true;
    return false;
}

struct search {
    struct pv_arena *arena;
    const struct pv_scop *scop;
    pv_reuse_stmts *stmts;
    isl_multi_union_pw_aff *prefix;
    int depth, turnable;
};

/* The function of "upa" on the instances of "name"; NULL where there is none. */
struct extraction {
    const char *name;
    isl_pw_aff *found;
};

static isl_stat take_function(__isl_take isl_pw_aff *pa, void *user)
{
    struct extraction *extraction = user;
    isl_id *id = isl_pw_aff_has_tuple_id(pa, isl_dim_in) == isl_bool_true ? isl_pw_aff_get_tuple_id(pa, isl_dim_in)
                                                                          : NULL;
    const char *name = id ? isl_id_get_name(id) : NULL;
    isl_id_free(id);
    if (name && !strcmp(name, extraction->name) && !extraction->found)
        extraction->found = pa;
    else
        isl_pw_aff_free(pa);
    return isl_stat_ok;
}

/* "function", which is taken, where it has one piece, else the pieces that "instances" have. */
static __isl_give isl_pw_aff *restrict_to(__isl_take isl_pw_aff *function, __isl_keep isl_set *instances)
{
    if (isl_pw_aff_n_piece(function) <= 1)
        return function;
    return isl_pw_aff_intersect_domain(function, isl_set_copy(instances));
}

/* An equality leaves one value of the last iterator that it is about, another bound, half of them. */
static isl_stat take_bound(__isl_take isl_constraint *constraint, void *user)
{
    double *shares = user;
    int last = (int)isl_constraint_dim(constraint, isl_dim_set) - 1;
    while (last >= 0 && isl_constraint_involves_dims(constraint, isl_dim_set, (unsigned)last, 1) != isl_bool_true)
        last--;
    if (last >= 0)
        shares[last] *= isl_constraint_is_equality(constraint) == isl_bool_true ? 0 : 0.5;
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

/* What part of the values of each iterator of "stmt" do "instances" have, as far as their bounds tell? */
static double *find_shares(struct pv_arena *arena, const struct pv_stmt *stmt, __isl_keep isl_set *instances)
{
    int n = (int)isl_set_dim(instances, isl_dim_set);
    double *shares = pv_new_array(arena, double, n + 1);
    for (int i = 0; i < n; i++)
        shares[i] = 1;
    if (isl_set_plain_is_equal(instances, stmt->domain) == isl_bool_true)
        return shares;
    isl_set *bounds = isl_set_gist(isl_set_copy(instances), isl_set_copy(stmt->domain));
    if (isl_set_n_basic_set(bounds) == 1) {
        isl_basic_set *bound = isl_set_simple_hull(bounds);
        isl_basic_set_foreach_constraint(bound, take_bound, shares);
        isl_basic_set_free(bound);
    } else {
        isl_set_free(bounds);
    }
    return shares;
}

/* Note the statement of "set", what a leaf executes of it. */
static isl_stat look_at_stmt(__isl_take isl_set *set, void *user)
{
    struct search *search = user;
    const char *name = isl_set_get_tuple_name(set);
    const struct pv_stmt *stmt = name ? pv_scop_find_stmt(search->scop, name) : NULL;
    if (!stmt || !stmt->body) {
        isl_set_free(set);
        return isl_stat_ok;
    }
    struct pv_arena *arena = search->arena;
    int n = search->depth;
    struct pv_reuse_row *rows = pv_new_array(arena, struct pv_reuse_row, n + 1);
    for (int i = 0; i < n; i++) {
        isl_union_pw_aff *upa = isl_multi_union_pw_aff_get_union_pw_aff(search->prefix, i);
        struct extraction extraction = {name, NULL};
        isl_union_pw_aff_foreach_pw_aff(upa, take_function, &extraction);
        isl_union_pw_aff_free(upa);
        extraction.found = extraction.found ? restrict_to(extraction.found, set) : NULL;
        if (extraction.found)
            rows[i] = row_of(arena, extraction.found, (int)isl_set_dim(stmt->domain, isl_dim_set));
        isl_pw_aff_free(extraction.found);
    }
    struct pv_reuse_stmt found = {.stmt = stmt, .n_dims = n, .rows = rows, .turnable = search->turnable};
    found.has_vector_form = has_vector_form(stmt);
    found.is_simple = is_simple(stmt);
    found.heavy = heavy_cycles(stmt->body);
    found.moves = pv_new_array(arena, bool, n + 1);
    found.is_skewed = pv_new_array(arena, bool, n + 1);
    found.vectorises_private = pv_new_array(arena, bool, n + 1);
    found.vectorises = pv_new_array(arena, bool, n + 1);
    found.strides = pv_new_array(arena, enum pv_stride, n * stmt->accesses.n + 1);
    found.deltas = pv_new_array(arena, double *, n * stmt->accesses.n + 1);
    found.shares = find_shares(arena, stmt, set);
    found.repeats = pv_new_array(arena, bool, stmt->accesses.n + 1);
    for (int i = 0; i < n; i++)
        look_at_dim(arena, &found, rows, i);
    for (int i = 0; i < stmt->accesses.n; i++)
        found.repeats[i] = repeats(stmt, i);
    isl_set_free(set);
    pv_push(arena, search->stmts, found);
    return isl_stat_ok;
}

/* The first schedule dimension that can be the innermost loop around "leaf". */
static int first_turnable(__isl_keep isl_schedule_node *leaf)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(leaf);
    isl_schedule_node *parent = isl_schedule_node_parent(isl_schedule_node_copy(leaf));
    bool can_turn = isl_schedule_node_get_type(parent) == isl_schedule_node_band &&
                    isl_schedule_node_band_get_permutable(parent) == isl_bool_true;
    int first = can_turn ? (int)isl_schedule_node_get_schedule_depth(parent) : depth - 1;
    isl_schedule_node_free(parent);
    return first;
}

bool pv_reuse_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_schedule_node *leaf,
                   pv_reuse_stmts *stmts)
{
    struct search search = {arena, scop, stmts, NULL, (int)isl_schedule_node_get_schedule_depth(leaf), 0};
    search.turnable = first_turnable(leaf);
    if (search.depth > 0)
        search.prefix = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(leaf);
    bool is_sequence = isl_schedule_node_get_type(leaf) == isl_schedule_node_sequence;
    isl_stat stat = isl_stat_ok;
    for (int i = 0; i < (is_sequence ? (int)isl_schedule_node_n_children(leaf) : 1) && stat >= 0; i++) {
        isl_schedule_node *place = is_sequence ? isl_schedule_node_get_child(leaf, i) : isl_schedule_node_copy(leaf);
        place = is_sequence ? isl_schedule_node_first_child(place) : place;
        isl_union_set *domain = isl_schedule_node_get_domain(place);
        stat = isl_union_set_foreach_set(domain, look_at_stmt, &search);
        isl_union_set_free(domain);
        isl_schedule_node_free(place);
    }
    isl_multi_union_pw_aff_free(search.prefix);
    return stat >= 0;
}
