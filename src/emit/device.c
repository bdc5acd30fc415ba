/* Prints regions for a device: kernels, and the functions that copy data and launch them. */
#include "emit/device.h"

#include <ctype.h>
#include <string.h>

/* "text" as it stands between the quotes of a literal. */
static const char *quoted(struct pv_arena *arena, const char *text)
{
    char *copy = pv_alloc(arena, 2 * strlen(text) + 1), *to = copy;
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    return copy;
}

struct pv_device pv_device_begin(struct pv_arena *arena, const struct pv_names *names, const struct pv_target *target,
                                 const struct pv_pshared *shared, const char *base)
{
    struct pv_device device = {.arena = arena, .names = names, .target = target, .shared = shared, .own = names->own};
    char *name = pv_strdup(arena, base);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    device.how = pv_cprint_begin(arena, names->own);
    device.how.target = target;
    device.source_name = quoted(arena, names->unit->file_name);
    device.prefix = pv_printf(arena, "%s%s", device.own, name);
    device.kernel = pv_names_prefix(names, "kernel");
    return device;
}

void pv_device_free(struct pv_device *device)
{
    pv_sb_free(&device->kernels);
    pv_sb_free(&device->entries);
    pv_sb_free(&device->prototypes);
}

static void add(struct pv_sb *out, const struct pv_sb *text)
{
    pv_sb_addn(out, text->n ? text->text : "", text->n);
}

/* Kernels. */

/* Declare the coordinates that "kernel" names. */
static void declare_coordinates(const struct pv_device *device, const struct pv_pkernel *kernel, struct pv_writer *out)
{
    static const char *const letters[PV_MAX_AXES] = {"x", "y", "z"}, *const digits[PV_MAX_AXES] = {"0", "1", "2"};
    const struct pv_target *target = device->target;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++) {
        int at = pv_kernel_device_axis(kernel->sizes, axis);
        const char *end = pv_printf(device->arena, "%s%s", target->has_letters ? letters[at] : digits[at],
                                    target->axis_end);
        if (kernel->uses_id[PV_LEVEL_BLOCK][axis])
            pv_emit_line(out, "const int %s = %s%s;", kernel->ids[PV_LEVEL_BLOCK][axis], target->block_id, end);
        if (kernel->uses_count[PV_LEVEL_BLOCK][axis])
            pv_emit_line(out, "const int %s = %s%s;", kernel->counts[PV_LEVEL_BLOCK][axis], target->n_blocks, end);
        bool is_one_thread = kernel->sizes->threads[axis] == 1; /* compilers do not know */
        if (kernel->uses_id[PV_LEVEL_THREAD][axis])
            pv_emit_line(out, "const int %s = %s%s;", kernel->ids[PV_LEVEL_THREAD][axis],
                         is_one_thread ? "0" : target->thread_id, is_one_thread ? "" : end);
    }
}

/* The arguments of "kernel", as a declaration has them. */
static void add_args(const struct pv_device *device, const struct pv_pkernel *kernel, struct pv_sb *out)
{
    for (int i = 0; i < kernel->args.n; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_cprint_arg(&device->how, out, &kernel->args.v[i], true);
    }
}

/* The body of "kernel". */
static void print_body(const struct pv_device *device, const struct pv_pkernel *kernel, struct pv_writer *out)
{
    pv_cprint_block(&device->how, out, &kernel->locals);
    pv_cprint_block(&device->how, out, &kernel->body);
}

/* The function with the text of "kernel", for itself and for a persistent one. There, too, pointers are restrict for as long as
 * it runs. */
static void print_step(struct pv_device *device, const struct pv_pkernel *kernel)
{
    struct pv_sb args = {0};
    struct pv_writer body = {.level = 1, .margin = ""};
    add_args(device, kernel, &args);
    pv_cprint_coordinates(&args, kernel, "const int ");
    print_body(device, kernel, &body);
    pv_sb_printf(&device->kernels, "\n%s void %s_step(%s)\n{\n", device->target->inline_head, kernel->name,
                 args.n ? args.text : "");
    add(&device->kernels, &body.text);
    pv_sb_add(&device->kernels, "}\n");
    pv_sb_free(&args);
    pv_sb_free(&body.text);
}

/* Overlapped tiles wait for each other often: so many threads are to be on a multiprocessor at a time, which leaves 64 registers for
 * each. nvcc takes more otherwise, to compute addresses ahead. */
enum { OVERLAP_THREADS = 1024 };

