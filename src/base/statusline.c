/* Writes and erases a line on the terminal. */
#include "base/statusline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

/* Bytes of a line that stays one on the terminal. */
static int longest_line(void)
{
    struct winsize size;
    bool is_known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 1;
    return is_known && size.ws_col <= 140 ? size.ws_col - 1 : 140;
}

void pv_statusline_show(struct pv_statusline *line, const char *text)
{
    char shown[160];
    snprintf(shown, sizeof(shown), "\r\033[K%.*s", longest_line(), text);
    write_text(shown);
    line->is_shown = true;
}

void pv_statusline_erase(struct pv_statusline *line)
{
    if (line->is_shown)
        write_text("\r\033[K");
    line->is_shown = false;
}
