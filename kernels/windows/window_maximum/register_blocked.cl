// Window extremes (maxima are dilation, minima erosion) in registers for GPUs: each work-item computes a block of
// pixels.
//
// K is the side of the square window. A work-item loads the block's columns and their halo, and slides down each
// column. The columns' maxima then slide along the rows (sliding_extremes.clh). All of this is in registers, without
// local memory or barriers, and neighbours load overlapping words through the cache. Keys are compared two at once, as
// packed pairs (packed_pairs.clh). The kernels, with a work-item per block, are in gray_blocks.clh and rgba_blocks.clh.
// From K = 11 on there are two passes, down the columns and along the rows: the halos of both directions do not fit in
// the registers.
//
// Defines: K; PIXELS and PAIR_ROWS, a block's columns and rows of packed pairs; PEAKS; MINIMUM, which inverts the keys.
// GROUP, no workgroup, is the number of windows along a row that share comparisons. HALO_X and HALO_Y are the reach of
// windows: K / 2, or 0 in a pass for the other direction. FINAL is 1 in the last pass; ALIGNED is 1 if every row begins
// at a whole block, or at 16 bytes for RGBA.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t; // the sort keys that are compared at once: those of a pair here
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
