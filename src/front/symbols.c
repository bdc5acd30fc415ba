/* Makes one variable or function for each declaration, and records refusals. */
#include "front/symbols.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

struct id_slot {
    const char *id;
    int n_taken; /* variants of it with a number that are known to be taken */
};

/* Identifiers in use: a set of texts, open addressing. */
struct pv_id_set {
    struct id_slot *slots;
    unsigned n, cap;
};

static unsigned hash_text(const char *s)
{
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static struct id_slot *find_id(const struct pv_id_set *set, const char *id)
{
    unsigned i = hash_text(id) & (set->cap - 1);
    while (set->slots[i].id && strcmp(set->slots[i].id, id))
        i = (i + 1) & (set->cap - 1);
    return &set->slots[i];
}

static void enlarge_ids(struct pv_arena *arena, struct pv_id_set *set)
{
    struct pv_id_set old = *set;
    set->cap = old.cap ? 2 * old.cap : 64;
    set->slots = pv_new_array(arena, struct id_slot, set->cap);
    for (unsigned i = 0; i < old.cap; i++)
        if (old.slots[i].id)
            *find_id(set, old.slots[i].id) = old.slots[i];
}

/* "name", with a number behind it where others have taken it. */
static const char *unique_id(struct pv_extract *x, const char *name)
{
    struct pv_id_set *set = x->ids;
    if (2 * (set->n + 1) > set->cap)
        enlarge_ids(x->arena, set);
    struct id_slot *plain = find_id(set, name);
    const char *id = name;
    while (find_id(set, id)->id)
        id = pv_printf(x->arena, "%s_%d", name, ++plain->n_taken);
    set->n++;
    return find_id(set, id)->id = id;
}

void pv_extract_init(struct pv_extract *x, struct pv_arena *arena, struct pv_diag *diag, struct pv_clang *clang)
{
    *x = (struct pv_extract){.arena = arena, .diag = diag, .clang = clang};
    x->types = pv_types_new(arena, clang);
    x->ids = pv_new(arena, struct pv_id_set);
    enlarge_ids(arena, x->ids);
    x->vars_cap = 64;
    x->vars = pv_new_array(arena, struct pv_var_slot, x->vars_cap);
}

void pv_extract_refuse(struct pv_extract *x, struct pv_loc loc, const char *remedy, const char *fmt, ...)
{
    if (x->refused)
        return;
    va_list ap;
    va_start(ap, fmt);
    x->refused = pv_vprintf(x->arena, fmt, ap);
    va_end(ap);
    x->remedy = remedy;
    x->refused_at = loc;
}

void pv_extract_refuse_team(struct pv_extract *x, const struct pv_construct *construct)
{
    struct pv_loc at = pv_diag_locate(x->diag, pv_clang_main_file(x->clang), construct->directive->at);
    pv_extract_refuse(x, at, "move the code into a function of its own, or remove the directive",
                      "every thread that meets '%s' executes this code", construct->directive->name);
}

bool pv_extract_enter(struct pv_extract *x, const struct pv_node *node)
{
    if (x->depth >= PV_DEEPEST_NESTING) {
        pv_extract_refuse(x, pv_cursor_loc(x->clang, node->cursor), "split the statement",
                          "nested more than %d levels deep", PV_DEEPEST_NESTING);
        return false;
    }
    x->depth++;
    return true;
}

void pv_extract_leave(struct pv_extract *x)
{
    x->depth--;
}

/* Variables. */

static struct pv_var_slot *find_var(const struct pv_extract *x, struct pv_cursor decl)
{
    unsigned i = pv_cursor_hash(decl) & (x->vars_cap - 1);
    while (x->vars[i].var && !pv_cursor_equal(x->vars[i].decl, decl))
        i = (i + 1) & (x->vars_cap - 1);
    return &x->vars[i];
}

static void remember_var(struct pv_extract *x, struct pv_cursor decl, struct pv_var *var)
{
    if (2 * (x->n_vars + 1) > x->vars_cap) {
        struct pv_var_slot *old = x->vars;
        unsigned old_cap = x->vars_cap;
        x->vars_cap *= 2;
        x->vars = pv_new_array(x->arena, struct pv_var_slot, x->vars_cap);
        for (unsigned i = 0; i < old_cap; i++)
            if (old[i].var)
                *find_var(x, old[i].decl) = old[i];
    }
    x->n_vars++;
    *find_var(x, decl) = (struct pv_var_slot){decl, var};
}

/* Read the size expressions of the declarator of "node" into "lengths", outermost first. libclang
 * lists them from the inside out, before the initialiser, which may itself give the outermost size.
 * Return how many leading array layers of the type lack one, or -1 if they do not match the type. */
static int read_lengths(struct pv_extract *x, const struct pv_node *node, int n_sizes, struct pv_expr **lengths)
{
    struct pv_cursor init;
    bool has_init = node->kind == PV_NODE_VAR && pv_cursor_initialiser(node->cursor, &init);
    PV_VEC(const struct pv_node *) sizes = {0};
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next)
        if (kid->is_expr && !(has_init && pv_cursor_equal(kid->cursor, init)))
            pv_push(x->arena, &sizes, kid);
    int n_missing = n_sizes - sizes.n;
    if (n_missing != 0 && !(n_missing == 1 && has_init))
        return -1;
    for (int i = 0; i < sizes.n; i++)
        lengths[n_missing + i] = x->read_length(x, sizes.v[sizes.n - 1 - i]);
    return n_missing;
}

