// box: the sum of the window of (2 radius + 1)^2 samples, by rows and then columns, divided once at the end. Integer
// sums are exact: 255^2 * 65535 fits 32 bits.
#include "common.clh"

// TOTAL: what windows add up in; ROW: the sum of a window's row, at most 255 samples.
#if SRC_IS_FLOAT
#define TOTAL_TYPE float
#define ROW_TYPE float
#else
#define TOTAL_TYPE uint
#if SRC_TYPE_ID == 0
#define ROW_TYPE ushort
#else
#define ROW_TYPE uint
#endif
#endif
#if SRC_CHANNELS == 4
#define TOTAL PASTE(TOTAL_TYPE, 4)
#define ROW PASTE(ROW_TYPE, 4)
#define HOLDS(condition) all(condition)
#else
#define TOTAL TOTAL_TYPE
#define ROW ROW_TYPE
#define HOLDS(condition) (condition)
#endif
#define TO_TOTAL(value) PASTE(convert_, TOTAL)(value)
#define TO_ROW(value) PASTE(convert_, ROW)(value)

// The mean of k^2 samples. k^2 is odd, so no mean lies halfway between two whole numbers.
static inline DST_PIXEL mean_of(TOTAL total, int k) {
#if DST_IS_FLOAT
    return total / (float)(k * k);
#else
    const uint count = k * k;
    return PASTE(convert_, DST_PIXEL)((total + count / 2) / count);
#endif
}

// Adds SAMPLE for i = 0..2 radius, which may use i. By groups, because shorter sums of floats lose fewer bits.
#define GROUP 16
#define ADD_WINDOW(total, SAMPLE)                                                                                      \
    for (int group = 0; group <= 2 * radius; group += GROUP) {                                                         \
        TOTAL part = 0;                                                                                                \
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i) part += SAMPLE;                               \
        total += part;                                                                                                 \
    }

// NAME_at: sample i of a line of `length` samples that lie `stride` apart, with the border's rule.
// NAME_window: the sum of the window around it.
#define DEFINE_LINE(NAME, T)                                                                                           \
    static inline TOTAL NAME##_at(global const T* line, int i, int length, int stride) {                               \
        const int from = border_index(i, length);                                                                      \
        if (!IS_INSIDE(from)) return 0;                                                                                \
        return TO_TOTAL(line[from * stride]);                                                                          \
    }                                                                                                                  \
    static inline TOTAL NAME##_window(global const T* line, int at, int length, int stride, int radius) {              \
        TOTAL total = 0;                                                                                               \
        ADD_WINDOW(total, NAME##_at(line, at - radius + i, length, stride))                                            \
        return total;                                                                                                  \
    }
DEFINE_LINE(row, SRC_PIXEL)
DEFINE_LINE(column, ROW)

// A sum that slides. Floats: `lost` is what the last additions rounded away (Kahan 1965), `greatest` the greatest
// magnitude since the sum was last computed from all its samples.
typedef struct {
    TOTAL total;
#if SRC_IS_FLOAT
    TOTAL lost, greatest;
#endif
} Sliding;

static inline void start(Sliding* sum, TOTAL total) {
    sum->total = total;
#if SRC_IS_FLOAT
    sum->lost = 0.0f;
    sum->greatest = fabs(total);
#endif
}

#if SRC_IS_FLOAT
static inline void add(Sliding* sum, TOTAL value) {
    const TOTAL part = value - sum->lost;
    const TOTAL total = sum->total + part;
    sum->lost = (total - sum->total) - part;
    sum->total = total;
}
#endif

// False if the sum must be computed again from all its samples. NaN never leaves a sum, and digits that a far greater
// sample pushed out of the mantissa do not come back when that sample leaves.
static inline bool slide(Sliding* sum, TOTAL leaving, TOTAL entering) {
#if SRC_IS_FLOAT
    add(sum, entering);
    sum->greatest = fmax(sum->greatest, fabs(sum->total));
    add(sum, -leaving);
    return HOLDS(fabs(sum->total) * 256.0f >= sum->greatest);
#else
    sum->total += entering - leaving;
    return true;
#endif
}