static void print_kernel(struct pv_device *device, struct pv_pkernel *kernel)
{
    struct pv_sb *out = &device->kernels;
    int threads = 1;
    kernel->name = pv_printf(device->arena, "%s%d", device->kernel, device->n_kernels++);
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++)
        threads *= kernel->sizes->threads[axis];
    if (kernel->is_step)
        print_step(device, kernel);
    device->persists = device->persists || kernel->is_persistent;
    pv_sb_printf(out, "\n%s", device->target->kernel_head);
    if (device->target->has_launch_bounds && kernel->sizes->overlap && threads < OVERLAP_THREADS)
        pv_sb_printf(out, " __launch_bounds__(%d, %d)", threads, OVERLAP_THREADS / threads);
    else if (device->target->has_launch_bounds)
        pv_sb_printf(out, " __launch_bounds__(%d)", threads);
    pv_sb_printf(out, " %s(", kernel->name);
    add_args(device, kernel, out);
    pv_sb_add(out, ")\n{\n");
    struct pv_writer body = {.level = 1, .margin = ""};
    struct pv_ps step = {.kind = PV_PS_STEP, .kernel = kernel}, *alone = &step;
    declare_coordinates(device, kernel, &body);
    if (kernel->is_step)
        pv_cprint_block(&device->how, &body, &(pv_pblock){&alone, 1, 1});
    else
        print_body(device, kernel, &body);
    add(out, &body.text);
    pv_sb_free(&body.text);
    pv_sb_add(out, "}\n");
    pv_pblock_macros(&kernel->body, device->kernel_macros);
}

/* The function of a region. */

struct entry {
    struct pv_device *device;
    const struct pv_prog *prog;
    const struct pv_pentry *entry;
};

static unsigned line_of(const struct pv_prog *prog)
{
    return prog->code->scop->region->range.begin.line;
}

static struct pv_target_launch launch_of(const struct entry *entry, const struct pv_pkernel *kernel)
{
    return (struct pv_target_launch){kernel, entry->device->own, line_of(entry->prog), &entry->device->how};
}

static void print_launch(struct pv_writer *out, const struct pv_pkernel *kernel, void *user)
{
    const struct entry *entry = user;
    struct pv_target_launch launch = launch_of(entry, kernel);
    entry->device->target->launch(out, &launch);
}

/* "before" each argument of the function, or what is handed over for it. */
static const char *params_text(const struct entry *entry, bool has_types)
{
    struct pv_sb text = {0};
    for (int i = 0; i < entry->entry->params.n; i++) {
        const struct pv_parg *param = &entry->entry->params.v[i];
        pv_sb_add(&text, i ? ", " : "");
        if (has_types)
            pv_sb_printf(&text, "%s %s", param->type, param->is_buffer ? "*" : "");
        pv_sb_add(&text, param->name);
    }
    const char *result = pv_strdup(entry->device->arena, text.n ? text.text : "");
    pv_sb_free(&text);
    return result;
}

static const char *call_text(const struct entry *entry, const char *name)
{
    struct pv_sb text = {0};
    pv_sb_printf(&text, "%s(", name);
    if (entry->entry->is_divided)
        pv_sb_printf(&text, "&%sheld", entry->device->own);
    for (int i = 0; i < entry->entry->params.n; i++) {
        const struct pv_parg *param = &entry->entry->params.v[i];
        pv_sb_printf(&text, "%s%s%s%s", i || entry->entry->is_divided ? ", " : "", param->is_buffer ? "(void *)" : "",
                     param->is_buffer && param->is_address ? "&" : "", param->value);
    }
    pv_sb_add(&text, ")");
    const char *result = pv_strdup(entry->device->arena, text.text);
    pv_sb_free(&text);
    return result;
}

/* What is done where the device does not run the region. */
static const char *give_up(const struct entry *entry)
{
    return entry->prog->keeps_original ? "return 0;" : "exit(1);";
}

static bool has_mixed(const struct entry *entry)
{
    for (int i = 0; i < entry->entry->buffers.n; i++)
        if (entry->entry->buffers.v[i].is_mixed)
            return true;
    return false;
}

static void print_size(const struct entry *entry, const struct pv_pbuffer *buffer, struct pv_writer *out)
{
    struct pv_sb bytes = {0};
    pv_cprint_expr(&entry->device->how, &bytes, buffer->bytes);
    pv_px_macros(buffer->bytes, entry->device->host_macros);
    pv_emit_line(out, "const size_t %s_size = %s;", buffer->buffer, bytes.text);
    pv_sb_free(&bytes);
}

