# library: pave is installed into a scratch folder; programs of examples/ are compiled with what pkg-config says, linked with
# the shared and with the static library, and run. The folder holds nothing but what `make install` is to copy, and the
# libraries show no name but those of pave.h.

list_library() {
    echo examples/library.c
    echo tools/deb
    echo tools/gallery
}

# The gallery builds a program before and after pave, and both draw the same picture.
check_gallery() {
    PAVE=$BIN/pave GALLERY_OUT=$SCRATCH/gallery GALLERY_OPENCL=no run_tool 100 tools/gallery harris || return
    [ $STATUS -eq 0 ] && grep -q 'equal to the last bit' "$SCRATCH/out" || fail_with "the gallery fails:" "$SCRATCH/out"
    [ "$(head -c 8 "$SCRATCH/gallery/harris.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] || fail "the picture is not a PNG file"
}

# The packages that `make deb` makes: together they hold what is installed, once, and pave runs from them. lintian accepts them.
check_packages() {
    local root=$SCRATCH/packages package
    command -v dpkg-shlibdeps >/dev/null || { left_out "Debian packages" "no dpkg-dev"; return; }
    make -s B="$BIN" deb >"$SCRATCH/made" 2>&1 || { fail_with "make deb fails:" "$SCRATCH/made"; return; }
    [ "$(wc -l <"$SCRATCH/made")" -eq 3 ] || fail_with "not three packages:" "$SCRATCH/made"
    while read -r package; do
        dpkg-deb -f "$package" Depends | grep -q libclang || fail "$package does not depend on libclang"
        dpkg-deb -x "$package" "$root" || fail "$package cannot be extracted"
    done <"$SCRATCH/made"
    for file in bin/pave bin/pavecc lib/*/libpave.so lib/*/libpave.so.0 lib/*/libpave.a include/pave.h include/pave/pencil.h \
        share/man/man1/pave.1.gz share/man/man1/pave-explain.1.gz share/man/man1/pavecc.1.gz share/man/man3/pave.3.gz share/man/man7/pave-pencil.7.gz; do
        # shellcheck disable=SC2086
        [ -e $root/usr/$file ] || fail "no package holds $file"
    done
    "$root/usr/bin/pave" --target=c examples/smooth.c -o "$SCRATCH/smooth.c" 2>"$SCRATCH/err" || fail_with "the packed pave fails:" "$SCRATCH/err"
    if command -v lintian >/dev/null; then
        xargs lintian --fail-on error,warning <"$SCRATCH/made" >"$SCRATCH/lintian" 2>&1 || fail_with "lintian:" "$SCRATCH/lintian"
    else
        left_out "checks by lintian" "not installed"
    fi
}

# The names that the library $2 defines, with the option $1 of nm.
defined_names() {
    nm $1 --defined-only --extern-only "$2" | awk 'NF == 3 { print $3 }' | sort
}

# Run the program $1, built in the way $2, and compare what it prints with what pave prints.
check_example() {
    LD_LIBRARY_PATH=$SCRATCH/root/lib run_tool 100 "$1" || return
    [ $STATUS -eq 0 ] || { fail_with "$2: exit status $STATUS" "$SCRATCH/err"; return; }
    cmp "$SCRATCH/expected" "$SCRATCH/out" >"$SCRATCH/diff" 2>&1 ||
        { diff "$SCRATCH/expected" "$SCRATCH/out" >>"$SCRATCH/diff"; fail_with "$2: not what pave prints:" "$SCRATCH/diff" 20; }
}

# What pave prints for the programs that are texts in the example $1.
expect_example() {
    (
        cd "$SCRATCH" || exit
        sed -n '/^static const char smooth/,/;$/p' "$1" | grep -o '".*"' | sed 's/^"//; s/\\n"$//' >smooth.c
        echo "== deps --quiet: status 0"
        echo "-:"
        "$2" deps --quiet smooth.c
        echo "== compile --target=openmp: status 0"
        "$2" -q --target=openmp smooth.c && echo "smooth.pave.c:" && sed '1s/-q //' smooth.pave.c
        echo "== compile --target=cuda: status 0"
        "$2" -q --target=cuda smooth.c
        for file in smooth_host.c smooth_kernel.cu smooth_kernel.h; do echo "$file:"; sed '1s/-q //' $file; done
        echo "== compile --target=openmp: status 1"
        sed -n '/^static const char broken/,/;$/p' "$1" | grep -o '".*"' | sed 's/^"//; s/\\n"$//' >smooth.c
        "$2" -q --target=openmp smooth.c
    ) >"$SCRATCH/expected" 2>&1
}

# Manual pages and completions in $1: each is there and readable for all, and has the version in it.
check_installed() {
    local file
    for file in man/man1/pave.1 man/man1/pave-explain.1 man/man1/pavecc.1 man/man3/pave.3 man/man7/pave-pencil.7; do
        grep -q "^\.TH .*pave $(sed -n 's/^VERSION := //p' Makefile)" "$1/share/$file" || fail "$file is missing, or has no version"
        ! command -v groff >/dev/null || [ -z "$(groff -man -Tascii -ww -z -rLL=100n "$1/share/$file" 2>&1 | grep -v 'cannot adjust')" ] ||
            fail "groff warns about $file"
    done
    for file in bash-completion/completions/pave zsh/site-functions/_pave fish/vendor_completions.d/pave.fish; do
        grep -q target "$1/share/$file" || fail "$file is missing"
    done
    [ -z "$(find "$1" -type f ! -perm -444)" ] || fail "files that not all can read: $(find "$1" -type f ! -perm -444)"
}

run_library() {
    local root=$SCRATCH/root pave flags static
    [ "$BIN" = build ] || [ -n "${PAVE_BUILD-}" ] || return 0
    [ "$1" != tools/gallery ] || { check_gallery; return; }
    [ "$1" != tools/deb ] || { check_packages; return; }
    make -s B="$BIN" PREFIX="$root" install >"$SCRATCH/install" 2>&1 || { fail_with "make install fails:" "$SCRATCH/install"; return; }
    pave=$(realpath "$root/bin/pave")
    expect_example "$ROOT/$1" "$pave"
    export PKG_CONFIG_PATH=$root/lib/pkgconfig
    sed -n 's/^PAVE_API.*[ *]\(pave_[a-z_]*\)(.*/\1/p' include/pave.h | sort >"$SCRATCH/names"
    defined_names -D "$root/lib/libpave.so" | cmp -s - "$SCRATCH/names" || fail "libpave.so defines other names than pave.h"
    defined_names '' "$root/lib/libpave.a" | cmp -s - "$SCRATCH/names" || fail "libpave.a defines other names than pave.h"
    objdump -p "$root/lib/libpave.so" | grep -q 'SONAME *libpave.so.[0-9]*$' || fail "libpave.so has no soname"
    ! nm -D --undefined-only "$root/lib/libpave.so" | grep -wE '_?exit|signal|setitimer' || fail "libpave.so ends or signals the process"
    check_installed "$root"
    flags=$(pkg-config --cflags --libs pave) || { fail "pkg-config does not know pave"; return; }
    static=$(pkg-config --static --cflags --libs pave | sed 's/-lpave/-l:libpave.a/')
    # shellcheck disable=SC2086
    cc -Wall -Wextra -Werror "$1" $flags -pthread -o "$SCRATCH/shared" >"$SCRATCH/cc" 2>&1 &&
        cc -Wall -Wextra -Werror "$1" $static -pthread -o "$SCRATCH/static" >>"$SCRATCH/cc" 2>&1 ||
        { fail_with "the example does not compile:" "$SCRATCH/cc"; return; }
    check_example "$SCRATCH/shared" "shared library"
    check_example "$SCRATCH/static" "static library"
    make -s B="$BIN" PREFIX="$root" uninstall >/dev/null 2>&1
    [ -z "$(find "$root" -type f -o -type l)" ] || fail "make uninstall leaves files"
}