/* The type of a declared variable, with the sizes of variable-length arrays. */
static const struct pv_ctype *declared_type(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_cxtype type = node->type;
    bool has_vla;
    int n = pv_type_count_sizes(type, &has_vla);
    if (!has_vla)
        return pv_type_of(x->types, type);
    struct pv_expr **lengths = pv_new_array(x->arena, struct pv_expr *, n);
    /* A size that cannot be read is an unknown one: that alone refuses nothing. */
    const char *refused = x->refused, *remedy = x->remedy;
    struct pv_loc refused_at = x->refused_at;
    int n_missing = read_lengths(x, node, n, lengths);
    x->refused = refused;
    x->remedy = remedy;
    x->refused_at = refused_at;
    return n_missing < 0 ? pv_type_of(x->types, type) : pv_type_with_lengths(x->types, type, lengths, n);
}

/* Is the address of the variable of "symbol" used other than in calls, and other than as the initial
 * value of a pointer in the region in work? */
static bool is_address_taken(const struct pv_extract *x, const struct pv_symbol *symbol)
{
    for (int i = 0; i < symbol->uses.n; i++) {
        const struct pv_use *use = &symbol->uses.v[i];
        bool is_inside = x->is_function_body || (x->region.begin.file && use->offset >= x->region.begin.offset &&
                                                 use->offset < x->region.end.offset);
        if (use->kind == PV_USE_ESCAPE || (use->kind == PV_USE_INITIALISER && !is_inside))
            return true;
    }
    return false;
}

/* Is its address used in any way at all? */
static bool is_address_passed(const struct pv_symbol *symbol)
{
    for (int i = 0; i < symbol->uses.n; i++)
        if (symbol->uses.v[i].kind != PV_USE_PLAIN)
            return true;
    return false;
}

static bool is_argument(const struct pv_symbol *symbol)
{
    for (int i = 0; i < symbol->uses.n; i++)
        if (symbol->uses.v[i].kind == PV_USE_ARGUMENT)
            return true;
    return false;
}

struct size_check {
    const struct pv_extract *x;
    const struct pv_symbol *array;
    bool is_kept;
};

/* May functions that are called change "var"? */
static bool is_outer(const struct pv_var *var)
{
    bool is_own = var->storage == PV_STORAGE_LOCAL || var->storage == PV_STORAGE_PARAM;
    return !is_own && !var->type->is_const;
}

/* Does the variable that "expr" reads, part of a size, keep its value behind the declaration of the array? */
static bool is_kept(struct pv_expr *expr, void *user)
{
    struct size_check *check = user;
    const struct pv_symbol *symbol = expr->kind == PV_EXPR_ACCESS
                                         ? pv_scopes_lookup(check->x->scopes, expr->var->name, check->array->offset)
                                         : NULL;
    if (expr->kind == PV_EXPR_ACCESS && is_outer(expr->var) && check->x->scopes->has_calls)
        check->is_kept = false;
    for (int i = 0; symbol && i < symbol->uses.n; i++) {
        const struct pv_use *use = &symbol->uses.v[i];
        bool is_change = use->is_write || use->kind != PV_USE_PLAIN;
        if (is_change && (use->offset >= check->array->offset || use->kind == PV_USE_ESCAPE))
            check->is_kept = false;
    }
    return check->is_kept;
}

