// curve: a piecewise cubic curve through the tones of float images. Integers are looked up (sample_table.cl).
//
// A work-item maps segments of samples (sample_segments.clh). It evaluates all PIECES of the curve for each element,
// and selects the last piece that begins at or below the sample. Elements of a vector cannot branch apart, and a curve
// has few pieces, so that this is faster than a search. The coefficients lie in global memory; all work-items read the
// same ones, which come from the cache. The host makes them in core/filters/point/curve.cpp.
#include "prelude/sample_segments.clh"

// A piece has its start, and the coefficients of 1, t, t^2 and t^3, where t counts from the start.
enum { PIECE_FLOATS = 5 };

// NaN becomes 0, the start of the first piece.
INLINE floats_t curve_at(floats_t samples, global const float* pieces) {
    const floats_t x = fmin(fmax(samples, 0.0f), 1.0f);
    floats_t value = 0;
    for (int i = 0; i < PIECES; ++i) {
        global const float* const piece = pieces + PIECE_FLOATS * i;
        const floats_t t = x - piece[0];
        const floats_t here = ((piece[4] * t + piece[3]) * t + piece[2]) * t + piece[1];
        value = select(value, here, x >= piece[0]);
    }
    return fmin(fmax(value, 0.0f), 1.0f);
}

INLINE void curve_segment(global const sample_t* src, global out_sample_t* dst, global const float* pieces,
                          int remaining) {
    const samples_t source = load_samples(src, remaining);
    store_mapped(curve_at(source, pieces), source, dst, remaining);
}

KERNEL void curve_segments(global const sample_t* src, global out_sample_t* dst, global const float* pieces,
                           int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) curve_segment(src + i, dst + i, pieces, LANES);
    for (; i < own.length; i += LANES) curve_segment(src + i, dst + i, pieces, own.remaining - i);
}
