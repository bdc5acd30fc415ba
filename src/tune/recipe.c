/* Makes the commands that build and run a program. */
#include "tune/recipe.h"

#include "tune/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a file becomes a program unless the user says otherwise. Results are the same bit for bit only without contraction. */
#define COMPILE "${CC:-cc} -O3 -march=native -ffp-contract=off "
static const char *const usual_builds[] = {
    [PV_TUNE_C] = COMPILE "%s \"$SRC\" -o \"$EXE\" -lm",
    [PV_TUNE_OPENMP] = COMPILE "-fopenmp %s \"$SRC\" -o \"$EXE\" -lm",
    [PV_TUNE_CUDA] = COMPILE "%s -c \"$SRC\" -o \"$DIR/host.o\" && "
                             "${NVCC:-nvcc} -O3 -fmad=false -arch=native $KERNELS \"$DIR/host.o\" -o \"$EXE\" -lm",
    [PV_TUNE_OPENCL] = COMPILE "%s \"$SRC\" -o \"$EXE\" -lOpenCL -lm",
};

/* How a directory goes to a host and is run there. */
static const char by_ssh[] =
    "tar -C \"$DIR\" -cf - . | ssh -o BatchMode=yes \"$HOST\" 'd=$(mktemp -d) && tar -C \"$d\" -xf - && "
    "sh \"$d/pave-run\"; s=$?; rm -rf \"$d\"; exit $s'";