/* May the variables in the sizes of "type" have other values than where the array "symbol" is declared? */
static bool has_old_sizes(const struct pv_extract *x, const struct pv_ctype *type, const struct pv_symbol *symbol)
{
    struct size_check check = {x, symbol, true};
    for (; type && (type->kind == PV_TYPE_ARRAY || type->kind == PV_TYPE_POINTER); type = type->elem)
        if (type->length_expr)
            pv_expr_visit(type->length_expr, is_kept, &check);
    return !check.is_kept;
}

/* Note what its function does with "var". Regions share it: the address counts as taken in all if it is in one of them. */
static void set_uses(const struct pv_extract *x, struct pv_var *var, const struct pv_symbol *symbol)
{
    var->address_taken = var->address_taken || is_address_taken(x, symbol);
    var->address_passed = var->address_passed || is_address_passed(symbol);
    var->is_hidden = !x->scopes->is_too_deep && symbol->is_local && !is_argument(symbol) && !var->address_taken;
    bool is_pointer = var->type->kind == PV_TYPE_POINTER;
    var->is_fresh = is_pointer && var->is_hidden && var->storage == PV_STORAGE_LOCAL && symbol->n_allocated > 0 &&
                    !symbol->n_assigned;
    var->keeps_argument = var->is_hidden && var->storage == PV_STORAGE_PARAM && !symbol->n_allocated &&
                          !symbol->n_assigned;
    var->has_old_sizes = has_old_sizes(x, var->type, symbol);
}

/* Does "text", the inside of brackets, hold "word" between blanks? */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is "name" a word of the "n" characters "list"? */
static bool lists(const char *list, size_t n, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i + length <= n; i++)
        if (!strncmp(list + i, name, length) && (!i || !is_of_name(list[i - 1])) &&
            (i + length == n || !is_of_name(list[i + length])))
            return true;
    return false;
}

/* Does the text of "decl", a parameter, have "restrict" in empty brackets? libclang does not print it there. */
static bool is_open_restrict(const struct pv_extract *x, struct pv_cursor decl)
{
    struct pv_range range = pv_cursor_range(x->clang, decl);
    if (range.begin.file != pv_clang_main_file(x->clang) || range.end.offset > x->size ||
        range.begin.offset >= range.end.offset)
        return false;
    const char *text = x->text + range.begin.offset, *end = x->text + range.end.offset;
    const char *open = memchr(text, '[', (size_t)(end - text));
    const char *close = open ? memchr(open, ']', (size_t)(end - open)) : NULL;
    size_t n = close ? (size_t)(close - open) : 0;
    bool has_comment = n && memchr(open, '/', n);
    return !has_comment &&
           (lists(open, n, "restrict") || lists(open, n, "__restrict") || lists(open, n, "__restrict__"));
}

/* Tell a parameter written as an array, at "decl", from a pointer, and "static" and "restrict" in its first brackets. */
static void set_parameter_form(const struct pv_extract *x, struct pv_var *var, struct pv_cursor decl)
{
    var->is_decayed = var->type->kind == PV_TYPE_ARRAY;
    var->is_restrict = var->type->is_restrict;
    const char *bracket = var->is_decayed ? strchr(var->type->spelling, '[') : NULL;
    const char *end = bracket ? strchr(bracket, ']') : NULL;
    if (!end)
        return;
    const char *inside = pv_strndup(x->arena, bracket + 1, (size_t)(end - bracket - 1));
    var->has_static_extent = has_word(inside, "static");
    var->is_restrict = has_word(inside, "restrict") || has_word(inside, "__restrict") ||
                       (end == bracket + 1 && is_open_restrict(x, decl));
}

/* Does a directive of OpenMP give every thread a variable of this name? */
static bool is_threadprivate(const struct pv_extract *x, const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < x->pragmas.omps.n; i++) {
        const struct pv_omp *directive = &x->pragmas.omps.v[i];
        const char *names = directive->clauses.n ? directive->clauses.v[0].text : NULL;
        if (directive->kind != PV_OMP_THREADPRIVATE || !names || !n)
            continue;
        for (const char *at = strstr(names, name); at; at = strstr(at + 1, name))
            if ((at == names || strchr(" ,", at[-1])) && (at[n] == '\0' || strchr(" ,", at[n])))
                return true;
    }
    return false;
}

/* The same for a variable that an included file declares, whose directives are not known: its text tells. A comment that
 * looks like the directive counts, too. */
