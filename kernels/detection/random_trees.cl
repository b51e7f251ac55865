// random-trees: the mean of the leaves that each window's pixel comparisons lead to, from the image in gray.
// core/filters/detection/detector.h has the rule. Defines: those of common.clh and detector_windows.clh.

KERNEL void random_trees_gray(global const SRC_PIXEL* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_PIXEL s = src[y * width + x];
#if SRC_CHANNELS == 4
    dst[y * width + x] = LUMA(s.x, s.y, s.z);
#else
    dst[y * width + x] = s;
#endif
}

#ifdef TESTS
#define SAMPLE uchar
#define STRIDE width
#define BITS 1
#define OFFSETS int2
// Filled up to an even number, so that a vector holds two tests.
#define PADDED_TESTS (TESTS + TESTS % 2)
#define LOCAL_TEST OFFSETS
#define LOCAL_TESTS PADDED_TESTS
#define LOCAL_BITS bits_at
#define LEAF ushort
#include "detector_windows.clh"

static inline uint bits_at(global const uchar* gray, int corner, int stride, int2 test) {
    global const uchar* from = gray + corner;
    return from[test.x] > from[test.y];
}

static inline uint bits_of(global const uchar* gray, int corner, int stride, ushort4 test) {
    return bits_at(gray, corner, stride, (int2)(test.y * stride + test.x, test.w * stride + test.z));
}

KERNEL void random_trees_direct(global const uchar* gray, global uchar* dst, global const ushort4* tests,
                                global const uchar* leaves, int width, int height, int window_width, int window_height,
                                int trees) {
    direct_windows(gray, dst, tests, leaves, width, height, window_width, window_height, trees);
}

KERNEL void random_trees_local_tables(global const uchar* gray, global uchar* dst, global const int2* tests,
                                      global const uchar* leaves, int width, int height, int window_width,
                                      int window_height, int trees, local int2* local_tests, local uchar* local_leaves,
                                      int local_trees) {
    local_windows(gray, dst, tests, leaves, width, height, window_width, window_height, trees, local_tests,
                  local_leaves, local_trees);
}

#ifdef LANES
#define BIT_LANES PASTE(short, LANES)
// True lanes of a comparison are all ones: taking them away adds one.
#define ASK(a, b) leaf = leaf + leaf - PASTE(as_, LEAF_LANES)(PASTE(convert_, BIT_LANES)(AT(a) > AT(b)))

static inline LEAF_LANES leaves_of_lanes(global const uchar* from, int stride, constant const int2* tests) {
    constant const int4* pairs = (constant const int4*)tests;
    LEAF_LANES leaf = 0;
    for (int i = 0; i < TESTS / 2; ++i) {
        const int4 two = pairs[i];
        ASK(two.x, two.y);
        ASK(two.z, two.w);
    }
#if TESTS % 2
    ASK(pairs[TESTS / 2].x, pairs[TESTS / 2].y);
#endif
    return leaf;
}

KERNEL void random_trees_packed(global const uchar* gray, global uchar* dst, constant int2* tests,
                                global const uchar* leaves, int width, int height, int window_width, int window_height,
                                int trees) {
    packed_windows(gray, dst, tests, leaves, width, height, window_width, window_height, trees);
}
#endif
#endif
