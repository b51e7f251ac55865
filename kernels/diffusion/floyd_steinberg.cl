// floyd-steinberg: wavefronts over rows or bands of rows. Groups wait only on the group of the next smaller number
// (progress_markers.clh). Inside a group, only barriers are assumed, but for the two row-per-item kernels.
//
// errors holds one row: a group reads column x before the group below it, always further left, overwrites it.
//
// Defines: those of common.clh; ARTICLE (0 classic, 1 article), QUANTISE (0 two levels, 1 the levels table),
// HAS_WHITE (0 if no value is above the threshold), CHUNK (columns between two looks at the progress above).
#include "common.clh"

#include "floyd_steinberg_pixel.clh"
#include "progress_markers.clh"

// One row a workgroup. Chunks end one column earlier in each row than in the row above, so that a chunk needs exactly
// one chunk of the row above and the wavefront advances one chunk at a time.
KERNEL void floyd_steinberg_row_per_group(global const SRC_PIXEL* src, global DST_PIXEL* dst,
                                          volatile global int* counters, volatile global ERROR* errors,
                                          global const int* levels, int threshold, int steps, int steps_blue, int width,
                                          int height RECORD_PARAMETER) {
    local int drawn;
    local SRC_PIXEL pixels[CHUNK];
    local ERROR carried[CHUNK + 1]; // errors of the row above in, errors of this row out
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    if (item == 0) drawn = atomic_inc(&counters[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int row = drawn;
    RECORD_GROUP(row)
    const size_t first = (size_t)row * width;
    const Quantiser quantiser = make_quantiser(levels, threshold, steps, steps_blue);
    ERROR left = 0, above_left = 0;
    int start = 0;
    for (int end = min(CHUNK - row % CHUNK, width); start < width; end = min(end + CHUNK, width)) {
        const int count = end - start;
        if (item == 0 && row > 0) wait_for(counters, row - 1, min(end + 1, width) RECORDER_ARGUMENT);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int i = item; i < count; i += items) pixels[i] = src[first + start + i];
        for (int i = item; i <= count; i += items)
            carried[i] = row > 0 && start + i < width ? errors[start + i] : (ERROR)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            ERROR above = carried[0];
            for (int i = 0; i < count; ++i) {
                const ERROR above_right = carried[i + 1];
                const SRC_PIXEL source = pixels[i];
                pixels[i] = result_pixel(
                    diffuse(TO_ERROR(source), left, above_left, above, above_right, quantiser, &left), source);
                RECORD(record_pixels(recorder, first + start + i, 1);)
                carried[i] = left;
                above_left = above;
                above = above_right;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = item; i < count; i += items) {
            dst[first + start + i] = pixels[i];
            errors[start + i] = carried[i];
        }
        device_fence();
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (item == 0) publish(counters, row, end);
        start = end;
    }
    RECORD(end_recording(recorder);)
}

// A band of rows a workgroup, one row a work-item. At step t work-item i is at column t - 2 i; what it needs of the row
// above is the error that its neighbour made in the step before, through `passed` (two halves, taken in turns).
KERNEL void floyd_steinberg_barrier_wavefront(global const SRC_PIXEL* src, global DST_PIXEL* dst,
                                              volatile global int* counters, volatile global ERROR* errors,
                                              global const int* levels, int threshold, int steps, int steps_blue,
                                              int width, int height, local ERROR* passed RECORD_PARAMETER) {
    local int drawn;
    local ERROR from_above[CHUNK]; // errors of the band above at columns start + 1 ..
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    if (item == 0) drawn = atomic_inc(&counters[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int band = drawn;
    RECORD_GROUP(band)
    const int row = band * items + item;
    const size_t first = (size_t)row * width;
    const int total = width + 2 * (items - 1);
    const Quantiser quantiser = make_quantiser(levels, threshold, steps, steps_blue);
    ERROR left = 0, above_left = 0, above = 0;
    for (int start = 0; start < total; start += CHUNK) {
        if (item == 0 && band > 0 && start < width)
            wait_for(counters, band - 1, min(start + CHUNK + 1, width) RECORDER_ARGUMENT);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int i = item; i < CHUNK; i += items)
            from_above[i] = band > 0 && start + 1 + i < width ? errors[start + 1 + i] : (ERROR)0;
        if (start == 0 && item == 0 && band > 0) above = errors[0];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const int end = min(start + CHUNK, total);
        for (int t = start; t < end; ++t) {
            const int x = t - 2 * item;
            local ERROR* const in = passed + ((t + 1) & 1) * items;
            local ERROR* const out = passed + (t & 1) * items;
            if (x >= -1 && x < width && row < height) {
                const ERROR above_right = item == 0 ? from_above[t - start] : x + 1 < width ? in[item - 1] : (ERROR)0;
                if (x >= 0) {
                    const SRC_PIXEL source = src[first + x];
                    dst[first + x] = result_pixel(
                        diffuse(TO_ERROR(source), left, above_left, above, above_right, quantiser, &left), source);
                    RECORD(record_pixels(recorder, first + x, 1);)
                    out[item] = left;
                    if (item == items - 1) errors[x] = left;
                }
                above_left = above;
                above = above_right;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (item == items - 1) publish(counters, band, clamp(end - 2 * item, 0, width));
    }
    RECORD(end_recording(recorder);)
}

#include "floyd_steinberg_items.clh"
#ifdef LOADER_WARPS
#include "floyd_steinberg_planes.clh"
#elif defined(BLOCK)
#include "floyd_steinberg_bands.clh"
#endif
#ifdef VECTOR
#include "floyd_steinberg_vector.clh"
#endif
