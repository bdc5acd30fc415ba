/* Changes to texts for AFL++ that keep them texts of the same language, more often than changes to bytes do: tokens are
 * exchanged for others of their kind, statements and expressions are moved, repeated, left out, or taken from another input.
 * The tokens are those of C, which do for schedules and constraints, too. AFL_CUSTOM_MUTATOR_LIBRARY names the library. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind { WORD, NUMBER, OPERATOR, BRACKET, OTHER };

/* A token with the blanks that follow it. */
struct token {
    const uint8_t *text;
    size_t n;
    enum kind kind;
};

/* No input that is worth a change has more tokens. */
enum { MOST_TOKENS = 6000 };

struct tokens {
    struct token v[MOST_TOKENS];
    int n;
};

struct mutator {
    uint64_t random;
    struct tokens input, other;
    uint8_t *result;
    size_t most;         /* bytes in "result" */
    uint8_t bytes[4096]; /* texts of changed tokens */
    size_t n_bytes;
};

/* What AFL++ calls. */
void *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(struct mutator *mutator);
size_t afl_custom_fuzz(struct mutator *mutator, uint8_t *text, size_t n, uint8_t **result, uint8_t *other,
                       size_t n_other, size_t most);

static const char *const numbers[] = {"0 ",
                                      "1 ",
                                      "2 ",
                                      "3 ",
                                      "-1 ",
                                      "7 ",
                                      "64 ",
                                      "255 ",
                                      "32768 ",
                                      "2147483647 ",
                                      "2147483648u ",
                                      "4294967295 ",
                                      "9223372036854775807 ",
                                      "0.5 ",
                                      "'a' ",
                                      "1e30f "};
static const char *const operators[] = {
    "+ ",  "- ", "* ",  "/ ",  "% ",  "< ",  "<= ", "> ",  ">= ", "== ", "!= ", "&& ", "|| ", "& ", "| ", "^ ", "<< ",
    ">> ", "= ", "+= ", "-= ", "*= ", "/= ", "&= ", "++ ", "-- ", "~ ",  "! ",  ", ",  "? ",  ": ", ". ", "-> "};
static const char *const words[] = {
    "int ",      "unsigned ", "char ",     "short ",  "long ",   "float ", "double ", "_Bool ", "const ", "static ",
    "restrict ", "struct ",   "volatile ", "void ",   "if ",     "else ",  "for ",    "while ", "do ",    "break ",
    "continue ", "return ",   "goto ",     "switch ", "sizeof ", "i ",     "j ",      "n ",     "A "};
static const char *const insertions[] = {"(unsigned char) ",
                                         "(int) ",
                                         "(long) ",
                                         "(float) ",
                                         "- ",
                                         "~ ",
                                         "! ",
                                         "* ",
                                         "& ",
                                         "; ",
                                         "if (i > 2) ",
                                         "if (A[i]) ",
                                         "break; ",
                                         "continue; ",
                                         "for (int k = 0; k < n; k++) ",
                                         "while (n > 0) ",
                                         "\n#pragma scop\n",
                                         "\n#pragma endscop\n",
                                         "\n#pragma pencil independent\n",
                                         "\n#pragma live-out A\n",
                                         "{ int t = i; } ",
                                         "int v[n]; ",
                                         "struct { int a[3]; double b; } s; ",
                                         "__pencil_assume(n > 2); ",
                                         "__pencil_kill(A); ",
                                         "__pencil_use(A); ",
                                         "__pencil_def(A); ",
                                         "i ? n : ",
                                         "[i] ",
                                         ".a[0] "};

#define PICK(mutator, table) (table)[below(mutator, (int)(sizeof(table) / sizeof(*(table))))]

/* A random number in 0..n - 1, for a positive "n". */
static int below(struct mutator *mutator, int n)
{
    mutator->random ^= mutator->random << 13;
    mutator->random ^= mutator->random >> 7;
    mutator->random ^= mutator->random << 17;
    return (int)((mutator->random >> 11) % (uint64_t)n);
}

/*---------------------------------------------------------------------------------------------------------------
 * Tokens */

static size_t span(const uint8_t *text, size_t n, size_t at, int (*is_member)(int))
{
    while (at < n && is_member(text[at]))
        at++;
    return at;
}

