// rotate and warp on CPUs: a work-item computes a share of a row, 16 pixels at a time in vectors. The plain kernel
// computes and checks one pixel after the other.
//
// A share is SHARE pixels of a row of the result, a group is 16 of them, and a packet is 16 samples: a group of gray
// pixels, or four RGBA pixels. The grid has a work-item for each share of each row.
//
// The source coordinates of a group are computed in vectors. If all of them are inside the source, their neighbours are
// loaded and interpolated in packets, without a check of each pixel. If all are beyond a constant border, the result is
// 0. Other groups are sampled pixel by pixel: those at the edges of the source, those beyond it by any other border
// rule, and the end of a row. Perspective maps divide in doubles where the device has them; the quotient is then
// corrected to the whole number that 64-bit division gives.
//
// Defines: SHARE, a multiple of 16; those of sampling.clh.
#include "prelude/unaligned_vectors.clh"
#include "geometry/warp/sampling.clh"

typedef PASTE(SRC_SAMPLE, 16) packet_t;
#define convert_packet PASTE(convert_, PASTE(SRC_SAMPLE, 16))
// Pixels whose coordinates are computed at once, and pixels of a packet of 16 samples.
enum { GROUP = 16, PACKET_PIXELS = GROUP / SRC_CHANNELS };

// gather() loads the pixels of a packet from these places. load_for_samples() loads a weight for each pixel of a
// packet, and repeats it for the pixel's samples.
#if SRC_CHANNELS == 4
INLINE packet_t gather(global const pixel_t* from, const int* at) {
    return (packet_t)(from[at[0]], from[at[1]], from[at[2]], from[at[3]]);
}
INLINE uint16 load_for_samples(const uint* values) {
    const uint4 four = vload4(0, values);
    return (uint16)(four.s0000, four.s1111, four.s2222, four.s3333);
}
#else
INLINE packet_t gather(global const pixel_t* from, const int* at) {
    return (packet_t)(from[at[0]], from[at[1]], from[at[2]], from[at[3]], from[at[4]], from[at[5]], from[at[6]],
                      from[at[7]], from[at[8]], from[at[9]], from[at[10]], from[at[11]], from[at[12]], from[at[13]],
                      from[at[14]], from[at[15]]);
}
INLINE uint16 load_for_samples(const uint* values) { return load_16(values); }
#endif

// Packets of pixels and of their neighbours to the right.
#if SRC_IS_FLOAT && SRC_CHANNELS == 1
// Both in one load of 8 bytes. From single loads the compiler makes gather instructions, which are slow on some CPUs.
INLINE float2 load_pair(global const float* from) {
    typedef float2 unaligned_pair_t __attribute__((aligned(sizeof(float))));
    return *(global const unaligned_pair_t*)from;
}
INLINE float16 gather_8_pairs(global const float* from, const int* at) {
    return (float16)(load_pair(from + at[0]), load_pair(from + at[1]), load_pair(from + at[2]), load_pair(from + at[3]),
                     load_pair(from + at[4]), load_pair(from + at[5]), load_pair(from + at[6]),
                     load_pair(from + at[7]));
}
INLINE void gather_pairs(global const float* from, const int* at, float16* pixels, float16* neighbours) {
    const float16 first = gather_8_pairs(from, at), second = gather_8_pairs(from, at + 8);
    *pixels = (float16)(first.even, second.even);
    *neighbours = (float16)(first.odd, second.odd);
}
#else
INLINE void gather_pairs(global const pixel_t* from, const int* at, packet_t* pixels, packet_t* neighbours) {
    *pixels = gather(from, at);
    *neighbours = gather(from + 1, at);
}
#endif

#if !AFFINE && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// The same as source_coordinate. The quotient of doubles differs from that of whole numbers by at most one. Quotients
// beyond 2^31 may differ by more, but the last line limits them anyway.
INLINE int perspective_coordinate(long numerator, long w, int shift) {
    const long divisor = w < 0 ? -w : max(w, 1L);
    const long dividend = (w < 0 ? -numerator : numerator) * (1 << STEP_BITS) + divisor / 2;
    const double quotient = (double)dividend / (double)divisor;
    const double limit = 2147483648.0;
    const long rounded = (long)(quotient < -limit ? -limit : quotient > limit ? limit : quotient);
    const long rest = dividend - rounded * divisor;
    // Rounded toward zero and off by one at most: the floor is within two.
    const long floored = rounded - (rest < 0) - (rest < -divisor) + (rest >= divisor);
    return w == 0 ? 0 : (int)clamp(floored, -(1L << 30), 1L << 30);
}
#else
INLINE int perspective_coordinate(long numerator, long w, int shift) { return source_coordinate(numerator, w, shift); }
#endif

