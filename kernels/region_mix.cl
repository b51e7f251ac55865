// region-mix: limits a filter to a region of the image, or mixes its result with its input. It runs after the kernels
// of such a stage, and works in their output `dst`.
//
// Outside of the region a pixel becomes that of the input. Inside, it stays as the filter made it, or becomes a mix of
// both if MIXES is 1. A work-item takes SEGMENTS consecutive segments of LANES samples each, which go on across the
// ends of rows. So all whole segments are aligned, and are loaded and stored as one vector. A segment that lies in the
// region, or outside of it, is handled as a vector, too. One at the region's edge goes pixel by pixel. Segments inside
// that are not mixed are not even loaded.
//
// A mix of integers is rounded to nearest, with a weight in 65536ths. core/run/region_mix.cpp is the host counterpart.
// Defines: LANES, SEGMENTS and STREAMING_STORES, as in sample_segments.clh; and MIXES.
#include "prelude/segments.clh"

#ifndef SEGMENTS
#define SEGMENTS 1
#endif

// 16 bits of a sample and 17 bits of a weight take 32 bits.
#if SRC_TYPE_ID == U32
#define WIDE_SAMPLE ulong
#else
#define WIDE_SAMPLE uint
#endif
typedef PASTE(WIDE_SAMPLE, LANES) wide_samples_t;
#define convert_samples PASTE(convert_, PASTE(SRC_SAMPLE, LANES))
#define convert_wide_samples PASTE(convert_, PASTE(WIDE_SAMPLE, LANES))

// What the filter's share in the mix is: of floats and of integers.
typedef struct {
    float share;
    uint weight;
} mix_t;

#if SRC_IS_FLOAT
// A share of 0 hides the filter's result: 0 times NaN or infinity would be NaN.
INLINE samples_t mixed_segment(samples_t source, samples_t filtered, mix_t mix) {
    if (mix.share == 0.0f) return source;
    return source * (1.0f - mix.share) + filtered * mix.share;
}
INLINE sample_t mixed_sample(sample_t source, sample_t filtered, mix_t mix) {
    if (mix.share == 0.0f) return source;
    return source * (1.0f - mix.share) + filtered * mix.share;
}
#else
INLINE samples_t mixed_segment(samples_t source, samples_t filtered, mix_t mix) {
    const WIDE_SAMPLE source_weight = 65536u - mix.weight, weight = mix.weight;
    const wide_samples_t weighted =
        convert_wide_samples(source) * source_weight + convert_wide_samples(filtered) * weight;
    return convert_samples((weighted + (WIDE_SAMPLE)32768) >> 16);
}
INLINE sample_t mixed_sample(sample_t source, sample_t filtered, mix_t mix) {
    const WIDE_SAMPLE source_weight = 65536u - mix.weight, weight = mix.weight;
    return (sample_t)((source * source_weight + filtered * weight + 32768) >> 16);
}
#endif

INLINE samples_t load_whole_segment(global const sample_t* from) { return *(global const samples_t*)from; }

// The region's columns and rows: from left and top to before right and bottom.
typedef struct {
    int left, top, right, bottom;
} region_t;

INLINE bool contains(region_t region, int x, int y) {
    return y >= region.top && y < region.bottom && x >= region.left && x < region.right;
}

// A segment whose pixels are not all handled alike, or the last one of the image, which may be short.
INLINE void mix_pixels(global const sample_t* src, global sample_t* dst, int width, region_t region, mix_t mix,
                       int first_pixel, int pixels) {
    for (int p = 0; p < pixels; ++p) {
        const int pixel = first_pixel + p, y = pixel / width, x = pixel - y * width;
        const bool is_inside = contains(region, x, y);
        for (int c = 0; c < SRC_CHANNELS; ++c) {
            const size_t i = (size_t)pixel * SRC_CHANNELS + c;
            if (!is_inside)
                dst[i] = src[i];
            else if (MIXES)
                dst[i] = mixed_sample(src[i], dst[i], mix);
        }
    }
}

// The segment that begins with sample `begin`; `remaining` samples of the image follow from there on.
INLINE void mix_segment(global const sample_t* src, global sample_t* dst, int width, region_t region, mix_t mix,
                        size_t begin, int remaining) {
    const int pixels = min(remaining, LANES) / SRC_CHANNELS;
    const int pixel = (int)begin / SRC_CHANNELS, y = pixel / width, x = pixel - y * width;
    const bool in_row = x + pixels <= width;
    const bool is_inside = in_row && contains(region, x, y) && x + pixels <= region.right;
    const bool is_outside = y >= region.bottom || (pixel + pixels - 1) / width < region.top ||
                            (in_row && (x + pixels <= region.left || x >= region.right));
    if (is_inside && !MIXES) return;
    if (remaining < LANES || !(is_inside || is_outside)) {
        mix_pixels(src, dst, width, region, mix, pixel, pixels);
        return;
    }
    samples_t segment = load_whole_segment(src + begin);
    if (is_inside) segment = mixed_segment(segment, load_whole_segment(dst + begin), mix);
    store_past_caches(segment, (global samples_t*)(dst + begin));
}

KERNEL void region_mix_segments(global const sample_t* src, global sample_t* dst, int samples, int width, int left,
                                int top, int right, int bottom, uint weight, float share) {
    const region_t region = {left, top, right, bottom};
    const mix_t mix = {share, weight};
    const size_t first = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (SEGMENTS * LANES);
    if (first >= (size_t)samples) return;
    const int all = SEGMENTS * LANES, left_samples = samples - (int)first;
    if (SEGMENTS > 1 && left_samples >= all)
        for (int i = 0; i < all; i += LANES) mix_segment(src, dst, width, region, mix, first + i, LANES);
    else
        for (int i = 0; i < min(all, left_samples); i += LANES)
            mix_segment(src, dst, width, region, mix, first + i, left_samples - i);
}
