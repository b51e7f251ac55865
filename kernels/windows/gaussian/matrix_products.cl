// Gaussian blur by the matrix units of NVIDIA's GPUs: a warp computes 16 x 16 pixels at a time as products of matrices,
// down and along. A work-item of the plain kernel sums the k x k weighted samples of its pixel one by one. Samples have
// 8 bits.
//
// A warp computes 16 rows of a strip of STRIP_COLUMNS columns, 16 columns at a time. The matrix of weights times a
// block of samples blurs it down the columns. That product times the matrix of weights blurs it along the rows
// (half_products.clh). Blurred columns of the blocks before stay in registers, and serve the windows of the next 16
// columns. The next block is being loaded while the warp multiplies. A work-item loads neighbouring samples, and its
// results are neighbours, too: `quarter` says which four columns, `row` which two rows. The WARPS of a workgroup make
// rows below one another, and share nothing: there is no local memory and no barrier. The grid has a workgroup for each
// 16 WARPS rows of a strip. An instruction makes 16 x 16 x 8 products, which is why it beats fused.cl for 8-bit
// samples. The host takes this variant for 8-bit samples and radii up to 64, of RGBA up to 16, because registers hold
// no more blocks.
#include "prelude/borders.clh"
#include "prelude/instructions.clh"
#include "windows/gaussian/half_products.clh"
#include "windows/gaussian/warp_stores.clh"

// A packet is two neighbouring pixels of a row: 16 bits for gray, two words for RGBA.
#if SRC_CHANNELS == 4
typedef uint2 packet_t;
typedef uint2 aligned_packet_t;
#else
typedef uint packet_t;
typedef ushort aligned_packet_t;
#endif
typedef struct {
    packet_t upper, lower; // of two rows
} packets_t;

INLINE packet_t packet_of(pixel_t left, pixel_t right) {
#if SRC_CHANNELS == 4
    return (uint2)(as_uint(left), as_uint(right));
#else
    return left | (uint)right << 8;
#endif
}

// The packet at a pixel inside the image.
INLINE packet_t packet_inside(global const pixel_t* at) {
    if (ALIGNED) return *(global const aligned_packet_t*)at;
    return packet_of(at[0], at[1]);
}

INLINE packet_t packet_anywhere(global const pixel_t* src, int x, int y, int width, int height) {
    const int row = border_index(y, height);
    return packet_of(bordered_pixel(src, row, border_index(x, width), width),
                     bordered_pixel(src, row, border_index(x + 1, width), width));
}

// For each sixteen rows from y on, the four of a work-item: two even ones, then the two odd ones below them. One branch
// covers all loads, so that they are in flight together; `inside`: they are in the image.
INLINE void load_packets(global const pixel_t* src, packets_t packets[BLOCKS][2], int x, int y, int width, int height,
                         bool inside) {
    global const pixel_t* at = src + ((long)y * width + x);
    if (inside) {
        UNROLL_FOR (int d = 0; d < BLOCKS; ++d)
            UNROLL_FOR (int odd = 0; odd < 2; ++odd) {
                packets[d][odd].upper = packet_inside(at + (16 * d + odd) * width);
                packets[d][odd].lower = packet_inside(at + (16 * d + odd + 2) * width);
            }
    } else {
        UNROLL_FOR (int d = 0; d < BLOCKS; ++d)
            UNROLL_FOR (int odd = 0; odd < 2; ++odd) {
                packets[d][odd].upper = packet_anywhere(src, x, y + 16 * d + odd, width, height);
                packets[d][odd].lower = packet_anywhere(src, x, y + 16 * d + odd + 2, width, height);
            }
    }
}

// Samples of both rows as halves; phase: the left or right column of the packets. A half of 1024 and more has the
// integer in its lowest bits.
INLINE uint samples_of(packets_t packets, int phase, int channel) {
#if SRC_CHANNELS == 4
    const uint upper = phase ? packets.upper.y : packets.upper.x, lower = phase ? packets.lower.y : packets.lower.x;
    const uint bytes = (byte_permute(upper, lower, channel * 0x1111 + 0x4400) & 0x00ff00ffu) | 0x64006400u;
#else
    const uint both = packets.upper | packets.lower << 16;
    const uint bytes = byte_permute(both, 0x64646464, phase ? 0x4341 : 0x4240);
#endif
    return difference_of_halves(bytes, 0x64006400u);
}

