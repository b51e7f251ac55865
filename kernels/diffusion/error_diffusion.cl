// error-diffusion: wavefronts over bands of rows with matrices that reach two columns and two rows. A workgroup takes
// one band after the other, in the order of the group ticket (progress_markers.clh); with a single group nobody waits.
//
// errors holds two rows: those of the last row of the band above and of the row over it. A band reads a column before
// its own last row, further left, overwrites it.
//
// Defines: those of common.clh; CHUNK (columns between two looks at the band above), DIVISOR, RIGHT0..1, BELOW0..4 and
// SECOND0..4 (shares of the columns x-2..x+2 one and two rows below); PALETTE (1: `levels` has `steps` colours, four
// ints each, instead of the value of each level).
#include "common.clh"

#include "progress_markers.clh"

#if PALETTE
#include "palette.clh"
#define ERROR int4
#define TO_ERROR(pixel) COLOUR_OF(pixel)
#elif SRC_CHANNELS == 4
#define ERROR int4
#define TO_ERROR(pixel) convert_int4(pixel)
static inline int4 levels_at(global const int* levels, int4 k) {
    return (int4)(levels[k.x], levels[k.y], levels[k.z], 0);
}
static inline SRC_PIXEL result_pixel(int4 result, SRC_PIXEL source) {
    SRC_PIXEL pixel = PASTE(convert_, SRC_PIXEL)(result);
    pixel.w = source.w;
    return pixel;
}
#else
#define ERROR int
#define TO_ERROR(pixel) ((int)(pixel))
static inline int levels_at(global const int* levels, int k) { return levels[k]; }
static inline SRC_PIXEL result_pixel(int result, SRC_PIXEL source) { return (SRC_PIXEL)result; }
#endif

// Errors around a pixel: of the two to its left, and of the columns x-2..x+2 of the rows above.
typedef struct {
    ERROR left, second_left;
    ERROR above[5], second[5];
} Neighbours;

// One column further; the columns that come into sight.
static inline void move_right(Neighbours* n, ERROR above, ERROR second) {
    for (int i = 0; i < 4; ++i) {
        n->above[i] = n->above[i + 1];
        n->second[i] = n->second[i + 1];
    }
    n->above[4] = above;
    n->second[4] = second;
}

static inline ERROR shared_errors(const Neighbours* n) {
    return (RIGHT0 * n->left + RIGHT1 * n->second_left + BELOW4 * n->above[0] + BELOW3 * n->above[1] +
            BELOW2 * n->above[2] + BELOW1 * n->above[3] + BELOW0 * n->above[4] + SECOND4 * n->second[0] +
            SECOND3 * n->second[1] + SECOND2 * n->second[2] + SECOND1 * n->second[3] + SECOND0 * n->second[4]) /
           DIVISOR;
}

// The nearest level, ties to the lower; `bias` moves the middle of two levels (nearest_levels.h). Of 8 bits `levels`
// has what becomes of each value.
static inline DST_PIXEL diffuse(SRC_PIXEL source, Neighbours* n, global const int* levels, int steps, int bias) {
    const ERROR v = clamp(TO_ERROR(source) + shared_errors(n), (ERROR)0, (ERROR)SRC_MAX);
#if PALETTE
    const ERROR q = nearest_colour(v, (global const int4*)levels, steps);
#else
#if SRC_TYPE_ID == 0
    const ERROR q = levels_at(levels, v);
#else
    const ERROR k = min(v * steps / SRC_MAX, (ERROR)(steps - 1));
    const ERROR low = levels_at(levels, k), high = levels_at(levels, k + 1);
    const ERROR q = select(low, high, 2 * v > low + high + bias);
#endif
#endif
    n->second_left = n->left;
    n->left = v - q;
#if PALETTE
    return palette_pixel(q, PALETTE_ALPHA(source));
#else
    return result_pixel(q, source);
#endif
}

// At step t work-item i is at column t - 2 - 3 i: the row above has just made the error two columns further right, and
// hands that down together with the one over it (`passed`: two halves, in turns).
KERNEL void error_diffusion_bands(global const SRC_PIXEL* src, global DST_PIXEL* dst, volatile global int* counters,
                                  volatile global ERROR* errors, global const int* levels, int steps, int bias,
                                  int width, int height, local ERROR* passed) {
    local int drawn;
    local ERROR from_above[CHUNK], from_second[CHUNK]; // of the band above, columns start..
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int bands = (height + items - 1) / items;
    const int total = width + 2 + 3 * (items - 1);
    for (;;) {
        if (item == 0) drawn = atomic_inc(&counters[0]);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int band = drawn;
        if (band >= bands) return;
        const int row = band * items + item;
        Neighbours n;
        n.left = n.second_left = 0;
        for (int i = 0; i < 5; ++i) n.above[i] = n.second[i] = 0;
        for (int start = 0; start < total; start += CHUNK) {
            if (item == 0 && band > 0 && start < width) wait_for(counters, band - 1, min(start + CHUNK, width));
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            for (int i = item; i < CHUNK; i += items) {
                const bool exists = band > 0 && start + i < width;
                from_above[i] = exists ? errors[start + i] : (ERROR)0;
                from_second[i] = exists ? errors[width + start + i] : (ERROR)0;
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            const int end = min(start + CHUNK, total);
            for (int t = start; t < end; ++t) {
                const int x = t - 2 - 3 * item;
                local const ERROR* const in = passed + ((t + 1) & 1) * 2 * items + 2 * max(item - 1, 0);
                local ERROR* const out = passed + (t & 1) * 2 * items + 2 * item;
                if (x >= -2 && x < width && row < height) {
                    const bool exists = x + 2 < width;
                    const ERROR above = !exists ? (ERROR)0 : item == 0 ? from_above[t - start] : in[0];
                    const ERROR second = !exists ? (ERROR)0 : item == 0 ? from_second[t - start] : in[1];
                    move_right(&n, above, second);
                    if (x >= 0) {
                        const size_t at = (size_t)row * width + x;
                        dst[at] = diffuse(src[at], &n, levels, steps, bias);
                        out[0] = n.left;
                        out[1] = n.above[2];
                        if (item == items - 1) {
                            errors[x] = n.left;
                            errors[width + x] = n.above[2];
                        }
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            if (item == items - 1) publish(counters, band, clamp(end - 2 - 3 * item, 0, width));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
