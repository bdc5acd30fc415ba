/* A line on the terminal that is written again and again, and erased in the end. */
#ifndef PV_STATUSLINE_H
#define PV_STATUSLINE_H

#include <stdbool.h>

struct pv_statusline {
    bool is_shown;
};

/* Do messages go to a terminal that can erase a line? */
bool pv_statusline_is_possible(void);
/* Replace the line by "text", cut where lines of a terminal usually end. */
void pv_statusline_show(struct pv_statusline *line, const char *text);
void pv_statusline_erase(struct pv_statusline *line);

#endif
