/* What the programs of the gallery share: pictures and a clock. */
#ifndef GALLERY_H
#define GALLERY_H

/* Write "height" rows of "width" gray values to the PNG file "path". */
void write_gray(const char *path, int width, int height, const unsigned char *gray);
/* The same for three bytes a pixel: red, green, blue. */
void write_color(const char *path, int width, int height, const unsigned char *rgb);

/* An animated PNG: begin it, add "frames" pictures of "width" and "height", end it. Browsers show it. */
void begin_movie(const char *path, int width, int height, int frames, int frames_per_second);
void add_frame(const unsigned char *rgb);
void end_movie(void);

/* Seconds since some moment, and the line that the gallery reads: the time that the program computed. */
double now(void);
void print_time(double seconds);

#endif