const char *pv_recipe_stem(struct pv_arena *arena, const char *file)
{
    const char *base = pv_folder_base(file), *dot = strrchr(base, '.');
    return pv_strndup(arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

pv_tune_words pv_recipe_options(const struct pv_recipe *recipe)
{
    pv_tune_words words = {0};
    for (int i = 0; i < recipe->params->options.n; i++)
        pv_push(recipe->arena, &words, recipe->params->options.v[i]);
    for (int i = 0; i < recipe->words.n; i++)
        pv_push(recipe->arena, &words, recipe->words.v[i]);
    return words;
}

static const char *in_folder(const struct pv_recipe *recipe, const char *name)
{
    return pv_printf(recipe->arena, "%s/%s", recipe->folder, name);
}

/* Where the program lies in its folder. */
static const char *program_name(const struct pv_recipe *recipe)
{
    return recipe->params->file ? pv_recipe_stem(recipe->arena, recipe->params->file) : "tree";
}

/* The sources of the program, and its kernels, "" where it has none. */
static void find_sources(const struct pv_recipe *recipe, const char **source, const char **kernels)
{
    const char *host = pv_folder_find(recipe->arena, recipe->folder, "_host.c");
    const char *plain = pv_folder_find(recipe->arena, recipe->folder, ".pave.c");
    const char *cu = pv_folder_find(recipe->arena, recipe->folder, "_kernel.cu");
    *source = recipe->is_original ? recipe->params->file : host ? host : plain ? plain : "";
    *kernels = cu && !recipe->is_original ? cu : "";
}

/* Flags that are tried are those of nvcc, which takes them from the environment, or of the compiler for the host. */
static const char *host_flags(const struct pv_recipe *recipe)
{
    return recipe->params->target == PV_TUNE_CUDA ? "" : recipe->flags;
}

/* The flags that the preprocessor needs for the program in another directory than it was written for, and those that are tried. */
static const char *reading_flags(const struct pv_recipe *recipe)
{
    pv_tune_words words = {0};
    const char *file = pv_folder_absolute(recipe->arena, recipe->params->file);
    pv_push(recipe->arena, &words, "-iquote");
    pv_push(recipe->arena, &words, pv_strndup(recipe->arena, file, (size_t)(pv_folder_base(file) - file)));
    for (int i = 0; i < recipe->params->reading.n; i++)
        pv_push(recipe->arena, &words, recipe->params->reading.v[i]);
    const char *flags = pv_tune_quote(recipe->arena, &words);
    return *host_flags(recipe) ? pv_printf(recipe->arena, "%s %s", flags, host_flags(recipe)) : flags;
}

/* The environment of all commands for the program: "NAME=VALUE". */
static const char *const *find_environment(const struct pv_recipe *recipe)
{
    struct pv_arena *arena = recipe->arena;
    pv_tune_words env = {0}, options = pv_recipe_options(recipe);
    const char *source = "", *kernels = "";
    if (recipe->params->file) {
        find_sources(recipe, &source, &kernels);
        pv_push(arena, &env, pv_printf(arena, "FLAGS=%s", reading_flags(recipe)));
    } else {
        pv_push(arena, &env, pv_printf(arena, "CC=%s", recipe->params->pavecc));
        pv_push(arena, &env, pv_printf(arena, "PAVE=%s", recipe->params->pave));
        pv_push(arena, &env, pv_printf(arena, "PAVE_FLAGS=%s", pv_tune_quote(arena, &options)));
        pv_push(arena, &env, pv_printf(arena, "FLAGS=%s", recipe->flags));
    }
    if (!recipe->params->file && recipe->is_original)
        pv_push(arena, &env, "PAVE_OFF=1");
    pv_push(arena, &env, pv_printf(arena, "SRC=%s", source));
    pv_push(arena, &env, pv_printf(arena, "KERNELS=%s", kernels));
    pv_push(arena, &env, pv_printf(arena, "DIR=%s", recipe->folder));
    pv_push(arena, &env, pv_printf(arena, "EXE=%s", in_folder(recipe, program_name(recipe))));
    if (*recipe->threads)
        pv_push(arena, &env, pv_printf(arena, "OMP_NUM_THREADS=%s", recipe->threads));
    if (recipe->params->target == PV_TUNE_CUDA && *recipe->flags)
        pv_push(arena, &env, pv_printf(arena, "NVCC_APPEND_FLAGS=%s", recipe->flags));
    pv_push(arena, &env, NULL);
    return env.v;
}

/* Copy the project to the folder, where all C files count as new, and let its command build it. */
static const char *build_project(const struct pv_recipe *recipe)
{
    pv_tune_words tree = {0}, work = {0};
    pv_push(recipe->arena, &tree, in_folder(recipe, "tree"));
    pv_push(recipe->arena, &work, pv_printf(recipe->arena, "./%s", recipe->params->work));
    const char *quoted = pv_tune_quote(recipe->arena, &tree);
    const char *command = recipe->params->build ? recipe->params->build
                                                : pv_tune_quote(recipe->arena, &recipe->params->project);
    return pv_printf(recipe->arena,
                     "mkdir -p %s && tar -cf - --exclude=%s . | tar -C %s -xf - && cd %s && "
                     "find . -name '*.[cC]' -exec touch {} + && %s",
                     quoted, pv_tune_quote(recipe->arena, &work), quoted, quoted, command);
}

/* The command that builds the program of a file, with "flags" for the compiler. */
static const char *build_command(const struct pv_recipe *recipe, const char *flags)
{
    const struct pv_tune_params *params = recipe->params;
    const char *usual =
        usual_builds[recipe->is_original && params->target != PV_TUNE_OPENMP ? PV_TUNE_C : params->target];
    const char *mark = strstr(usual, "%s");
    return params->build ? params->build
                         : pv_printf(recipe->arena, "%.*s%s%s", (int)(mark - usual), usual, flags, mark + 2);
}

void pv_recipe_build(const struct pv_recipe *recipe, struct pv_process *process)
{
    process->lane = PV_LANE_BUILD;
    process->wanted_slot = -1;
    process->env = find_environment(recipe);
    process->out = process->err = in_folder(recipe, "build.log");
    process->command = recipe->params->file ? build_command(recipe, reading_flags(recipe)) : build_project(recipe);
}

/* The command that runs the program, where EXE names it. */
static const char *run_command(const struct pv_recipe *recipe)
{
    if (recipe->params->run)
        return recipe->params->run;
    return recipe->params->file ? "\"$EXE\"" : pv_tune_quote(recipe->arena, &recipe->params->project);
}

/* Write the script that runs the program from its folder, wherever that has been copied to, and tells the time on stderr. */
static bool write_script(const struct pv_recipe *recipe)
{
    FILE *file = fopen(in_folder(recipe, "pave-run"), "w");
    if (!file)
        return false;
    fprintf(file,
            "#!/bin/sh\n# Runs the program of this directory, written by pave tune.\n"
            "cd \"$(dirname \"$0\")%s\" || exit 1\nDIR=$(pwd) EXE=$DIR/%s\nexport DIR EXE\n",
            recipe->params->file ? "" : "/tree", program_name(recipe));
    if (*recipe->threads)
        fprintf(file, "export OMP_NUM_THREADS=%s\n", recipe->threads);
    fprintf(file,
            "start=$(date +%%s.%%N)\n( %s\n)\nstatus=$?\nend=$(date +%%s.%%N)\n"
            "echo \"pave-time $(echo \"$start $end\" | awk '{ printf \"%%.6f\", $2 - $1 }')\" >&2\nexit $status\n",
            run_command(recipe));
    return !fclose(file);
}

bool pv_recipe_pack(const struct pv_recipe *recipe, struct pv_process *process)
{
    const char *source = "", *kernels = "", *file = in_folder(recipe, "pave-build");
    find_sources(recipe, &source, &kernels);
    pv_tune_words flags = {0}, tried = {0};
    pv_push(recipe->arena, &flags, host_flags(recipe));
    pv_push(recipe->arena, &tried, recipe->flags);
    FILE *script = fopen(file, "w");
    bool for_nvcc = recipe->params->target == PV_TUNE_CUDA && *recipe->flags;
    if (!script)
        return false;
    fprintf(script,
            "#!/bin/sh\n# Builds the program of this directory, written by pave tune.\n"
            "cd \"$(dirname \"$0\")\" || exit 1\n"
            "DIR=$(pwd) SRC=$DIR/%s EXE=$DIR/%s KERNELS=%s%s FLAGS=%s\nexport DIR SRC EXE KERNELS FLAGS\n%s%s%s%s\n",
            recipe->is_original ? "original.c" : pv_folder_base(source), program_name(recipe), *kernels ? "$DIR/" : "",
            *kernels ? pv_folder_base(kernels) : "", pv_tune_quote(recipe->arena, &flags),
            for_nvcc ? "export NVCC_APPEND_FLAGS=" : "", for_nvcc ? pv_tune_quote(recipe->arena, &tried) : "",
            for_nvcc ? "\n" : "", build_command(recipe, host_flags(recipe)));
    bool ok = !fclose(script) && write_script(recipe);
    process->lane = PV_LANE_BUILD;
    process->wanted_slot = -1;
    process->env = find_environment(recipe);
    process->out = process->err = in_folder(recipe, "build.log");
    process->command = pv_printf(recipe->arena,
                                 "${CC:-cc} -E %s%s \"$SRC\" -o \"$DIR/pave-source\" && mv \"$DIR/pave-source\" \"%s\"",
                                 recipe->params->target == PV_TUNE_OPENMP ? "-fopenmp " : "", reading_flags(recipe),
                                 recipe->is_original ? "$DIR/original.c" : "$SRC");
    return ok;
}

bool pv_recipe_run(const struct pv_recipe *recipe, int number, struct pv_process *process)
{
    const struct pv_tune_params *params = recipe->params;
    process->lane = PV_LANE_RUN;
    process->env = find_environment(recipe);
    process->out = pv_printf(recipe->arena, "%s/out.%d", recipe->folder, number);
    process->err = pv_printf(recipe->arena, "%s/err.%d", recipe->folder, number);
    if (params->run_on || params->hosts) {
        process->command = params->run_on ? params->run_on : by_ssh;
        return write_script(recipe);
    }
    process->command = run_command(recipe);
    process->dir = params->file ? NULL : in_folder(recipe, "tree");
    return true;
}