/* All sizes, and the test whether arrays are interleaved. */
static void print_mixed(const struct entry *entry, struct pv_writer *out)
{
    const char *own = entry->device->own;
    for (int i = 0; i < entry->entry->buffers.n; i++)
        print_size(entry, &entry->entry->buffers.v[i], out);
    pv_emit_line(out, "const %srange %sranges[] = {", own, own);
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        if (buffer->is_mixed)
            pv_emit_line(out, "    {%s, %s_size},", buffer->name, buffer->buffer);
    }
    pv_emit_line(out, "};");
    const char *refuse = pv_printf(entry->device->arena, " && !%srefuse(%u, \"%s\", \"\")", own, line_of(entry->prog),
                                   "arrays are interleaved");
    pv_emit_line(out, "if (%sare_mixed((int)(sizeof(%sranges) / sizeof(*%sranges)), %sranges)%s)", own, own, own, own,
                 entry->prog->keeps_original ? "" : refuse);
    pv_emit_line(out, "    %s", give_up(entry));
    entry->device->mixes = true;
}

static void print_data(const struct entry *entry, struct pv_writer *out)
{
    const char *own = entry->device->own;
    bool is_mixed = has_mixed(entry);
    if (is_mixed)
        print_mixed(entry, out);
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        const struct pv_device_array *array = buffer->device;
        const char *name = buffer->buffer, *source = array->array->var->name;
        if (!is_mixed)
            print_size(entry, buffer, out);
        const char *test = array->is_tested ? pv_printf(entry->device->arena, "!%s ? NULL : ", buffer->name) : "";
        pv_emit_line(out, "%sbuffer %s = %s%sallocate(%s_size, \"%s\", %u);", own, name, test, own, name, source,
                     line_of(entry->prog));
        if (buffer->next)
            pv_emit_line(out, "%sbuffer %s = %s%sallocate(%s_size, \"%s\", %u);", own, buffer->next, test, own, name,
                         source, line_of(entry->prog));
        if (array->copy_in)
            pv_emit_line(out, "%scopy_in(%s, %s, %s_size, \"%s\", %u);", own, name, buffer->name, name, source,
                         line_of(entry->prog));
    }
}

static void print_releases(const struct entry *entry, struct pv_writer *out)
{
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        const char *const names[] = {buffer->buffer, buffer->next};
        for (int k = 0; k < 2 && names[k]; k++)
            pv_emit_line(out, "%srelease(%s, \"%s\", %u);", entry->device->own, names[k],
                         buffer->device->array->var->name, line_of(entry->prog));
    }
}

/* Leave the function where the device is not there, does not take the kernels, or has no memory for the data. */
static void print_start(const struct entry *entry, struct pv_writer *out)
{
    struct pv_device *device = entry->device;
    const char *outcome = entry->prog->keeps_original ? "the region runs on the host" : "the program ends";
    const char *region = device->target->is_opencl ? pv_printf(device->arena, "%d, ", device->n_regions) : "";
    pv_emit_line(out, "if (!%sstart(%s%u, \"%s\"))", device->own, region, line_of(entry->prog), outcome);
    pv_emit_line(out, "    %s", give_up(entry));
    for (int i = 0; i < entry->entry->kernels.n; i++) {
        struct pv_target_launch launch = launch_of(entry, entry->entry->kernels.v[i]);
        device->target->prepare(out, &launch, device->n_regions);
        pv_emit_line(out, "    %s", give_up(entry));
    }
    print_data(entry, out);
    pv_emit_line(out, "if (%sruns_out) {", device->own);
    out->level++;
    print_releases(entry, out);
    pv_emit_line(out, "%s", give_up(entry));
    out->level--;
    pv_emit_line(out, "}");
}

static void print_results(const struct entry *entry, struct pv_writer *out)
{
    const char *own = entry->device->own;
    pv_emit_line(out, "%sfinish(%u);", own, line_of(entry->prog));
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        if (buffer->device->copy_out)
            pv_emit_line(out, "%scopy_out(%s, %s, %s_size, \"%s\", %u);", own, buffer->name, buffer->buffer,
                         buffer->buffer, buffer->device->array->var->name, line_of(entry->prog));
    }
    print_releases(entry, out);
}

