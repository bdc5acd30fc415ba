/* Reads times from outputs, and compares outputs. */
#include "tune/outcome.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *pv_outcome_set_time(struct pv_arena *arena, struct pv_outcome_rule *rule, const char *time_from)
{
    char why[200];
    if (!time_from)
        return NULL;
    int error = regcomp(&rule->time, time_from, REG_EXTENDED | REG_NEWLINE);
    rule->has_time = !error;
    if (!error)
        return NULL;
    regerror(error, &rule->time, why, sizeof(why));
    return pv_strdup(arena, why);
}

void pv_outcome_free(struct pv_outcome_rule *rule)
{
    if (rule->has_time)
        regfree(&rule->time);
    rule->has_time = false;
}

double pv_outcome_time(const struct pv_outcome_rule *rule, const char *text)
{
    regmatch_t match[2];
    if (!rule->has_time || regexec(&rule->time, text, 2, match, 0))
        return -1;
    const char *begin = text + match[match[1].rm_so >= 0].rm_so;
    while (*begin && !isdigit((unsigned char)*begin) && *begin != '.' && *begin != '\n')
        begin++;
    char *end;
    double seconds = strtod(begin, &end);
    return end == begin || !isfinite(seconds) || seconds <= 0 ? -1 : seconds;
}

/* "text" without the times in it. */
static void drop_times(const struct pv_outcome_rule *rule, const char *text, struct pv_sb *out)
{
    regmatch_t match[2];
    while (rule->has_time && *text && !regexec(&rule->time, text, 2, match, 0) && match[0].rm_eo > 0) {
        pv_sb_addn(out, text, (size_t)match[0].rm_so);
        text += match[0].rm_eo;
    }
    pv_sb_add(out, text);
}

/* If numbers begin at "*a" and "*b" that agree within the tolerance, go behind both. */
static bool skip_numbers(const struct pv_outcome_rule *rule, const char **a, const char **b)
{
    char *end_a, *end_b;
    double x = strtod(*a, &end_a), y = strtod(*b, &end_b), size = fmax(1, fmax(fabs(x), fabs(y)));
    bool is_same = end_a > *a && end_b > *b && (fabs(x - y) <= rule->tolerance * size || (isnan(x) && isnan(y)));
    if (is_same) {
        *a = end_a;
        *b = end_b;
    }
    return is_same;
}

/* Go to the first difference. A number is compared whole: it does not begin in the middle of a word. */
static void find_difference(const struct pv_outcome_rule *rule, const char **a, const char **b)
{
    bool is_in_word = false;
    while (**a || **b) {
        bool starts = !is_in_word && !isspace((unsigned char)**a) && !isspace((unsigned char)**b);
        if (rule->has_tolerance && starts && skip_numbers(rule, a, b)) {
            is_in_word = false;
            continue;
        }
        if (**a != **b)
            return;
        is_in_word = isalnum((unsigned char)**a) || **a == '_';
        (*a)++;
        (*b)++;
    }
}

/* The line of "text" around "at". */
static const char *line_at(struct pv_arena *arena, const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    size_t length = strcspn(at, "\n");
    return pv_strndup(arena, at, length < 60 ? length : 60);
}

const char *pv_outcome_difference(struct pv_arena *arena, const struct pv_outcome_rule *rule, const char *expected,
                                  const char *actual)
{
    struct pv_sb a = {0}, b = {0};
    const char *result = NULL;
    drop_times(rule, expected, &a);
    drop_times(rule, actual, &b);
    const char *x = a.text, *y = b.text;
    find_difference(rule, &x, &y);
    if (*x || *y) {
        int line = 1;
        for (const char *c = a.text; c < x; c++)
            line += *c == '\n';
        result = pv_printf(arena, "line %d is '%s', not '%s'", line, line_at(arena, b.text, y),
                           line_at(arena, a.text, x));
    }
    pv_sb_free(&a);
    pv_sb_free(&b);
    return result;
}
