/* Random numbers that are the same on all machines for the same seed. */
#ifndef PV_CHANCE_H
#define PV_CHANCE_H

#include <stddef.h>
#include <stdint.h>

struct pv_chance {
    uint64_t state;
};

/* The next number, of 64 random bits. */
uint64_t pv_chance_next(struct pv_chance *chance);
/* A number from 0 to "n" - 1; "n" is at least 1. */
int pv_chance_below(struct pv_chance *chance, int n);
/* A number from 0 up to, but without, 1. */
double pv_chance_fraction(struct pv_chance *chance);
/* A number of the normal distribution with mean 0 and deviation 1. */
double pv_chance_normal(struct pv_chance *chance);

/* A hash of "n" bytes that goes on from "hash"; begin with PV_HASH_START. */
#define PV_HASH_START 14695981039346656037u
uint64_t pv_hash_bytes(uint64_t hash, const void *bytes, size_t n);

#endif
