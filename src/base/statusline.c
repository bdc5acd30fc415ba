/* Writes and erases a line on the terminal. */
#include "base/statusline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool pv_statusline_is_possible(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static void write_text(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text));
}

void pv_statusline_show(struct pv_statusline *line, const char *text)
{
    char shown[160];
    snprintf(shown, sizeof(shown), "\r\033[K%.140s", text);
    write_text(shown);
    line->is_shown = true;
}

void pv_statusline_erase(struct pv_statusline *line)
{
    if (line->is_shown)
        write_text("\r\033[K");
    line->is_shown = false;
}
