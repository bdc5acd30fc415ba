/* The text of race.sh, which the build puts into pave (tools/embed). */
#ifndef PV_RACE_H
#define PV_RACE_H

extern const char pv_tune_race_sh[];

#endif
