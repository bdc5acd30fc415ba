/* Pictures as PNG files without compression, and animated ones; a clock. */
#define _POSIX_C_SOURCE 200809L
#include "gallery.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static FILE *file;
static uint32_t crc;
static int movie_width, movie_height, movie_rate;
static uint32_t n_fragments;

static void put(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) {
        crc ^= b[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    if (fwrite(bytes, 1, n, file) != n) {
        perror("picture");
        exit(1);
    }
}

static void put32(uint32_t value)
{
    unsigned char bytes[] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16), (unsigned char)(value >> 8),
                             (unsigned char)value};
    put(bytes, 4);
}

static void begin_chunk(const char *type, uint32_t length)
{
    put32(length);
    crc = 0xffffffffu;
    put(type, 4);
}

static void end_chunk(void)
{
    put32(crc ^ 0xffffffffu);
}

/* The rows of a picture as a zlib stream of stored blocks, one for each row, in a chunk IDAT or fdAT. */
static void put_pixels(int height, size_t row, const unsigned char *pixels, int is_fragment)
{
    uint32_t a = 1, b = 0;
    begin_chunk(is_fragment ? "fdAT" : "IDAT", (uint32_t)((is_fragment ? 4 : 0) + 2 + (size_t)height * (row + 6) + 4));
    if (is_fragment)
        put32(n_fragments++);
    put("\x78\x01", 2);
    for (int y = 0; y < height; y++) {
        unsigned n = (unsigned)row + 1;
        unsigned char head[] = {y == height - 1,   (unsigned char)n,         (unsigned char)(n >> 8),
                                (unsigned char)~n, (unsigned char)(~n >> 8), 0};
        put(head, 6);
        put(pixels + (size_t)y * row, row);
        b = (b + a) % 65521;
        for (size_t i = 0; i < row; i++) {
            a = (a + pixels[(size_t)y * row + i]) % 65521;
            b = (b + a) % 65521;
        }
    }
    put32(b << 16 | a);
    end_chunk();
}

static void begin_file(const char *path, int width, int height, int is_color)
{
    unsigned char rest[] = {8, is_color ? 2 : 0, 0, 0, 0};
    file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    put("\x89PNG\r\n\x1a\n", 8);
    begin_chunk("IHDR", 13);
    put32((uint32_t)width);
    put32((uint32_t)height);
    put(rest, 5);
    end_chunk();
}

static void end_file(void)
{
    begin_chunk("IEND", 0);
    end_chunk();
    if (fclose(file)) {
        perror("picture");
        exit(1);
    }
}

void write_gray(const char *path, int width, int height, const unsigned char *gray)
{
    begin_file(path, width, height, 0);
    put_pixels(height, (size_t)width, gray, 0);
    end_file();
}

void write_color(const char *path, int width, int height, const unsigned char *rgb)
{
    begin_file(path, width, height, 1);
    put_pixels(height, 3 * (size_t)width, rgb, 0);
    end_file();
}

void begin_movie(const char *path, int width, int height, int frames, int frames_per_second)
{
    begin_file(path, width, height, 1);
    begin_chunk("acTL", 8);
    put32((uint32_t)frames);
    put32(0);
    end_chunk();
    movie_width = width;
    movie_height = height;
    movie_rate = frames_per_second;
    n_fragments = 0;
}

void add_frame(const unsigned char *rgb)
{
    unsigned char rest[] = {0, 1, 0, (unsigned char)movie_rate, 0, 0};
    int is_first = !n_fragments;
    begin_chunk("fcTL", 26);
    put32(n_fragments++);
    put32((uint32_t)movie_width);
    put32((uint32_t)movie_height);
    put32(0);
    put32(0);
    put(rest, 6);
    end_chunk();
    put_pixels(movie_height, 3 * (size_t)movie_width, rgb, !is_first);
}

void end_movie(void)
{
    end_file();
}

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void print_time(double seconds)
{
    fprintf(stderr, "time: %.4f\n", seconds);
}
