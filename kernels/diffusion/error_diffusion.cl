// Error diffusion with any matrix that reaches two columns and two rows, such as those of Jarvis, Judice and Ninke or
// Stucki: the work-items of a workgroup compute the rows of a band at once, each three columns behind the row above.
// The plain kernel walks along one row after the other, channel by channel. Here a work-item computes all channels of a
// pixel at once.
//
// A pixel needs the errors of two pixels to its left, and of five columns in the two rows above: x - 2 to x + 2. So a
// row stays three columns behind the row above: at step t work-item i computes column t - 2 - 3 i. The row above has
// then just made the error two columns further right. It hands that down together with the error over it, so that a
// work-item talks to one neighbour only, through `passed` in local memory. That has two halves: a step reads one and
// writes the other, so that one barrier for each step suffices.
//
// A workgroup takes one band of local_size(0) rows after the other, by numbers that it draws (progress_markers.clh).
// Any number of workgroups will do, since a band waits only for the band before; the variant single-group starts one,
// which never waits. `errors` holds two rows of the image: the last row of the band above, and the row over that. A
// band reads a column before its own last row, further left, overwrites it.
//
// `level_steps` is the number of levels less one. `levels` has the level of each value for bytes, and the values of the
// levels for 16 bits. Defines: CHUNK (steps between two looks at the band above); DIVISOR, RIGHT0..1, BELOW0..4 and
// SECOND_BELOW0..4, the matrix: shares of the columns x - 2 to x + 2 one and two rows below; PALETTE (1 if `levels` has
// the colours of a palette, four ints each, and `level_steps` is their number).
//
// Races: Bands pass errors and markers on as progress_markers.clh says. A band loads a chunk of the errors between two
// barriers. Its last work-item stores errors only after the second, in columns that are loaded by then. That work-item
// alone stores both rows of errors and the marker. In local memory a step reads one half of `passed` and writes the
// other. `drawn` gets another number only after the barrier that ends a band.
#include "prelude/rounding.clh"
#include "diffusion/progress_markers.clh"

#if PALETTE
#include "dithering/palette.clh"
#endif

#if SRC_CHANNELS == 4 || PALETTE
typedef int4 error_t;
INLINE error_t level_at(global const int* levels, int4 k) { return (int4)(levels[k.x], levels[k.y], levels[k.z], 0); }
#else
typedef int error_t;
INLINE error_t level_at(global const int* levels, int k) { return levels[k]; }
#endif

#if PALETTE
INLINE error_t to_error(pixel_t pixel) { return colour_of(pixel); }
INLINE out_pixel_t result_pixel(error_t result, pixel_t source) { return palette_pixel(result, alpha_of(source)); }
#elif SRC_CHANNELS == 4
INLINE error_t to_error(pixel_t pixel) { return convert_int4(pixel); }
INLINE out_pixel_t result_pixel(error_t result, pixel_t source) {
    return with_alpha_of(source, convert_out_pixel(result));
}
#else
INLINE error_t to_error(pixel_t pixel) { return (int)pixel; }
INLINE out_pixel_t result_pixel(error_t result, pixel_t source) { return (out_pixel_t)result; }
#endif

// The errors around a pixel: of the two pixels to its left, and of columns x - 2 to x + 2 of the two rows above.
typedef struct {
    error_t left, second_left;
    error_t above[5], second_above[5];
} neighbours_t;

// Moves one column to the right, where a column of errors comes into reach.
INLINE void move_right(neighbours_t* n, error_t above, error_t second_above) {
    for (int i = 0; i < 4; ++i) {
        n->above[i] = n->above[i + 1];
        n->second_above[i] = n->second_above[i + 1];
    }
    n->above[4] = above;
    n->second_above[4] = second_above;
}

