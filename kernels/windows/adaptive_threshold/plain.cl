// Adaptive threshold, variant "plain": each work-item compares a pixel with the weighted mean of its k x k window.
//
// `weights` has the weights of one axis, whose products are those of the window. Columns are summed first, from top to
// bottom, then the sums from left to right, as the reference does with floats. With WHOLE_WEIGHTS, integer samples have
// whole weights of the sum `total`, and their sum is exact. Means of integers are rounded. `inverted` swaps the
// results.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

#if WHOLE_WEIGHTS
typedef uint weight_t;
// The quotient, rounded half to even.
INLINE float mean_of(uint sum, uint total) {
    const uint quotient = sum / total, rest = 2 * (sum % total);
    return quotient + (rest > total || (rest == total && quotient % 2));
}
#else
typedef float weight_t;
INLINE float mean_of(float sum, uint total) { return SRC_IS_FLOAT ? sum : round_half_even(sum); }
#endif

KERNEL void adaptive_threshold_plain(global const sample_t* src, global sample_t* dst, constant weight_t* weights,
                                     uint total, int k, float offset, int inverted, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        weight_t sum = 0;
        for (int i = 0; i < k; ++i) {
            const int column = border_index(x + i - k / 2, width);
            weight_t column_sum = 0;
            for (int j = 0; j < k; ++j)
                column_sum +=
                    weights[j] * src[((size_t)border_index(y + j - k / 2, height) * width + column) * SRC_CHANNELS + c];
            sum += weights[i] * column_sum;
        }
        dst[at + c] = (src[at + c] - mean_of(sum, total) > -offset) != inverted ? DST_MAX : 0;
    }
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
