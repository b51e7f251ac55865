// noise: a hash of seed and place for each sample. Defines: those of common.clh, LANES (of
// kernels/point/point_runs.clh); KIND (0 Gaussian, 1 uniform, 2 salt and pepper), A_PIXEL (1: one draw for all of a
// pixel's samples). core/filters/patterns/noise.cpp has the host counterpart, and where the numbers come from.
#include "common.clh"
#include "point_runs.clh"

#define UINTS PASTE(uint, LANES)
// What select() takes for samples of that type.
#if DST_TYPE_ID == 0
#define DST_MASK PASTE(char, LANES)
#elif DST_TYPE_ID == 1
#define DST_MASK PASTE(short, LANES)
#else
#define DST_MASK PASTE(int, LANES)
#endif

static inline UINTS mixed_bits(UINTS x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}
static inline UINTS draw(UINTS place, uint number) { return mixed_bits(place + number * 0x9e3779b9u); }

static inline UINTS places(uint begin) {
    uint all[LANES];
    for (uint i = 0; i < LANES; ++i) all[i] = A_PIXEL && SRC_CHANNELS == 4 ? (begin + i) / 4 : begin + i;
    return LOAD(all);
}

static inline DST_SAMPLES noisy(SRC_SAMPLES s, UINTS place, float scale, uint below) {
#if KIND == 0
    UINTS sum = 0;
    for (uint i = 1; i <= 6; ++i) {
        const UINTS bits = draw(place, i);
        sum += (bits & 0xffffu) + (bits >> 16);
    }
    const FLOATS centred = TO_FLOATS(PASTE(as_int, LANES)(2 * sum - 12 * 65535));
    return TO_DST_AS(DST_SAMPLES, TO_FLOATS(s) + centred * scale);
#elif KIND == 1
    const FLOATS centred = TO_FLOATS(PASTE(as_int, LANES)(2 * (draw(place, 1) >> 9) - 0x7fffffu));
    return TO_DST_AS(DST_SAMPLES, TO_FLOATS(s) + centred * scale);
#else
    const UINTS ends = draw(place, 2) & 1;
#define MASK(condition) PASTE(convert_, DST_MASK)(condition)
    const DST_SAMPLES end = select((DST_SAMPLES)(0), (DST_SAMPLES)(DST_MAX), MASK(ends != 0));
    return select(s, end, MASK(draw(place, 1) < below));
#endif
}
#define NOISY(s) noisy(s, mixed_bits(places((uint)begin) ^ key), scale, below)

KERNEL void noise_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, uint key, float scale,
                       uint below) {
    MAP_RUNS(src, dst, samples, NOISY)
}
