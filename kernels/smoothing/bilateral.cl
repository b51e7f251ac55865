// bilateral: the mean of the samples around each, weighted by how near and how alike they are. Weights are powers of
// two: the exponents of both Gaussians are added. What is summed up is the difference from the pixel itself, of which
// floats hold more digits than of the samples.
#ifdef BLOCK_ROWS
#include "bilateral_blocks.clh"
#else
#include "bordered_runs.clh"

// How far a pixel's colours differ: the sum over its channels, in each of its lanes.
#if SRC_CHANNELS == 1
#define DISTANCE(difference) fabs(difference)
#elif LANES == 16
#define DISTANCE(v) (fabs((v).s000044448888cccc) + fabs((v).s111155559999dddd) + fabs((v).s22226666aaaaeeee))
#elif LANES == 8
#define DISTANCE(v) (fabs((v).s00004444) + fabs((v).s11115555) + fabs((v).s22226666))
#else
#define DISTANCE(v) (fabs((v).s0000) + fabs((v).s1111) + fabs((v).s2222))
#endif

// colour, space: what a squared difference and a squared distance count in the exponent.
KERNEL void bilateral_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                           float colour, float space) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS own = TO_FLOATS(load_bordered(src, x, y, width, height));
    FLOATS sum = 0.0f, weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const FLOATS difference = TO_FLOATS(load_anywhere(src, x + i, y + j, width, height)) - own;
            const FLOATS distance = DISTANCE(difference);
            const FLOATS weight = native_exp2(distance * distance * colour + (i * i + j * j) * space);
            sum += weight * difference;
            weights += weight;
        }
    store_bordered(TO_DST_AS(DST_SAMPLES, own + sum / weights), src, dst, x, y, width);
}
#endif
