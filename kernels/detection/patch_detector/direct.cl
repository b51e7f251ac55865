// random-trees and binary-patterns, variant "direct": a work-item finds an object in the window of one pixel.
//
// The grid has a work-item for each pixel. It walks down each tree with tests, leaves and samples from global memory,
// and adds the leaves up in a register (trees.clh). Tests are stored as coordinates, so that each test costs the
// arithmetic of its addresses. The tables are the same for all work-items, and come from the cache. It is the plainest
// form: local_tables.cl and packed.cl save loads and arithmetic.
#include "prelude/prelude.clh"
#include "detection/patch_detector/trees.clh"

// The number of the leaf that a window reaches in a tree.
INLINE uint leaf_of(global const source_t* samples, int corner, int stride, global const ushort4* tests) {
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