static bool is_threadprivate_there(const struct pv_extract *x, struct pv_cursor decl, const char *name)
{
    static const char word[] = "threadprivate";
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(x->clang, decl, &size, &offset);
    const char *end = text ? text + size : NULL;
    for (const char *at = text; at && (size_t)(end - at) > sizeof(word); at++) {
        if (*at != *word || strncmp(at, word, sizeof(word) - 1))
            continue;
        const char *close = memchr(at, ')', (size_t)(end - at));
        if (close && lists(at + sizeof(word) - 1, (size_t)(close - at) - (sizeof(word) - 1), name))
            return true;
    }
    return false;
}

static void set_storage(struct pv_extract *x, struct pv_var *var, struct pv_cursor decl, enum pv_node_kind kind)
{
    bool is_automatic = kind == PV_NODE_PARAM || pv_cursor_is_automatic(decl);
    var->storage = kind == PV_NODE_PARAM ? PV_STORAGE_PARAM : is_automatic ? PV_STORAGE_LOCAL : PV_STORAGE_GLOBAL;
    var->is_static = pv_cursor_is_static(decl);
    bool is_foreign = var->decl.file != pv_clang_main_file(x->clang);
    var->is_thread_local = !is_automatic && (pv_cursor_is_thread_local(decl) || is_threadprivate(x, var->name) ||
                                             (is_foreign && is_threadprivate_there(x, decl, var->name)));
    if (is_automatic)
        var->function = x->function;
    const struct pv_symbol *symbol = x->scopes ? pv_scopes_symbol(x->scopes, decl) : NULL;
    if (!symbol)
        return;
    if (symbol->is_local)
        var->scope = symbol->scope;
    set_uses(x, var, symbol);
}

/* A parameter of a function that is only called leaves its plain name to the variables of the caller. */
static const char *choose_id(struct pv_extract *x, const struct pv_var *var, enum pv_node_kind kind)
{
    if (kind != PV_NODE_PARAM || !x->function || x->scopes)
        return unique_id(x, var->name);
    return unique_id(x, pv_printf(x->arena, "%s_%s", x->function->name, var->name[0] ? var->name : "arg"));
}

struct pv_var *pv_extract_var(struct pv_extract *x, struct pv_cursor decl)
{
    struct pv_cursor key = pv_cursor_canonical(decl);
    struct pv_var_slot *slot = find_var(x, key);
    if (slot->var)
        return slot->var;
    struct pv_cursor definition;
    if (pv_cursor_definition(decl, &definition))
        decl = definition;
    enum pv_node_kind kind = pv_cursor_kind(decl);
    struct pv_var *var = pv_new(x->arena, struct pv_var);
    var->name = pv_cursor_name(x->clang, decl);
    var->id = choose_id(x, var, kind);
    var->decl = pv_cursor_loc(x->clang, decl);
    var->type = pv_type_of(x->types, pv_cursor_type(decl));
    remember_var(x, key, var);
    var->type = declared_type(x, pv_clang_read(x->clang, decl, PV_READ_ALL));
    if (kind == PV_NODE_PARAM)
        set_parameter_form(x, var, decl);
    set_storage(x, var, decl, kind);
    return var;
}

void pv_extract_swap_var(struct pv_extract *x, struct pv_cursor decl, struct pv_var *var)
{
    find_var(x, pv_cursor_canonical(decl))->var = var;
}

/* Functions. */

static struct pv_function_slot *find_function(struct pv_extract *x, struct pv_cursor key)
{
    for (int i = 0; i < x->functions.n; i++)
        if (pv_cursor_equal(x->functions.v[i].decl, key))
            return &x->functions.v[i];
    return NULL;
}

/* Make the variables of the parameters. Their sizes may name each other: they belong to "function". */
static void add_parameters(struct pv_extract *x, struct pv_function *function, const struct pv_node *decl)
{
    struct pv_function *outer_function = x->function;
    struct pv_scopes *outer_scopes = x->scopes;
    x->function = function;
    if (x->scopes && !pv_cursor_equal(x->scopes->function, decl->cursor))
        x->scopes = NULL;
    for (const struct pv_node *kid = decl->kids; kid; kid = kid->next)
        if (kid->kind == PV_NODE_PARAM)
            pv_push(x->arena, &function->params, pv_extract_var(x, kid->cursor));
    x->function = outer_function;
    x->scopes = outer_scopes;
}

static void add_attributes(struct pv_extract *x, struct pv_function *function, struct pv_cursor decl,
                           const char **summary)
{
    const struct pv_node *node = pv_clang_read(x->clang, decl, PV_READ_CHILDREN);
    pv_pencil_attributes(x->clang, node, function, summary);
}

