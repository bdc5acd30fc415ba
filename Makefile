# Build, test and install pave. `make help` lists the targets.
#
# Plain `make` needs the packages that `tools/deps` installs; `make check` and `make demo` call it first and
# then read this file again, so that the library paths below are looked up after the libraries are there.

VERSION := 0.1.0

PREFIX ?= /usr/local
DESTDIR ?=
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
BASH_DIR ?= $(PREFIX)/share/bash-completion/completions
ZSH_DIR ?= $(PREFIX)/share/zsh/site-functions
FISH_DIR ?= $(PREFIX)/share/fish/vendor_completions.d

PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
CFLAGS ?= -O2 -g
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

# SAN=address,undefined builds the same files with these sanitizers, in a folder of their own.
SAN ?=
SAN_CHECK := address,undefined
comma := ,
san_folder = build/san-$(subst $(comma),-,$(1))
B := $(if $(SAN),$(call san_folder,$(SAN)),build)

#---------------------------------------------------------------------------------------------------------------
# Libraries

# The newest LLVM of version 17 or later that has libclang's C header and library.
LLVM_ROOT ?= $(shell for n in $$(ls /usr/lib | sed -n "s/^llvm-\([0-9]*\)$$/\\1/p" | sort -rn); do \
	d=/usr/lib/llvm-$$n; \
	[ $$n -ge 17 ] && [ -e $$d/include/clang-c/Index.h ] && [ -e $$d/lib/libclang.so ] && echo $$d && break; \
	done)

ISL_CFLAGS := $(shell $(PKG_CONFIG) --cflags isl 2>/dev/null)
ISL_LIBS := $(or $(shell $(PKG_CONFIG) --libs isl 2>/dev/null),-lisl)
CLANG_CFLAGS := $(if $(LLVM_ROOT),-isystem $(LLVM_ROOT)/include)
CLANG_LIBS := $(if $(LLVM_ROOT),-L$(LLVM_ROOT)/lib) -lclang
LIBS := $(CLANG_LIBS) $(ISL_LIBS) -lgmp

# What programs here are linked with: isl and GMP from their archives where there are any. Nearly all of pave's time is
# spent in these two, in small functions that call one another, each time through a table in the shared libraries; a
# fifth of the time goes there. ARCHIVES= takes the shared ones.
ARCHIVES ?= yes
find_archive = $(if $(ARCHIVES),$(filter /%,$(shell $(CC) $(1) -print-file-name=$(2) 2>/dev/null)))
ISL_ARCHIVE := $(call find_archive,$(filter -L%,$(ISL_LIBS)),libisl.a)
GMP_ARCHIVE := $(call find_archive,,libgmp.a)
FROM_ARCHIVES := $(patsubst -lisl,-l:libisl.a,$(filter-out -lgmp,$(ISL_LIBS))) -l:libgmp.a
LINK_LIBS := $(if $(and $(ISL_ARCHIVE),$(GMP_ARCHIVE)),$(CLANG_LIBS) $(FROM_ARCHIVES),$(LIBS))

# Functions that pave takes the place of, in its own objects and in the archives: small blocks of memory do not come from
# the C library (src/base/blocks.c), and short numbers do not go to GMP (src/base/shortnum.c). Not with sanitizers, which
# want to see each block, and not where the linker has no --wrap. Results do not depend on it: no budget counts what these
# functions do. The archives call some of them that pave itself does not: -u takes pave's in any case.
# Products are counted, so every program has pave's own (src/base/product.c). The installed libraries have none of this.
COUNT := -Wl,-u,__gmpz_mul
REPLACED := malloc calloc realloc free $(addprefix __gmpz_,init clear set set_si addmul submul divexact gcd lcm cmpabs)
replace = -Wl,--wrap=$(1),-u,__wrap_$(1)
HAS_WRAP := $(shell echo 'int main(void) { return 0; }' | $(CC) -x c - -Wl,--wrap=malloc,-u,malloc -o /dev/null 2>/dev/null && echo yes)
CAN_REPLACE := $(and $(ISL_ARCHIVE),$(GMP_ARCHIVE),$(HAS_WRAP))
REPLACE := $(if $(CAN_REPLACE),$(if $(SAN),,$(foreach f,$(REPLACED),$(call replace,$(f)))))

