/* Reads files with a schedule: a tree in YAML, or isl's flat form. */
#include "ast/schedfile.h"

#include "base/file.h"
#include "base/islx.h"

#include <ctype.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/schedule_node.h>
#include <isl/space.h>
#include <isl/stream.h>
#include <isl/union_set.h>
#include <string.h>

struct reader {
    isl_ctx *ctx;
    struct pv_arena *arena;
    struct pv_diag *diag;
    int file;
    const char *text;
    size_t base; /* where in the file it begins */
    size_t pos;
};

static struct pv_loc place(const struct reader *reader, size_t offset)
{
    return pv_diag_locate(reader->diag, reader->file, (unsigned)(reader->base + offset));
}

/* Go on to the next byte that is neither blank nor part of a comment. */
static void skip_blanks(struct reader *reader)
{
    const char *text = reader->text;
    while (isspace((unsigned char)text[reader->pos]) || text[reader->pos] == '#')
        reader->pos += text[reader->pos] == '#' ? strcspn(text + reader->pos, "\n") : 1;
}

/* Errors of syntax. */

static int count_remaining_tokens(isl_stream *stream)
{
    int n = 0;
    for (struct isl_token *token; (token = isl_stream_next_token(stream)); n++)
        isl_token_free(token);
    return n;
}

static int count_tokens(isl_ctx *ctx, const char *text)
{
    isl_stream *stream = isl_stream_new_str(ctx, text);
    int n = count_remaining_tokens(stream);
    isl_stream_free(stream);
    return n;
}

