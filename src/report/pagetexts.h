/* The texts of the files in page/, which the build puts into pave (tools/embed). */
#ifndef PV_PAGETEXTS_H
#define PV_PAGETEXTS_H

extern const char pv_page_page_css[], pv_page_page_js[];

#endif
