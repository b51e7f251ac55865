// Non-local means in vectors: a work-item computes ROWS rows of PIXELS neighbouring pixels. The patch of the next pixel
// down a column loses one row and gains another. The plain kernel compares every patch from the start, sample by
// sample.
//
// As in OpenCV all is computed in integers; plain.cl explains the sums, distances and weights. Sums of 16-bit samples
// have 64 bits, and their weights 31.
//
// A first kernel copies the image and its border into padded planes, one for each colour. No load of the second one
// needs a test for the edge. For each place of the search window the work-item sums up the distance of the first row's
// patches. The next row's follow by one row gained and one row lost. With 16 elements the rows of differences are kept
// from when they were gained; with fewer elements this would cost too many registers, and they are computed again.
#include "prelude/borders.clh"
#include "smoothing/colour_pixels.clh"

typedef PASTE(int, PIXELS) ints_t;
#define convert_ints PASTE(convert_int, PIXELS)
#define load_pixels(from) PASTE(vload, PIXELS)(0, from)
#define store_pixels(values, to) PASTE(vstore, PIXELS)(values, 0, to)

#if SRC_TYPE_ID == U16
#define SUM_TYPE ulong
#else
#define SUM_TYPE uint
#endif
typedef SUM_TYPE one_sum_t;
typedef PASTE(SUM_TYPE, PIXELS) sums_t;
#define convert_sums PASTE(convert_, PASTE(SUM_TYPE, PIXELS))

#define KEEPS_ROWS (PIXELS == 16)

// Planes of pitch x rows samples, one after the other.
KERNEL void non_local_means_pad(global const sample_t* src, global sample_t* padded, int width, int height, int border,
                                int pitch, int rows) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= pitch || y >= rows) return;
    const size_t at = (size_t)border_index(y - border, height) * width + border_index(x - border, width);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) padded[((size_t)c * rows + y) * pitch + x] = src[at * SRC_CHANNELS + c];
}

// The distance of one row of the patches: from the 2 reach + 1 samples around each pixel, in all colours, to those
// `offset` samples away.
INLINE ints_t row_distance(global const sample_t* row, long offset, int reach, long plane) {
    ints_t sum = 0;
    for (int c = 0; c < COLOUR_CHANNELS; ++c)
        for (int i = -reach; i <= reach; ++i) {
            global const sample_t* at = row + c * plane + i;
            const ints_t difference = convert_ints(load_pixels(at)) - convert_ints(load_pixels(at + offset));
            if (SRC_TYPE_ID == U16)
                sum += convert_ints(abs(difference));
            else
                sum += difference * difference;
        }
    return sum;
}

INLINE sums_t weights_of(ints_t distance, global const int* table, int shift, int last) {
    int index[PIXELS];
    store_pixels(min(distance >> shift, (ints_t)(last)), index);
    for (int p = 0; p < PIXELS; ++p) index[p] = table[index[p]];
    return convert_sums(load_pixels(index));
}

// table: the weights by distance, 0 at `last`; shift: from sums to indices of the table; patch, search: half the sides
// of the windows.
KERNEL void non_local_means_segments(global const pixel_t* src, global const sample_t* padded, global const int* table,
                                     global out_pixel_t* dst, int width, int height, int pitch, int rows, int patch,
                                     int search, int shift, int last) {
    const int x = (int)get_global_id(0) * PIXELS;
    const int y = (int)get_global_id(1) * ROWS;
    if (x >= width || y >= height) return;
    const long plane = (long)pitch * rows;
    global const sample_t* own = padded + (long)(y + patch + search) * pitch + x + patch + search;
    sums_t sums[COLOUR_CHANNELS][ROWS], weights[ROWS];
    for (int r = 0; r < ROWS; ++r) {
        weights[r] = 0;
        for (int c = 0; c < COLOUR_CHANNELS; ++c) sums[c][r] = 0;
    }
    for (int dy = -search; dy <= search; ++dy)
        for (int dx = -search; dx <= search; ++dx) {
            const long offset = (long)dy * pitch + dx;
            ints_t distance = 0, kept[ROWS];
            for (int j = 0; j <= 2 * patch; ++j) {
                const ints_t row = row_distance(own + (long)(j - patch) * pitch, offset, patch, plane);
                distance += row;
                if (KEEPS_ROWS && j < ROWS) kept[j] = row;
            }
            UNROLL_FOR (int r = 0; r < ROWS; ++r) {
                if (r > 0) {
                    const ints_t gained = row_distance(own + (long)(r + patch) * pitch, offset, patch, plane);
                    ints_t lost;
                    if (KEEPS_ROWS)
                        lost = kept[r - 1];
                    else
                        lost = row_distance(own + (long)(r - 1 - patch) * pitch, offset, patch, plane);
                    distance += gained - lost;
                    if (KEEPS_ROWS && r + 2 * patch < ROWS) kept[r + 2 * patch] = gained;
                }
                const sums_t weight = weights_of(distance, table, shift, last);
                weights[r] += weight;
                for (int c = 0; c < COLOUR_CHANNELS; ++c) {
                    global const sample_t* const other = own + c * plane + (long)r * pitch + offset;
                    sums[c][r] += weight * convert_sums(convert_ints(load_pixels(other)));
                }
            }
        }
    for (int r = 0; r < ROWS && y + r < height; ++r) {
        const sums_t total = weights[r];
        one_sum_t means[COLOUR_CHANNELS][PIXELS];
        for (int c = 0; c < COLOUR_CHANNELS; ++c) store_pixels((sums[c][r] + total / (one_sum_t)2) / total, means[c]);
        for (int p = 0; p < PIXELS && x + p < width; ++p) {
            const size_t at = (size_t)(y + r) * width + x + p;
            out_sample_t colours[COLOUR_CHANNELS];
            for (int c = 0; c < COLOUR_CHANNELS; ++c) colours[c] = (out_sample_t)means[c][p];
            dst[at] = pixel_of_colours(colours, src[at]);
        }
    }
}