/* The function "narrow" does the work where it can. */
static void print_narrow_call(const struct entry *entry, const char *narrow, struct pv_writer *out)
{
    struct pv_sb condition = {0};
    pv_cprint_expr(&entry->device->how, &condition, entry->entry->is_narrow);
    pv_emit_line(out, "if (%s)", condition.text);
    pv_emit_line(out, "    return %s(%s);", narrow, params_text(entry, false));
    pv_sb_free(&condition);
}

/* Regions with statements of the host. */

/* Add the function "head" with "body", which is freed. */
static void add_function(struct pv_device *device, const char *head, struct pv_writer *body)
{
    pv_sb_printf(&device->prototypes, "%s;\n", head);
    pv_sb_printf(&device->entries, "\n%s\n{\n", head);
    add(&device->entries, &body->text);
    pv_sb_add(&device->entries, "}\n");
    pv_sb_free(&body->text);
}

/* The function that allocates and copies what the kernels need, and hands out a list of it. */
static void print_begin(struct entry *entry, const char *name)
{
    struct pv_device *device = entry->device;
    const char *own = device->own;
    struct pv_writer out = {.level = 1, .margin = ""};
    print_start(entry, &out);
    pv_emit_line(&out, "const %sitem %sitems[] = {", own, own);
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        const struct pv_device_array *array = buffer->device;
        bool has_host = array->copy_in || array->copy_out || array->is_tested || array->is_held;
        pv_emit_line(&out, "    {%s, %s, %s_size, \"%s\", 1, 1},", buffer->buffer, has_host ? buffer->name : "NULL",
                     buffer->buffer, array->array->var->name);
    }
    if (!entry->entry->buffers.n)
        pv_emit_line(&out, "    {0, NULL, 0, \"\", 1, 1},");
    pv_emit_line(&out, "};");
    pv_emit_line(&out, "*%sheld = %shold((int)(sizeof(%sitems) / sizeof(*%sitems)), %sitems);", own, own, own, own,
                 own);
    pv_emit_line(&out, "if (!*%sheld) {", own);
    out.level++;
    print_releases(entry, &out);
    pv_emit_line(&out, "%s", give_up(entry));
    out.level--;
    pv_emit_line(&out, "}");
    pv_emit_line(&out, "return 1;");
    const char *params = params_text(entry, true);
    add_function(device,
                 pv_printf(device->arena, "%sint %s(void **%sheld%s%s)", device->target->linkage, name, own,
                           *params ? ", " : "", params),
                 &out);
}

static void print_items(const struct entry *entry, struct pv_writer *out)
{
    const char *own = entry->device->own;
    pv_emit_line(out, "%sitem *const %sitems = (%sitem *)%sheld;", own, own, own, own);
}

/* The function that launches "kernel", after what it needs has come to the device. */
static void print_run(struct entry *entry, const char *name, int number)
{
    struct pv_device *device = entry->device;
    const char *own = device->own;
    struct pv_pkernel *kernel = entry->entry->kernels.v[number];
    struct pv_target_launch launch = launch_of(entry, kernel);
    struct pv_writer out = {.level = 1, .margin = ""};
    struct pv_sb head = {0};
    pv_sb_printf(&head, "%svoid %s_run%d(void *%sheld", device->target->linkage, name, number, own);
    for (int i = 0; i < kernel->sizes->n_axes; i++)
        pv_sb_printf(&head, ", long long %sn%d", own, i);
    if (device->target->is_opencl) {
        device->target->prepare(&out, &launch, device->n_regions);
        pv_emit_line(&out, "    exit(1);");
    }
    print_items(entry, &out);
    for (int i = 0; i < kernel->args.n; i++) {
        const struct pv_parg *arg = &kernel->args.v[i];
        if (!arg->is_buffer)
            pv_sb_printf(&head, ", %s %s", arg->outer_type, arg->value);
        for (int k = 0; arg->is_buffer && k < entry->entry->buffers.n; k++)
            if (!strcmp(entry->entry->buffers.v[k].buffer, arg->value))
                pv_emit_line(&out, "const %sbuffer %s = %sto_device(&%sitems[%d], %d, %u);", own, arg->value, own, own,
                             k, !arg->is_const, line_of(entry->prog));
    }
    pv_sb_add(&head, ")");
    device->target->launch(&out, &launch);
    add_function(device, head.text, &out);
    pv_sb_free(&head);
}

static void note_hold(const struct pv_ps *stmt, void *user)
{
    bool *uses = user;
    if (stmt->kind == PV_PS_HOLD)
        uses[stmt->hold] = true;
}

