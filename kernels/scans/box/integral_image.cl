// box by an integral image: one work-item per pixel takes the difference of four sums of the integral image (Crow,
// Summed-area tables, 1984). That is the same work for any window. The plain kernel adds k x k samples.
//
// One kernel pads the image with its border. The filter `integral` makes the integral image of that. Another kernel
// makes means from the corners of windows. Samples are integers: their sums may wrap around, and the differences of
// four of them are exact. Sums of floats would not be, and one NaN would spoil every window after it.
#include "scans/box/window_sums.clh"

// In front of the border are a row and a column of zeros; after it are zeros up to the size of the padded image.
KERNEL void box_pad(global const pixel_t* src, global pixel_t* padded, int width, int height, int radius,
                    int padded_width, int padded_height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= padded_width || y >= padded_height) return;
    const int row = y - 1 - radius, column = x - 1 - radius;
    pixel_t pixel = (pixel_t)(0);
    if (row >= -radius && row < height + radius && column >= -radius && column < width + radius) {
        const int from_x = border_index(column, width), from_y = border_index(row, height);
        if (is_inside(from_x) && is_inside(from_y)) pixel = src[from_y * width + from_x];
    }
    padded[y * padded_width + x] = pixel;
}

// The sum of the window whose upper left corner is at `top`.
INLINE total_t window_total(global const total_t* top, int k, int padded_width) {
    global const total_t* const bottom = top + k * padded_width;
    return bottom[k] - bottom[0] - top[k] + top[0];
}

KERNEL void box_corners(global const pixel_t* src, global const total_t* sums, global out_pixel_t* dst, int width,
                        int height, int radius, int padded_width) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int k = 2 * radius + 1;
    const total_t total = window_total(sums + y * padded_width + x, k, padded_width);
    dst[y * width + x] = with_alpha_of(src[y * width + x], mean_of(total, k));
}
