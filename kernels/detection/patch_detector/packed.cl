// random-trees and binary-patterns in vectors: a work-item compares LANES neighbouring windows at once, by ready
// offsets in constant memory. The plain kernel computes places, luma and sums of rectangles for every test of every
// window.
//
// With DOWN the windows of a work-item follow one another down a column, four of them, so that neighbouring work-items
// read neighbouring samples. This suits GPUs. Otherwise they are side by side in a row, and one load reads all
// elements, which suits CPUs. The vectors of answers become LANES numbers of leaves, which are looked up one by one in
// global memory. Segments of windows that leave the image are computed window by window. It is the fastest variant on
// CPUs. The grid has a work-item for each segment. Defines: DOWN; LANES, 4 on GPUs and 16 on CPUs; those of trees.clh.
#include "detection/patch_detector/trees.clh"
#include "prelude/unaligned_vectors.clh"

// The samples at an offset from the corners of LANES windows.
typedef PASTE(SAMPLE, LANES) samples_t;
INLINE samples_t samples_at(global const source_t* from, int stride, int offset) {
    from += offset;
#if DOWN
    return (samples_t)(from[0], from[stride], from[2 * stride], from[3 * stride]);
#elif LANES == 16
    return load_16(from);
#else
    return PASTE(vload, LANES)(0, from);
#endif
}

// The numbers of the leaves that LANES windows reach in a tree. A true element of a comparison is -1, and subtracting
// it adds one.
#if RECTANGLES
typedef samples_t leaves_t;

INLINE leaves_t leaves_of_windows(global const uint* from, int stride, constant const int8* tests) {
    leaves_t leaves = 0;
    for (int i = 0; i < TESTS; ++i) {
        const int8 at = tests[i]; // two bits (trees.clh)
        const samples_t s0 = samples_at(from, stride, at.s0), s1 = samples_at(from, stride, at.s1);
        const samples_t s2 = samples_at(from, stride, at.s2), s3 = samples_at(from, stride, at.s3);
        const samples_t s4 = samples_at(from, stride, at.s4), s5 = samples_at(from, stride, at.s5);
        const samples_t s6 = samples_at(from, stride, at.s6), s7 = samples_at(from, stride, at.s7);
        const leaves_t left = PASTE(as_uint, LANES)(s6 - s5 - s1 + s0 > s7 - s6 - s2 + s1);
        const leaves_t top = PASTE(as_uint, LANES)(s4 - s3 - s2 + s0 > s7 - s5 - s4 + s3);
        leaves = 4 * leaves + (0u - left - left - top);
    }
    return leaves;
}
#else
typedef PASTE(ushort, LANES) leaves_t;

// The leaves with the answers of one more test.
INLINE leaves_t with_answers(leaves_t leaves, global const uchar* from, int stride, int first, int second) {
    const PASTE(char, LANES) answers = samples_at(from, stride, first) > samples_at(from, stride, second);
    return leaves + leaves - PASTE(convert_ushort, LANES)(answers);
}

INLINE leaves_t leaves_of_windows(global const uchar* from, int stride, constant const int2* tests) {
    constant const int4* pairs = (constant const int4*)tests;
    leaves_t leaves = 0;
    for (int i = 0; i < TESTS / 2; ++i) {
        const int4 pair = pairs[i];
        leaves = with_answers(leaves, from, stride, pair.x, pair.y);
        leaves = with_answers(leaves, from, stride, pair.z, pair.w);
    }
    if (TESTS % 2) leaves = with_answers(leaves, from, stride, pairs[TESTS / 2].x, pairs[TESTS / 2].y);
    return leaves;
}
#endif

// The number of the leaf that a window reaches in a tree.
INLINE uint leaf_of(global const source_t* samples, int corner, int stride, constant const offsets_t* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(samples, corner, stride, tests[i]);
    return leaf;
}

// The result of one window alone, of a segment in which some windows do not fit into the image.
INLINE uint packed_result(global const source_t* samples, int corner, int stride, constant const offsets_t* tests,
                          global const uchar* leaves, int trees) {
    uint sum = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TABLE_TESTS, leaves += LEAVES_OF_TREE)
        sum += leaves[leaf_of(samples, corner, stride, tests)];
    return sum / trees;
}

KERNEL void patch_detector_packed(global const source_t* samples, global uchar* dst, constant const offsets_t* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    // From window to window of a segment: `next` samples, and `step` results.
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = stride_of(width), step = DOWN ? width : 1, next = DOWN ? stride : 1;
    const int column = get_global_id(0) * across, row = get_global_id(1) * down;
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    global const source_t* from = samples + y * stride + x;
    global uchar* to = dst + row * width + column;
    if (x < 0 || y < 0 || x + across - 1 + window_width > width || y + down - 1 + window_height > height) {
        for (int i = 0; i < LANES && (DOWN ? row + i < height : column + i < width); ++i) {
            uint result = 0;
            if (fits(DOWN ? x : x + i, window_width, width) && fits(DOWN ? y + i : y, window_height, height))
                result = packed_result(from, i * next, stride, tests, leaves, trees);
            to[i * step] = result;
        }
        return;
    }
    uint sums[LANES];
    for (int i = 0; i < LANES; ++i) sums[i] = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TABLE_TESTS, leaves += LEAVES_OF_TREE) {
        union {
            leaves_t vector;
            leaf_t numbers[LANES];
        } reached;
        reached.vector = leaves_of_windows(from, stride, tests);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[reached.numbers[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = sums[i] / trees;
}
