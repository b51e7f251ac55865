// kuwahara: the mean of that quarter of the window which varies least. Integers are exact; floats add up differences
// from the pixel itself, in the order of the reference.
#include "common.clh"
#include "bordered_runs.clh"

#if SRC_IS_FLOAT
#define WIDE FLOATS
#define TO_WIDE(samples) (samples)
#define ORIGIN own
#elif SRC_TYPE_ID == 0
#define WIDE PASTE(int, LANES)
#define TO_WIDE(samples) PASTE(convert_, WIDE)(samples)
#define ORIGIN (WIDE)(0)
#else
#define WIDE PASTE(long, LANES)
#define TO_WIDE(samples) PASTE(convert_, WIDE)(samples)
#define ORIGIN (WIDE)(0)
#endif

typedef struct {
    WIDE sum, squares;
} Quarter;
static inline void take_in(Quarter* quarter, WIDE value) {
    quarter->sum += value;
    quarter->squares += value * value;
}

// count^2 times the variance.
static inline WIDE variation(Quarter quarter, int count) {
    return quarter.squares * (WIDE)(count)-quarter.sum * quarter.sum;
}

#define PREFER(quarter)                                                                                                \
    {                                                                                                                  \
        const WIDE other = variation(quarter, count);                                                                  \
        sum = select(sum, (quarter).sum, other < minimum);                                                             \
        minimum = select(minimum, other, other < minimum);                                                             \
    }

KERNEL void kuwahara_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const WIDE own = TO_WIDE(load_bordered(src, x, y, width, height));
    Quarter first = {(WIDE)(0), (WIDE)(0)};
    Quarter second = first, third = first, fourth = first;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            const WIDE value = TO_WIDE(load_anywhere(src, x + i, y + j, width, height)) - ORIGIN;
            if (i <= 0 && j <= 0) take_in(&first, value);
            if (i >= 0 && j <= 0) take_in(&second, value);
            if (i <= 0 && j >= 0) take_in(&third, value);
            if (i >= 0 && j >= 0) take_in(&fourth, value);
        }
    const int count = (radius + 1) * (radius + 1);
    WIDE sum = first.sum, minimum = variation(first, count);
    PREFER(second)
    PREFER(third)
    PREFER(fourth)
#if SRC_IS_FLOAT
    const FLOATS mean = own + sum / (float)count;
#else
    const FLOATS mean = TO_FLOATS(sum) / (float)count;
#endif
    store_bordered(TO_DST_AS(DST_SAMPLES, mean), src, dst, x, y, width);
}
