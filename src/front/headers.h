/* The texts of pave's headers for programs in include/pave, which the build puts into pave (tools/embed): a copy of pave needs no
 * folder beside it. */
#ifndef PV_HEADERS_H
#define PV_HEADERS_H

extern const char pv_header_pencil[], pv_header_omp[], pv_header_openacc[];

#endif
