// Window extremes in registers for GPUs: each work-item computes a block of pixels without local memory.
//
// A work-item loads the block's columns, with what the windows reach beyond, and slides down each column. The maxima of
// the columns then slide along the rows (sliding_extremes.clh), until each pixel has the maximum of its window. All of
// this is in registers, and neighbouring work-items load overlapping words through the cache. Keys are compared two at
// once, as packed pairs (packed_pairs.clh). A block of gray samples has PIXELS columns and PAIR_ROWS rows of pairs;
// gray_blocks.clh, or rgba_blocks.clh for RGBA, loads and stores it. Small windows take one pass. Large ones take one
// down the columns and one along the rows, because the registers hold only one of both.
//
// Defines: K, PIXELS, PAIR_ROWS, PEAKS, and MINIMUM, which inverts the keys. GROUP is the number of windows that share
// samples along a row. HALO_X and HALO_Y are the reach of windows: K / 2, or 0 in a pass for the other direction. FINAL
// is 1 in the last pass. ALIGNED is 1 if every row begins at a whole block, or at 16 bytes for RGBA.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t;
#include "windows/window_maximum/result.clh"
#include "windows/sliding_extremes.clh"

enum { COLUMNS = PIXELS + 2 * HALO_X, ROWS_SEEN = PAIR_ROWS + 2 * HALO_Y };

// Slides down column i of the block, whose keys these are.
INLINE void slide_down(const keys_t* column, int i, keys_t down[][COLUMNS]) {
    keys_t found[PAIR_ROWS];
    if (HALO_Y > 0) slide(column, PAIR_ROWS, false, found);
#pragma unroll
    for (int j = 0; j < PAIR_ROWS; ++j) down[j][i] = HALO_Y > 0 ? found[j] : column[j];
}

// Slides along a row of the columns' maxima.
INLINE void slide_along(const keys_t* row, keys_t* found) {
    if (HALO_X > 0) {
#pragma unroll
        for (int n = 0; n < PIXELS; n += GROUP) slide(row + n, GROUP, false, found + n);
    } else {
#pragma unroll
        for (int n = 0; n < PIXELS; ++n) found[n] = row[n];
    }
}

#if SRC_CHANNELS == 4
#include "windows/window_maximum/rgba_blocks.clh"
#else
#include "windows/window_maximum/gray_blocks.clh"
#endif
