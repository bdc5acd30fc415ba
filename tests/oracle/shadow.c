/* Remembers who wrote each byte of the traced program last. */
#include "shadow.h"

/* The cell of "address", or the free one where it belongs. */
static struct shadow_cell *find_cell(const struct shadow *shadow, uint64_t address)
{
    uint64_t i = address * 0x9e3779b97f4a7c15u;
    for (i >>= 20;; i++) {
        struct shadow_cell *cell = &shadow->cells[i % (uint64_t)shadow->cap_cells];
        if (!cell->address || cell->address == address)
            return cell;
    }
}

static void grow(struct shadow *shadow)
{
    struct shadow old = *shadow;
    shadow->cap_cells = old.cap_cells ? 2 * old.cap_cells : 1024;
    shadow->cells = pv_new_array(shadow->arena, struct shadow_cell, shadow->cap_cells);
    for (int i = 0; i < old.cap_cells; i++)
        if (old.cells[i].address)
            *find_cell(shadow, old.cells[i].address) = old.cells[i];
}

const struct shadow_cell *shadow_find(const struct shadow *shadow, uint64_t address)
{
    const struct shadow_cell *cell = shadow->cap_cells ? find_cell(shadow, address) : NULL;
    return cell && cell->address ? cell : NULL;
}

void shadow_write(struct shadow *shadow, uint64_t address, int writer, const struct pv_array *array)
{
    if (2 * shadow->n_cells >= shadow->cap_cells)
        grow(shadow);
    struct shadow_cell *cell = find_cell(shadow, address);
    if (!cell->address) {
        shadow->n_cells++;
        *cell = (struct shadow_cell){address, writer, WRITER_NONE, array};
        return;
    }
    if (cell->writer != writer)
        cell->before = cell->writer;
    cell->writer = writer;
    cell->array = array;
}
