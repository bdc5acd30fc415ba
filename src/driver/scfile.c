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

/* A document, while it is taken apart and afterwards. */
struct pv_scdoc {
    struct pv_arena *arena;
    struct pv_diag *diag;
    int file;
    const char *text;   /* ends with a NUL */
    unsigned at, start; /* of what is read next, of the document */
    struct entry entries[N_KEYS];
};

struct reader {
    isl_ctx *ctx;
    const struct pv_scdoc *doc;
    bool has_given_up; /* the budget did not last */
};

static bool refuse(const struct pv_scdoc *doc, unsigned at, const char *reason)
{
    pv_error(doc->diag, pv_diag_locate(doc->diag, doc->file, at), "%s", reason);
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

static void skip(struct pv_scdoc *doc)
{
    doc->at = (unsigned)(skip_blanks(doc->text + doc->at) - doc->text);
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
static bool read_value(struct pv_scdoc *doc, bool in_flow, struct entry *entry)
{
    const char *value = doc->text + doc->at;
    if (*value != '"' && *value != '\'') {
        size_t n = plain_length(value, in_flow);
        *entry = (struct entry){pv_strndup(doc->arena, value, n), entry->key_at, doc->at};
        doc->at += (unsigned)n;
        return n || refuse(doc, doc->at, "a value is missing here");
    }
    const char *end = strchr(value + 1, *value);
    if (!end)
        return refuse(doc, doc->at, "this quote is never closed");
    size_t n = (size_t)(end - value) - 1;
    *entry = (struct entry){pv_strndup(doc->arena, value + 1, n), entry->key_at, doc->at + 1};
    doc->at += (unsigned)n + 2;
    return true;
}

/* Read "key: value". */
static bool read_entry(struct pv_scdoc *doc, bool in_flow)
{
    const char *name = doc->text + doc->at, *end;
    size_t n = key_length(&name, &end);
    unsigned at = (unsigned)(name - doc->text);
    enum key key = find_key(name, n);
    if (!n || *skip_blanks(end) != ':')
        return refuse(doc, doc->at, "this is not YAML of schedule constraints: a line 'key: \"value\"' is expected");
    if (key == N_KEYS) {
        refuse(doc, at, pv_printf(doc->arena, "'%.*s' is not a kind of schedule constraint", (int)n, name));
        pv_note(doc->diag, pv_diag_locate(doc->diag, doc->file, at),
                "the keys are domain, context, validity, proximity, coincidence, condition and conditional_validity");
        return false;
    }
    if (doc->entries[key].value)
        return refuse(doc, at, pv_printf(doc->arena, "'%s' is given twice", names[key]));
    doc->entries[key].key_at = at;
    doc->at = (unsigned)(skip_blanks(end) + 1 - doc->text);
    skip(doc);
    return read_value(doc, in_flow, &doc->entries[key]);
}

/* "{ key: value, ... }", behind the brace. */
static bool read_flow(struct pv_scdoc *doc)
{
    for (;;) {
        skip(doc);
        char c = doc->text[doc->at];
        if (!c)
            return refuse(doc, doc->start, "this brace is never closed");
        if (c == '}' || c == ',')
            doc->at++;
        if (c == '}')
            return true;
        if (c != ',' && !read_entry(doc, true))
            return false;
    }
}

/* Is there the marker of a further document? */
static bool is_next_document(const char *text)
{
    return skip_marker(text, "---") != text;
}

/* "key: value" on lines of their own. */
static bool read_block(struct pv_scdoc *doc)
{
    for (const char *text = doc->text; text[doc->at]; skip(doc)) {
        if (!strncmp(text + doc->at, "...", 3) || is_next_document(text + doc->at))
            break;
        if (!read_entry(doc, false))
            return false;
    }
    return true;
}

static bool read_entries(struct pv_scdoc *doc)
{
    const char *start = skip_blanks(doc->text + doc->at);
    start = skip_marker(start, "---");
    doc->at = doc->start = (unsigned)(start - doc->text);
    bool is_flow = *start == '{';
    doc->at += is_flow;
    if (!(is_flow ? read_flow(doc) : read_block(doc)))
        return false;
    skip(doc);
    const char *rest = skip_marker(doc->text + doc->at, "...");
    doc->at = (unsigned)(rest - doc->text);
    if (*rest && !is_next_document(rest))
        return refuse(doc, doc->at, "unexpected text after the schedule constraints");
    if (!doc->entries[DOMAIN].value) {
        pv_error(doc->diag, (struct pv_loc){.file = doc->file},
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
    struct pv_loc loc = pv_diag_locate(reader->doc->diag, reader->doc->file, reader->doc->entries[key].value_at);
    bool is_too_much = pv_budget_is_exceeded(reader->ctx);
    if (is_too_much && !reader->has_given_up)
        pv_error(reader->doc->diag, loc, "reading this exceeded the budget");
    else if (!is_too_much)
        pv_error(reader->doc->diag, loc, "expected %s, in isl's notation with affine constraints", expected);
    reader->has_given_up |= is_too_much;
}

static __isl_give isl_union_set *read_domain(struct reader *reader)
{
    isl_union_set *domain = pv_union_set_read(reader->ctx, reader->doc->entries[DOMAIN].value);
    if (!domain)
        report_value(reader, DOMAIN);
    return domain;
}

/* The set given as context; all values of the parameters without one. */
static __isl_give isl_set *read_context(struct reader *reader)
{
    const char *value = reader->doc->entries[CONTEXT].value;
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
    const char *value = reader->doc->entries[key].value;
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
        pv_error(reader->doc->diag, pv_diag_locate(reader->doc->diag, reader->doc->file, reader->doc->start),
                 "reading these constraints exceeded the budget");
    return sc;
}

/* Take one document apart, from offset "at" on. NULL after an error. */
static struct pv_scdoc *split_one(struct pv_arena *arena, struct pv_diag *diag, int file, const char *text, unsigned at)
{
    struct pv_scdoc *doc = pv_new(arena, struct pv_scdoc);
    *doc = (struct pv_scdoc){.arena = arena, .diag = diag, .file = file, .text = text, .at = at};
    return read_entries(doc) ? doc : NULL;
}

bool pv_scfile_split(struct pv_arena *arena, struct pv_diag *diag, const char *name, const char *text, size_t size,
                     pv_scdocs *docs)
{
    int file = pv_diag_add_file(diag, name, text, size);
    unsigned at = 0;
    if (strlen(text) != size)
        return refuse(&(struct pv_scdoc){.diag = diag, .file = file}, (unsigned)strlen(text),
                      "the file contains a NUL byte: it is not text");
    do {
        struct pv_scdoc *doc = split_one(arena, diag, file, text, at);
        if (!doc)
            return false;
        pv_push(arena, docs, doc);
        at = doc->at;
    } while (text[at]);
    return true;
}

struct pv_loc pv_scdoc_loc(const struct pv_scdoc *doc)
{
    return pv_diag_locate(doc->diag, doc->file, doc->start);
}

size_t pv_scdoc_size(const struct pv_scdoc *doc)
{
    return doc->at - doc->start;
}

__isl_give isl_schedule_constraints *pv_scdoc_read(isl_ctx *ctx, const struct pv_scdoc *doc)
{
    return read_constraints(&(struct reader){.ctx = ctx, .doc = doc});
}
