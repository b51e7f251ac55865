// checkerboard: square fields of a light and a dark level, blended over the image.
//
// A pixel is light if the sum of its field's row and column is odd. overlay.clh maps the segments and blends. Its
// faster path serves fields that are at least as wide as a segment: the level then changes at most once in a segment.
// It divides by the field's size once, as a multiplication with the reciprocal that the host passes (instructions.clh).
// Other segments divide for each pixel. There is no local memory, and the grid is that of sample_segments.clh. The
// parameters are in core/filters/patterns/overlay.cpp.
#include "prelude/instructions.clh"
#include "prelude/segments.clh"

// The side of a field, with its reciprocal.
typedef struct {
    int size;
    uint reciprocal, shift;
} pattern_t;

INLINE bool is_light(pattern_t pattern, int x, int y) { return (x / pattern.size + y / pattern.size) & 1; }

// The level at the start of a segment, and the pixel of the segment where it changes.
typedef struct {
    bool begins_light;
    int change;
} row_t;

INLINE bool has_fast_rows(pattern_t pattern, int x, int y, int width) { return pattern.size >= SEGMENT_PIXELS; }

INLINE row_t light_in_row(pattern_t pattern, int x, int y) {
    const uint field = divide(x, pattern.reciprocal, pattern.shift);
    const bool begins_light = (field + divide(y, pattern.reciprocal, pattern.shift)) & 1;
    return (row_t){begins_light, (int)(field + 1) * pattern.size - x};
}

INLINE bool is_light_at(row_t row, int i) { return (i < row.change) == row.begins_light; }

#include "patterns/overlay.clh"

KERNEL void checkerboard_segments(global const sample_t* src, global out_sample_t* dst, int samples, int width,
                                  uint width_reciprocal, uint width_shift, float keep, float dark, float light,
                                  int size, uint size_reciprocal, uint size_shift) {
    const overlay_t overlay = {width, width_reciprocal, width_shift, keep, dark, light};
    const pattern_t fields = {size, size_reciprocal, size_shift};
    overlay_segments(src, dst, samples, overlay, fields);
}
