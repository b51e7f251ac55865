// box by running sums: a work-item slides along a share of a row, and in a second kernel of a column. The sum of a
// window becomes that of its neighbour when one sample enters and one leaves. So the work per pixel is the same for any
// window (McDonnell, Box-filtering techniques, 1981). The plain kernel adds k x k samples.
//
// Each share starts with a whole window; a share of at least k and at least 32 pixels hides that. The first kernel
// stores the sums of rows; the second one slides down their columns and stores means. Neighbouring work-items have
// shares side by side, or neighbouring columns.
//
// A running sum of floats drifts. It therefore keeps what its additions round away (Kahan, 1965), and is computed again
// where that does not help. NaN never leaves a sum, and digits that a far greater sample pushed out of the mantissa do
// not come back when that sample leaves.
#include "scans/box/window_sums.clh"

// A row of the image, or a column of row sums: `length` pixels, `stride` apart.
typedef struct {
    global const void* pixels;
    bool has_row_sums;
    int length, stride;
} line_t;

// The pixel at any place on a line, by the border's rule.
INLINE total_t line_at(line_t line, int place) {
    const int from = border_index(place, line.length);
    if (!is_inside(from)) return (total_t)(0);
    if (line.has_row_sums) return convert_total(((global const row_t*)line.pixels)[from * line.stride]);
    return convert_total(((global const pixel_t*)line.pixels)[from * line.stride]);
}

// The sum of the window around a place on a line.
INLINE total_t window_at(line_t line, int place, int radius) {
    total_t total = (total_t)(0);
    for (int group = 0; group <= 2 * radius; group += GROUP) {
        total_t part = (total_t)(0);
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i) part += line_at(line, place - radius + i);
        total += part;
    }
    return total;
}

#if SRC_IS_FLOAT
// `excess` is what the last additions added too much by rounding. `greatest` is the greatest magnitude since the sum
// was last computed from all its samples.
typedef struct {
    total_t total, excess, greatest;
} running_sum_t;

INLINE running_sum_t started(total_t total) { return (running_sum_t){total, (total_t)(0), fabs(total)}; }

INLINE void add(running_sum_t* sum, total_t value) {
    const total_t part = value - sum->excess;
    const total_t total = sum->total + part;
    sum->excess = (total - sum->total) - part;
    sum->total = total;
}

INLINE __attribute__((overloadable)) bool all_true(int condition) { return condition; }
INLINE __attribute__((overloadable)) bool all_true(int4 conditions) { return all(conditions); }

// False if the sum must be computed again from all its samples.
INLINE bool slide(running_sum_t* sum, total_t leaving, total_t entering) {
    add(sum, entering);
    sum->greatest = fmax(sum->greatest, fabs(sum->total));
    add(sum, -leaving);
    return all_true(fabs(sum->total) * 256.0f >= sum->greatest);
}
#else
typedef struct {
    total_t total;
} running_sum_t;

INLINE running_sum_t started(total_t total) { return (running_sum_t){total}; }

INLINE bool slide(running_sum_t* sum, total_t leaving, total_t entering) {
    sum->total += entering - leaving;
    return true;
}
#endif

// Moves a window to a place from the one before it. A window of one sample stays exact.
INLINE void move_to(running_sum_t* sum, line_t line, int place, int radius) {
    const total_t leaving = line_at(line, place - radius - 1);
    if (radius == 0 || !slide(sum, leaving, line_at(line, place + radius)))
        *sum = started(window_at(line, place, radius));
}

KERNEL void box_running_rows(global const pixel_t* src, global row_t* rows, int width, int height, int radius,
                             int share) {
    const int first = (int)get_global_id(0) * share, end = min(first + share, width);
    const int y = get_global_id(1);
    if (first >= width || y >= height) return;
    const line_t line = {src + y * width, false, width, 1};
    running_sum_t sum = started(window_at(line, first, radius));
    for (int x = first;;) {
        rows[y * width + x] = convert_row(sum.total);
        if (++x >= end) break;
        move_to(&sum, line, x, radius);
    }
}

KERNEL void box_running_columns(global const pixel_t* src, global const row_t* rows, global out_pixel_t* dst, int width,
                                int height, int radius, int share) {
    const int x = get_global_id(0);
    const int first = (int)get_global_id(1) * share, end = min(first + share, height);
    if (x >= width || first >= height) return;
    const line_t line = {rows + x, true, height, width};
    running_sum_t sum = started(window_at(line, first, radius));
    for (int y = first;;) {
        dst[y * width + x] = with_alpha_of(src[y * width + x], mean_of(sum.total, 2 * radius + 1));
        if (++y >= end) break;
        move_to(&sum, line, y, radius);
    }
}
