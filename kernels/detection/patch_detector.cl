// patch_detector: random-trees and binary-patterns find an object in the window around each pixel.
//
// A tree asks TESTS questions of a window. Their answers, of TEST_BITS bits each, are the number of a leaf, and the
// result is the mean of the leaves of all trees. Windows are read from the gray image (pixel_tests.clh), or from its
// integral image (rectangle_tests.clh). A work-item of the direct variant computes one window, with all tables in
// global memory. One of the local-tables variant computes a column of windows, with the tests and some of the leaves in
// local memory; it has about eight workgroups per compute unit, so that tables are loaded seldom. One of the packed
// variant computes LANES neighbouring windows as vectors, with tests as ready offsets, which is fastest on CPUs. A
// window's corner is half a window to the left of and above the pixel that it gives. core/filters/detection/detector.h
// has the rule.
//
// Defines: RECTANGLES, 1 for binary-patterns, else 0; TESTS; for the packed variant LANES and DOWN
// (neighbouring_windows.clh). Without TESTS the program makes the image gray.
#include "prelude/prelude.clh"
#include "measurement/brightness.clh"

#ifndef TESTS
// The gray image. For RECTANGLES a row and a column of zeros precede it.
KERNEL void patch_detector_gray(global const pixel_t* src, global uchar* dst, int width, int height) {
    const int x = (int)get_global_id(0) - RECTANGLES, y = (int)get_global_id(1) - RECTANGLES;
    if (x >= width || y >= height) return;
    uchar gray = 0;
    if (x >= 0 && y >= 0) gray = brightness_of(src[y * width + x]);
    dst[(y + RECTANGLES) * (width + RECTANGLES) + x + RECTANGLES] = gray;
}
#else
#if RECTANGLES
#include "detection/rectangle_tests.clh"
#else
#include "detection/pixel_tests.clh"
#endif

// Rows of the gray image are `width` apart, and those of the integral image one more.
#define STRIDE (width + RECTANGLES)
#define LEAVES_OF_TREE (1 << (TEST_BITS * TESTS))

INLINE bool fits(int corner, int window, int side) { return corner >= 0 && corner + window <= side; }

// The leaf of a tree, from tests in one of three kinds of memory.
INLINE __attribute__((overloadable)) uint leaf_of(global const source_t* samples, int corner, int stride,
                                                  global const ushort4* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(samples, corner, stride, tests[i]);
    return leaf;
}
INLINE __attribute__((overloadable)) uint leaf_of(global const source_t* samples, int corner, int stride,
                                                  local const local_test_t* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(samples, corner, stride, tests[i]);
    return leaf;
}
INLINE __attribute__((overloadable)) uint leaf_of(global const source_t* samples, int corner, int stride,
                                                  constant const offsets_t* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(samples, corner, stride, tests[i]);
    return leaf;
}

KERNEL void patch_detector_direct(global const source_t* samples, global uchar* dst, global const ushort4* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    const int stride = STRIDE, corner = y * stride + x;
    uint sum = 0;
    if (fits(x, window_width, width) && fits(y, window_height, height))
        for (int tree = 0; tree < trees; ++tree, tests += TESTS, leaves += LEAVES_OF_TREE)
            sum += leaves[leaf_of(samples, corner, stride, tests)];
    dst[row * width + column] = sum / trees;
}

// The leaves of the first `local_trees` trees are in local memory.
KERNEL void patch_detector_local_tables(global const source_t* samples, global uchar* dst,
                                        global const local_test_t* tests, global const uchar* leaves, int width,
                                        int height, int window_width, int window_height, int trees,
                                        local local_test_t* local_tests, local uchar* local_leaves, int local_trees) {
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    for (int i = item; i < trees * LOCAL_TESTS; i += items) local_tests[i] = tests[i];
    for (int i = item; i < local_trees * LEAVES_OF_TREE; i += items) local_leaves[i] = leaves[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int column = get_global_id(0), stride = STRIDE;
    if (column >= width) return;
    const int x = column - window_width / 2;
    for (int row = get_global_id(1); row < height; row += get_global_size(1)) {
        const int y = row - window_height / 2, corner = y * stride + x;
        uint sum = 0;
        if (fits(x, window_width, width) && fits(y, window_height, height)) {
            local const local_test_t* of_tree = local_tests;
            local const uchar* near_leaves = local_leaves;
            for (int tree = 0; tree < local_trees; ++tree, of_tree += LOCAL_TESTS, near_leaves += LEAVES_OF_TREE)
                sum += near_leaves[leaf_of(samples, corner, stride, of_tree)];
            global const uchar* far_leaves = leaves + local_trees * LEAVES_OF_TREE;
            for (int tree = local_trees; tree < trees; ++tree, of_tree += LOCAL_TESTS, far_leaves += LEAVES_OF_TREE)
                sum += far_leaves[leaf_of(samples, corner, stride, of_tree)];
        }
        dst[row * width + column] = sum / trees;
    }
}

#ifdef LANES
// The result of one window of a segment, where some of its windows do not fit into the image.
INLINE uint packed_result(global const source_t* samples, int corner, int stride, constant const offsets_t* tests,
                          global const uchar* leaves, int trees) {
    uint sum = 0;
    for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS, leaves += LEAVES_OF_TREE)
        sum += leaves[leaf_of(samples, corner, stride, tests)];
    return sum / trees;
}

KERNEL void patch_detector_packed(global const source_t* samples, global uchar* dst, constant const offsets_t* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = STRIDE, step = DOWN ? width : 1, next = DOWN ? stride : 1;
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
    for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS, leaves += LEAVES_OF_TREE) {
        leaf_t reached[LANES];
        store_leaves(leaves_of_lanes(from, stride, tests), reached);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[reached[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = sums[i] / trees;
}
#endif
#endif
