/* Tests of base/blocks, through the names of the C library, as pave is linked: blocks of every size keep what is written
 * to them while others come, change and go, and memory that the C library made itself can be resized and freed. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_BLOCK = 500, N_STEP = 300000 };

struct piece {
    unsigned char *memory; /* NULL: none */
    size_t size;
    unsigned char value; /* of every byte */
};

static uint64_t state = 54321;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* Small sizes mostly, and now and then some beyond what blocks are made for. */
static size_t draw_size(void)
{
    static const unsigned limits[] = {17, 100, 300, 2100, 5000, 200000};
    return draw(limits[draw(draw(50) ? 4 : 6)]);
}

static void fill(struct piece *piece, size_t size)
{
    piece->size = size;
    piece->value = (unsigned char)draw(256);
    if (size)
        memset(piece->memory, piece->value, size);
}

static bool has_only(const unsigned char *memory, size_t size, unsigned char value)
{
    for (size_t i = 0; i < size; i++)
        if (memory[i] != value)
            return false;
    return true;
}

/* A new block in one of three ways; false where it is none, not aligned, or should be zero and is not. */
static bool make(struct piece *piece)
{
    size_t size = draw_size();
    bool ok = true;
    switch (draw(3)) {
    case 0:
        piece->memory = malloc(size);
        break;
    case 1:
        piece->memory = calloc(size / 7 + 1, 7);
        size = (size / 7 + 1) * 7;
        ok = piece->memory && has_only(piece->memory, size, 0);
        break;
    default:
        piece->memory = (unsigned char *)strdup("made by the C library");
        size = strlen("made by the C library") + 1;
        break;
    }
    if (!piece->memory || (uintptr_t)piece->memory % 8)
        return false;
    fill(piece, size);
    return ok;
}

/* Make, resize or drop a block; false where its bytes are not those that were written. */
static bool step(struct piece *piece)
{
    if (!piece->memory)
        return make(piece);
    if (!has_only(piece->memory, piece->size, piece->value))
        return false;
    if (draw(2)) {
        free(piece->memory);
        piece->memory = NULL;
        return true;
    }
    size_t size = 1 + draw_size();
    unsigned char *resized = realloc(piece->memory, size);
    if (!resized)
        return false;
    piece->memory = resized;
    bool ok = has_only(resized, size < piece->size ? size : piece->size, piece->value);
    fill(piece, size);
    return ok;
}

/* Sizes that no machine has, also as products. The compiler should not know them. */
static bool refuses_too_much(void)
{
    volatile size_t most = SIZE_MAX;
    void *a = malloc(most - 8), *b = calloc(most / 2, 3), *c = calloc(3, most / 2);
    bool ok = !a && !b && !c;
    free(a);
    free(b);
    free(c);
    free(NULL);
    return ok;
}

int main(void)
{
    static struct piece pieces[N_BLOCK];
    bool refuses = refuses_too_much(), ok = true;
    puts(refuses ? "ok limits" : "FAIL limits more memory was given than there is");
    for (int i = 0; ok && i < N_STEP; i++)
        ok = step(&pieces[draw(N_BLOCK)]);
    for (int i = 0; i < N_BLOCK; i++) {
        ok = ok && (!pieces[i].memory || has_only(pieces[i].memory, pieces[i].size, pieces[i].value));
        free(pieces[i].memory);
    }
    puts(ok ? "ok blocks" : "FAIL blocks a block does not hold what was written to it");
    return ok && refuses ? 0 : 1;
}
