// Gaussian blur in two passes: a kernel blurs along the rows, and a second one down the columns, a vector of LANES
// samples for each work-item. That is 2 k products for k taps a side, where the plain kernel has k x k for each pixel.
//
// The floats between both passes lie in planes in global memory, one a colour channel, and are not rounded. In the
// first pass a work-item computes a segment of LANES neighbouring samples, and in the second LANES columns of each
// plane. Vectors fill the units of a CPU; on a GPU four elements make one wide load, and neighbouring work-items read
// neighbouring addresses. There is no local memory, so that it runs on any device; fused.cl and strips.cl save the
// planes. The taps are summed in groups (tap_groups.clh). weights holds 2 radius + 1 floats.
#include "prelude/borders.clh"
#include "prelude/segments.clh"
#include "windows/gaussian/tap_groups.clh"

// The taps of a segment whose windows are inside; `first` is the first sample of the first window.
INLINE floats_t segment_sum(global const sample_t* first, constant float* weights, int radius) {
    const int taps = 2 * radius + 1;
    floats_t sum = 0.0f;
    for (int group = 0; group < taps; group += TAPS_OF_GROUP) {
        floats_t part = 0.0f;
        for (int i = group; i < min(group + TAPS_OF_GROUP, taps); ++i)
            part = mad(weights[i], convert_floats(load_segment(first + i * SRC_CHANNELS)), part);
        sum += part;
    }
    return sum;
}

INLINE void store_planes(global float* planes, size_t plane, size_t i, sum_t sum) {
#if SRC_CHANNELS == 4
    planes[i] = sum.x;
    planes[i + plane] = sum.y;
    planes[i + 2 * plane] = sum.z;
#else
    planes[i] = sum;
#endif
}

KERNEL void gaussian_rows(global const pixel_t* src, global float* planes, constant float* weights, int width,
                          int height, int radius) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t plane = (size_t)width * height;
    const size_t i = (size_t)y * width + x;
    if (x >= radius && x + SEGMENT_PIXELS + radius <= width) {
        const floats_t sums = segment_sum((global const sample_t*)(src + i - radius), weights, radius);
        if (SRC_CHANNELS == 1) {
            store_segment(sums, planes + i);
        } else {
            sum_t pixels[SEGMENT_PIXELS];
            store_segment(sums, (float*)pixels);
            for (int p = 0; p < SEGMENT_PIXELS; ++p) store_planes(planes, plane, i + p, pixels[p]);
        }
    } else {
        for (int p = 0; p < SEGMENT_PIXELS && x + p < width; ++p)
            store_planes(planes, plane, i + p, row_sum(src + i - x, weights, x + p, width, radius, false));
    }
}

// LANES columns from x on of one plane, around y; fewer at the end of a row, where the other sums are arbitrary.
INLINE floats_t columns_sum(global const float* plane, constant float* weights, int x, int y, int width, int height,
                            int radius, bool is_whole) {
    const int taps = 2 * radius + 1;
    floats_t sum = 0.0f;
    for (int group = 0; group < taps; group += TAPS_OF_GROUP) {
        floats_t part = 0.0f;
        for (int i = group; i < min(group + TAPS_OF_GROUP, taps); ++i) {
            const int row = border_index(y - radius + i, height);
            if (!is_inside(row)) continue;
            global const float* const from = plane + (size_t)row * width + x;
            if (is_whole) {
                part = mad(weights[i], load_segment(from), part);
            } else {
                float columns[LANES];
                for (int p = 0; p < LANES; ++p) columns[p] = from[min(p, width - x - 1)];
                part = mad(weights[i], load_segment(columns), part);
            }
        }
        sum += part;
    }
    return sum;
}

KERNEL void gaussian_columns(global const pixel_t* src, global const float* planes, global out_pixel_t* dst,
                             constant float* weights, int width, int height, int radius) {
    const int x = (int)get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    float sums[COLOUR_CHANNELS][LANES];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        global const float* plane = planes + (size_t)c * width * height;
        if (x + LANES <= width)
            store_segment(columns_sum(plane, weights, x, y, width, height, radius, true), sums[c]);
        else
            store_segment(columns_sum(plane, weights, x, y, width, height, radius, false), sums[c]);
    }
    for (int p = 0; p < LANES && x + p < width; ++p) {
#if SRC_CHANNELS == 4
        const sum_t sum = (sum_t)(sums[0][p], sums[1][p], sums[2][p], 0.0f);
#else
        const sum_t sum = sums[0][p];
#endif
        dst[i + p] = with_alpha_of(src[i + p], to_out(sum));
    }
}
