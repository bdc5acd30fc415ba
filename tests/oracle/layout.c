/* Maps the elements of the model to addresses of the traced program, and back. */
#include "layout.h"

#include <string.h>

struct layout *layout_new(struct pv_arena *arena, const struct plan *plan)
{
    struct layout *layout = pv_new(arena, struct layout);
    layout->arena = arena;
    layout->plan = plan;
    layout->vars = pv_new_array(arena, struct byte_range, plan->vars.n + 1);
    layout->fields = pv_new_array(arena, uint64_t, plan->fields.n + 1);
    layout->arrays = pv_new_array(arena, struct array_layout, plan->scop->arrays.n + 1);
    for (int i = 0; i < plan->scop->arrays.n; i++)
        layout->arrays[i].strides = pv_new_array(arena, uint64_t, plan->scop->arrays.v[i]->n_dims + 1);
    return layout;
}

void layout_bind(struct layout *layout, const struct trace_binding *binding)
{
    switch (binding->kind) {
    case TRACE_VARIABLE:
        layout->vars[binding->id] = (struct byte_range){binding->a, binding->a + binding->b};
        break;
    case TRACE_BASE:
        layout->arrays[binding->id].is_known = true;
        layout->arrays[binding->id].base = binding->a;
        break;
    case TRACE_STRIDE:
        layout->arrays[binding->id].strides[binding->a] = binding->b;
        break;
    case TRACE_FIELD:
        layout->fields[binding->id] = binding->a;
        break;
    default:
        break;
    }
}

/*--------------------------------------------------------------------------------------------------*/
/* Pointers in memory */

/* The entry of "address", or the free one where it belongs. */
static struct pointer_cell *find_cell(const struct layout *layout, uint64_t address)
{
    uint64_t i = (address >> 3) * 0x9e3779b97f4a7c15u;
    for (i >>= 20;; i++) {
        struct pointer_cell *cell = &layout->cells[i % (uint64_t)layout->cap_cells];
        if (!cell->address || cell->address == address)
            return cell;
    }
}

static void grow_cells(struct layout *layout)
{
    struct layout old = *layout;
    layout->cap_cells = old.cap_cells ? 2 * old.cap_cells : 256;
    layout->cells = pv_new_array(layout->arena, struct pointer_cell, layout->cap_cells);
    for (int i = 0; i < old.cap_cells; i++)
        if (old.cells[i].address)
            *find_cell(layout, old.cells[i].address) = old.cells[i];
}

void layout_note_read(struct layout *layout, const struct trace_access *access)
{
    if (access->is_write || access->size != 8 || !access->address)
        return;
    if (2 * layout->n_cells >= layout->cap_cells)
        grow_cells(layout);
    struct pointer_cell *cell = find_cell(layout, access->address);
    layout->n_cells += !cell->address;
    *cell = (struct pointer_cell){access->address, access->value};
}

/* Follow the pointer stored at "*address". */
static bool follow(struct layout *layout, uint64_t *address, struct place *place)
{
    struct byte_range cell = {*address, *address + 8};
    pv_push(layout->arena, &place->pointers, cell);
    const struct pointer_cell *known = layout->cap_cells ? find_cell(layout, *address) : NULL;
    if (!known || !known->address)
        return false;
    *address = known->value;
    return true;
}

/*--------------------------------------------------------------------------------------------------*/
/* Elements to addresses */

/* The last subscript in the text, for all linearised dimensions of an array: each of them counts as
 * many elements as the later ones have together. */
static bool linear_subscript(const struct model_relation *relation, const int64_t *subscripts, int64_t *linear)
{
    const struct pv_array *array = relation->access->array;
    int first = array->n_dims - array->n_linear;
    *linear = subscripts[first];
    for (int i = first + 1; i < array->n_dims; i++) {
        if (relation->sizes[i] < 0)
            return false;
        *linear = *linear * relation->sizes[i] + subscripts[i];
    }
    return true;
}