INLINE error_t shared_errors(const neighbours_t* n) {
    return (RIGHT0 * n->left + RIGHT1 * n->second_left + BELOW4 * n->above[0] + BELOW3 * n->above[1] +
            BELOW2 * n->above[2] + BELOW1 * n->above[3] + BELOW0 * n->above[4] + SECOND_BELOW4 * n->second_above[0] +
            SECOND_BELOW3 * n->second_above[1] + SECOND_BELOW2 * n->second_above[2] +
            SECOND_BELOW1 * n->second_above[3] + SECOND_BELOW0 * n->second_above[4]) /
           DIVISOR;
}

// The nearest level or colour; the lower level of two that are equally near. `bias` moves the middle between two levels
// (core/filters/diffusion/error_bands.h). For bytes `levels` has the result of each value.
INLINE error_t nearest_result(error_t value, global const int* levels, int level_steps, int bias) {
#if PALETTE
    return nearest_colour(value, (global const int4*)levels, level_steps);
#else
    if (SRC_TYPE_ID == U8) return level_at(levels, value);
    const error_t k = min(value * level_steps / (error_t)SRC_MAX, (error_t)(level_steps - 1));
    const error_t low = level_at(levels, k), high = level_at(levels, k + 1);
    return select(low, high, 2 * value > low + high + bias);
#endif
}

// The pixel that the errors surround: returns its result, and adds its own error to them.
INLINE out_pixel_t diffuse(pixel_t source, neighbours_t* n, global const int* levels, int level_steps, int bias) {
    const error_t value = clamp(to_error(source) + shared_errors(n), (error_t)0, (error_t)SRC_MAX);
    const error_t result = nearest_result(value, levels, level_steps, bias);
    n->second_left = n->left;
    n->left = value - result;
    return result_pixel(result, source);
}

KERNEL void error_diffusion_bands(global const pixel_t* src, global out_pixel_t* dst,
                                  volatile global int* ticket_and_markers, volatile global error_t* errors,
                                  global const int* levels, int level_steps, int bias, int width, int height,
                                  local error_t* passed) {
    local int drawn;
    local error_t errors_above[CHUNK], errors_second_above[CHUNK]; // of the band above
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int bands = (height + items - 1) / items;
    const int all_steps = width + 2 + 3 * (items - 1);
    for (;;) {
        const int band = draw_number(&ticket_and_markers[0], 0, item == 0, &drawn);
        if (band >= bands) return;
        const int row = band * items + item;
        neighbours_t n;
        n.left = n.second_left = 0;
        for (int i = 0; i < 5; ++i) n.above[i] = n.second_above[i] = 0;
        for (int start = 0; start < all_steps; start += CHUNK) {
            if (item == 0 && band > 0 && start < width)
                wait_for(ticket_and_markers, band - 1, min(start + CHUNK, width), 0);
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            for (int i = item; i < CHUNK; i += items) {
                const bool exists = band > 0 && start + i < width;
                errors_above[i] = exists ? errors[start + i] : (error_t)0;
                errors_second_above[i] = exists ? errors[width + start + i] : (error_t)0;
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            const int end = min(start + CHUNK, all_steps);
            for (int step = start; step < end; ++step) {
                const int x = step - 2 - 3 * item;
                local const error_t* const received = passed + ((step + 1) & 1) * 2 * items + 2 * max(item - 1, 0);
                local error_t* const sent = passed + (step & 1) * 2 * items + 2 * item;
                if (x >= -2 && x < width && row < height) {
                    const bool exists = x + 2 < width;
                    const error_t above = !exists ? (error_t)0 : item == 0 ? errors_above[step - start] : received[0];
                    const error_t second_above = !exists     ? (error_t)0
                                                 : item == 0 ? errors_second_above[step - start]
                                                             : received[1];
                    move_right(&n, above, second_above);
                    if (x >= 0) {
                        const size_t at = (size_t)row * width + x;
                        dst[at] = diffuse(src[at], &n, levels, level_steps, bias);
                        sent[0] = n.left;
                        sent[1] = n.above[2];
                        if (item == items - 1) {
                            errors[x] = n.left;
                            errors[width + x] = n.above[2];
                        }
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            if (item == items - 1) publish(ticket_and_markers, band, clamp(end - 2 - 3 * item, 0, width));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
