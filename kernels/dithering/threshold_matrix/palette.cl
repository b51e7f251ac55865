// Ordered dither to a palette: each pixel plus the bias of its place in the matrix, then the nearest colour. The plain
// kernel takes no palette: it compares each channel by itself.
//
// The grid is two-dimensional, and a work-item computes one pixel. `biases` has side x side numbers, some negative, and
// the image is covered with copies of them. The same bias goes to red, green and blue, so that the matrix makes a pixel
// lighter or darker. The sum is clamped to the range of the samples. Neighbouring pixels of one colour thus find
// different colours of the palette that mix to it. Nearly all time is in the search (palette.clh), so that loads and
// stores need no wider form.
#include "dithering/palette.clh"
#include "dithering/threshold_matrix/numbers.clh"

KERNEL void threshold_matrix_palette(global const pixel_t* src, global out_pixel_t* dst, global const number_t* biases,
                                     global const colour_t* palette, int colour_count, int side, int width,
                                     int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    const pixel_t source = src[at];
    const colour_t moved = clamped(colour_of(source) + biases[y % side * side + x % side]);
    dst[at] = palette_pixel(nearest_colour(moved, palette, colour_count), alpha_of(source));
}