// Makes the windows' sums from `first` up to `end` of a line; put takes each. A window of one sample stays exact.
#define SLIDE(NAME, line, length, stride, first, end, put)                                                             \
    Sliding sum;                                                                                                       \
    start(&sum, NAME##_window(line, first, length, stride, radius));                                                   \
    for (int at = first;;) {                                                                                           \
        put(at, sum.total);                                                                                            \
        if (++at >= (end)) break;                                                                                      \
        const TOTAL leaving = NAME##_at(line, at - radius - 1, length, stride);                                        \
        if (radius == 0 || !slide(&sum, leaving, NAME##_at(line, at + radius, length, stride)))                        \
            start(&sum, NAME##_window(line, at, length, stride, radius));                                              \
    }

#define ROW_PUT(x, total) rows[y * width + (x)] = TO_ROW(total)
// A work-item makes a segment of a row.
KERNEL void box_running_rows(global const SRC_PIXEL* src, global ROW* rows, int width, int height, int radius,
                             int segment) {
    const int first = (int)get_global_id(0) * segment;
    const int y = get_global_id(1);
    if (first >= width || y >= height) return;
    global const SRC_PIXEL* line = src + y * width;
    SLIDE(row, line, width, 1, first, min(first + segment, width), ROW_PUT)
}

#define COLUMN_PUT(y, total) dst[(y)*width + x] = WITH_ALPHA_OF(src[(y)*width + x], mean_of(total, 2 * radius + 1))
// A work-item makes a segment of a column.
KERNEL void box_running_columns(global const SRC_PIXEL* src, global const ROW* rows, global DST_PIXEL* dst, int width,
                                int height, int radius, int segment) {
    const int x = get_global_id(0);
    const int first = (int)get_global_id(1) * segment;
    if (x >= width || first >= height) return;
    global const ROW* line = rows + x;
    SLIDE(column, line, height, width, first, min(first + segment, height), COLUMN_PUT)
}

// tile: the workgroup's pixels with radius more to the left and right.
KERNEL void box_local_rows(global const SRC_PIXEL* src, global ROW* rows, int width, int height, int radius,
                           local SRC_PIXEL* tile) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    local SRC_PIXEL* line = tile + get_local_id(1) * tile_width;
    for (int i = get_local_id(0); i < tile_width; i += get_local_size(0)) {
        const int from = border_index(left + i, width);
        line[i] = IS_INSIDE(from) ? src[min(y, height - 1) * width + from] : (SRC_PIXEL)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const SRC_PIXEL* window = line + get_local_id(0);
    TOTAL total = 0;
    ADD_WINDOW(total, TO_TOTAL(window[i]))
    rows[y * width + x] = TO_ROW(total);
}

// tile: the workgroup's pixels with radius more above and below.
KERNEL void box_local_columns(global const SRC_PIXEL* src, global const ROW* rows, global DST_PIXEL* dst, int width,
                              int height, int radius, local ROW* tile) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tile_width = get_local_size(0);
    const int tile_height = (int)get_local_size(1) + 2 * radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    local ROW* column = tile + get_local_id(0);
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1)) {
        const int from = border_index(top + j, height);
        column[j * tile_width] = IS_INSIDE(from) ? rows[from * width + min(x, width - 1)] : (ROW)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const ROW* window = column + get_local_id(1) * tile_width;
    TOTAL total = 0;
    ADD_WINDOW(total, TO_TOTAL(window[i * tile_width]))
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], mean_of(total, 2 * radius + 1));
}

// By an integral image: the image with its border is padded on, sums of windows are differences of four of its sums.
// Floats are fixed-point numbers of 32 binary places, whose four 16-bit digits are the channels of a pixel, so that the
// differences of sums lose nothing; the planes of their channels are below each other.
#if SRC_IS_FLOAT
#define PADDED ushort4
#define CORNER uint4
#define PLANES COLOUR_CHANNELS
#else
#define PADDED SRC_PIXEL
#define CORNER TOTAL
#define PLANES 1
#endif

static inline PADDED padded_of(SRC_PIXEL pixel, int plane) {
#if SRC_IS_FLOAT
#if SRC_CHANNELS == 4
    const float sample = plane == 0 ? pixel.x : plane == 1 ? pixel.y : pixel.z;
#else
    const float sample = pixel;
#endif
    return as_ushort4(convert_long_sat_rte(sample * 4294967296.0f));
#else
    return pixel;
#endif
}

// Before the border, a row and a column of zeros; beyond it, zeros up to the size of the padded image.
KERNEL void box_pad(global const SRC_PIXEL* src, global PADDED* padded, int width, int height, int radius,
                    int padded_width, int padded_height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= padded_width || y >= padded_height * PLANES) return;
    const int plane = y / padded_height;
    const int row = y % padded_height - 1 - radius, column = x - 1 - radius;
    PADDED pixel = (PADDED)(0);
    if (row >= -radius && row < height + radius && column >= -radius && column < width + radius) {
        const int from_x = border_index(column, width), from_y = border_index(row, height);
        if (IS_INSIDE(from_x) && IS_INSIDE(from_y)) pixel = padded_of(src[from_y * width + from_x], plane);
    }
    padded[y * padded_width + x] = pixel;
}

KERNEL void box_corners(global const SRC_PIXEL* src, global const CORNER* sums, global DST_PIXEL* dst, int width,
                        int height, int radius, int padded_width, int padded_height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int k = 2 * radius + 1;
#if SRC_IS_FLOAT
    float means[3];
    for (int plane = 0; plane < PLANES; ++plane) {
        global const CORNER* const top = sums + (plane * padded_height + y) * padded_width + x;
        global const CORNER* const bottom = top + k * padded_width;
        const ulong4 digits = convert_ulong4(bottom[k] - bottom[0] - top[k] + top[0]);
        const ulong total = digits.x + (digits.y << 16) + (digits.z << 32) + (digits.w << 48);
        means[plane] = (float)(long)total / 4294967296.0f / (float)(k * k);
    }
#if SRC_CHANNELS == 4
    dst[y * width + x] = (DST_PIXEL)(means[0], means[1], means[2], src[y * width + x].w);
#else
    dst[y * width + x] = means[0];
#endif
#else
    global const CORNER* const top = sums + y * padded_width + x;
    global const CORNER* const bottom = top + k * padded_width;
    const CORNER total = bottom[k] - bottom[0] - top[k] + top[0];
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], mean_of(total, k));
#endif
}

#if defined(STRIPS)
#include "box_strips.clh"
#elif defined(LANES)
#include "box_columns.clh"
#elif defined(PAIR_ROWS)
#include "box_blocks.clh"

KERNEL void box_blocks(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    make_block(src, dst, width, height, (uint2)(0));
}
#endif
