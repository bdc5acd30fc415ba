/* Random numbers by splitmix64, and hashes by FNV-1a. */
#include "tune/chance.h"

#include <math.h>

uint64_t pv_chance_next(struct pv_chance *chance)
{
    uint64_t z = chance->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int pv_chance_below(struct pv_chance *chance, int n)
{
    return (int)(pv_chance_next(chance) % (uint64_t)n);
}

double pv_chance_fraction(struct pv_chance *chance)
{
    return (double)(pv_chance_next(chance) >> 11) * 0x1p-53;
}

double pv_chance_normal(struct pv_chance *chance)
{
    double u = 1 - pv_chance_fraction(chance), v = pv_chance_fraction(chance);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

uint64_t pv_hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}
