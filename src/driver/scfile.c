/* Reads schedule constraints from text. */
#include "driver/scfile.h"

#include "base/budget.h"
#include "base/islx.h"

#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <string.h>

/* The keys, in the order of their names below. */
enum key { DOMAIN, CONTEXT, VALIDITY, PROXIMITY, COINCIDENCE, CONDITION, CONDITIONAL_VALIDITY, N_KEYS };

static const char *const names[N_KEYS] = {
    "domain", "context", "validity", "proximity", "coincidence", "condition", "conditional_validity",
};

struct entry {
    const char *value; /* NULL: the key was not given */
    unsigned key_at, value_at;
};

struct reader {
    isl_ctx *ctx;
    struct pv_arena *arena;
    struct pv_diag *diag;
    int file;
    const char *text;   /* ends with a NUL */
    unsigned at, start; /* of what is read next, of the document */
    bool has_given_up;  /* the budget did not last */
    struct entry entries[N_KEYS];
};

static bool refuse(const struct reader *reader, unsigned at, const char *reason)
{
    pv_error(reader->diag, pv_diag_locate(reader->diag, reader->file, at), "%s", reason);
    return false;
}

/* The first byte of "text" that is not blank and not in a comment. */
static const char *skip_blanks(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '#')
            return text;
        text += strcspn(text, "\n");
    }
}

/* Behind "marker" where "text" has it on a line of its own, else "text". */
static const char *skip_marker(const char *text, const char *marker)
{
    size_t n = strlen(marker);
    return !strncmp(text, marker, n) && strchr(" \t\r\n", text[n]) ? skip_blanks(text + n) : text;
}

static void skip(struct reader *reader)
{
    reader->at = (unsigned)(skip_blanks(reader->text + reader->at) - reader->text);
}

