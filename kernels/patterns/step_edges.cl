// step-edges: light and dark bars with slanted edges, blended over the image.
//
// The number of a pixel's bar is the distance from the centre across the edges, in bars, rounded down; odd bars are
// light. overlay.clh maps the segments and blends. Its faster path computes the row's part of the distance once a
// segment. On NVIDIA's GPUs it avoids the conversion to an integer, which is slow: an addition that rounds down leaves
// the bar's number in the lowest bits of the sum. There is no local memory, and the grid is that of
// sample_segments.clh. The parameters are in core/filters/patterns/overlay.cpp.
#include "prelude/instructions.clh"

// The centre of the image, and the bars per pixel along both axes.
typedef struct {
    float centre_x, centre_y, across, down;
} pattern_t;

INLINE bool is_light(pattern_t bars, int x, int y) {
    return (int)floor((((float)x - bars.centre_x) * bars.across + ((float)y - bars.centre_y) * bars.down)) & 1;
}

// Columns from the centre are multiples of a half, and so are exact in any order of the sum, up to this size.
INLINE bool has_fast_rows(pattern_t bars, int x, int y, int width) { return max(max(x, y), width) < 1 << 20; }

typedef struct {
    float column, row, across;
} row_t;

INLINE row_t light_in_row(pattern_t bars, int x, int y) {
    return (row_t){(float)x - bars.centre_x, ((float)y - bars.centre_y) * bars.down, bars.across};
}

INLINE bool is_light_at(row_t row, int i) { return is_floor_odd((row.column + (float)i) * row.across + row.row); }

#include "patterns/overlay.clh"

KERNEL void step_edges_segments(global const sample_t* src, global out_sample_t* dst, int samples, int width,
                                uint width_reciprocal, uint width_shift, float keep, float dark, float light,
                                float centre_x, float centre_y, float across, float down) {
    const overlay_t overlay = {width, width_reciprocal, width_shift, keep, dark, light};
    const pattern_t bars = {centre_x, centre_y, across, down};
    overlay_segments(src, dst, samples, overlay, bars);
}