#---------------------------------------------------------------------------------------------------------------
# Flags

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(CI),-Werror)
SANITIZE := $(if $(SAN),-O1 -fno-omit-frame-pointer -fsanitize=$(SAN) -fno-sanitize-recover=all)
ALL_CPPFLAGS = -Isrc -Iinclude -D_POSIX_C_SOURCE=200809L -DPAVE_VERSION='"$(VERSION)"' $(ISL_CFLAGS) $(CLANG_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS = -std=c11 $(WARNINGS) $(CFLAGS) $(SANITIZE)
# The same objects make the program and both libraries, in which only what pave.h declares is visible.
COMPILE = $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -fPIC -fvisibility=hidden
LINK = $(CC) $(ALL_CFLAGS) $(LDFLAGS)

#---------------------------------------------------------------------------------------------------------------
# Sources and what they become

SRC := $(sort $(wildcard src/*/*.c src/*/*/*.c))
MAIN_SRC := src/driver/main.c
# pavecc runs pave; it needs nothing of it but these.
PAVECC_SRC := src/driver/pavecc.c $(sort $(wildcard src/driver/cc*.c))
# A command of pave alone: it starts programs, which a library does not.
TUNE_SRC := src/driver/tunecommand.c $(wildcard src/tune/*.c)
LIB_SRC := $(filter-out $(MAIN_SRC) $(PAVECC_SRC),$(SRC))
UNIT_SRC := $(sort $(wildcard tests/unit/*.c))
ORACLE_SRC := $(sort $(wildcard tests/oracle/*.c))
SCAN_SRC := $(sort $(wildcard tests/scan/*.c))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/*.c))
WAYS_SRC := $(sort $(wildcard tests/ways/*.c))
BENCH_SRC := $(sort $(wildcard bench/*.c))
TOOL_SRC := $(sort $(wildcard tools/*.c))
READER_SRC := $(sort $(wildcard tests/fuzz/readers/*reader.c))
MUTATOR_SRC := $(sort $(wildcard tests/fuzz/readers/*mutator.c))
ALL_SRC := $(SRC) $(UNIT_SRC) $(ORACLE_SRC) $(SCAN_SRC) $(FUZZ_SRC) $(WAYS_SRC) $(READER_SRC) $(MUTATOR_SRC) $(BENCH_SRC) $(TOOL_SRC)

# The run-time support of generated programs (runtime/) goes into pave as text.
RUNTIME_SRC := $(sort $(wildcard runtime/*.h))
RUNTIME := $(B)/runtime
# So do the looks and the behaviour of the report as a page (page/).
PAGE_SRC := $(sort $(wildcard page/*))
PAGE := $(B)/page

# And the script that runs programs elsewhere (src/tune/race.sh).
RACE := $(B)/race
HEADERS := $(B)/headers
HEADERS_SRC := $(sort $(wildcard include/pave/*.h include/pave/openmp/*.h))

object = $(patsubst %.c,$(B)/obj/%.o,$(1))

# All objects but main's, for programs here; what is installed has no replacements, and shows pave.h alone.
LIBPAVE := $(B)/objects.a
SOVERSION := 0
REPLACEMENTS := $(addprefix src/base/,blocks.c limbs.c product.c shortnum.c)
LIB_OBJECTS = $(call object,$(filter-out $(REPLACEMENTS) $(TUNE_SRC),$(LIB_SRC))) $(RUNTIME).o $(PAGE).o $(HEADERS).o
STATIC_LIB := $(B)/lib/libpave.a
SHARED_LIB := $(B)/lib/libpave.so.$(VERSION)
LIBRARIES := $(STATIC_LIB) $(SHARED_LIB)
PAVE := $(B)/pave
PAVECC := $(B)/pavecc
PLAIN_PAVE := $(B)/plain/pave
UNIT := $(patsubst tests/unit/%.c,$(B)/unit/%,$(UNIT_SRC))
ORACLE := $(if $(ORACLE_SRC),$(B)/oracle $(B)/oracle-runtime.o)
SCAN := $(if $(SCAN_SRC),$(B)/scan)
INJECT := $(B)/inject.so
# The OpenCL device of the tests and a server of PoCL, where OpenCL's headers are.
CLDEVICE_SRC := $(if $(wildcard /usr/include/CL/cl.h /usr/local/include/CL/cl.h),$(sort $(wildcard tests/cldevice/*.c)))
BATCH := $(B)/batch
CLDEVICE := $(if $(CLDEVICE_SRC),$(B)/cldevice.so $(B)/clserver)
FUZZ := $(if $(FUZZ_SRC),$(B)/fuzzgen)
WAYS := $(if $(WAYS_SRC),$(B)/ways)
BENCH := $(patsubst bench/%.c,$(B)/bench/%,$(BENCH_SRC))
TOOLS := $(patsubst tools/%.c,$(B)/%,$(TOOL_SRC))

.PHONY: gallery deb all check check-wide check-safe lint format demo bench fuzz fuzz-readers install uninstall clean help programs check-programs check-wide-programs sanitized sanitized-programs FORCE
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := all

all: $(PAVE) $(PAVECC) $(LIBRARIES) $(TOOLS) $(if $(SAN),,build/compile_commands.json) ## build pave, pavecc, libpave.a and libpave.so (SAN=address,undefined: with sanitizers)

programs: all $(if $(SAN),,$(PLAIN_PAVE)) $(UNIT) $(ORACLE) $(SCAN) $(FUZZ) $(WAYS) $(if $(SAN),,$(INJECT) $(BATCH) $(CLDEVICE))

#---------------------------------------------------------------------------------------------------------------
# Rules

# Write $(1) to the target when it differs from what stands there, so that its users are remade only then.
quote = '$(subst ','\'',$(1))'
write_if_changed = @mkdir -p $(@D); printf '%s\n' $(call quote,$(1)) | cmp -s - $@ || printf '%s\n' $(call quote,$(1)) >$@

$(B)/flags.stamp: FORCE
	$(call write_if_changed,$(COMPILE) $(LINK_LIBS))

$(B)/sources.stamp: FORCE
	$(call write_if_changed,$(ALL_SRC) $(RUNTIME_SRC) $(PAGE_SRC) $(HEADERS_SRC))

# A build without the libraries ends here, with the remedy, rather than in a compiler's error.
MISSING := $(if $(LLVM_ROOT)$(wildcard /usr/include/clang-c/Index.h),,libclang) \
	$(if $(shell $(PKG_CONFIG) --exists isl 2>/dev/null && echo yes)$(wildcard /usr/include/isl/ctx.h),,isl)
$(B)/libraries.stamp:
	$(if $(strip $(MISSING)),@echo "pave needs: $(strip $(MISSING)). Type: tools/deps" >&2; exit 1)
	@mkdir -p $(@D) && touch $@

$(B)/obj/%.o: %.c $(B)/flags.stamp | $(B)/libraries.stamp
	@mkdir -p $(@D)
	@echo "  CC    $@"
	@$(COMPILE) -MMD -MP -c $< -o $@

$(RUNTIME).c: $(RUNTIME_SRC) tools/embed $(B)/sources.stamp
	@mkdir -p $(@D) && tools/embed emit/runtime.h pv_runtime_ $(RUNTIME_SRC) >$@
$(RUNTIME).o: $(RUNTIME).c src/emit/runtime.h $(B)/flags.stamp | $(B)/libraries.stamp
	@echo "  CC    $@" && $(COMPILE) -c $< -o $@

$(PAGE).c: $(PAGE_SRC) tools/embed $(B)/sources.stamp
	@mkdir -p $(@D) && tools/embed report/pagetexts.h pv_page_ $(PAGE_SRC) >$@
$(PAGE).o: $(PAGE).c src/report/pagetexts.h $(B)/flags.stamp | $(B)/libraries.stamp
	@echo "  CC    $@" && $(COMPILE) -c $< -o $@

$(RACE).c: src/tune/race.sh tools/embed
	@mkdir -p $(@D) && tools/embed tune/race.h pv_tune_ $< >$@
$(RACE).o: $(RACE).c src/tune/race.h $(B)/flags.stamp | $(B)/libraries.stamp
	@echo "  CC    $@" && $(COMPILE) -c $< -o $@

$(HEADERS).c: $(HEADERS_SRC) tools/embed $(B)/sources.stamp
	@mkdir -p $(@D) && tools/embed front/headers.h pv_header_ $(HEADERS_SRC) >$@
$(HEADERS).o: $(HEADERS).c src/front/headers.h $(B)/flags.stamp | $(B)/libraries.stamp
	@echo "  CC    $@" && $(COMPILE) -c $< -o $@

$(LIBPAVE): $(call object,$(LIB_SRC)) $(RUNTIME).o $(PAGE).o $(HEADERS).o $(RACE).o $(B)/sources.stamp
	@echo "  AR    $@"
	@rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(STATIC_LIB): $(LIB_OBJECTS) $(B)/sources.stamp
	@mkdir -p $(@D) && echo "  AR    $@"
	@$(LD) -r $(filter %.o,$^) -o $(@D)/pave.o && $(OBJCOPY) --localize-hidden $(@D)/pave.o && rm -f $@ && \
	    $(AR) rcs $@ $(@D)/pave.o
$(SHARED_LIB): $(LIB_OBJECTS) $(B)/sources.stamp
	@mkdir -p $(@D) && echo "  LINK  $@"
	@$(LINK) -shared -Wl,-soname,libpave.so.$(SOVERSION) -Wl,--no-undefined $(filter %.o,$^) $(LIBS) -lm -pthread -o $@
	@ln -sf $(@F) $(@D)/libpave.so.$(SOVERSION) && ln -sf $(@F) $(@D)/libpave.so

link = @mkdir -p $(@D) && echo "  LINK  $@" && $(LINK) $(COUNT) $(filter %.o,$^) $(LIBPAVE) $(LINK_LIBS) -lm -pthread -o $@

$(PAVE) $(B)/ways $(B)/unit/base_blocks $(B)/unit/base_shortnum: LDFLAGS += $(REPLACE)
$(PAVE): $(call object,$(MAIN_SRC)) $(LIBPAVE)
	$(link)
$(PAVECC): $(call object,$(PAVECC_SRC) src/base/arena.c src/base/memory.c src/driver/flags.c)
	@mkdir -p $(@D) && echo "  LINK  $@" && $(LINK) $(filter %.o,$^) -o $@
$(PLAIN_PAVE): $(call object,$(MAIN_SRC)) $(LIBPAVE)
	$(link)
$(UNIT): $(B)/unit/%: $(B)/obj/tests/unit/%.o $(LIBPAVE)
	$(link)
$(B)/fuzzgen: $(call object,$(FUZZ_SRC)) $(LIBPAVE)
	$(link)
$(B)/ways: $(call object,$(WAYS_SRC)) $(LIBPAVE)
	$(link)
$(BENCH): $(B)/bench/%: $(B)/obj/bench/%.o $(LIBPAVE)
	$(link)
$(TOOLS): $(B)/%: $(B)/obj/tools/%.o $(LIBPAVE)
	$(link)
$(B)/oracle: $(call object,$(ORACLE_SRC)) $(LIBPAVE)
	$(link)
$(B)/oracle-runtime.o: tests/oracle/runtime/tracert.c tests/oracle/tracefmt.h
	@mkdir -p $(@D) && echo "  CC    $@" && gcc -std=c11 $(WARNINGS) -O1 -fno-omit-frame-pointer -c $< -o $@
$(B)/scan: $(call object,$(SCAN_SRC)) $(LIBPAVE)
	$(link)

$(B)/reader: $(call object,$(READER_SRC)) $(LIBPAVE)
	$(link)
$(B)/mutator.so: $(MUTATOR_SRC)
	@mkdir -p $(@D) && echo "  CC    $@" && cc -std=c11 $(WARNINGS) -O2 -shared -fPIC $< -o $@
$(INJECT): tests/faults/inject.c
	@mkdir -p $(@D) && echo "  CC    $@" && $(CC) -std=c11 $(WARNINGS) -O1 -shared -fPIC $< -o $@ -ldl
$(B)/cldevice.so: $(CLDEVICE_SRC) tests/cldevice/cldevice.h
	@mkdir -p $(@D) && echo "  CC    $@" && $(CC) -std=c11 $(WARNINGS) -O2 -U_FORTIFY_SOURCE -shared -fPIC -Wl,-soname,cldevice.so \
	    $(CLDEVICE_SRC) -o $@ -ldl
$(BATCH): tests/batch/batch.c
	@mkdir -p $(@D) && echo "  CC    $@" && $(CC) -std=c11 $(WARNINGS) -O2 $< -o $@
$(B)/clserver: tests/clserver/clserver.c
	@mkdir -p $(@D) && echo "  CC    $@" && $(CC) -std=c11 $(WARNINGS) -O2 -rdynamic $< -o $@ -lOpenCL -ldl

# Manual pages and completions: from the table of options, or from the texts of doc/.
PAGES := $(B)/pave.1 $(B)/pave-tune.1 $(patsubst doc/%.in,$(B)/%,$(wildcard doc/*.[1-8].in))
COMPLETIONS := $(addprefix $(B)/completion.,bash zsh fish)
$(B)/pave.1: $(PAVE)
	@$(PAVE) --man >$@
$(B)/pave-tune.1: $(PAVE)
	@$(PAVE) tune --man >$@
$(filter-out $(B)/pave.1 $(B)/pave-tune.1,$(PAGES)): $(B)/%: doc/%.in Makefile
	@mkdir -p $(@D) && sed -e 's|@VERSION@|$(VERSION)|' $< >$@
$(COMPLETIONS): $(B)/completion.%: $(PAVE)
	@$(PAVE) --completion=$* >$@

# For editors and clang-tidy, which look for this name in build/.
build/compile_commands.json: build/flags.stamp build/sources.stamp
	@command=$$(printf '%s' $(call quote,$(COMPILE)) | sed 's/[\\"]/\\&/g'); comma='['; \
	for file in $(ALL_SRC); do \
	  printf '%s\n{"directory": "%s", "file": "%s", "command": "%s -c %s"}' "$$comma" '$(CURDIR)' $$file "$$command" $$file; \
	  comma=,; \
	done >$@; echo ']' >>$@

-include $(patsubst %.o,%.d,$(call object,$(ALL_SRC)))

#---------------------------------------------------------------------------------------------------------------
# Targets for people

# Parallel unless the caller chose a number of jobs.
parallel = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
submake = @$(MAKE) --no-print-directory $(parallel)

check: ## install what is missing, build, then run lint, but for clang-tidy, and all tests
	@tools/deps build lint opencl tests
	$(submake) check-programs
	@tests/run --check

check-wide: ## what check has no time for: all kernels with all mappings to GPUs, and twice, adversarial inputs, clang-tidy, and check-safe
	@tools/deps build lint opencl tests
	$(submake) check-wide-programs
	@tests/run --wide

check-safe: ## run what pave generates under sanitizers and on Oclgrind: all kernels, all random programs of the sample
	@tools/deps build opencl tests
	$(submake) programs
	@tests/run --safe

# With sanitizers only what has tests with them; at the same time, since the last links of either leave a processor idle.
check-programs: programs sanitized-programs
sanitized-programs:
	@$(MAKE) --no-print-directory SAN=$(SAN_CHECK) sanitized
sanitized: $(PAVE) $(TOOLS) $(UNIT)

check-wide-programs: programs sanitized-programs
	@$(MAKE) --no-print-directory SAN=undefined $(call san_folder,undefined)/pave

lint: build/compile_commands.json ## check layers, formatting and texts, and run cppcheck and clang-tidy
	@tools/lint

format: ## lay out the C files with clang-format
	@tools/lint --fix

demo: ## install what is missing, build, then show pave on an example, on the processor and with OpenCL
	@tools/deps build
	@tools/deps opencl || true
	$(submake) all
	@tools/demo

gallery: all ## build and run the programs of examples/gallery before and after pave: a table and pictures
	@tools/gallery

# The tree that the packages are made of.
DEB_ROOT := build/deb/root
deb: ## make Debian packages in build/deb
	@tools/deps build deb
	@rm -rf $(DEB_ROOT)
	$(submake) DESTDIR=$(DEB_ROOT) PREFIX=/usr LIBDIR=/usr/lib/$$(dpkg-architecture -qDEB_HOST_MULTIARCH) install >/dev/null
	@tools/deb $(VERSION) $(DEB_ROOT)

bench: all $(BENCH) ## build and run the benchmarks of bench/
	@bench/run

fuzz: programs ## try N random programs (MODE=codegen: run what pave makes of them) from SEED on
	@PAVE_BUILD=$(B) tests/fuzz/run -n $(or $(N),1000) --seed $(or $(SEED),1) --jobs $(JOBS) --mode=$(or $(MODE),oracle) $(FUZZFLAGS)

fuzz-readers: ## let AFL++ look for bad inputs, SECONDS for each KINDS of: c sc st in sizes ctx
	@tools/deps build fuzz
	@AFL_QUIET=1 $(MAKE) --no-print-directory $(parallel) B=build/afl CC=afl-clang-fast SAN=$(SAN_CHECK) build/afl/reader build/afl/mutator.so
	@tests/fuzz/readers/run $(or $(SECONDS),60) $(KINDS)

PUBLIC_HEADERS := $(wildcard include/pave.h include/pave/*.h include/pave/openmp/*.h)
LIB_LINKS := libpave.so libpave.so.$(SOVERSION)
INSTALLED = $(BINDIR)/pave $(BINDIR)/pavecc $(addprefix $(LIBDIR)/,libpave.a $(notdir $(SHARED_LIB)) $(LIB_LINKS)) \
	$(LIBDIR)/pkgconfig/pave.pc $(foreach p,$(PAGES),$(call page_place,$(p))) \
	$(BASH_DIR)/pave $(ZSH_DIR)/_pave $(FISH_DIR)/pave.fish $(patsubst include/%,$(INCLUDEDIR)/%,$(PUBLIC_HEADERS))
page_place = $(MANDIR)/man$(subst .,,$(suffix $(1)))/$(notdir $(1))

install: $(PAVE) $(PAVECC) $(LIBRARIES) $(PAGES) $(COMPLETIONS) ## copy to $(DESTDIR)$(PREFIX)
	install -d $(addprefix $(DESTDIR),$(sort $(dir $(INSTALLED))))
	install -m 755 $(PAVE) $(PAVECC) $(DESTDIR)$(BINDIR)
	install -m 644 $(LIBRARIES) $(DESTDIR)$(LIBDIR)
	for link in $(LIB_LINKS); do ln -sf $(notdir $(SHARED_LIB)) $(DESTDIR)$(LIBDIR)/$$link; done
	$(foreach p,$(PAGES),install -m 644 $(p) $(DESTDIR)$(call page_place,$(p)) &&) :
	install -m 644 $(B)/completion.bash $(DESTDIR)$(BASH_DIR)/pave
	install -m 644 $(B)/completion.zsh $(DESTDIR)$(ZSH_DIR)/_pave
	install -m 644 $(B)/completion.fish $(DESTDIR)$(FISH_DIR)/pave.fish
	$(foreach h,$(PUBLIC_HEADERS),install -m 644 $(h) $(DESTDIR)$(patsubst include/%,$(INCLUDEDIR)/%,$(h)) &&) :
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS) -lm -pthread|' pave.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/pave.pc
	chmod 644 $(DESTDIR)$(LIBDIR)/pkgconfig/pave.pc

uninstall: ## remove what install copied
	rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	-rmdir $(DESTDIR)$(INCLUDEDIR)/pave/openmp $(DESTDIR)$(INCLUDEDIR)/pave 2>/dev/null

clean: ## remove build/
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14
	@echo "Variables: PREFIX DESTDIR CC CFLAGS SAN LLVM_ROOT ARCHIVES JOBS; CI=true makes warnings errors."