// One source coordinate of 16 pixels from (x, y) on. `row` is its row of the matrix, `last` the last row.
INLINE int16 source_coordinates(global const long* row, global const long* last, int x, int y, int shift) {
    const long first = row[0] * x + row[1] * y + row[2];
    if (AFFINE) {
        const long16 pixels = (long16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const long16 numerators = first + row[0] * pixels;
        const int drop = shift - STEP_BITS;
        const long16 steps =
            drop > 0 ? (numerators + (1L << (drop - 1))) >> (long16)(drop) : numerators << (long16)(-drop);
        const long16 clamped = steps < -(1L << 30)  ? (long16)(-(1L << 30))
                               : steps > (1L << 30) ? (long16)(1L << 30)
                                                    : steps;
        return convert_int16(clamped);
    }
    const long w = last[0] * x + last[1] * y + last[2];
    int coordinates[GROUP];
    for (int i = 0; i < GROUP; ++i) coordinates[i] = perspective_coordinate(first + i * row[0], w + i * last[0], shift);
    return load_16(coordinates);
}

// Float samples times weights in 65536ths. A weight of 0 hides a sample: 0 times NaN or infinity would be NaN.
INLINE float16 weighted_packet(uint16 weights, packet_t samples) {
    const float16 factors = convert_float16(as_int16(weights)) * (1.0f / 65536.0f);
    return factors == 0.0f ? (float16)(0.0f) : factors * convert_float16(samples);
}

// A packet of pixels that are inside with all their neighbours. `at`: the upper left ones.
INLINE packet_t sampled_packet(global const pixel_t* src, const int* at, const uint* rights, const uint* belows,
                               int width) {
    if (STEP_BITS == 0) return gather(src, at);
    packet_t a, b, c, d;
    gather_pairs(src, at, &a, &b);
    gather_pairs(src + width, at, &c, &d);
    const uint16 right = load_for_samples(rights), below = load_for_samples(belows);
    const uint16 left = 256u - right, above = 256u - below;
    if (SRC_IS_FLOAT)
        return convert_packet(weighted_packet(left * above, a) + weighted_packet(right * above, b) +
                              weighted_packet(left * below, c) + weighted_packet(right * below, d));
    const uint16 upper = left * convert_uint16(a) + right * convert_uint16(b);
    const uint16 lower = left * convert_uint16(c) + right * convert_uint16(d);
    return convert_packet((above * upper + below * lower + (1u << 15)) >> 16u);
}

KERNEL void warp_segments(global const pixel_t* src, global pixel_t* dst, global const long* matrix, int shift,
                          int source_width, int source_height, int width, int height) {
    const int left = get_global_id(0) * SHARE, y = get_global_id(1);
    if (left >= width || y >= height) return;
    const int end = min(left + SHARE, width);
    global pixel_t* const to = dst + (size_t)y * width;
    const int reach = STEP_BITS > 0; // to the neighbours that interpolation reads
    for (int x = left; x < end; x += GROUP) {
        const int16 u = source_coordinates(matrix, matrix + 6, x, y, shift);
        const int16 v = source_coordinates(matrix + 3, matrix + 6, x, y, shift);
        const int16 column = u >> STEP_BITS, row = v >> STEP_BITS;
        const bool whole = x + GROUP <= end;
        if (whole &&
            all((column >= 0) & (column < source_width - reach) & (row >= 0) & (row < source_height - reach))) {
            int at[GROUP];
            uint rights[GROUP], belows[GROUP];
            store_16(row * source_width + column, at);
            store_16(as_uint16(u & 255), rights);
            store_16(as_uint16(v & 255), belows);
            for (int i = 0; i < GROUP; i += PACKET_PIXELS)
                store_16(sampled_packet(src, at + i, rights + i, belows + i, source_width),
                         (global sample_t*)(to + x + i));
            continue;
        }
        if (BORDER == BORDER_CONSTANT && whole &&
            !any((column >= -reach) & (column < source_width) & (row >= -reach) & (row < source_height))) {
            for (int i = 0; i < GROUP; i += PACKET_PIXELS) store_16((packet_t)(0), (global sample_t*)(to + x + i));
            continue;
        }
        int us[GROUP], vs[GROUP];
        store_16(u, us);
        store_16(v, vs);
        for (int i = 0; i < min(GROUP, end - x); ++i)
            to[x + i] = sampled(src, us[i], vs[i], source_width, source_height);
    }
}