static int is_word(int c)
{
    return isalnum(c) || c == '_';
}

static int is_number(int c)
{
    return isalnum(c) || c == '.';
}

static int is_operator(int c)
{
    return c && strchr("+-*/%<>=!&|^~?:.", c) != NULL;
}

static int is_in_line(int c)
{
    return c != '\n';
}

/* The length of the comment or directive that "text" begins with, 0 if it begins with neither. In schedules comments look
 * like directives. */
static size_t length_of_comment(const uint8_t *text, size_t n)
{
    if (*text == '#' || (n > 1 && text[0] == '/' && text[1] == '/'))
        return span(text, n, 0, is_in_line);
    if (n < 2 || text[0] != '/' || text[1] != '*')
        return 0;
    for (size_t i = 2; i + 1 < n; i++)
        if (text[i] == '*' && text[i + 1] == '/')
            return i + 2;
    return 0;
}

static struct token read_token(const uint8_t *text, size_t n)
{
    struct token token = {text, 1, OTHER};
    size_t n_comment = length_of_comment(text, n);
    if (n_comment) {
        token.n = n_comment;
    } else if (isdigit(*text)) {
        token.kind = NUMBER;
        token.n = span(text, n, 0, is_number);
    } else if (is_word(*text)) {
        token.kind = WORD;
        token.n = span(text, n, 0, is_word);
    } else if (is_operator(*text)) {
        token.kind = OPERATOR;
        token.n = span(text, n < 3 ? n : 3, 0, is_operator);
    } else if (*text && strchr("()[]{}", *text)) {
        token.kind = BRACKET;
    }
    token.n = span(text, n, token.n, isspace);
    return token;
}

static void read_tokens(struct tokens *tokens, const uint8_t *text, size_t n)
{
    tokens->n = 0;
    for (size_t at = 0; at < n && tokens->n < MOST_TOKENS;) {
        struct token token = read_token(text + at, n - at);
        tokens->v[tokens->n++] = token;
        at += token.n;
    }
}

static struct token token_of(const char *text)
{
    return read_token((const uint8_t *)text, strlen(text));
}

/* The end of the statement or expression that begins at token "at". */
static int end_of_piece(const struct tokens *tokens, int at)
{
    int depth = 0;
    for (int i = at; i < tokens->n; i++) {
        uint8_t c = *tokens->v[i].text;
        if (c && strchr("([{", c)) {
            depth++;
        } else if (c && strchr(")]}", c)) {
            if (depth == 0)
                return i;
            if (--depth == 0 && c == '}')
                return i + 1;
        } else if (depth == 0 && c == ';') {
            return i + 1;
        } else if (depth == 0 && c == ',' && i > at) {
            return i;
        }
    }
    return tokens->n;
}

/* May a statement begin at token "at", as far as the token before tells? */
static int begins_statement(const struct tokens *tokens, int at)
{
    return at == 0 || strchr(";{}", *tokens->v[at - 1].text) != NULL;
}

/*---------------------------------------------------------------------------------------------------------------
 * Changes */

/* Put "n_new" tokens in the place of the "n_old" from token "at" on, if there is room. */
static void replace(struct tokens *tokens, int at, int n_old, const struct token *new, int n_new)
{
    static struct token copy[MOST_TOKENS];
    if (tokens->n - n_old + n_new > MOST_TOKENS)
        return;
    memcpy(copy, new, sizeof(*new) * (size_t)n_new);
    memmove(tokens->v + at + n_new, tokens->v + at + n_old, sizeof(*new) * (size_t)(tokens->n - at - n_old));
    memcpy(tokens->v + at, copy, sizeof(*new) * (size_t)n_new);
    tokens->n += n_new - n_old;
}

/* Exchange token "at" for another of its kind: of a list, or of "from". */
static void exchange_token(struct mutator *mutator, const struct tokens *from, int at)
{
    struct tokens *input = &mutator->input;
    enum kind kind = input->v[at].kind;
    if (from) {
        for (int i = 0; i < 20; i++) {
            int other = below(mutator, from->n);
            if (from->v[other].kind == kind) {
                replace(input, at, 1, &from->v[other], 1);
                return;
            }
        }
        return;
    }
    struct token token = kind == NUMBER     ? token_of(PICK(mutator, numbers))
                         : kind == OPERATOR ? token_of(PICK(mutator, operators))
                                            : token_of(PICK(mutator, words));
    if (kind == NUMBER || kind == OPERATOR || kind == WORD)
        replace(input, at, 1, &token, 1);
}