/* The address of the array's element with these subscripts. */
static bool find_element(struct layout *layout, const struct model_relation *relation, const int64_t *subscripts,
                         uint64_t *address, struct place *place)
{
    const struct pv_array *array = relation->access->array;
    const struct array_layout *known = &layout->arrays[plan_find_array(layout->plan, array)];
    if (!known->is_known)
        return false;
    *address = known->base;
    const struct pv_ctype *type = array->var->type;
    int n = plan_n_subscripts(array);
    for (int i = 0; i < n; i++, type = type->elem) {
        int64_t subscript = subscripts[i];
        if (i > 0 && type->kind == PV_TYPE_POINTER && !follow(layout, address, place))
            return false;
        if (i == n - 1 && array->n_linear && !linear_subscript(relation, subscripts, &subscript))
            return false;
        *address += (uint64_t)subscript * known->strides[i];
    }
    return true;
}

bool layout_find(struct layout *layout, const struct model_relation *relation, const int64_t *subscripts,
                 struct place *place)
{
    *place = (struct place){0};
    uint64_t address;
    if (!find_element(layout, relation, subscripts, &address, place))
        return false;
    const struct pv_ctype *type = relation->access->array->elem;
    place->element = (struct byte_range){address, address + (uint64_t)type->size};
    subscripts += relation->steps[0].n_subscripts;
    for (int i = 1; i < relation->n_steps; i++) {
        const struct pv_field *field = relation->steps[i].field;
        int id = plan_find_field(layout->plan, field);
        if (id < 0)
            return false;
        address += layout->fields[id];
        type = field->type;
        for (int j = 0; j < relation->steps[i].n_subscripts; j++, type = type->elem) {
            if (type->kind == PV_TYPE_POINTER && !follow(layout, &address, place))
                return false;
            address += (uint64_t)(*subscripts++ * type->elem->size);
        }
    }
    place->bytes = (struct byte_range){address, address + (uint64_t)type->size};
    return true;
}

/*--------------------------------------------------------------------------------------------------*/
/* Addresses to elements */

/* Divide "*offset" by "stride", rounding down, and leave the rest. */
static int64_t split_offset(int64_t *offset, int64_t stride)
{
    int64_t index = *offset / stride;
    if (*offset % stride < 0)
        index--;
    *offset -= index * stride;
    return index;
}

/* The subscripts of the array's own dimensions; "*offset" becomes the offset in the element. */
static bool array_subscripts(const struct layout *layout, const struct model_relation *relation, int64_t *offset,
                             int64_t *subscripts)
{
    const struct pv_array *array = relation->access->array;
    const struct array_layout *known = &layout->arrays[plan_find_array(layout->plan, array)];
    if (!known->is_known || array->is_indirect)
        return false;
    *offset -= (int64_t)known->base;
    int n = plan_n_subscripts(array);
    for (int i = 0; i < n; i++)
        subscripts[i] = split_offset(offset, (int64_t)known->strides[i]);
    for (int i = array->n_dims - 1; i >= n && array->n_linear; i--) {
        if (relation->sizes[i] <= 0)
            return false;
        int64_t rest = subscripts[n - 1];
        subscripts[n - 1] = split_offset(&rest, relation->sizes[i]);
        subscripts[i] = rest;
    }
    return *offset >= 0;
}

bool layout_subscripts(const struct layout *layout, const struct model_relation *relation, uint64_t address,
                       int64_t *subscripts)
{
    int64_t offset = (int64_t)address;
    if (!array_subscripts(layout, relation, &offset, subscripts))
        return false;
    const struct pv_ctype *type = relation->access->array->elem;
    subscripts += relation->steps[0].n_subscripts;
    for (int i = 1; i < relation->n_steps; i++) {
        const struct pv_field *field = relation->steps[i].field;
        int id = plan_find_field(layout->plan, field);
        if (id < 0)
            return false;
        offset -= (int64_t)layout->fields[id];
        type = field->type;
        if (offset < 0 || offset >= type->size)
            return false;
        for (int j = 0; j < relation->steps[i].n_subscripts; j++, type = type->elem) {
            if (type->kind == PV_TYPE_POINTER)
                return false;
            *subscripts++ = split_offset(&offset, type->elem->size);
        }
    }
    return offset < type->size;
}

