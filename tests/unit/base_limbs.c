/* Tests of base/limbs: pieces of every length keep what is written to them while others come, change and go. */
#include "base/limbs.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { N_PIECE = 500, MAX_SIZE = 200, N_STEP = 200000 };

struct piece {
    unsigned char *memory; /* NULL: none */
    size_t size;
    unsigned char value; /* of every byte */
};

static uint64_t state = 12345;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static void fill(struct piece *piece, size_t size)
{
    piece->size = size;
    piece->value = (unsigned char)draw(256);
    for (size_t i = 0; i < size; i++)
        piece->memory[i] = piece->value;
}

static bool is_kept(const struct piece *piece, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (piece->memory[i] != piece->value)
            return false;
    return true;
}

/* Make, resize or drop a piece; false where its bytes are not those that were written. */
static bool step(struct piece *piece)
{
    void *(*allocate)(size_t);
    void *(*resize)(void *, size_t, size_t);
    void (*release)(void *, size_t);
    mp_get_memory_functions(&allocate, &resize, &release);
    size_t size = 1 + draw(draw(2) ? 16 : MAX_SIZE);
    if (!piece->memory) {
        piece->memory = allocate(size);
        fill(piece, size);
        return true;
    }
    if (!is_kept(piece, piece->size))
        return false;
    if (draw(2)) {
        release(piece->memory, piece->size);
        piece->memory = NULL;
        return true;
    }
    piece->memory = resize(piece->memory, piece->size, size);
    bool ok = is_kept(piece, size < piece->size ? size : piece->size);
    fill(piece, size);
    return ok;
}

/* Numbers of many lengths: (2^k + 1) (2^k - 1) = 4^k - 1. */
static bool can_multiply(void)
{
    bool ok = true;
    for (unsigned k = 1; k < 2000; k++) {
        mpz_t power, above, below;
        mpz_inits(power, above, below, NULL);
        mpz_setbit(power, k);
        mpz_add_ui(above, power, 1);
        mpz_sub_ui(below, power, 1);
        mpz_mul(power, above, below);
        mpz_add_ui(power, power, 1);
        ok = ok && mpz_scan1(power, 0) == 2UL * k && mpz_popcount(power) == 1;
        mpz_clears(power, above, below, NULL);
    }
    return ok;
}

int main(void)
{
    static struct piece pieces[N_PIECE];
    pv_limbs_pool();
    bool ok = true;
    for (int i = 0; i < N_STEP && ok; i++)
        ok = step(&pieces[draw(N_PIECE)]);
    puts(ok ? "ok pieces" : "FAIL pieces a piece does not hold what was written to it");
    bool multiplies = can_multiply();
    puts(multiplies ? "ok numbers" : "FAIL numbers a product is wrong");
    for (int i = 0; i < N_PIECE; i++)
        while (ok && pieces[i].memory)
            ok = step(&pieces[i]);
    return ok && multiplies ? 0 : 1;
}