/* Put a piece of "from" before token "at", or in the place of the piece there. */
static void take_piece(struct mutator *mutator, const struct tokens *from, int at, int is_replaced)
{
    struct tokens *input = &mutator->input;
    for (int i = 0; i < 20; i++) {
        int other = below(mutator, from->n);
        if (begins_statement(from, other) != begins_statement(input, at))
            continue;
        int n_new = end_of_piece(from, other) - other, n_old = is_replaced ? end_of_piece(input, at) - at : 0;
        replace(input, at, n_old, from->v + other, n_new);
        return;
    }
}

static void insert_text(struct mutator *mutator, int at)
{
    static struct tokens text;
    const char *insertion = PICK(mutator, insertions);
    read_tokens(&text, (const uint8_t *)insertion, strlen(insertion));
    replace(&mutator->input, at, 0, text.v, text.n);
}

/* Change a byte of a directive, or of another token where there is none near, to another that can be seen. */
static void change_byte(struct mutator *mutator, int at)
{
    struct tokens *input = &mutator->input;
    for (int i = 0; i < 50 && *input->v[at].text != '#'; i++)
        at = below(mutator, input->n);
    struct token *token = &input->v[at];
    if (mutator->n_bytes + token->n > sizeof(mutator->bytes))
        return;
    uint8_t *copy = mutator->bytes + mutator->n_bytes;
    memcpy(copy, token->text, token->n);
    copy[below(mutator, (int)token->n)] = (uint8_t)(' ' + below(mutator, '~' - ' ' + 1));
    token->text = copy;
    mutator->n_bytes += token->n;
}

static void change(struct mutator *mutator)
{
    struct tokens *input = &mutator->input;
    const struct tokens *any = mutator->other.n && below(mutator, 2) ? &mutator->other : input;
    int at = below(mutator, input->n);
    switch (below(mutator, 10)) {
    case 0:
    case 1:
        exchange_token(mutator, NULL, at);
        break;
    case 2:
    case 3:
        exchange_token(mutator, any, at);
        break;
    case 4:
        take_piece(mutator, any, at, 0);
        break;
    case 5:
        take_piece(mutator, any, at, 1);
        break;
    case 6:
        replace(input, at, end_of_piece(input, at) - at, input->v, 0);
        break;
    case 7:
        replace(input, at, 1, input->v, 0);
        break;
    case 8:
        change_byte(mutator, at);
        break;
    default:
        insert_text(mutator, at);
        break;
    }
}

/*---------------------------------------------------------------------------------------------------------------
 * The library */

void *afl_custom_init(void *afl, unsigned int seed)
{
    (void)afl;
    struct mutator *mutator = calloc(1, sizeof(*mutator));
    if (mutator)
        mutator->random = ((uint64_t)seed << 20) + 88172645463325252U;
    return mutator;
}

void afl_custom_deinit(struct mutator *mutator)
{
    free(mutator->result);
    free(mutator);
}

/* The tokens of the changed input as a text of at most "most" bytes; its length. */
static size_t write_result(struct mutator *mutator, size_t most)
{
    size_t n = 0;
    for (int i = 0; i < mutator->input.n; i++) {
        const struct token *token = &mutator->input.v[i];
        if (n + token->n > most)
            break;
        memcpy(mutator->result + n, token->text, token->n);
        n += token->n;
    }
    return n;
}

size_t afl_custom_fuzz(struct mutator *mutator, uint8_t *text, size_t n, uint8_t **result, uint8_t *other,
                       size_t n_other, size_t most)
{
    *result = text;
    if (mutator->most < most) {
        uint8_t *larger = realloc(mutator->result, most);
        if (!larger)
            return n;
        mutator->result = larger;
        mutator->most = most;
    }
    mutator->n_bytes = 0;
    read_tokens(&mutator->input, text, n);
    read_tokens(&mutator->other, other, other ? n_other : 0);
    for (int i = 1 << below(mutator, 3); i > 0 && mutator->input.n > 0; i--)
        change(mutator);
    *result = mutator->result;
    return write_result(mutator, most);
}
