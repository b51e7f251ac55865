// Convolution by blocks: a work-item makes TILE_X x TILE_Y neighbouring samples of one channel from local memory. It
// adds each row that it holds in registers to all windows that cover it. So a load serves up to TILE_Y x TILE_X sums.
// The plain kernel loads for each product.
//
// The workgroup's samples and their margins lie in local memory as floats. A work-item passes over the rows of its
// windows once. RADIUS is a define, and every loop over a row is unrolled. The channels of RGBA follow one another,
// through the same local memory. The grid has a work-item for each 8 x 4 pixels.
//
// Groups of four samples (`quads`) of a row alternate between TILE_X / 4 bank rows of BANK_PITCH floats. Neighbouring
// work-items then read neighbouring quads, from different memory banks. The host sets TILE_X to 8, TILE_Y to 4, and
// BANK_PITCH to what a workgroup's row needs.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
typedef float quotient_t;
#include "windows/convolution/weighted_sums.clh"

enum {
    TAPS = 2 * RADIUS + 1,
    QUADS = (TILE_X + 2 * RADIUS + 3) / 4, // that the windows of TILE_X samples see in a row
    BANK_ROWS = TILE_X / 4,
    TILE_PITCH = BANK_ROWS * BANK_PITCH
};

// Where column i of a row lies.
INLINE int tile_column(int i) { return i / 4 % BANK_ROWS * BANK_PITCH + i / 4 / BANK_ROWS * 4 + i % 4; }

INLINE void load_tile(global const sample_t* src, local float* tile, int columns, int rows, int left, int top,
                      int width, int height) {
    for (int j = get_local_id(1); j < rows; j += get_local_size(1)) {
        const int row = border_index(top + j, height);
        for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
            const int column = border_index(left + i, width);
            float sample = 0.0f;
            if (is_inside(row) && is_inside(column)) sample = src[((size_t)row * width + column) * SRC_CHANNELS];
            tile[j * TILE_PITCH + tile_column(i)] = sample;
        }
    }
}

// Adds a row of weights times what each of TILE_X windows sees of a row of samples.
INLINE void add_row(float* sums, const float* samples, constant float* weights) {
    float row_sums[TILE_X];
    UNROLL_FOR (int o = 0; o < TILE_X; ++o) row_sums[o] = 0.0f;
    UNROLL_FOR (int i = 0; i < TAPS; ++i) {
        const float weight = weights[i];
        if (is_hiding(weight)) continue;
        UNROLL_FOR (int o = 0; o < TILE_X; ++o) row_sums[o] = fma(weight, samples[i + o], row_sums[o]);
    }
    UNROLL_FOR (int o = 0; o < TILE_X; ++o) sums[o] += row_sums[o];
}

INLINE void sum_windows(local const float* tile, constant float* weights, float sums[TILE_Y][TILE_X]) {
    UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
        UNROLL_FOR (int o = 0; o < TILE_X; ++o) sums[p][o] = 0.0f;
#pragma unroll 1
    for (int j = 0; j < TILE_Y + 2 * RADIUS; ++j) {
        float samples[4 * QUADS];
        UNROLL_FOR (int q = 0; q < QUADS; ++q)
            vstore4(*(local const float4*)(tile + j * TILE_PITCH + tile_column(4 * q)), q, samples);
        UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
            if (j >= p && j < p + TAPS) add_row(sums[p], samples, weights + (j - p) * TAPS);
    }
}

INLINE void copy_alpha(global const pixel_t* src, global out_pixel_t* dst, int x, int y, int width, int height) {
    for (int p = 0; p < TILE_Y && y + p < height; ++p)
        for (int o = 0; o < TILE_X && x + o < width; ++o) {
            const size_t i = (size_t)(y + p) * width + x + o;
            ((global out_sample_t*)(dst + i))[3] = ((global const sample_t*)(src + i))[3];
        }
}

KERNEL void convolution_blocked(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                                int height, float denominator, local float4* quads) {
    local float* tile = (local float*)quads;
    const int columns = get_local_size(0) * TILE_X;
    const int rows = get_local_size(1) * TILE_Y;
    const int left = (int)get_group_id(0) * columns;
    const int top = (int)get_group_id(1) * rows;
    const int x = left + get_local_id(0) * TILE_X;
    const int y = top + get_local_id(1) * TILE_Y;
    local const float* own = tile + get_local_id(1) * TILE_Y * TILE_PITCH + get_local_id(0) * 4;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        load_tile((global const sample_t*)src + c, tile, columns + 2 * RADIUS, rows + 2 * RADIUS, left - RADIUS,
                  top - RADIUS, width, height);
        barrier(CLK_LOCAL_MEM_FENCE);
        float sums[TILE_Y][TILE_X];
        sum_windows(own, weights, sums);
        UNROLL_FOR (int p = 0; p < TILE_Y; ++p)
            UNROLL_FOR (int o = 0; o < TILE_X; ++o)
                if (x + o < width && y + p < height)
                    ((global out_sample_t*)dst)[((size_t)(y + p) * width + x + o) * SRC_CHANNELS + c] =
                        to_out(quotient(sums[p][o], denominator));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (SRC_CHANNELS == 4) copy_alpha(src, dst, x, y, width, height);
}
