// resize along columns, the second of two passes: a work-item computes a segment of LANES neighbouring samples of a row
// as one vector, and loads each weight once for all of them. The plain kernel takes sample by sample.
//
// All samples of a row have the same weights. A segment of taps is thus one wide load, whose elements are samples of
// any channel, and each weight is loaded once for the segment. `samples` is the number of samples in a row. The grid
// has a work-item for each segment of each row. The last segment of a row may be short, and is computed sample by
// sample.
#include "geometry/resize/weighted_sums.clh"
#include "prelude/segments.clh"

// The sums of bytes are whole numbers.
INLINE __attribute__((overloadable)) out_samples_t to_out_segment(PASTE(int, LANES) sums) {
    return convert_out_samples(sums);
}

INLINE taps_t taps_of(samples_t samples) { return PASTE(convert_, PASTE(WEIGHT, LANES))(samples); }

KERNEL void resize_down(global const sample_t* src, global out_sample_t* dst, global const int2* spans,
                        global const weight_t* weights, int taps, int samples, int height) {
    const int x = get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= samples || y >= height) return;
    const int2 span = spans[y];
    global const sample_t* from = src + (size_t)span.x * samples + x;
    global out_sample_t* const to = dst + (size_t)y * samples + x;
    global const weight_t* const weight = weights + (size_t)y * taps;
    weighted_sum_t total = empty_sum();
    if (x + LANES <= samples) {
        for (int k = 0; k < span.y; ++k, from += samples) add_tap(&total, weight[k], taps_of(load_segment(from)));
        store_segment(to_out_segment(result_of(&total)), to);
        return;
    }
    for (int i = 0; i < samples - x; ++i) {
        weighted_sum_t single = empty_sum(); // the same sample in all elements
        for (int k = 0; k < span.y; ++k)
            add_tap(&single, weight[k], taps_of((samples_t)(from[(size_t)k * samples + i])));
        to[i] = to_out_segment(result_of(&single)).s0;
    }
}
