/* What to measure schedulers on, written to "out": programs with bodies of many statements, and constraints of loops
 * unrolled as often as one likes. */
#ifndef PV_BENCH_INPUTS_H
#define PV_BENCH_INPUTS_H

#include <stdio.h>

/* The nine directions of a plane lattice; the opposite of each non-zero one stands beside it. */
static const int lattice_x[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, lattice_y[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};

/* For each direction k, a line of "pattern", which has one place for k. */
static inline void write_each(FILE *out, const char *pattern)
{
    for (int k = 0; k < 9; k++)
        for (const char *c = pattern; *c; c++)
            if (*c == '@')
                fprintf(out, "%d", k);
            else
                fputc(*c, out);
}

/* " + c * f<k>" for each direction with a component, "f" any name. */
static inline void write_moment(FILE *out, const char *name, const int *a, const int *b)
{
    for (int k = 0; k < 9; k++) {
        int weight = a[k] * b[k];
        if (weight)
            fprintf(out, " %c %s%d", weight > 0 ? '+' : '-', name, k);
    }
}

/* A step of a lattice Boltzmann method on a plane, repeated: a body of 90 statements that reads the neighbours of a
 * cell, computes density, velocity, stress and a local relaxation from them, collides, adds a force and
 * writes the cell of the other lattice. "size" is a number, or a name of a parameter "n". */
static inline void write_lattice(FILE *out, const char *size)
{
    static const int one[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    fprintf(out, "void lattice(int n, int steps, double force, double tau, double F[2][%s][%s][9], double R[%s][%s],\n",
            size, size, size, size);
    fprintf(out, "             double U[%s][%s], double V[%s][%s], const double *restrict w)\n{\n#pragma scop\n", size,
            size, size, size);
    fprintf(out,
            "for (int t = 0; t < steps; t++)\nfor (int y = 1; y < %s - 1; y++)\nfor (int x = 1; x < %s - 1; x++) {\n",
            size, size);
    write_each(out, "double f@, c@, e@, d@, g@, s@;\n");
    fprintf(out, "double rho, mx, my, inv, ux, uy, speed, vx, vy, square, pxx, pxy, pyy, norm, rate;\n");
    for (int k = 0; k < 9; k++)
        fprintf(out, "f%d = F[t %% 2][y - (%d)][x - (%d)][%d];\n", k, lattice_y[k], lattice_x[k], k);
    fprintf(out, "rho = 0.0");
    write_moment(out, "f", one, one);
    fprintf(out, ";\nmx = 0.0");
    write_moment(out, "f", lattice_x, one);
    fprintf(out, ";\nmy = 0.0");
    write_moment(out, "f", lattice_y, one);
    fprintf(out, ";\ninv = 1.0 / rho;\nux = mx * inv;\nuy = my * inv;\nspeed = ux * ux + uy * uy;\n");
    fprintf(out, "vx = ux / (1.0 + speed);\nvy = uy / (1.0 + speed);\nsquare = 1.5 * (vx * vx + vy * vy);\n");
    for (int k = 0; k < 9; k++)
        fprintf(out, "c%d = 3.0 * (%d.0 * vx + %d.0 * vy);\n", k, lattice_x[k], lattice_y[k]);
    write_each(out, "e@ = w[@] * rho * (1.0 + c@ + 0.5 * c@ * c@ - square);\n");
    write_each(out, "d@ = f@ - e@;\n");
    fprintf(out, "pxx = 0.0");
    write_moment(out, "d", lattice_x, lattice_x);
    fprintf(out, ";\npxy = 0.0");
    write_moment(out, "d", lattice_x, lattice_y);
    fprintf(out, ";\npyy = 0.0");
    write_moment(out, "d", lattice_y, lattice_y);
    fprintf(out, ";\nnorm = pxx * pxx + 2.0 * pxy * pxy + pyy * pyy;\nrate = 1.0 / (tau + norm * inv);\n");
    write_each(out, "g@ = f@ - rate * d@;\n");
    write_each(out, "s@ = w[@] * force * c@;\n");
    write_each(out, "g@ = g@ + s@ * (1.0 - 0.5 * rate);\n");
    write_each(out, "F[(t + 1) % 2][y][x][@] = g@;\n");
    fprintf(out, "R[y][x] = rho;\nU[y][x] = vx;\nV[y][x] = vy;\n}\n#pragma endscop\n}\n");
}

/* An image through "n" stages, each an array of its own: points, means along lines and columns, of squares, differences
 * to a stage further back. */
static inline void write_pipeline(FILE *out, int n)
{
    fprintf(out, "void pipeline(int h, int w");
    for (int s = 0; s <= n; s++)
        fprintf(out, ", double A%d[restrict h][w]", s);
    fprintf(out, ")\n{\n#pragma scop\n");
    for (int s = 1; s <= n; s++) {
        fprintf(out, "for (int y = %d; y < h - %d; y++)\nfor (int x = %d; x < w - %d; x++)\n", s, s, s, s);
        int back = s > 5 ? s - 5 : 0;
        switch (s % 5) {
        case 0:
            fprintf(out, "A%d[y][x] = 0.5 * A%d[y][x] + 0.25;\n", s, s - 1);
            break;
        case 1:
            fprintf(out, "A%d[y][x] = A%d[y][x - 1] + 2.0 * A%d[y][x] + A%d[y][x + 1];\n", s, s - 1, s - 1, s - 1);
            break;
        case 2:
            fprintf(out, "A%d[y][x] = A%d[y - 1][x] + 2.0 * A%d[y][x] + A%d[y + 1][x];\n", s, s - 1, s - 1, s - 1);
            break;
        case 3:
            fprintf(out, "A%d[y][x] = A%d[y][x] - A%d[y][x];\n", s, s - 1, back);
            break;
        default:
            fprintf(out, "A%d[y][x] = A%d[y - 1][x - 1] + A%d[y - 1][x + 1] + A%d[y + 1][x - 1] + A%d[y + 1][x + 1];\n",
                    s, s - 1, s - 1, s - 1, s - 1);
        }
    }
    fprintf(out, "#pragma endscop\n}\n");
}

/* Constraints of loops in two time loops, T = (r, t), whose innermost loop is unrolled to "n" statements. Written down
 * directly: every dependence by value and every false one, kept in order, close and together. */

/* Pairs of the same coordinates "at" in one T and the next, from "source" to "sink", under "condition"; "to" are the
 * coordinates of the sink. */
static inline void write_step(FILE *out, const char *source, int from, const char *at, const char *sink, int into,
                              const char *to, const char *condition)
{
    fprintf(out, "%s%d[r, t, %s] -> %s%d[r, t + 1, %s] : 0 <= r < R and 0 <= t < T - 1 and %s; ", source, from, at,
            sink, into, to, condition);
    fprintf(out, "%s%d[r, T - 1, %s] -> %s%d[r + 1, 0, %s] : 0 <= r < R - 1 and T > 0 and %s; ", source, from, at, sink,
            into, to, condition);
}

/* The same within one T. */
static inline void write_within(FILE *out, const char *source, int from, const char *at, const char *sink, int into,
                                const char *to, const char *condition)
{
    fprintf(out, "%s%d[r, t, %s] -> %s%d[r, t, %s] : 0 <= r < R and 0 <= t < T and %s; ", source, from, at, sink, into,
            to, condition);
}

/* A stencil in place over nine neighbours, row y and column n * x + c for statement c: each value goes to the neighbours
 * that come later in this step, and to the others in the next, where also those that it was computed from are
 * overwritten. */
static inline void write_seidel_pairs(FILE *out, int n)
{
    for (int c = 0; c < n; c++)
        for (int dx = -1; dx <= 1; dx++) {
            int into = (c + dx + n) % n, carry = (c + dx + n) / n - 1;
            char to[64], condition[160];
            snprintf(to, sizeof(to), "y + 1, x + %d", carry);
            snprintf(condition, sizeof(condition), "0 <= y < H - 1 and 0 <= x < W and 0 <= x + %d < W", carry);
            write_within(out, "S", c, "y, x", "S", into, to, condition);
            if (dx > 0) {
                snprintf(to, sizeof(to), "y, x + %d", carry);
                snprintf(condition, sizeof(condition), "0 <= y < H and 0 <= x < W and 0 <= x + %d < W", carry);
                write_within(out, "S", c, "y, x", "S", into, to, condition);
            }
            snprintf(to, sizeof(to), "y', x + %d", carry);
            snprintf(condition, sizeof(condition),
                     "0 <= y < H and 0 <= y' < H and y - 1 <= y' <= y - %d and 0 <= x < W and 0 <= x + %d < W", dx > 0,
                     carry);
            write_step(out, "S", c, "y, x", "S", into, to, condition);
        }
}

static inline void write_seidel_domain(FILE *out, int n)
{
    for (int c = 0; c < n; c++)
        fprintf(out, "S%d[r, t, y, x] : 0 <= r < R and 0 <= t < T and 0 <= y < H and 0 <= x < W; ", c);
}

/* An update U of a matrix A[i][n * j + c]; x = x + A^t y in X; x = x + z in Z; and w = w + A x in V, each copy c a
 * statement. */
static inline void write_gemver_pairs(FILE *out, int n)
{
    const char *box = "0 <= i < H and 0 <= j < W";
    for (int c = 0; c < n; c++) {
        write_within(out, "U", c, "i, j", "X", c, "i, j", box);
        write_within(out, "U", c, "i, j", "V", c, "i, j", box);
        write_step(out, "U", c, "i, j", "U", c, "i, j", box);
        write_step(out, "X", c, "i, j", "U", c, "i, j", box);
        write_step(out, "V", c, "i, j", "U", c, "i, j", box);
        write_within(out, "X", c, "i, j", "X", c, "i + 1, j", "0 <= i < H - 1 and 0 <= j < W");
        write_within(out, "X", c, "H - 1, j", "Z", c, "j", "H > 0 and 0 <= j < W");
        write_within(out, "Z", c, "j", "V", c, "i, j", box);
        write_step(out, "Z", c, "j", "X", c, "0, j", "H > 0 and 0 <= j < W");
        write_step(out, "V", c, "i, j", "X", c, "0, j", box);
        write_step(out, "Z", c, "j", "Z", c, "j", "H <= 0 and 0 <= j < W");
        if (c + 1 < n)
            write_within(out, "V", c, "i, j", "V", c + 1, "i, j", box);
    }
    write_within(out, "V", n - 1, "i, j", "V", 0, "i, j + 1", "0 <= i < H and 0 <= j < W - 1");
    write_step(out, "V", n - 1, "i, W - 1", "V", 0, "i, 0", "0 <= i < H and W > 0");
}

static inline void write_gemver_domain(FILE *out, int n)
{
    for (int c = 0; c < n; c++) {
        const char *in_time = "0 <= r < R and 0 <= t < T and 0 <= j < W";
        fprintf(out, "U%d[r, t, i, j] : %s and 0 <= i < H; X%d[r, t, i, j] : %s and 0 <= i < H; ", c, in_time, c,
                in_time);
        fprintf(out, "Z%d[r, t, j] : %s; V%d[r, t, i, j] : %s and 0 <= i < H; ", c, in_time, c, in_time);
    }
}

/* An image through "n" stages, one statement each, as in write_pipeline(): lines, columns, points, and every fifth also
 * reads the stage five before it. */
static inline void write_stage_pairs(FILE *out, int n)
{
    static const char *const reach[3] = {"y' = y and x - 1 <= x' <= x + 1", "x' = x and y - 1 <= y' <= y + 1",
                                         "y' = y and x' = x"};
    for (int s = 1; s < n; s++)
        for (int back = 1; back <= s && back <= (s % 5 ? 1 : 5); back += 4)
            fprintf(out, "S%d[y, x] -> S%d[y', x'] : %s and 0 <= y, y' < H and 0 <= x, x' < W; ", s - back, s,
                    back > 1 ? reach[2] : reach[s % 3]);
}

static inline void write_stage_domain(FILE *out, int n)
{
    for (int s = 0; s < n; s++)
        fprintf(out, "S%d[y, x] : 0 <= y < H and 0 <= x < W; ", s);
}

/* The constraints in isl's YAML form. */
static inline void write_unrolled(FILE *out, int n, void (*domain)(FILE *, int), void (*pairs)(FILE *, int))
{
    static const char *const keys[] = {"validity", "proximity", "coincidence"};
    fprintf(out, "domain: \"[R, T, H, W] -> { ");
    domain(out, n);
    fprintf(out, "}\"\n");
    for (int i = 0; i < 3; i++) {
        fprintf(out, "%s: \"[R, T, H, W] -> { ", keys[i]);
        pairs(out, n);
        fprintf(out, "}\"\n");
    }
}

#endif
