// non_local_means: the mean of the pixels of a square around each, weighted by how alike their surroundings are; in
// whole numbers, as OpenCV's. A build has the kernel of non_local_means_patches.clh, or those of `sliding`, of which a
// work-item makes ROWS rows of PIXELS neighbouring pixels: for each place of the search,
// the distance of a window follows from that of the window above by the row that it gains and the row that it loses. Of
// 16 bits differences are absolute, not squared, weights have 31 bits, and their sums 64.
#include "common.clh"

#ifdef PATCH
#include "non_local_means_patches.clh"
#else
#define INTS PASTE(int, PIXELS)
#define KEEPS_ROWS (PIXELS == 16)
#if SRC_TYPE_ID == 1
#define SUM_TYPE ulong
#define SIZE_OF(difference) PASTE(convert_, INTS)(abs(difference))
#else
#define SUM_TYPE uint
#define SIZE_OF(difference) ((difference) * (difference))
#endif
#define SUMS PASTE(SUM_TYPE, PIXELS)
#define TO_SUMS(ints) PASTE(convert_, SUMS)(ints)
#define LOAD_INTS(pointer) PASTE(convert_, INTS)(PASTE(vload, PIXELS)(0, pointer))

// The image with what lies beyond its edge, a plane for each colour: pitch x rows samples.
KERNEL void non_local_means_pad(global const SRC_TYPE* src, global SRC_TYPE* padded, int width, int height, int border,
                                int pitch, int rows) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= pitch || y >= rows) return;
    const size_t at = (size_t)border_index(y - border, height) * width + border_index(x - border, width);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) padded[((size_t)c * rows + y) * pitch + x] = src[at * SRC_CHANNELS + c];
}

// Of the 2 reach + 1 samples of a row around each pixel, all colours, the differences from those `offset` away.
static inline INTS row_distance(global const SRC_TYPE* row, long offset, int reach, long plane) {
    INTS sum = 0;
    for (int c = 0; c < COLOUR_CHANNELS; ++c)
        for (int i = -reach; i <= reach; ++i) {
            global const SRC_TYPE* at = row + c * plane + i;
            const INTS difference = LOAD_INTS(at) - LOAD_INTS(at + offset);
            sum += SIZE_OF(difference);
        }
    return sum;
}

// Rows that a window loses may be kept from when it gained them, where that costs no registers.
#if KEEPS_ROWS
#define KEEP(j, row)                                                                                                   \
    if ((j) < ROWS) kept[j] = row;
#define LOST(j) kept[j]
#else
#define KEEP(j, row)
#define LOST(j) row_distance(own + (long)((j)-patch) * pitch, offset, patch, plane)
#endif

static inline INTS weights_of(INTS distance, global const int* table, int shift, int last) {
    int index[PIXELS];
    PASTE(vstore, PIXELS)(min(distance >> shift, (INTS)(last)), 0, index);
    for (int p = 0; p < PIXELS; ++p) index[p] = table[index[p]];
    return PASTE(vload, PIXELS)(0, index);
}

// table: weights by distances, 0 at `last`; shift: from sums of squares to them. patch, search: half sides of windows.
KERNEL void non_local_means_runs(global const SRC_PIXEL* src, global const SRC_TYPE* padded, global const int* table,
                                 global DST_PIXEL* dst, int width, int height, int pitch, int rows, int patch,
                                 int search, int shift, int last) {
    const int x = (int)get_global_id(0) * PIXELS;
    const int y = (int)get_global_id(1) * ROWS;
    if (x >= width || y >= height) return;
    const long plane = (long)pitch * rows;
    global const SRC_TYPE* own = padded + (long)(y + patch + search) * pitch + x + patch + search;
    SUMS sums[COLOUR_CHANNELS][ROWS], weights[ROWS];
    for (int r = 0; r < ROWS; ++r) {
        weights[r] = 0;
        for (int c = 0; c < COLOUR_CHANNELS; ++c) sums[c][r] = 0;
    }
    for (int dy = -search; dy <= search; ++dy)
        for (int dx = -search; dx <= search; ++dx) {
            const long offset = (long)dy * pitch + dx;
            INTS distance = 0;
#if KEEPS_ROWS
            INTS kept[ROWS];
#endif
            for (int j = 0; j <= 2 * patch; ++j) {
                const INTS row = row_distance(own + (long)(j - patch) * pitch, offset, patch, plane);
                distance += row;
                KEEP(j, row)
            }
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                if (r > 0) {
                    const INTS row = row_distance(own + (long)(r + patch) * pitch, offset, patch, plane);
                    distance += row - LOST(r - 1);
                    KEEP(r + 2 * patch, row)
                }
                const SUMS weight = TO_SUMS(weights_of(distance, table, shift, last));
                weights[r] += weight;
                for (int c = 0; c < COLOUR_CHANNELS; ++c)
                    sums[c][r] += weight * TO_SUMS(LOAD_INTS(own + c * plane + (long)r * pitch + offset));
            }
        }
    for (int r = 0; r < ROWS && y + r < height; ++r) {
        const SUMS total = weights[r];
        SUM_TYPE means[COLOUR_CHANNELS][PIXELS];
        for (int c = 0; c < COLOUR_CHANNELS; ++c)
            PASTE(vstore, PIXELS)((sums[c][r] + total / (SUM_TYPE)2) / total, 0, means[c]);
        for (int p = 0; p < PIXELS && x + p < width; ++p) {
            const size_t at = (size_t)(y + r) * width + x + p;
#if SRC_CHANNELS == 4
            dst[at] = (DST_PIXEL)((DST_TYPE)means[0][p], (DST_TYPE)means[1][p], (DST_TYPE)means[2][p], src[at].w);
#else
            dst[at] = (DST_TYPE)means[0][p];
#endif
        }
    }
}
#endif
