// random-trees and binary-patterns in vectors: a work-item compares LANES neighbouring windows at once, by ready
// offsets in constant memory. It reads them from a gray image or an integral image, which an earlier pass makes. The
// plain kernel computes places, luma and sums of rectangles for every test of every window.
//
// With DOWN the windows of a work-item follow one another down a column, four of them (LANES is 4), so that
// neighbouring work-items read neighbouring values. GPUs do so for binary-patterns: four sums of neighbouring windows
// in one load cause four times the traffic in the first cache. Otherwise windows are side by side in a row, and one
// load reads all elements. CPUs do so, and GPUs for the single bytes of random-trees. The vectors of answers become
// LANES numbers of leaves, which are looked up one by one in global memory. Segments of which some windows leave the
// image are computed window by window. It is the default on all devices. The grid has a work-item for each segment.
// Defines: DOWN; LANES, 4 on GPUs and 16 on CPUs; those of trees.clh.
#include "detection/patch_detector/trees.clh"
#include "prelude/unaligned_vectors.clh"

typedef char down_takes_four_lanes[!DOWN || LANES == 4 ? 1 : -1]; // else this does not compile

// The values of the source at an offset from the corners of LANES windows.
typedef PASTE(SOURCE, LANES) source_values_t;
INLINE source_values_t values_at(global const source_t* from, int stride, int offset) {
    from += offset;
#if DOWN
    return (source_values_t)(from[0], from[stride], from[2 * stride], from[3 * stride]);
#elif LANES == 16
    return load_16(from);
#else
    return PASTE(vload, LANES)(0, from);
#endif
}

// The numbers of the leaves that LANES windows reach in a tree. A true element of a comparison is -1, and subtracting
// it adds one.
#if COMPARES_RECTANGLES
typedef source_values_t leaf_numbers_t;

INLINE leaf_numbers_t leaf_numbers_of_windows(global const uint* from, int stride, constant const int8* tests) {
    leaf_numbers_t numbers = 0;
    for (int i = 0; i < TESTS; ++i) {
        const int8 at = tests[i]; // two bits (trees.clh)
        const source_values_t s0 = values_at(from, stride, at.s0), s1 = values_at(from, stride, at.s1);
        const source_values_t s2 = values_at(from, stride, at.s2), s3 = values_at(from, stride, at.s3);
        const source_values_t s4 = values_at(from, stride, at.s4), s5 = values_at(from, stride, at.s5);
        const source_values_t s6 = values_at(from, stride, at.s6), s7 = values_at(from, stride, at.s7);
        const leaf_numbers_t left = PASTE(as_uint, LANES)(s6 - s5 - s1 + s0 > s7 - s6 - s2 + s1);
        const leaf_numbers_t top = PASTE(as_uint, LANES)(s4 - s3 - s2 + s0 > s7 - s5 - s4 + s3);
        numbers = 4 * numbers + (0u - left - left - top);
    }
    return numbers;
}
#else
typedef PASTE(ushort, LANES) leaf_numbers_t;

// The numbers of the leaves with the answers of one more test.
INLINE leaf_numbers_t with_answers(leaf_numbers_t numbers, global const uchar* from, int stride, int first,
                                   int second) {
    const PASTE(char, LANES) answers = values_at(from, stride, first) > values_at(from, stride, second);
    return numbers + numbers - PASTE(convert_ushort, LANES)(answers);
}

INLINE leaf_numbers_t leaf_numbers_of_windows(global const uchar* from, int stride, constant const int2* tests) {
    constant const int4* pairs = (constant const int4*)tests;
    leaf_numbers_t numbers = 0;
    for (int i = 0; i < TESTS / 2; ++i) {
        const int4 pair = pairs[i];
        numbers = with_answers(numbers, from, stride, pair.x, pair.y);
        numbers = with_answers(numbers, from, stride, pair.z, pair.w);
    }
    if (TESTS % 2) numbers = with_answers(numbers, from, stride, pairs[TESTS / 2].x, pairs[TESTS / 2].y);
    return numbers;
}
#endif

// The number of the leaf that a window reaches in a tree.
INLINE uint leaf_of(global const source_t* source, int corner, int stride, constant const offsets_t* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(source, corner, stride, tests[i]);
    return leaf;
}

// The result of one window. Segments of which some windows leave the image are computed so.
INLINE uint window_result(global const source_t* source, int corner, int stride, constant const offsets_t* tests,
                          global const uchar* leaves, int trees) {
    uint sum = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TABLE_TESTS, leaves += LEAVES_OF_TREE)
        sum += leaves[leaf_of(source, corner, stride, tests)];
    return sum / trees;
}

KERNEL void patch_detector_packed(global const source_t* source, global uchar* dst, constant const offsets_t* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    // How far neighbouring windows of a segment are apart, in the source and in the results: the steps.
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = stride_of(width), result_step = DOWN ? width : 1, source_step = DOWN ? stride : 1;
    const int column = get_global_id(0) * across, row = get_global_id(1) * down;
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    global const source_t* from = source + y * stride + x;
    global uchar* to = dst + row * width + column;
    if (x < 0 || y < 0 || x + across - 1 + window_width > width || y + down - 1 + window_height > height) {
        for (int i = 0; i < LANES && (DOWN ? row + i < height : column + i < width); ++i) {
            uint result = 0;
            if (fits(DOWN ? x : x + i, window_width, width) && fits(DOWN ? y + i : y, window_height, height))
                result = window_result(from, i * source_step, stride, tests, leaves, trees);
            to[i * result_step] = result;
        }
        return;
    }
    uint sums[LANES];
    for (int i = 0; i < LANES; ++i) sums[i] = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TABLE_TESTS, leaves += LEAVES_OF_TREE) {
        union {
            leaf_numbers_t vector;
            leaf_number_t numbers[LANES];
        } reached;
        reached.vector = leaf_numbers_of_windows(from, stride, tests);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[reached.numbers[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * result_step] = sums[i] / trees;
}
