// Convolution with a ring of rows: a workgroup walks down a strip, and each work-item sums its windows from the ring in
// local memory. So each pixel comes from global memory and is converted once, not once for every window as in the plain
// kernel.
//
// The ring is in local memory, and holds as many rows of floats as the windows of one step see: 2 radius plus the rows
// of the workgroup. In each step the work-items load the next rows into the ring, in place of the oldest ones. After a
// barrier each one sums the window of its pixel from the ring. So each pixel is loaded and converted once, except at
// the margins of the strips. Work-items beside each other make the pixels of a strip, and STRIP_ROWS is its height:
// 128, or the next multiple of the workgroup's height. So the grid is as wide as the image, with a workgroup for each
// strip. A row is summed first, and then the rows. Unlike tiled.cl it loads the rows above a workgroup's pixels once a
// strip, and not once a workgroup.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
typedef sum_t quotient_t;
#include "windows/convolution/weighted_sums.clh"

INLINE int ring_row(int row, int rows) { return row < rows ? row : row - rows; }

// Loads `count` rows from image row y on into the ring from row `to` on; rows are `pitch` long and begin at `left`.
INLINE void load_ring(global const pixel_t* src, local sum_t* ring, int rows, int pitch, int to, int count, int left,
                      int y, int width, int height) {
    for (int j = get_local_id(1); j < count; j += get_local_size(1)) {
        local sum_t* line = ring + ring_row(to + j, rows) * pitch;
        const int row = border_index(y + j, height);
        for (int i = get_local_id(0); i < pitch; i += get_local_size(0))
            line[i] = convert_sum(bordered_pixel(src, row, border_index(left + i, width), width));
    }
}

// The window in the ring whose first row is `window`; `first` is its first column.
INLINE sum_t window_sum(local const sum_t* first, int window, int rows, int pitch, constant float* weights,
                        int radius) {
    const int taps = 2 * radius + 1;
    sum_t sum = 0.0f;
    for (int j = 0; j < taps; ++j) {
        sum_t part = 0.0f;
        for (int i = 0; i < taps; ++i) {
            const float weight = weights[j * taps + i];
            if (!is_hiding(weight)) part = mad(weight, first[i + ring_row(window + j, rows) * pitch], part);
        }
        sum += part;
    }
    return sum;
}

KERNEL void convolution_rolling(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                                int height, int radius, float denominator, local sum_t* ring) {
    const int step = get_local_size(1);
    const int rows = 2 * radius + step;
    const int pitch = (int)get_local_size(0) + 2 * radius;
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    const int x = get_global_id(0);
    const int top = (int)get_group_id(1) * STRIP_ROWS;
    load_ring(src, ring, rows, pitch, 0, 2 * radius, left, top - radius, width, height);
    int oldest = 0;
    for (int y = top; y < min(top + STRIP_ROWS, height); y += step) {
        load_ring(src, ring, rows, pitch, ring_row(oldest + 2 * radius, rows), step, left, y + radius, width, height);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int own = y + get_local_id(1);
        if (x < width && own < height) {
            const int window = ring_row(oldest + get_local_id(1), rows);
            const sum_t sum = window_sum(ring + get_local_id(0), window, rows, pitch, weights, radius);
            const size_t i = (size_t)own * width + x;
            dst[i] = with_alpha_of(src[i], to_out(quotient(sum, denominator)));
        }
        oldest = ring_row(oldest + step, rows);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