// Sixteen columns blurred down: the odd ones, then the even ones, of even and of odd rows. In this order the products
// along the rows take their weights from neighbouring registers, as those down the columns have them.
INLINE void blur_down(packets_t packets[BLOCKS][2], const taps_t* taps, int channel, halves_t blurred[4]) {
    float even[4] = {0.0f, 0.0f, 0.0f, 0.0f}, odd[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    UNROLL_FOR (int d = 0; d < BLOCKS; ++d) {
        const uint even_above = samples_of(packets[d][0], 0, channel),
                   even_below = samples_of(packets[d][1], 0, channel);
        const uint odd_above = samples_of(packets[d][0], 1, channel), odd_below = samples_of(packets[d][1], 1, channel);
        const halves_t before = taps->phases[0][d], same = taps->phases[1][d], after = taps->phases[2][d];
        add_product(even, same.low, before.low, after.low, same.low, even_above, even_below);
        add_product(odd, same.low, before.low, after.low, same.low, odd_above, odd_below);
        add_product(even, same.high, before.high, after.high, same.high, even_above, even_below);
        add_product(odd, same.high, before.high, after.high, same.high, odd_above, odd_below);
    }
    blurred[0] = halves_of(odd[0], odd[1]);
    blurred[1] = halves_of(odd[2], odd[3]);
    blurred[2] = halves_of(even[0], even[1]);
    blurred[3] = halves_of(even[2], even[3]);
}

INLINE uint rounded(float sum) { return as_uint(fma(sum, PER_SCALE, ROUNDING_SHIFT)) & 255u; }

KERNEL void gaussian_products(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                              int height) {
    const int lane = get_local_id(0) & 31, row = lane >> 2, quarter = lane & 3;
    const int top = ((int)get_group_id(1) * WARPS + ((int)get_local_id(0) >> 5)) * 16;
    const int left = (int)get_group_id(0) * STRIP_COLUMNS, right = min(left + STRIP_COLUMNS, width);
    const strip_t strip = {left, right, width, height};
    if (top >= height) return;
    const taps_t taps = load_taps(weights, row, quarter);
    const bool has_rows = top >= LEAD && top - LEAD + 16 * BLOCKS <= height;
    const int first_row = top - LEAD + 4 * quarter;
    packets_t packets[BLOCKS][2];
    halves_t blocks[COLOUR_CHANNELS][BLOCKS][4];
    uint previous[2][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    int next = left - LEAD;
    load_packets(src, packets, next + 2 * row, first_row, width, height, has_rows && next >= 0 && next + 16 <= width);
#pragma unroll 1
    for (int x = left - 16 * (BLOCKS - 1); x < right; x += 16) {
        UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) {
            UNROLL_FOR (int d = 0; d + 1 < BLOCKS; ++d)
                UNROLL_FOR (int n = 0; n < 4; ++n) blocks[c][d][n] = blocks[c][d + 1][n];
            blur_down(packets, &taps, c, blocks[c][BLOCKS - 1]);
        }
        next = x + 16 * BLOCKS - LEAD;
        if (x + 16 < right)
            load_packets(src, packets, next + 2 * row, first_row, width, height,
                         has_rows && next >= 0 && next + 16 <= width);
        if (x < left) continue;
        uint words[2][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) {
            float even[4], odd[4];
            blur_along(blocks[c], &taps, even, odd);
            UNROLL_FOR (int h = 0; h < 2; ++h)
                UNROLL_FOR (int n = 0; n < 4; ++n) words[h][n] |= rounded((n & 1 ? odd : even)[2 * h + n / 2]) << 8 * c;
        }
        UNROLL_FOR (int h = 0; h < 2; ++h)
            store_results(words[h], previous[h], src, dst, x + 4 * quarter, top + 2 * row + h, strip);
    }
}
