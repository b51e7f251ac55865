// Convolution by vectors: a work-item sums the windows of LANES neighbouring samples as one vector, where the plain
// kernel sums one window of pixels. So one load of a weight serves all elements, the vector units of a CPU are filled,
// and the loads of a GPU are wide.
//
// Vectors overlap, so that most loads come from the nearest cache; there is no local memory. The grid has one work-item
// for each segment of a row. At the image's edge the pixels of a segment are summed one after the other, by the
// border's rule. A row is summed first, and then the rows: shorter sums lose fewer bits of a float. weights has (2
// radius + 1)^2 floats, row by row.
#include "prelude/borders.clh"
#include "prelude/segments.clh"

typedef floats_t quotient_t;
#include "windows/convolution/weighted_sums.clh"

// The weighted sum of a window that leaves the image. Beyond a constant border there is nothing to add.
INLINE sum_t border_sum(global const pixel_t* src, constant float* weights, int x, int y, int width, int height,
                        int radius) {
    const int taps = 2 * radius + 1;
    sum_t sum = 0.0f;
    for (int j = 0; j < taps; ++j) {
        const int row = border_index(y + j - radius, height);
        if (!is_inside(row)) continue;
        sum_t part = 0.0f;
        for (int i = 0; i < taps; ++i) {
            const int column = border_index(x + i - radius, width);
            const float weight = weights[j * taps + i];
            if (is_inside(column) && !is_hiding(weight))
                part = mad(weight, convert_sum(src[row * width + column]), part);
        }
        sum += part;
    }
    return sum;
}

// The windows of a segment inside the image; `first` is the first sample of the first window.
INLINE floats_t segment_sum(global const sample_t* first, constant float* weights, int width, int radius) {
    const int taps = 2 * radius + 1;
    floats_t sum = 0.0f;
    for (int j = 0; j < taps; ++j) {
        floats_t part = 0.0f;
        for (int i = 0; i < taps; ++i) {
            const floats_t samples = convert_floats(load_segment(first + (j * width + i) * SRC_CHANNELS));
            const float weight = weights[j * taps + i];
            if (!is_hiding(weight)) part = mad(weight, samples, part);
        }
        sum += part;
    }
    return sum;
}

KERNEL void convolution_segments(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                                 int height, int radius, float denominator) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    if (x >= radius && y >= radius && x + SEGMENT_PIXELS + radius <= width && y + radius < height) {
        global const sample_t* first = (global const sample_t*)(src + at - radius * width - radius);
        const floats_t sum = segment_sum(first, weights, width, radius);
        store_segment_with_alpha(to_out_segment(quotient(sum, denominator)), src + at, dst + at);
    } else {
        const int count = min(SEGMENT_PIXELS, width - x);
        sum_t sums[SEGMENT_PIXELS];
        out_pixel_t pixels[SEGMENT_PIXELS];
        for (int p = 0; p < count; ++p) sums[p] = border_sum(src, weights, x + p, y, width, height, radius);
        store_segment(to_out_segment(quotient(load_segment((float*)sums), denominator)), (out_sample_t*)pixels);
        for (int p = 0; p < count; ++p) dst[at + p] = with_alpha_of(src[at + p], pixels[p]);
    }
}