/* The functions for what the host accesses, for waiting, and for the end, as far as the program calls them. */
static void print_holds(struct entry *entry, const char *name)
{
    struct pv_device *device = entry->device;
    const char *own = device->own, *linkage = device->target->linkage;
    unsigned line = line_of(entry->prog);
    struct pv_writer fetch = {.level = 1, .margin = ""}, wait = fetch, end = fetch;
    bool uses[PV_HOLD_END + 1] = {false};
    pv_pblock_visit(&entry->prog->body, note_hold, NULL, uses);
    if (uses[PV_HOLD_FETCH]) {
        print_items(entry, &fetch);
        pv_emit_line(&fetch, "%sto_host(&%sitems[%snumber], %sis_written, %u);", own, own, own, own, line);
        add_function(device,
                     pv_printf(device->arena, "%svoid %s_fetch(void *%sheld, int %snumber, int %sis_written)", linkage,
                               name, own, own, own),
                     &fetch);
    }
    if (uses[PV_HOLD_WAIT]) {
        pv_emit_line(&wait, "%sfinish(%u);", own, line);
        add_function(device, pv_printf(device->arena, "%svoid %s_wait(void)", linkage, name), &wait);
    }
    print_items(entry, &end);
    for (int i = 0; i < entry->entry->buffers.n; i++) {
        const struct pv_pbuffer *buffer = &entry->entry->buffers.v[i];
        if (buffer->device->copy_out)
            pv_emit_line(&end, "%sto_host(&%sitems[%d], 0, %u);", own, own, i, line);
    }
    pv_emit_line(&end, "%sfinish(%u);", own, line);
    for (int i = 0; i < entry->entry->buffers.n; i++)
        pv_emit_line(&end, "%srelease(%sitems[%d].buffer, \"%s\", %u);", own, own, i,
                     entry->entry->buffers.v[i].device->array->var->name, line);
    pv_emit_line(&end, "free(%sitems);", own);
    add_function(device, pv_printf(device->arena, "%svoid %s_end(void *%sheld)", linkage, name, own), &end);
}

static void print_divided(struct entry *entry, const char *name)
{
    for (int i = 0; i < entry->entry->kernels.n; i++)
        print_kernel(entry->device, entry->entry->kernels.v[i]);
    print_begin(entry, name);
    for (int i = 0; i < entry->entry->kernels.n; i++)
        print_run(entry, name, i);
    print_holds(entry, name);
    entry->device->holds = true;
}

/* What the text of the program needs to know of a region. */
struct part {
    const struct pv_device *device;
    const struct pv_pentry *entry;
    const char *name;
};

static void print_run_call(struct pv_writer *out, const struct pv_pkernel *kernel, void *user)
{
    const struct part *part = user;
    struct pv_sb args = {0};
    int number = 0;
    while (part->entry->kernels.v[number] != kernel)
        number++;
    for (int i = 0; i < kernel->sizes->n_axes; i++)
        pv_sb_printf(&args, ", %sn%d", part->device->own, i);
    for (int i = 0; i < kernel->args.n; i++)
        if (!kernel->args.v[i].is_buffer)
            pv_sb_printf(&args, ", %s", kernel->args.v[i].outer);
    pv_emit_line(out, "%s_run%d(%sheld%s);", part->name, number, part->device->own, args.n ? args.text : "");
    pv_sb_free(&args);
}

static void print_hold_call(struct pv_writer *out, const struct pv_ps *stmt, void *user)
{
    const struct part *part = user;
    const char *own = part->device->own;
    if (stmt->hold == PV_HOLD_WAIT)
        pv_emit_line(out, "%s_wait();", part->name);
    else if (stmt->hold == PV_HOLD_FETCH)
        pv_emit_line(out, "%s_fetch(%sheld, %d, %d);", part->name, own, stmt->buffer, stmt->is_write);
    else
        pv_emit_line(out, "%s_end(%sheld);", part->name, own);
}

struct pv_cprint pv_device_calls(const struct pv_device *device, const struct pv_prog *prog, struct pv_cprint how)
{
    struct part *part = pv_new(device->arena, struct part);
    *part = (struct part){device, prog->entry,
                          pv_printf(device->arena, "%s_%d", device->prefix, device->n_regions - 1)};
    how.launch = print_run_call;
    how.hold = print_hold_call;
    how.user = part;
    return how;
}