bool layout_is_padding(const struct layout *layout, const struct pv_ctype *type, uint64_t offset)
{
    for (; type->kind == PV_TYPE_ARRAY && type->elem->size > 0; type = type->elem)
        offset %= (uint64_t)type->elem->size;
    if (type->kind != PV_TYPE_RECORD)
        return false;
    for (int i = 0; i < type->record->n_fields; i++) {
        const struct pv_field *field = &type->record->fields[i];
        int id = plan_find_field(layout->plan, field);
        if (id < 0)
            return false;
        uint64_t begin = layout->fields[id], end = begin + (uint64_t)field->type->size;
        if (begin <= offset && offset < end)
            return layout_is_padding(layout, field->type, offset - begin);
    }
    return true;
}

int layout_find_var(const struct layout *layout, uint64_t address)
{
    for (int i = 0; i < layout->plan->vars.n; i++)
        if (layout->vars[i].begin <= address && address < layout->vars[i].end)
            return i;
    return -1;
}

/* Memory further than this from an array's first element is taken as not belonging to it. */
#define FAR (1 << 20)

/* The array that most likely holds "address": an index of scop->arrays, or -1. */
static int guess_array(const struct layout *layout, uint64_t address)
{
    int best = -1;
    for (int i = 0; i < layout->plan->scop->arrays.n; i++) {
        const struct array_layout *known = &layout->arrays[i];
        if (!known->is_known || address < known->base || address - known->base >= FAR)
            continue;
        if (best < 0 || layout->arrays[best].base < known->base)
            best = i;
    }
    return best;
}

bool layout_may_hold(const struct layout *layout, const struct pv_array *array, uint64_t address)
{
    int var = layout_find_var(layout, address);
    if (array->is_indirect)
        return var < 0;
    uint64_t base = layout->arrays[plan_find_array(layout->plan, array)].base;
    if (var >= 0)
        return layout->vars[var].begin == base;
    int owner = guess_array(layout, address);
    return owner < 0 || layout->arrays[owner].base == base;
}

bool layout_is_element_padding(const struct layout *layout, const struct pv_array *array, uint64_t address)
{
    if (array->is_indirect || array->elem->kind != PV_TYPE_RECORD || array->elem->size <= 0)
        return false;
    uint64_t base = layout->arrays[plan_find_array(layout->plan, array)].base;
    if (address < base)
        return false;
    return layout_is_padding(layout, array->elem, (address - base) % (uint64_t)array->elem->size);
}

void layout_print(struct pv_sb *sb, const struct layout *layout, uint64_t address)
{
    int var = layout_find_var(layout, address);
    int array = guess_array(layout, address);
    bool is_array = array >= 0 && (var < 0 || layout->plan->vars.v[var].array == layout->plan->scop->arrays.v[array]);
    if (!is_array) {
        pv_sb_add(sb, var >= 0 ? layout->plan->vars.v[var].var->name : "unknown memory");
        return;
    }
    const struct array_layout *known = &layout->arrays[array];
    const struct pv_array *model = layout->plan->scop->arrays.v[array];
    int64_t offset = (int64_t)(address - known->base);
    pv_sb_add(sb, model->var->name);
    int n = model->is_indirect ? 1 : plan_n_subscripts(model);
    for (int i = 0; i < n; i++)
        pv_sb_printf(sb, "[%lld]", (long long)split_offset(&offset, (int64_t)known->strides[i]));
    if (offset)
        pv_sb_printf(sb, " + %lld bytes", (long long)offset);
}
