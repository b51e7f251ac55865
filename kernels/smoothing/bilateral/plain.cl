// The bilateral filter (Tomasi and Manduchi 1998), variant "plain": each work-item makes the weighted mean of the
// pixels in a disc around its own.
//
// A weight falls with the distance and with the difference of the colours, by a Gaussian each: `space` and `colour` are
// the factors of both squares in the exponent. Weighted differences from the pixel itself are summed, because floats
// hold more digits of these than of the samples.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

#if SRC_CHANNELS == 4
INLINE float colour_distance(float4 difference) { return fabs(difference.x) + fabs(difference.y) + fabs(difference.z); }
#else
INLINE float colour_distance(float difference) { return fabs(difference); }
#endif

KERNEL void bilateral_plain(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int radius,
                            float colour, float space) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    const sum_t own = convert_sum(src[at]);
    sum_t sum = 0.0f;
    float weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const int row = border_index(y + j, height), column = border_index(x + i, width);
            const sum_t difference = convert_sum(bordered_pixel(src, row, column, width)) - own;
            const float distance = colour_distance(difference);
            const float weight = exp(colour * distance * distance + space * (i * i + j * j));
            sum += weight * difference;
            weights += weight;
        }
    dst[at] = with_alpha_of(src[at], to_out(own + sum / weights));
}
