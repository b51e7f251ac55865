// transpose and the quarter turns of rotate: rows become columns.
//
// Each variant is a file of its own. The defines of a plan tell which one its program is for. TILE stands for a tile in
// local memory. PIXEL_BYTES stands for blocks that turn in registers, and LINE for the cache lines of a CPU. The naive
// kernel is here, as the baseline. It has one work-item for each pixel. Neighbouring work-items read neighbouring
// pixels of a row and write pixels of one column, so that only the reads are coalesced. `width` and `height` are those
// of the source. core/filters/geometry/transpose_variants.cpp makes the plans.
#include "quarter_turns.clh"

KERNEL void transpose_naive(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    dst[result_row(x, width) * height + y] = src[source_row(y, height) * width + x];
}

#ifdef TILE
#include "transpose/local_tiles.clh"
#endif
#ifdef PIXEL_BYTES
#include "transpose/local_blocks.clh"
#endif
#ifdef LINE
#include "transpose/cache_lines.clh"
#endif
