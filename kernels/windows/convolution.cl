// convolution: correlation with a window of (2 radius + 1)^2 weights over one denominator.
#include "common.clh"

// NAME(sum, denominator): the quotient of floats of type V, rounded half to even. Where the weights are fractions, sum
// and denominator are whole numbers, and the remainder tells exactly on which side of a half the quotient lies.
#if DST_IS_FLOAT
#define DEFINE_QUOTIENT(NAME, V)                                                                                       \
    static inline V NAME(V sum, float denominator) { return sum / denominator; }
#else
#define DEFINE_QUOTIENT(NAME, V)                                                                                       \
    static inline V NAME(V sum, float denominator) {                                                                   \
        V rounded = HALF_EVEN(clamp(sum / denominator, -1.0f, DST_MAX + 1.0f));                                        \
        if (denominator > 1.0f) {                                                                                      \
            const V odd = rounded - 2.0f * floor(0.5f * rounded);                                                      \
            const V twice = 2.0f * (sum - rounded * denominator);                                                      \
            rounded += select((V)(0.0f), (V)(1.0f), twice + 0.5f * odd > denominator);                                 \
            rounded -= select((V)(0.0f), (V)(1.0f), twice - 0.5f * odd < -denominator);                                \
        }                                                                                                              \
        return rounded;                                                                                                \
    }
#endif
DEFINE_QUOTIENT(quotient, SUM)

// All windows are summed row by row and then over the rows: shorter sums lose fewer bits.

// The window around (x, y) where it leaves the image.
static inline SUM border_sum(global const SRC_PIXEL* src, constant float* weights, int x, int y, int width, int height,
                             int radius) {
    const int k = 2 * radius + 1;
    SUM sum = 0.0f;
    for (int j = 0; j < k; ++j) {
        const int row = border_index(y + j - radius, height);
        if (!IS_INSIDE(row)) continue;
        SUM part = 0.0f;
        for (int i = 0; i < k; ++i) {
            const int column = border_index(x + i - radius, width);
            if (IS_INSIDE(column)) part = mad(weights[j * k + i], TO_SUM(src[row * width + column]), part);
        }
        sum += part;
    }
    return sum;
}

// The window of sample(i, j), i columns right and j rows down of its first, into `sum` of type V.
#define WINDOW_SUM(V, sum, weights, radius, sample)                                                                    \
    for (int j = 0; j <= 2 * (radius); ++j) {                                                                          \
        V part = 0.0f;                                                                                                 \
        for (int i = 0; i <= 2 * (radius); ++i) part = mad((weights)[j * (2 * (radius) + 1) + i], sample(i, j), part); \
        sum += part;                                                                                                   \
    }

#define NAIVE_SAMPLE(i, j) TO_SUM(first[(j)*width + (i)])
KERNEL void convolution_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                              int height, int radius, float denominator) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    SUM sum = 0.0f;
    if (x >= radius && y >= radius && x + radius < width && y + radius < height) {
        global const SRC_PIXEL* first = src + (y - radius) * width + x - radius;
        WINDOW_SUM(SUM, sum, weights, radius, NAIVE_SAMPLE)
    } else {
        sum = border_sum(src, weights, x, y, width, height, radius);
    }
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], TO_DST_PIXEL(quotient(sum, denominator)));
}