/* The function that a pencil_access attribute of "function" names. */
static void set_summary(struct pv_extract *x, struct pv_function *function, const char *name)
{
    struct pv_cursor decl;
    if (pv_clang_find_global(x->clang, PV_NODE_FUNCTION, name, &decl))
        function->summary = pv_extract_function(x, decl);
    else
        pv_warn(x->diag, function->loc, "summary function '%s' of '%s' is not declared: the attribute is ignored", name,
                function->name);
}

struct pv_function *pv_extract_function(struct pv_extract *x, struct pv_cursor decl)
{
    struct pv_cursor key = pv_cursor_canonical(decl);
    struct pv_function_slot *slot = find_function(x, key);
    if (slot)
        return slot->function;
    struct pv_function *function = pv_new(x->arena, struct pv_function);
    struct pv_function_slot added = {.decl = key, .function = function};
    pv_push(x->arena, &x->functions, added);
    struct pv_cursor best = decl;
    function->has_body = pv_cursor_definition(decl, &best);
    function->name = pv_cursor_name(x->clang, decl);
    function->loc = pv_cursor_loc(x->clang, best);
    function->return_type = pv_type_of(x->types, pv_cxtype_inner(pv_cursor_type(best)));
    function->is_variadic = pv_cursor_is_variadic(best);
    function->is_static = pv_cursor_is_static(best);
    function->is_inline = pv_cursor_is_inline(best);
    const char *summary = NULL;
    add_attributes(x, function, decl, &summary);
    add_attributes(x, function, key, &summary);
    if (function->has_body)
        add_attributes(x, function, best, &summary);
    function->is_weak = function->is_weak || pv_directives_weakens(&x->directives, function->name);
    function->has_body = function->has_body && !function->is_weak;
    function->sets_errno = !function->has_body && x->errno_matters && pv_library_sets_errno(function->name);
    if (!function->has_body && pv_library_is_const(function->name))
        function->is_const = !function->sets_errno;
    add_parameters(x, function, pv_clang_read(x->clang, best, PV_READ_CHILDREN));
    if (summary)
        set_summary(x, function, summary);
    return function;
}

/* Variables may have been met in another region, and parameters before the body of their function was read. */
static void note_addresses(struct pv_extract *x)
{
    for (int i = 0; i < x->scopes->symbols.n; i++) {
        const struct pv_symbol *symbol = x->scopes->symbols.v[i];
        struct pv_var *var = symbol->is_local ? find_var(x, pv_cursor_canonical(symbol->decl))->var : NULL;
        if (var)
            set_uses(x, var, symbol);
    }
}

/* Text included from another file has no place in the region. */
static void refuse_includes(struct pv_extract *x)
{
    for (int i = 0; i < x->pragmas.includes.n; i++) {
        unsigned offset = x->pragmas.includes.v[i];
        bool is_inside = offset >= x->region.begin.offset && offset < x->region.end.offset;
        if (is_inside && !pv_clang_is_skipped(x->clang, offset))
            pv_extract_refuse(x, pv_diag_locate(x->diag, pv_clang_main_file(x->clang), offset),
                              "put the text itself into the region", "'#include' is not supported in a region");
    }
}

bool pv_extract_begin(struct pv_extract *x, struct pv_cursor definition, struct pv_range region)
{
    x->function = NULL;
    x->scopes = NULL;
    x->region = region;
    x->is_function_body = !region.begin.file;
    x->depth = x->n_loops = 0;
    x->aliases.n = x->moving.n = 0;
    x->refused = x->remedy = NULL;
    struct pv_cursor key = pv_cursor_canonical(definition);
    struct pv_function_slot *slot = find_function(x, key);
    if (slot && slot->scopes) {
        x->scopes = slot->scopes;
    } else {
        x->scopes = pv_scopes_new(x->arena, x->clang, x->types, definition);
        pv_constructs_find(x->arena, x->clang, &x->pragmas, x->scopes);
    }
    x->function = pv_extract_function(x, definition);
    find_function(x, key)->scopes = x->scopes;
    refuse_includes(x);
    if (x->scopes->is_too_deep)
        pv_extract_refuse(x, x->function->loc, "split the function or the statement",
                          "function '%s' nests more than %d levels deep", x->function->name, PV_DEEPEST_NESTING);
    else
        note_addresses(x);
    return !x->refused;
}
