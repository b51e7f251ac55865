// flip, crop, pad and the half turn: each pixel of the result is moved from one place of the source, as bits.
//
// Both axes map result to source by a start and a step of 1 or -1, so that neighbours stay neighbours. Most work is
// therefore wide loads and stores, reversed in registers where columns run backward. What the source does not have
// follows the border rule; with a constant border it is the pixel `outside`. CPUs move segments of rows (SEGMENT);
// GPUs move 16 bytes a work-item. core/filters/geometry/pixel_moves.cpp makes the plans.
//
// Defines: PIXEL_BYTES (1 to 16); BACKWARD, which is 1 where columns run from right to left; BORDER.
#include "borders.clh"

// A run is 16 bytes of pixels; REVERSED selects them from last to first.
#if PIXEL_BYTES == 1
#define PIXEL_BITS uchar
typedef uchar16 run_t;
#define REVERSED sfedcba9876543210
#elif PIXEL_BYTES == 2
#define PIXEL_BITS ushort
typedef ushort8 run_t;
#define REVERSED s76543210
#elif PIXEL_BYTES == 4
#define PIXEL_BITS uint
typedef uint4 run_t;
#define REVERSED wzyx
#elif PIXEL_BYTES == 8
#define PIXEL_BITS ulong
typedef ulong2 run_t;
#define REVERSED yx
#else
#define PIXEL_BITS uint4
typedef uint4 run_t;
#define REVERSED xyzw
#endif
typedef PIXEL_BITS bits_t;

enum { STEP_X = BACKWARD ? -1 : 1 };

// From where in the source the result is moved.
typedef struct {
    int width, height, start_x, start_y, step_y;
} source_t;

// The source's row for row y of the result, by the border rule; the source's column for column x, wherever it is.
INLINE int source_row(source_t source, int y) {
    return border_index(source.start_y + source.step_y * y, source.height);
}
INLINE int source_column(source_t source, int x) { return source.start_x + STEP_X * x; }

// The pixel of the result at column x, from this row of the source.
INLINE bits_t moved_pixel(global const bits_t* src, global const bits_t* outside, source_t source, int row, int x) {
    const int column = border_index(source_column(source, x), source.width);
    return is_inside(row) && is_inside(column) ? src[(size_t)row * source.width + column] : outside[0];
}

#ifdef SEGMENT
#include "pixel_moves/pixel_moves_segments.clh"
#else
#include "pixel_moves/pixel_moves_runs.clh"
#endif
