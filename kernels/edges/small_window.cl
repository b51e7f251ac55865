// small_window: derivatives from windows of 3 x 3. KIND says which: 0 along the rows, 1 down the columns, 2 the
// magnitude of both, from the weights SIDE, MIDDLE, SIDE across the derivative; 3 the sum of second derivatives, with
// the weights EDGE, CORNER and -CENTRE. SIGNED: 0 the absolute value, 1 half of full scale added, 2 cut off at 0
// (floats as they are). HAS_GAIN: 0 for a gain of 1. A work-item makes ROWS rows of a run of pixels; integers are
// exact.
#include "common.clh"

#if SRC_IS_FLOAT
#define HALF_SCALE 0.5f
#else
#define HALF_SCALE ((SRC_MAX + 1) / 2)
#endif

#ifdef BLOCK_WORDS
#include "small_window_words.clh"
#else
#include "bordered_runs.clh"

#if SRC_IS_FLOAT
#define TO_SAMPLES(numbers) (numbers)
#else
#define TO_SAMPLES(numbers) PASTE(convert_, DST_SAMPLES)(clamp(numbers, (NUMBER)0, (NUMBER)SRC_MAX))
#endif
#if SRC_IS_FLOAT
#define MAGNITUDE_OF(numbers) fabs(numbers)
#else
#define MAGNITUDE_OF(numbers) max(numbers, -(numbers))
#endif

static inline DST_SAMPLES finished(NUMBERS value, int gain) {
#if HAS_GAIN && SRC_TYPE_ID == 0
    value = clamp(value, (NUMBER)-256, (NUMBER)256) * (NUMBER)gain; // products of more would not fit 16 bits
#elif HAS_GAIN
    value *= (NUMBER)gain;
#endif
#if SIGNED == 0
    return TO_SAMPLES(MAGNITUDE_OF(value));
#elif SIGNED == 1
    return TO_SAMPLES(value + (NUMBER)HALF_SCALE);
#else
    return TO_SAMPLES(value);
#endif
}

#if KIND == 2
#define UINTS PASTE(uint, LANES)
// The root of across^2 + down^2, rounded. Components beyond full scale make a result beyond it.
static inline DST_SAMPLES root_of_squares(NUMBERS across, NUMBERS down) {
#if SRC_IS_FLOAT
    // Squares of very large numbers would overflow, and of very small ones vanish: those are in units of 2^64 or 2^-64.
    const NUMBERS largest = fmax(fabs(across), fabs(down)), one = (NUMBERS)1.0f;
    const NUMBERS up = select(one, (NUMBERS)0x1p64f, largest < (NUMBERS)0x1p-40f);
    const NUMBERS scale = select(up, (NUMBERS)0x1p-64f, largest > (NUMBERS)0x1p60f);
    const NUMBERS a = across * scale, d = down * scale;
    return sqrt(a * a + d * d) * (one / scale);
#elif SRC_TYPE_ID == 0
    const FLOATS a = TO_FLOATS(min(MAGNITUDE_OF(across), (NUMBER)255));
    const FLOATS d = TO_FLOATS(min(MAGNITUDE_OF(down), (NUMBER)255));
    return TO_DST_AS(DST_SAMPLES, sqrt(a * a + d * d));
#else
    const UINTS a = PASTE(convert_, UINTS)(min(MAGNITUDE_OF(across), (NUMBER)65535));
    const UINTS d = PASTE(convert_, UINTS)(min(MAGNITUDE_OF(down), (NUMBER)65535));
    // At most full scale's square: what overflows is beyond.
    const UINTS n = add_sat(a * a, d * d);
    UINTS r = PASTE(convert_, UINTS)(min(sqrt(TO_FLOATS(n)) + 0.5f, 65535.0f));
    // The root of a whole number is never halfway between two: r is right where r^2 - r < n <= r^2 + r.
    r += select((UINTS)(0), (UINTS)(1), n > r * r + r && r < 65535u);
    r -= select((UINTS)(0), (UINTS)(1), r > 0u && n <= r * r - r);
    return PASTE(convert_, DST_SAMPLES)(r);
#endif
}
#endif

// Of a row: what windows take of it, in two sums.
typedef struct {
    NUMBERS first, second;
} RowSums;

static inline RowSums sums_of(NUMBERS left, NUMBERS own, NUMBERS right) {
#if KIND == 3
    const RowSums sums = {left + right, own};
#else
    const RowSums sums = {right - left, (left + right) * (NUMBER)SIDE + own * (NUMBER)MIDDLE};
#endif
    return sums;
}

// Processors load neighbours faster than they move them; of graphics processors it was not measured.
#define LOADS_NEIGHBOURS (LANES == 16)

// inside: the run and its neighbours are. Compilers of CPU drivers call it otherwise, once a row.
static inline __attribute__((always_inline)) RowSums row_sums(global const SRC_PIXEL* src, int x, int y, int width,
                                                              int height, bool inside) {
#if LOADS_NEIGHBOURS
    if (inside) {
        global const SRC_TYPE* const at = (global const SRC_TYPE*)(src + (size_t)y * width + x);
        return sums_of(TO_NUMBERS(LOAD(at - SRC_CHANNELS)), TO_NUMBERS(LOAD(at)), TO_NUMBERS(LOAD(at + SRC_CHANNELS)));
    }
#endif
    const NUMBERS own = TO_NUMBERS(load_bordered(src, x, y, width, height));
    return sums_of(AFTER(pixel_anywhere(src, x - 1, y, width, height), own), own,
                   BEFORE(own, pixel_anywhere(src, x + RUN, y, width, height)));
}

static inline DST_SAMPLES result_of(RowSums above, RowSums own, RowSums below, int gain) {
#if KIND == 3
    const NUMBERS edges = (above.second + below.second) + own.first;
    const NUMBERS corners = above.first + below.first;
    return finished((edges * (NUMBER)EDGE + corners * (NUMBER)CORNER) - own.second * (NUMBER)CENTRE, gain);
#else
#if KIND != 1
    const NUMBERS across = (above.first + below.first) * (NUMBER)SIDE + own.first * (NUMBER)MIDDLE;
#endif
#if KIND != 0
    const NUMBERS down = below.second - above.second;
#endif
#if KIND == 0
    return finished(across, gain);
#elif KIND == 1
    return finished(down, gain);
#else
    return root_of_squares(across, down);
#endif
#endif
}

static inline __attribute__((always_inline)) void window_rows(global const SRC_PIXEL* src, global DST_PIXEL* dst, int x,
                                                              int y, int width, int height, int gain, bool inside) {
    RowSums above = row_sums(src, x, y - 1, width, height, inside);
    RowSums own = row_sums(src, x, y, width, height, inside);
    for (int row = y; row < min(y + ROWS, height); ++row) {
        const RowSums below = row_sums(src, x, row + 1, width, height, inside);
        store_bordered(result_of(above, own, below, gain), src, dst, x, row, width);
        above = own;
        own = below;
    }
}

KERNEL void small_window_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int gain) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = (int)get_global_id(1) * ROWS;
    if (x >= width || y >= height) return;
    if (LOADS_NEIGHBOURS && x > 0 && x + RUN < width && y > 0 && y + ROWS < height)
        window_rows(src, dst, x, y, width, height, gain, true);
    else
        window_rows(src, dst, x, y, width, height, gain, false);
}
#endif
