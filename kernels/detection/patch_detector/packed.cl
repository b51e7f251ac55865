// random-trees and binary-patterns in vectors: a work-item compares LANES neighbouring windows at once, by ready
// offsets in constant memory. The plain kernel computes places, luma and sums of rectangles for every test of every
// window.
//
// The windows of a work-item are side by side, or one below the other with DOWN (trees.clh). The vectors of
// answers become LANES numbers of leaves, which are looked up one by one in global memory. Segments of windows that
// leave the image are computed window by window. It is the fastest variant on CPUs. The grid has a work-item for each
// segment. Defines: DOWN; LANES, 4 on GPUs and 16 on CPUs; those of trees.clh.
#include "detection/patch_detector/trees.clh"

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
    for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS, leaves += LEAVES_OF_TREE)
        sum += leaves[leaf_of(samples, corner, stride, tests)];
    return sum / trees;
}

KERNEL void patch_detector_packed(global const source_t* samples, global uchar* dst, constant const offsets_t* tests,
                                  global const uchar* leaves, int width, int height, int window_width,
                                  int window_height, int trees) {
    // From window to window of a segment: `next` samples, and `step` results.
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
        store_leaves(leaves_of_windows(from, stride, tests), reached);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[reached[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = sums[i] / trees;
}