/* The first byte of token "n" of "text", counted from 1: the first "high" bytes hold n tokens, the first "low" do not. */
static size_t find_token(isl_ctx *ctx, struct pv_arena *arena, const char *text, int n)
{
    size_t low = 0, high = strlen(text);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (count_tokens(ctx, pv_strndup(arena, text, middle)) >= n)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* Where in "text", an object that isl refused, "stream" stopped. isl keeps the place to itself, but the number of
 * tokens that are left tells it. A text in quotes that was taken is what is wrong; else it is what comes next. */
static size_t find_stop(isl_ctx *ctx, struct pv_arena *arena, const char *text, isl_stream *stream)
{
    int all = count_tokens(ctx, text), n = all - count_remaining_tokens(stream);
    n = n > 0 ? n : all; /* something that is no token came in between */
    if (!n)
        return 0;
    size_t stop = find_token(ctx, arena, text, n);
    if (text[stop] == '"') { /* the closing one */
        while (stop > 0 && text[stop - 1] != '"')
            stop--;
        return stop > 0 ? stop - 1 : 0;
    }
    struct reader next = {.text = text, .pos = stop + 1};
    while (isalnum((unsigned char)text[stop]) && (isalnum((unsigned char)text[next.pos]) || text[next.pos] == '_'))
        next.pos++;
    skip_blanks(&next);
    return next.pos;
}

static bool report_syntax(const struct reader *reader, size_t begin, const char *text, isl_stream *stream,
                          const char *what)
{
    size_t stop = find_stop(reader->ctx, reader->arena, text, stream);
    pv_error(reader->diag, place(reader, begin + stop), "cannot read %s: it is not in isl's notation", what);
    return false;
}

/* The tree. */

/* A token of the text of a tree: its kind is '"' for a text in quotes, '0' for a number, 'a' for a word, its only byte
 * else, and 0 at the end. */
struct token {
    char kind;
    size_t begin, end;
};

static struct token next_token(struct reader *reader)
{
    skip_blanks(reader);
    const char *start = reader->text + reader->pos;
    struct token token = {*start, reader->pos, reader->pos + (*start != '\0')};
    if (*start == '"') {
        token.end += strcspn(start + 1, "\"");
        token.end += reader->text[token.end] == '"';
    } else if (isdigit((unsigned char)start[*start == '-'])) {
        token.kind = '0';
        token.end += strspn(start + 1, "0123456789");
    } else if (isalpha((unsigned char)*start) || *start == '_') {
        token.kind = 'a';
        while (isalnum((unsigned char)reader->text[token.end]) || reader->text[token.end] == '_')
            token.end++;
    }
    reader->pos = token.end;
    return token;
}

/* Is "token" the word "word", in quotes or not? */
static bool is_word(const struct reader *reader, const struct token *token, const char *word)
{
    size_t quote = token->kind == '"', n = strlen(word);
    return token->end - token->begin == n + 2 * quote && !strncmp(reader->text + token->begin + quote, word, n);
}

static bool is_text(const struct token *token)
{
    return token->kind == 'a' || token->kind == '"';
}

/* Is "token", behind "before", a key, which a colon follows? */
static bool is_key(const struct token *before, const struct token *token)
{
    return is_text(token) && (before->kind == '-' || before->kind == '{');
}

/* What is wrong with "token" behind "last", of which "before" is the one before it; NULL if nothing is. */
static const char *token_fault(const struct reader *reader, const struct token *before, const struct token *last,
                               const struct token *token, bool is_flag)
{
    if (token->kind == '"' && (token->end - token->begin < 2 || reader->text[token->end - 1] != '"'))
        return "this quote is never closed";
    if (token->kind == '"' && pv_text_is_tree(reader->text + token->begin + 1))
        return "expected a set or relation, found another tree";
    if (token->kind == '0' && !is_flag)
        return "expected a key or a text, found a number";
    if (!strchr("\"0a:-[]{},", token->kind))
        return "unexpected text here";
    if (last->kind == '-' && !is_text(token) && token->kind != '{' && !is_flag)
        return "expected a key here";
    if (is_key(before, last) && token->kind != ':')
        return "expected a colon here";
    return NULL;
}

/* Where isl reads a tree, it takes a number for the address of a text where it wants one, and never ends where a list is
 * not what it seems, or the file ends in it. A text in quotes that seems to be a tree is read
 * like one. Report such a place. */
static bool check_tokens(const struct reader *whole)
{
    struct reader reader = *whole;
    struct token before = {0}, last = {0}, key = {0}, token;
    int depth = 0;
    bool in_flags = false; /* in the brackets of "coincident" */
    for (; (token = next_token(&reader)).kind; before = last, last = token) {
        if (token.kind == ':')
            key = last;
        bool has_flags = is_word(&reader, &key, "coincident");
        in_flags = (in_flags && token.kind != ']') || (has_flags && last.kind == ':' && token.kind == '[');
        depth += (token.kind == '[' || token.kind == '{') - (token.kind == ']' || token.kind == '}');
        bool is_flag = token.kind == '0' &&
                       ((is_word(&reader, &key, "permutable") && last.kind == ':') || (has_flags && last.kind == '-') ||
                        (in_flags && (last.kind == '[' || last.kind == ',')));
        const char *fault = token_fault(&reader, &before, &last, &token, is_flag);
        if (fault) {
            pv_error(reader.diag, place(&reader, token.begin), "not a schedule tree: %s", fault);
            return false;
        }
    }
    if (depth > 0 || (last.kind && strchr("-:,", last.kind)) || is_key(&before, &last)) {
        pv_error(reader.diag, place(&reader, last.begin), "not a schedule tree: the text ends too early here");
        return false;
    }
    return true;
}

/* Options. */

/* The name of the option that "set" gives, which may be meant for the isolated part alone: [isolate[] -> unroll[x]]. */
static const char *option_name(struct reader *reader, __isl_keep isl_set *set)
{
    isl_space *space = isl_set_get_space(set);
    if (isl_space_is_wrapping(space) == isl_bool_true && isl_space_has_tuple_name(space, isl_dim_set) != isl_bool_true)
        space = isl_space_range(isl_space_unwrap(space));
    const char *name = isl_space_has_tuple_name(space, isl_dim_set) == isl_bool_true
                           ? pv_strdup(reader->arena, isl_space_get_tuple_name(space, isl_dim_set))
                           : "";
    isl_space_free(space);
    return name;
}

/* Is each option of "options" one that isl knows? Else report the first that is not, at "at". */
static bool check_options(struct reader *reader, struct pv_loc at, __isl_take isl_union_set *options)
{
    static const char *const known[] = {"atomic", "separate", "unroll", "separation_class", "isolate"};
    isl_set_list *sets = isl_union_set_get_set_list(options);
    int n = isl_set_list_n_set(sets);
    const char *unknown = NULL;
    for (int i = 0; i < n && !unknown; i++) {
        isl_set *set = isl_set_list_get_at(sets, i);
        const char *name = option_name(reader, set);
        bool is_known = false;
        for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
            is_known |= !strcmp(name, known[k]);
        unknown = is_known ? NULL : name;
        isl_set_free(set);
    }
    isl_set_list_free(sets);
    isl_union_set_free(options);
    if (unknown)
        pv_error(
            reader->diag, at,
            "unknown option '%s'; the options are atomic, separate, unroll, separation_class and, in trees, isolate",
            unknown);
    return !unknown;
}

struct tree_check {
    struct reader *reader;
    struct pv_loc at;
};

static isl_bool check_band_options(__isl_keep isl_schedule_node *node, void *user)
{
    struct tree_check *check = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_union_set *options = isl_schedule_node_band_get_ast_build_options(node);
    return check_options(check->reader, check->at, options) ? isl_bool_true : isl_bool_error;
}

static bool read_tree(struct reader *reader, struct pv_schedfile *file)
{
    skip_blanks(reader);
    file->at = place(reader, reader->pos);
    if (!check_tokens(reader))
        return false;
    isl_stream *stream = isl_stream_new_str(reader->ctx, reader->text);
    file->tree = isl_stream_read_schedule(stream);
    const char *why = isl_ctx_last_error(reader->ctx) == isl_error_invalid ? isl_ctx_last_error_msg(reader->ctx) : NULL;
    bool ok = file->tree != NULL;
    if (!ok && why && strcmp(why, "syntax error"))
        pv_error(reader->diag, file->at, "not a schedule tree: %s", why);
    else if (!ok)
        report_syntax(reader, 0, reader->text, stream, "the schedule tree");
    isl_stream_free(stream);
    struct tree_check check = {reader, file->at};
    return ok && isl_schedule_foreach_schedule_node_top_down(file->tree, check_band_options, &check) >= 0;
}

/* The flat form. */

/* One object of the file: its text, from "begin" to its closing brace, as isl reads it. */
struct object {
    struct isl_obj value;
    size_t begin;
};

/* The end of the object that begins at "begin": the byte after the brace that closes its first one; 0 if none does. */
static size_t object_end(const char *text, size_t begin)
{
    int depth = 0;
    for (size_t i = begin; text[i]; i++) {
        if (text[i] == '#')
            i += strcspn(text + i, "\n");
        if (!text[i])
            return 0;
        if (text[i] == '{')
            depth++;
        else if (text[i] == '}' && --depth <= 0)
            return depth ? 0 : i + 1;
    }
    return 0;
}

/* Read the next object, "what", if there is one: an object without a value stands for the end of the file. */
static bool read_object(struct reader *reader, const char *what, struct object *object)
{
    *object = (struct object){.value = {.type = isl_obj_none}};
    skip_blanks(reader);
    object->begin = reader->pos;
    if (!reader->text[reader->pos])
        return true;
    size_t end = object_end(reader->text, reader->pos);
    if (!end) {
        pv_error(reader->diag, place(reader, reader->pos), "expected %s in braces: { ... }", what);
        return false;
    }
    const char *text = pv_strndup(reader->arena, reader->text + reader->pos, end - reader->pos);
    reader->pos = end;
    if (pv_text_is_tree(text)) {
        pv_error(reader->diag, place(reader, object->begin), "expected %s, not a schedule tree", what);
        return false;
    }
    isl_stream *stream = isl_stream_new_str(reader->ctx, text);
    object->value = isl_stream_read_obj(stream);
    bool ok = object->value.type != isl_obj_none && object->value.v;
    if (!ok)
        report_syntax(reader, object->begin, text, stream, what);
    isl_stream_free(stream);
    return ok;
}

static bool is_end(const struct object *object)
{
    return object->value.type == isl_obj_none;
}

static void free_object(struct object *object)
{
    if (object->value.v)
        object->value.type->free(object->value.v);
    object->value.v = NULL;
}

/* The object as a map, or NULL where it is none. An empty set will do: it looks the same. */
static __isl_give isl_union_map *object_to_map(struct object *object)
{
    isl_union_map *map = NULL;
    if (object->value.type == isl_obj_map)
        map = isl_union_map_from_map(isl_map_copy(object->value.v));
    else if (object->value.type == isl_obj_union_map)
        map = isl_union_map_copy(object->value.v);
    else if (object->value.type == isl_obj_union_set && isl_union_set_is_empty(object->value.v) == isl_bool_true)
        map = isl_union_map_empty(isl_union_set_get_space(object->value.v));
    free_object(object);
    return map;
}

/* Is the object a set without dimensions: one of parameters? */
static bool is_context(const struct object *object)
{
    if (object->value.type != isl_obj_set)
        return false;
    isl_set *set = object->value.v;
    return isl_set_is_params(set) == isl_bool_true ||
           (isl_set_dim(set, isl_dim_set) == 0 && isl_set_has_tuple_id(set) == isl_bool_false);
}

static __isl_give isl_set *object_to_context(struct object *object)
{
    isl_set *set = isl_set_copy(object->value.v);
    free_object(object);
    return isl_set_is_params(set) == isl_bool_true ? set : isl_set_params(set);
}

/* The schedule must be a map into one space. */
static bool take_schedule(struct reader *reader, struct object *object, struct pv_schedfile *file)
{
    bool was_missing = is_end(object);
    file->at = place(reader, object->begin);
    file->map = object_to_map(object);
    if (!file->map) {
        pv_error(reader->diag, file->at, "%s",
                 was_missing ? "expected a schedule: a map like { S[i] -> [i] : 0 <= i < 10 }"
                             : "the schedule must be a map, like { S[i] -> [i] : 0 <= i < 10 }");
        return false;
    }
    isl_union_set *times = isl_union_map_range(isl_union_map_copy(file->map));
    int n = (int)isl_union_set_n_set(times);
    isl_union_set_free(times);
    if (n > 1)
        pv_error(reader->diag, file->at, "the schedule maps to tuples of different length or name");
    return n == 0 || n == 1;
}

static bool take_context(struct reader *reader, struct object *object, struct pv_schedfile *file)
{
    if (is_end(object)) {
        file->context = isl_set_universe(isl_space_params_alloc(reader->ctx, 0));
        return true;
    }
    if (is_context(object)) {
        file->context = object_to_context(object);
        return true;
    }
    free_object(object);
    pv_error(reader->diag, place(reader, object->begin),
             "the context must be a set of parameters, like [n] -> { : n >= 1 }");
    return false;
}

static bool take_options(struct reader *reader, struct object *object, struct pv_schedfile *file)
{
    bool was_missing = is_end(object);
    file->options = was_missing ? isl_union_map_empty(isl_space_params_alloc(reader->ctx, 0)) : object_to_map(object);
    if (!file->options)
        pv_error(reader->diag, place(reader, object->begin),
                 "the options must be a map, like { [i] -> separate[0] }, or empty: { }");
    return file->options &&
           check_options(reader, place(reader, object->begin), isl_union_map_range(isl_union_map_copy(file->options)));
}

static bool read_flat(struct reader *reader, struct pv_schedfile *file)
{
    struct object object;
    if (!read_object(reader, "the schedule", &object))
        return false;
    bool is_context_first = is_context(&object);
    if (is_context_first && (!take_context(reader, &object, file) || !read_object(reader, "the schedule", &object)))
        return false;
    if (!take_schedule(reader, &object, file))
        return false;
    if (!is_context_first && (!read_object(reader, "the context", &object) || !take_context(reader, &object, file)))
        return false;
    if (!read_object(reader, "the options", &object) || !take_options(reader, &object, file))
        return false;
    skip_blanks(reader);
    bool is_all = !reader->text[reader->pos];
    if (!is_all)
        pv_error(reader->diag, place(reader, reader->pos), "unexpected text after the options");
    return is_all;
}

/* Make "reader" read the file "path"; false after an error. */
static bool open_file(struct reader *reader, const char *path)
{
    struct pv_sb text = {0};
    bool is_read = pv_file_read(reader->diag, path, &text);
    reader->text = pv_strndup(reader->arena, text.text ? text.text : "", text.n);
    size_t size = text.n;
    pv_sb_free(&text);
    if (!is_read)
        return false;
    const char *name = strcmp(path, "-") ? pv_strdup(reader->arena, path) : "<stdin>";
    reader->file = pv_diag_add_file(reader->diag, name, reader->text, size);
    if (strlen(reader->text) == size)
        return true;
    pv_error(reader->diag, place(reader, strlen(reader->text)), "the file contains a NUL byte: it is not text");
    return false;
}

/* The end of the document that "text" begins with: a line of "---", or the end. */
static size_t document_end(const char *text)
{
    size_t end = 0;
    while (text[end] && strncmp(text + end, "---", 3)) {
        end += strcspn(text + end, "\n");
        end += text[end] == '\n';
    }
    return end;
}

bool pv_schedfile_read_trees(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, const char *path,
                             pv_schedfiles *files)
{
    struct reader all = {.ctx = ctx, .arena = arena, .diag = diag};
    bool ok = open_file(&all, path);
    for (size_t begin = 0; ok && all.text[begin];) {
        size_t size = document_end(all.text + begin);
        struct reader reader = all;
        struct pv_schedfile file = {0};
        reader.text = pv_strndup(arena, all.text + begin, size);
        reader.base = begin;
        ok = read_tree(&reader, &file);
        pv_push(arena, files, file);
        begin += size + strcspn(all.text + begin + size, "\n");
        begin += all.text[begin] == '\n';
    }
    return ok;
}

bool pv_schedfile_read(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, const char *path,
                       struct pv_schedfile *file)
{
    *file = (struct pv_schedfile){0};
    struct reader reader = {.ctx = ctx, .arena = arena, .diag = diag};
    if (!open_file(&reader, path))
        return false;
    return pv_text_is_tree(reader.text + reader.pos) ? read_tree(&reader, file) : read_flat(&reader, file);
}

void pv_schedfile_free(struct pv_schedfile *file)
{
    isl_schedule_free(file->tree);
    isl_union_map_free(file->map);
    isl_set_free(file->context);
    isl_union_map_free(file->options);
    *file = (struct pv_schedfile){0};
}

__isl_give isl_union_map *pv_schedfile_get_map(const struct pv_schedfile *file)
{
    if (file->tree) {
        isl_union_set *domain = isl_schedule_get_domain(file->tree);
        return isl_union_map_intersect_domain(isl_schedule_get_map(file->tree), domain);
    }
    isl_union_map *map = isl_union_map_copy(file->map);
    return isl_union_map_intersect_params(map, isl_set_copy(file->context));
}