/* Print the kernels and the function, called "name", and before it that for small parameters. */
static void print_entry(struct entry *entry, const char *name)
{
    struct pv_device *device = entry->device;
    const char *narrow = pv_printf(device->arena, "%s_narrow", name);
    if (entry->entry->narrow) {
        struct entry other = {device, entry->prog, entry->entry->narrow};
        print_entry(&other, narrow);
    }
    for (int i = 0; i < entry->entry->kernels.n; i++)
        print_kernel(device, entry->entry->kernels.v[i]);
    const char *signature = entry->entry->params.n ? params_text(entry, true) : "void";
    const char *linkage = entry->entry->is_small ? "static " : device->target->linkage;
    /* In another setting of the macros the region keeps its text, and nothing calls the function. */
    const char *use = entry->prog->code->scop->region->setting.n ? "__attribute__((unused)) " : "";
    if (!entry->entry->is_small)
        pv_sb_printf(&device->prototypes, "%s%sint %s(%s);\n", use, linkage, name, signature);
    struct pv_writer out = {.level = 1, .margin = ""};
    if (entry->entry->narrow)
        print_narrow_call(entry, narrow, &out);
    print_start(entry, &out);
    struct pv_cprint how = device->how;
    how.launch = print_launch;
    how.user = entry;
    pv_cprint_block(&how, &out, &entry->entry->body);
    pv_pblock_macros(&entry->entry->body, device->host_macros);
    print_results(entry, &out);
    pv_emit_line(&out, "return 1;");
    pv_sb_printf(&device->entries, "\n%sint %s(%s)\n{\n", linkage, name, signature);
    add(&device->entries, &out.text);
    pv_sb_add(&device->entries, "}\n");
    pv_sb_free(&out.text);
}

const char *pv_device_print_region(struct pv_device *device, const struct pv_prog *prog)
{
    struct entry entry = {device, prog, prog->entry};
    const char *name = pv_printf(device->arena, "%s_%d", device->prefix, device->n_regions);
    (entry.entry->is_divided ? print_divided : print_entry)(&entry, name);
    device->n_regions++;
    pv_push(device->arena, &device->region_ends, device->kernels.n);
    return call_text(&entry, name);
}

/* What kernels need. */

static void print_record(const struct pv_cprint *how, const struct pv_precord *record, struct pv_sb *out)
{
    const char *word = record->is_union ? "union" : "struct";
    struct pv_writer fields = {.level = 1, .margin = ""};
    pv_cprint_block(how, &fields, &record->fields);
    pv_sb_printf(out, "\n%s%s {\n", record->has_tag ? "" : "typedef ", record->has_tag ? record->name : word);
    add(out, &fields.text);
    pv_sb_printf(out, "}%s%s;\n", record->has_tag ? "" : " ", record->has_tag ? "" : record->name);
    pv_sb_free(&fields.text);
}

/* The head of a function that is carried over. */
static void print_function_head(const struct pv_device *device, const struct pv_pfunction *function, struct pv_sb *out)
{
    pv_sb_printf(out, "\n%s %s %s(", device->target->function_head, function->type, function->name);
    for (int i = 0; i < function->params.n; i++) {
        pv_sb_add(out, i ? ", " : "");
        pv_cprint_arg(&device->how, out, &function->params.v[i], true);
    }
    pv_sb_add(out, function->params.n ? ")" : "void)");
}

/* All functions are declared before the first. */
static void print_functions(const struct pv_device *device, struct pv_sb *out)
{
    for (int i = 0; i < device->shared->functions.n; i++) {
        print_function_head(device, &device->shared->functions.v[i], out);
        pv_sb_add(out, ";\n");
    }
    for (int i = 0; i < device->shared->functions.n; i++) {
        struct pv_writer body = {.level = 1, .margin = ""};
        print_function_head(device, &device->shared->functions.v[i], out);
        pv_cprint_block(&device->how, &body, &device->shared->functions.v[i].body);
        pv_sb_add(out, "\n{\n");
        add(out, &body.text);
        pv_sb_add(out, "}\n");
        pv_sb_free(&body.text);
    }
}

void pv_device_print_source(struct pv_device *device, struct pv_sb *out, bool print_types)
{
    if (device->target->is_opencl && device->shared->uses_double)
        pv_sb_add(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    pv_cprint_macros(&device->how, out, device->kernel_macros);
    for (int i = 0; i < device->shared->records.n && print_types; i++)
        print_record(&device->how, &device->shared->records.v[i], out);
    print_functions(device, out);
    add(out, &device->kernels);
}
