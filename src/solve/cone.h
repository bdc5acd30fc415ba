/* Polyhedral cones as generators: all x = sum of lines, of any sign, and rays, with non-negative factors.
 * A polyhedron in n dimensions is a cone in n + 1: its point x is (x, 1), its direction r is (r, 0). */
#ifndef PV_CONE_H
#define PV_CONE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Entries of generators and constraints stay below this bound in absolute value. */
#define PV_CONE_MAX (INT64_C(1) << 56)

/* A generator, divided by the greatest common divisor of its entries. "tight" has a bit for each inequality of the
 * cone, set where the ray fulfils it with equality; lines fulfil all with equality and have NULL. */
struct pv_generator {
    int64_t *v;
    uint64_t *tight;
};
typedef PV_VEC(struct pv_generator) pv_generators;

struct pv_cone {
    int dim;
    int n_inequality;
    pv_generators lines; /* linearly independent */
    pv_generators rays;  /* none is a combination of the others */
};

/* The whole space. */
struct pv_cone *pv_cone_new(struct pv_arena *arena, int dim);
struct pv_cone *pv_cone_copy(struct pv_arena *arena, const struct pv_cone *cone);

enum pv_cone_relation { PV_CONE_GE, PV_CONE_EQ };

/* Intersect with a . x >= 0, or == 0. False, and the cone as it was, where numbers or generators become too many
 * to handle: the cone is then larger than it should be, which a caller that needs all its points can bear. */
bool pv_cone_add(struct pv_arena *arena, struct pv_cone *cone, const int64_t *a, enum pv_cone_relation relation);

/* Keep the face a . x == 0 of a cone on which a . x >= 0 holds everywhere, or a . x <= 0. Copies of the struct, which share
 * its generators, stay as they are; this holds for pv_cone_add() as well. */
void pv_cone_keep_face(struct pv_arena *arena, struct pv_cone *cone, const int64_t *a);

/* Is there a ray whose last entry is positive: has the polyhedron a point? */
bool pv_cone_has_point(const struct pv_cone *cone);

/* The sign of a . v. */
int pv_cone_sign(const int64_t *a, const int64_t *v, int n);

/* Divide "v" by the greatest common divisor of its entries; return it, 0 for the zero vector. */
int64_t pv_vector_reduce(int64_t *v, int n);

/* The greatest common divisor of the absolute values. */
int64_t pv_gcd(int64_t a, int64_t b);

/* out = p * a + q * b, reduced. False where an entry becomes too large. */
bool pv_vector_combine(int64_t *out, __int128 p, const int64_t *a, __int128 q, const int64_t *b, int n);

#endif
