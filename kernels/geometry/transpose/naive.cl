// The plainest transposition: one work-item for each pixel, without local memory.
//
// Neighbouring work-items read neighbouring pixels of a row, so that reads are coalesced. They write pixels of one
// column of the result, each in another row, so that every write touches a cache line of its own. This is the baseline
// that the other variants are compared with. `width` and `height` are those of the source. The quarter turns of rotate
// use it, too.
#include "prelude/prelude.clh"
#include "geometry/transpose/quarter_turns.clh"

KERNEL void transpose_naive(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    dst[result_row(x, width) * height + y] = src[source_row(y, height) * width + x];
}
