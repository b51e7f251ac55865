// binary-patterns: the mean of the leaves that each window's comparisons of halves of rectangles lead to, from sums of
// the integral image. core/filters/detection/detector.h has the rule. Defines: those of common.clh and
// detector_windows.clh.

// The image in gray below a row and beside a column of zeros.
KERNEL void binary_patterns_gray(global const SRC_PIXEL* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x > width || y > height) return;
    uchar gray = 0;
    if (x > 0 && y > 0) {
        const SRC_PIXEL s = src[(y - 1) * width + x - 1];
#if SRC_CHANNELS == 4
        gray = LUMA(s.x, s.y, s.z);
#else
        gray = s;
#endif
    }
    dst[y * (width + 1) + x] = gray;
}

#ifdef TESTS
#define SAMPLE uint
// The sums begin with a row and a column of zeros.
#define STRIDE (width + 1)
#define BITS 2
// Where a test's eight sums are.
#define OFFSETS int8
#define PADDED_TESTS TESTS
#define LOCAL_TEST ushort4
#define LOCAL_TESTS TESTS
#define LOCAL_BITS bits_of
#define LEAF uint
#include "detector_windows.clh"

// The sums s0..s7 at a rectangle's upper left, upper middle, upper right, middle left, middle right, lower left, lower
// middle and lower right give its halves: left > right, top > bottom. Half sums are below 2^32, so that wrapping is
// harmless.
#define LEFT_IS_GREATER(s) ((s##6) - (s##5) - (s##1) + (s##0) > (s##7) - (s##6) - (s##2) + (s##1))
#define TOP_IS_GREATER(s) ((s##4) - (s##3) - (s##2) + (s##0) > (s##7) - (s##5) - (s##4) + (s##3))

static inline uint bits_at(global const uint* sums, int corner, int stride, int8 at) {
    global const uint* from = sums + corner;
    const uint s0 = from[at.s0], s1 = from[at.s1], s2 = from[at.s2], s3 = from[at.s3];
    const uint s4 = from[at.s4], s5 = from[at.s5], s6 = from[at.s6], s7 = from[at.s7];
    return 2 * LEFT_IS_GREATER(s) + TOP_IS_GREATER(s);
}

static inline uint bits_of(global const uint* sums, int corner, int stride, ushort4 test) {
    const int top = corner + test.y * stride + test.x, a = test.z;
    const int middle = top + test.w * stride, low = middle + test.w * stride;
    const int8 at = (int8)(top, top + a, top + 2 * a, middle, middle + 2 * a, low, low + a, low + 2 * a);
    return bits_at(sums, 0, stride, at);
}

KERNEL void binary_patterns_direct(global const uint* sums, global uchar* dst, global const ushort4* tests,
                                   global const uchar* leaves, int width, int height, int window_width,
                                   int window_height, int trees) {
    direct_windows(sums, dst, tests, leaves, width, height, window_width, window_height, trees);
}

KERNEL void binary_patterns_local_tables(global const uint* sums, global uchar* dst, global const ushort4* tests,
                                         global const uchar* leaves, int width, int height, int window_width,
                                         int window_height, int trees, local ushort4* local_tests,
                                         local uchar* local_leaves, int local_trees) {
    local_windows(sums, dst, tests, leaves, width, height, window_width, window_height, trees, local_tests,
                  local_leaves, local_trees);
}

#ifdef LANES
// The bits of neighbouring windows. True lanes of a comparison are all ones: taking them away adds one.
static inline LEAF_LANES bits_of_lanes(global const uint* from, int stride, int8 at) {
    const SAMPLES s0 = AT(at.s0), s1 = AT(at.s1), s2 = AT(at.s2), s3 = AT(at.s3);
    const SAMPLES s4 = AT(at.s4), s5 = AT(at.s5), s6 = AT(at.s6), s7 = AT(at.s7);
    const LEAF_LANES left = PASTE(as_, LEAF_LANES)(LEFT_IS_GREATER(s)), top = PASTE(as_, LEAF_LANES)(TOP_IS_GREATER(s));
    return 0u - left - left - top;
}

static inline LEAF_LANES leaves_of_lanes(global const uint* from, int stride, constant const int8* tests) {
    LEAF_LANES leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = 4 * leaf + bits_of_lanes(from, stride, tests[i]);
    return leaf;
}

KERNEL void binary_patterns_packed(global const uint* sums, global uchar* dst, constant int8* tests,
                                   global const uchar* leaves, int width, int height, int window_width,
                                   int window_height, int trees) {
    packed_windows(sums, dst, tests, leaves, width, height, window_width, window_height, trees);
}
#endif
#endif