#define TILED_SAMPLE(i, j) TO_SUM(first[(j)*tile_width + (i)])
// tile: the workgroup's pixels with radius more on every side.
KERNEL void convolution_tiled(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                              int height, int radius, float denominator, local SRC_PIXEL* tile) {
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int tile_height = (int)get_local_size(1) + 2 * radius;
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1)) {
        const int row = border_index(top + j, height);
        for (int i = get_local_id(0); i < tile_width; i += get_local_size(0)) {
            tile[j * tile_width + i] = bordered_pixel(src, row, border_index(left + i, width), width);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    local const SRC_PIXEL* first = tile + get_local_id(1) * tile_width + get_local_id(0);
    SUM sum = 0.0f;
    WINDOW_SUM(SUM, sum, weights, radius, TILED_SAMPLE)
    dst[y * width + x] = WITH_ALPHA_OF(first[radius * tile_width + radius], TO_DST_PIXEL(quotient(sum, denominator)));
}

#ifdef LANES
DEFINE_QUOTIENT(run_quotient, FLOATS)

#define RUN_SAMPLE(i, j) TO_FLOATS(LOAD(first + ((j)*width + (i)) * SRC_CHANNELS))
// One work-item makes a run of pixels of a row; where windows leave the image, one after the other.
KERNEL void convolution_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                             int height, int radius, float denominator) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    if (x >= radius && y >= radius && x + RUN + radius <= width && y + radius < height) {
        global const SRC_TYPE* first = (global const SRC_TYPE*)(src + at - radius * width - radius);
        FLOATS sum = 0.0f;
        WINDOW_SUM(FLOATS, sum, weights, radius, RUN_SAMPLE)
        store_samples(TO_DST_AS(DST_SAMPLES, run_quotient(sum, denominator)), src + at, dst + at);
    } else {
        for (int p = 0; p < RUN && x + p < width; ++p) {
            const SUM sum = border_sum(src, weights, x + p, y, width, height, radius);
            dst[at + p] = WITH_ALPHA_OF(src[at + p], TO_DST_PIXEL(quotient(sum, denominator)));
        }
    }
}
#endif

#ifdef STRIP_ROWS
// Work-items beside each other make the pixels of a strip, STRIP_ROWS rows of it, from a ring of rows as floats.
#define RING_SAMPLE(i, j) first[(i) + ring_row(window + (j), rows) * pitch]
static inline int ring_row(int row, int rows) { return row < rows ? row : row - rows; }

// Loads `count` rows from image row y on into the ring from row `to` on; rows are `pitch` long and begin at `left`.
static inline void load_ring(global const SRC_PIXEL* src, local SUM* ring, int rows, int pitch, int to, int count,
                             int left, int y, int width, int height) {
    for (int j = get_local_id(1); j < count; j += get_local_size(1)) {
        local SUM* line = ring + ring_row(to + j, rows) * pitch;
        const int row = border_index(y + j, height);
        for (int i = get_local_id(0); i < pitch; i += get_local_size(0)) {
            line[i] = TO_SUM(bordered_pixel(src, row, border_index(left + i, width), width));
        }
    }
}