/* The bytes of a key: a word, with or without quotes; "*end" moves behind it. */
static size_t key_length(const char **start, const char **end)
{
    size_t n_quotes = strspn(*start, "\"'");
    *start += n_quotes > 1 ? 1 : n_quotes;
    size_t n = strspn(*start, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789");
    *end = *start + n + (n_quotes && (*start)[n] == (*start)[-1]);
    return n;
}

/* The key that the "n" bytes at "name" are; N_KEYS if none. */
static enum key find_key(const char *name, size_t n)
{
    int key = 0;
    while (key < N_KEYS && (strlen(names[key]) != n || strncmp(names[key], name, n)))
        key++;
    return (enum key)key;
}

bool pv_scfile_looks_like_one(const char *text)
{
    text = skip_marker(skip_blanks(text), "---");
    if (*text == '{')
        text = skip_blanks(text + 1);
    const char *end;
    size_t n = key_length(&text, &end);
    return find_key(text, n) < N_KEYS && *skip_blanks(end) == ':';
}

/* The length of a value without quotes: to the end of the line on which all its brackets are closed or, inside the
 * braces of a flow, to the comma or brace that ends it. */
static size_t plain_length(const char *value, bool in_flow)
{
    int depth = 0;
    size_t n = 0;
    for (; value[n]; n++) {
        char c = value[n];
        if (depth <= 0 && (c == '\n' || (in_flow && (c == ',' || c == '}'))))
            break;
        depth += (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
    }
    return n;
}

/* Read a value into "entry". */
static bool read_value(struct reader *reader, bool in_flow, struct entry *entry)
{
    const char *value = reader->text + reader->at;
    if (*value != '"' && *value != '\'') {
        size_t n = plain_length(value, in_flow);
        *entry = (struct entry){pv_strndup(reader->arena, value, n), entry->key_at, reader->at};
        reader->at += (unsigned)n;
        return n || refuse(reader, reader->at, "a value is missing here");
    }
    const char *end = strchr(value + 1, *value);
    if (!end)
        return refuse(reader, reader->at, "this quote is never closed");
    size_t n = (size_t)(end - value) - 1;
    *entry = (struct entry){pv_strndup(reader->arena, value + 1, n), entry->key_at, reader->at + 1};
    reader->at += (unsigned)n + 2;
    return true;
}

/* Read "key: value". */
static bool read_entry(struct reader *reader, bool in_flow)
{
    const char *name = reader->text + reader->at, *end;
    size_t n = key_length(&name, &end);
    unsigned at = (unsigned)(name - reader->text);
    enum key key = find_key(name, n);
    if (!n || *skip_blanks(end) != ':')
        return refuse(reader, reader->at,
                      "this is not YAML of schedule constraints: a line 'key: \"value\"' is expected");
    if (key == N_KEYS) {
        refuse(reader, at, pv_printf(reader->arena, "'%.*s' is not a kind of schedule constraint", (int)n, name));
        pv_note(reader->diag, pv_diag_locate(reader->diag, reader->file, at),
                "the keys are domain, context, validity, proximity, coincidence, condition and conditional_validity");
        return false;
    }
    if (reader->entries[key].value)
        return refuse(reader, at, pv_printf(reader->arena, "'%s' is given twice", names[key]));
    reader->entries[key].key_at = at;
    reader->at = (unsigned)(skip_blanks(end) + 1 - reader->text);
    skip(reader);
    return read_value(reader, in_flow, &reader->entries[key]);
}

/* "{ key: value, ... }", behind the brace. */
static bool read_flow(struct reader *reader)
{
    for (;;) {
        skip(reader);
        char c = reader->text[reader->at];
        if (!c)
            return refuse(reader, reader->start, "this brace is never closed");
        if (c == '}' || c == ',')
            reader->at++;
        if (c == '}')
            return true;
        if (c != ',' && !read_entry(reader, true))
            return false;
    }
}

/* Is there the marker of a further document? */
static bool is_next_document(const char *text)
{
    return skip_marker(text, "---") != text;
}

/* "key: value" on lines of their own. */
static bool read_block(struct reader *reader)
{
    for (const char *text = reader->text; text[reader->at]; skip(reader)) {
        if (!strncmp(text + reader->at, "...", 3) || is_next_document(text + reader->at))
            break;
        if (!read_entry(reader, false))
            return false;
    }
    return true;
}

static bool read_entries(struct reader *reader)
{
    const char *start = skip_blanks(reader->text + reader->at);
    start = skip_marker(start, "---");
    reader->at = reader->start = (unsigned)(start - reader->text);
    bool is_flow = *start == '{';
    reader->at += is_flow;
    if (!(is_flow ? read_flow(reader) : read_block(reader)))
        return false;
    skip(reader);
    const char *rest = skip_marker(reader->text + reader->at, "...");
    reader->at = (unsigned)(rest - reader->text);
    if (*rest && !is_next_document(rest))
        return refuse(reader, reader->at, "unexpected text after the schedule constraints");
    if (!reader->entries[DOMAIN].value) {
        pv_error(reader->diag, (struct pv_loc){.file = reader->file},
                 "no domain: a line 'domain: \"{ S[i] : ... }\"' must name the instances to be scheduled");
        return false;
    }
    return true;
}

/* Say that the value of "key" is not what it should be. */
static void report_value(struct reader *reader, enum key key)
{
    const char *expected =
        key == DOMAIN    ? "a set of instances, like { S[i] : 0 <= i < 10 }"
        : key == CONTEXT ? "a set of parameters, like [n] -> { : n > 3 }"
        : key >= CONDITION
            ? "a relation between instances, with or without tags, like { [S[i] -> W[]] -> [T[i] -> R[]] }"
            : "a relation between instances, like { S[i] -> T[i + 1] }";
    struct pv_loc loc = pv_diag_locate(reader->diag, reader->file, reader->entries[key].value_at);
    bool is_too_much = pv_budget_is_exceeded(reader->ctx);
    if (is_too_much && !reader->has_given_up)
        pv_error(reader->diag, loc, "reading this exceeded the budget");
    else if (!is_too_much)
        pv_error(reader->diag, loc, "expected %s, in isl's notation with affine constraints", expected);
    reader->has_given_up |= is_too_much;
}

static __isl_give isl_union_set *read_domain(struct reader *reader)
{
    isl_union_set *domain = pv_union_set_read(reader->ctx, reader->entries[DOMAIN].value);
    if (!domain)
        report_value(reader, DOMAIN);
    return domain;
}

/* The set given as context; all values of the parameters without one. */
static __isl_give isl_set *read_context(struct reader *reader)
{
    const char *value = reader->entries[CONTEXT].value;
    isl_set *context = pv_set_read(reader->ctx, value ? value : "{ : }");
    if (context && isl_set_is_params(context) == isl_bool_true)
        return context;
    report_value(reader, CONTEXT);
    isl_set_free(context);
    return NULL;
}

/* An instance, or one with a tag, [S[i] -> W[]]: such a pair has no name of its own. */
static isl_bool is_tagged_or_not(__isl_keep isl_set *end, void *user)
{
    (void)user;
    isl_bool is_pair = isl_set_is_wrapping(end);
    return is_pair == isl_bool_true ? isl_bool_not(isl_set_has_tuple_name(end)) : isl_bool_not(is_pair);
}

/* Are the ends of "relation" such? */
static isl_bool has_tagged_ends(__isl_keep isl_union_map *relation)
{
    isl_union_set *ends = isl_union_set_union(isl_union_map_domain(isl_union_map_copy(relation)),
                                              isl_union_map_range(isl_union_map_copy(relation)));
    isl_bool are_tagged = isl_union_set_every_set(ends, is_tagged_or_not, NULL);
    isl_union_set_free(ends);
    return are_tagged;
}

/* The relation given for "key"; an empty one where it is not given. */
static __isl_give isl_union_map *read_relation(struct reader *reader, enum key key)
{
    const char *value = reader->entries[key].value;
    isl_union_map *relation = pv_union_map_read(reader->ctx, value ? value : "{ }");
    if (relation && (key < CONDITION || has_tagged_ends(relation) == isl_bool_true))
        return relation;
    report_value(reader, key);
    isl_union_map_free(relation);
    return NULL;
}

/* All objects are read even after an error, so that the user sees all errors at once. */
static __isl_give isl_schedule_constraints *read_constraints(struct reader *reader)
{
    isl_union_set *domain = read_domain(reader);
    isl_set *context = read_context(reader);
    isl_union_map *relations[N_KEYS] = {NULL};
    for (int key = VALIDITY; key < N_KEYS; key++)
        relations[key] = read_relation(reader, (enum key)key);
    isl_schedule_constraints *sc = isl_schedule_constraints_on_domain(domain);
    sc = isl_schedule_constraints_set_context(sc, context);
    sc = isl_schedule_constraints_set_validity(sc, relations[VALIDITY]);
    sc = isl_schedule_constraints_set_proximity(sc, relations[PROXIMITY]);
    sc = isl_schedule_constraints_set_coincidence(sc, relations[COINCIDENCE]);
    sc = isl_schedule_constraints_set_conditional_validity(sc, relations[CONDITION], relations[CONDITIONAL_VALIDITY]);
    if (!sc && isl_ctx_last_error(reader->ctx) == isl_error_quota && !reader->has_given_up)
        pv_error(reader->diag, pv_diag_locate(reader->diag, reader->file, reader->start),
                 "reading these constraints exceeded the budget");
    return sc;
}

struct pv_scfile pv_scfile_open(struct pv_arena *arena, struct pv_diag *diag, const char *name, const char *text,
                                size_t size)
{
    int file = pv_diag_add_file(diag, name, text, size);
    return (struct pv_scfile){.arena = arena, .diag = diag, .file = file, .text = text, .size = size};
}

__isl_give isl_schedule_constraints *pv_scfile_read(isl_ctx *ctx, struct pv_scfile *file)
{
    struct reader reader = {
        .ctx = ctx, .arena = file->arena, .diag = file->diag, .file = file->file, .text = file->text, .at = file->at};
    if (strlen(file->text) != file->size) {
        refuse(&reader, (unsigned)strlen(file->text), "the file contains a NUL byte: it is not text");
        return NULL;
    }
    bool is_read = read_entries(&reader);
    file->at = reader.at;
    file->loc = pv_diag_locate(file->diag, file->file, reader.start);
    return is_read ? read_constraints(&reader) : NULL;
}

bool pv_scfile_has_more(const struct pv_scfile *file)
{
    return file->text[file->at] != '\0';
}
