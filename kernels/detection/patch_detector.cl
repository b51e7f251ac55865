// patch_detector: random-trees and binary-patterns. One output sample a window, the mean of the leaves that its tests
// lead to in each tree. core/filters/detection/detector.h has the rule. A window's corner is half a window to the left
// of and above the pixel that it gives.
//
// Defines of the build: RECTANGLES, 1 for the tests of binary-patterns, else 0; TESTS, the tests of a tree; for the
// packed form LANES, the windows of a work-item, and DOWN (neighbouring_windows.clh). Without TESTS it makes the image
// gray. What the two kinds of tests give, besides bits_of, bits_at and leaves_of_lanes:
//   SAMPLE        the type of what windows are read from, in rows that are STRIDE apart
//   BITS          of a test
//   OFFSETS       the type of a test in the tables of offsets, of which a tree has PADDED_TESTS
//   LOCAL_TEST    the type of a test in local memory, of which a tree has LOCAL_TESTS, each giving LOCAL_BITS(...)
//   LEAF          the type of a leaf's number where LANES of them are found at once
#include "common.clh"

#ifndef TESTS
// The image in gray; for RECTANGLES below a row and beside a column of zeros.
KERNEL void patch_detector_gray(global const SRC_PIXEL* src, global uchar* dst, int width, int height) {
    const int x = (int)get_global_id(0) - RECTANGLES, y = (int)get_global_id(1) - RECTANGLES;
    if (x >= width || y >= height) return;
    uchar gray = 0;
    if (x >= 0 && y >= 0) {
        const SRC_PIXEL s = src[y * width + x];
#if SRC_CHANNELS == 4
        gray = LUMA(s.x, s.y, s.z);
#else
        gray = s;
#endif
    }
    dst[(y + RECTANGLES) * (width + RECTANGLES) + x + RECTANGLES] = gray;
}
#else
#if RECTANGLES
#include "rectangle_tests.clh"
#else
#include "pixel_tests.clh"
#endif

#define LEAVES_OF_TREE (1 << (BITS * TESTS))

static inline bool fits(int corner, int window, int side) { return corner >= 0 && corner + window <= side; }

// The sum of the leaves that a window reaches, from tests and leaves in memory of the given kinds.
#define SUM_OF_LEAVES(name, TEST, tests_of_tree, bits, tests_memory, leaves_memory)                                    \
    static inline uint name(global const SAMPLE* samples, int corner, int stride, tests_memory const TEST* tests,      \
                            leaves_memory const uchar* leaves, int trees) {                                            \
        uint sum = 0;                                                                                                  \
        for (int tree = 0; tree < trees; ++tree, tests += tests_of_tree, leaves += LEAVES_OF_TREE) {                   \
            uint leaf = 0;                                                                                             \
            for (int i = 0; i < TESTS; ++i) leaf = (leaf << BITS) + bits(samples, corner, stride, tests[i]);           \
            sum += leaves[leaf];                                                                                       \
        }                                                                                                              \
        return sum;                                                                                                    \
    }
SUM_OF_LEAVES(sum_of_trees, ushort4, TESTS, bits_of, global, global)
SUM_OF_LEAVES(sum_of_local_trees, LOCAL_TEST, LOCAL_TESTS, LOCAL_BITS, local, local)
SUM_OF_LEAVES(sum_of_other_trees, LOCAL_TEST, LOCAL_TESTS, LOCAL_BITS, local, global)

KERNEL void patch_detector_direct(global const SAMPLE* samples, global uchar* dst, global const ushort4* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    const int stride = STRIDE;
    const bool inside = fits(x, window_width, width) && fits(y, window_height, height);
    const uint sum = inside ? sum_of_trees(samples, y * stride + x, stride, tests, leaves, trees) : 0;
    dst[row * width + column] = sum / trees;
}

KERNEL void patch_detector_local_tables(global const SAMPLE* samples, global uchar* dst, global const LOCAL_TEST* tests,
                                        global const uchar* leaves, int width, int height, int window_width,
                                        int window_height, int trees, local LOCAL_TEST* local_tests,
                                        local uchar* local_leaves, int local_trees) {
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
        if (fits(x, window_width, width) && fits(y, window_height, height))
            sum = sum_of_local_trees(samples, corner, stride, local_tests, local_leaves, local_trees) +
                  sum_of_other_trees(samples, corner, stride, local_tests + local_trees * LOCAL_TESTS,
                                     leaves + local_trees * LEAVES_OF_TREE, trees - local_trees);
        dst[row * width + column] = sum / trees;
    }
}

#ifdef LANES
SUM_OF_LEAVES(sum_of_packed_trees, OFFSETS, PADDED_TESTS, bits_at, constant, global)

KERNEL void patch_detector_packed(global const SAMPLE* samples, global uchar* dst, constant const OFFSETS* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = STRIDE, step = DOWN ? width : 1, next = DOWN ? stride : 1;
    const int column = get_global_id(0) * across, row = get_global_id(1) * down;
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    global const SAMPLE* from = samples + y * stride + x;
    global uchar* to = dst + row * width + column;
    if (x < 0 || y < 0 || x + across - 1 + window_width > width || y + down - 1 + window_height > height) {
        for (int i = 0; i < LANES && (DOWN ? row + i < height : column + i < width); ++i)
            to[i * step] = fits(DOWN ? x : x + i, window_width, width) && fits(DOWN ? y + i : y, window_height, height)
                               ? sum_of_packed_trees(from, i * next, stride, tests, leaves, trees) / trees
                               : 0;
        return;
    }
    uint sums[LANES];
    for (int i = 0; i < LANES; ++i) sums[i] = 0;
    for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS, leaves += LEAVES_OF_TREE) {
        LEAF found[LANES];
        STORE(leaves_of_lanes(from, stride, tests), found);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[found[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = sums[i] / trees;
}
#endif
#endif