// The ring: as many rows as windows have that are the workgroup's height apart, 2 radius + get_local_size(1).
KERNEL void convolution_rolling(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                                int height, int radius, float denominator, local SUM* ring) {
    const int step = get_local_size(1);
    const int rows = 2 * radius + step;
    const int pitch = (int)get_local_size(0) + 2 * radius;
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    const int x = get_global_id(0);
    const int top = (int)get_group_id(1) * STRIP_ROWS;
    local const SUM* first = ring + get_local_id(0);
    load_ring(src, ring, rows, pitch, 0, 2 * radius, left, top - radius, width, height);
    int from = 0;
    for (int y = top; y < min(top + STRIP_ROWS, height); y += step) {
        load_ring(src, ring, rows, pitch, ring_row(from + 2 * radius, rows), step, left, y + radius, width, height);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int own = y + get_local_id(1);
        if (x < width && own < height) {
            const int window = ring_row(from + get_local_id(1), rows);
            SUM sum = 0.0f;
            WINDOW_SUM(SUM, sum, weights, radius, RING_SAMPLE)
            const size_t i = (size_t)own * width + x;
            dst[i] = WITH_ALPHA_OF(src[i], TO_DST_PIXEL(quotient(sum, denominator)));
        }
        from = ring_row(from + step, rows);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#endif

#ifdef TILE_X
// Register-blocked: a work-item makes TILE_X x TILE_Y neighbouring samples of one channel. The workgroup's samples and
// their halo lie in local memory as floats; a work-item passes over its rows once, and each row that it holds in
// registers serves all windows that it is in. RADIUS is known to the compiler, so every loop over a row is unrolled.
#define WINDOW (2 * RADIUS + 1)
// Fours of a row that the windows of TILE_X samples see.
#define FOURS ((TILE_X + 2 * RADIUS + 3) / 4)
#if UNROLLED
#define UNROLL_FOR _Pragma("unroll") for
#else
#define UNROLL_FOR for
#endif

// Where column i of a row in local memory lies: fours by turns in TILE_X / 4 parts of PART floats, so that work-items
// beside each other read fours beside each other, from different banks.
#define TILE_PARTS (TILE_X / 4)
#define TILE_PITCH (TILE_PARTS * PART)
#define TILE_COLUMN(i) ((i) / 4 % TILE_PARTS * PART + (i) / 4 / TILE_PARTS * 4 + (i) % 4)

static inline void load_tile(global const SRC_TYPE* src, local float* tile, int columns, int rows, int left, int top,
                             int width, int height) {
    for (int j = get_local_id(1); j < rows; j += get_local_size(1)) {
        const int row = border_index(top + j, height);
        for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
            const int column = border_index(left + i, width);
            float sample = 0.0f;
            if (IS_INSIDE(row) && IS_INSIDE(column)) sample = src[((size_t)row * width + column) * SRC_CHANNELS];
            tile[j * TILE_PITCH + TILE_COLUMN(i)] = sample;
        }
    }
}

// Adds a row of weights times what each of TILE_X windows sees of a row of samples.
static inline void add_row(float* sums, const float* samples, constant float* weights) {
    float part[TILE_X];
    UNROLL_FOR (int o = 0; o < TILE_X; ++o) part[o] = 0.0f;
    UNROLL_FOR (int i = 0; i < WINDOW; ++i) {
        const float weight = weights[i];
        UNROLL_FOR (int o = 0; o < TILE_X; ++o) part[o] = fma(weight, samples[i + o], part[o]);
    }
    UNROLL_FOR (int o = 0; o < TILE_X; ++o) sums[o] += part[o];
}

static inline void sum_windows(local const float* tile, constant float* weights, float sums[TILE_Y][TILE_X]) {
    UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
        UNROLL_FOR (int o = 0; o < TILE_X; ++o) sums[p][o] = 0.0f;
    _Pragma("unroll 1") for (int j = 0; j < TILE_Y + 2 * RADIUS; ++j) {
        float samples[4 * FOURS];
        UNROLL_FOR (int q = 0; q < FOURS; ++q)
            vstore4(*(local const float4*)(tile + j * TILE_PITCH + TILE_COLUMN(4 * q)), q, samples);
        UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
            if (j >= p && j < p + WINDOW) add_row(sums[p], samples, weights + (j - p) * WINDOW);
    }
}

DEFINE_QUOTIENT(sample_quotient, float)

KERNEL void convolution_blocked(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                                int height, float denominator, local float4* fours) {
    local float* tile = (local float*)fours;
    const int columns = get_local_size(0) * TILE_X;
    const int rows = get_local_size(1) * TILE_Y;
    const int left = (int)get_group_id(0) * columns;
    const int top = (int)get_group_id(1) * rows;
    const int x = left + get_local_id(0) * TILE_X;
    const int y = top + get_local_id(1) * TILE_Y;
    local const float* own = tile + get_local_id(1) * TILE_Y * TILE_PITCH + get_local_id(0) * 4;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        load_tile((global const SRC_TYPE*)src + c, tile, columns + 2 * RADIUS, rows + 2 * RADIUS, left - RADIUS,
                  top - RADIUS, width, height);
        barrier(CLK_LOCAL_MEM_FENCE);
        float sums[TILE_Y][TILE_X];
        sum_windows(own, weights, sums);
        UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
            UNROLL_FOR (int o = 0; o < TILE_X; ++o)
                if (x + o < width && y + p < height)
                    ((global DST_TYPE*)dst)[((size_t)(y + p) * width + x + o) * SRC_CHANNELS + c] =
                        TO_DST(sample_quotient(sums[p][o], denominator));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#if SRC_CHANNELS == 4
    for (int p = 0; p < TILE_Y && y + p < height; ++p)
        for (int o = 0; o < TILE_X && x + o < width; ++o) {
            const size_t i = (size_t)(y + p) * width + x + o;
            ((global DST_TYPE*)(dst + i))[3] = src[i].w;
        }
#endif
}
#endif

#ifdef STRIPS
#include "strips.clh"

// The loops over rows and vectors of sums are written out: only then do the sums stay in registers.
#define FOR_FOUR(DO) DO(0) DO(1) DO(2) DO(3)

// Adds a row of samples times a row of weights to a row of sums.
#define ADD_LINE(line, weights, p)                                                                                     \
    for (int i = 0; i < taps; ++i) {                                                                                   \
        sums[p][0] = fma((float16)((weights)[i]), load_16((line) + i * SRC_CHANNELS), sums[p][0]);                     \
        sums[p][1] = fma((float16)((weights)[i]), load_16((line) + i * SRC_CHANNELS + 16), sums[p][1]);                \
    }

// Row j of samples, which not all four windows see.
#define ADD_SEEN(p)                                                                                                    \
    if (j >= p && j - p < taps) ADD_LINE(from + j * pitch, weights + (j - p) * taps, p)
#define ADD_TO(p)                                                                                                      \
    sums[p][0] = fma((float16)(row[i - p * taps]), first, sums[p][0]);                                                 \
    sums[p][1] = fma((float16)(row[i - p * taps]), second, sums[p][1]);

static inline void sum_block(local const float* from, constant float* weights, int taps, int pitch,
                             float16 sums[4][2]) {
    for (int j = 0; j < 3; ++j) {
        FOR_FOUR(ADD_SEEN)
    }
    for (int j = 3; j < taps; ++j) {
        constant float* row = weights + j * taps;
        for (int i = 0; i < taps; ++i) {
            const float16 first = load_16(from + j * pitch + i * SRC_CHANNELS);
            const float16 second = load_16(from + j * pitch + i * SRC_CHANNELS + 16);
            FOR_FOUR(ADD_TO)
        }
    }
    for (int j = max(3, taps); j < taps + 3; ++j) {
        FOR_FOUR(ADD_SEEN)
    }
}

#define STORE_ROW(p)                                                                                                   \
    if (y + p < rows) {                                                                                                \
        const size_t at = (size_t)(top + y + p) * width + left + x / SRC_CHANNELS;                                     \
        store_strip(run_quotient(sums[p][0], denominator), src, dst, at, samples - x);                                 \
        store_strip(run_quotient(sums[p][1], denominator), src, dst, at + RUN, samples - x - 16);                      \
    }

KERNEL void convolution_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                               int height, int radius, float denominator, int strip_width, int strip_height, int pitch,
                               local float* strip) {
    const Strip cut = {strip_width, strip_height, radius, pitch};
    const int taps = 2 * radius + 1;
    const int left = get_group_id(0) * strip_width, top = get_group_id(1) * strip_height;
    const int rows = min(strip_height, height - top);
    const int samples = min(strip_width, width - left) * SRC_CHANNELS;
    lay_out_strip(cut, src, strip, left, top, rows, width, height);
    for (int y = 0; y < rows; y += STRIP_ROWS_AT_ONCE)
        for (int x = 0; x < samples; x += 32) {
            float16 sums[4][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}};
            sum_block(strip + y * pitch + x, weights, taps, pitch, sums);
            FOR_FOUR(STORE_ROW)
        }
}
#endif

#ifdef ROWS
#include "convolution_blocks.clh"
#endif
