// random-trees and binary-patterns with tables in local memory: each workgroup copies the tests and some leaves there
// once, and its work-items read them from there. The plain kernel reads them from global memory for every window.
// Windows are read from a gray image or an integral image, so that a test takes two or eight loads.
//
// A workgroup copies all tests, and the leaves of the first `local_trees` trees, into local memory once. After a
// barrier each of its work-items computes a column of windows, some rows apart. There are about eight workgroups per
// compute unit, so that tables are copied seldom. The leaves of other trees stay in global memory, since local memory
// holds 16 to 64 KiB. Samples come from global memory (trees.clh).
#include "detection/patch_detector/trees.clh"

// A test of binary-patterns has the column and the row of the rectangle, and half its width and height. That takes a
// quarter of the bytes of ready offsets.
INLINE __attribute__((overloadable)) uint answer_of(global const uint* sums, int corner, int stride, ushort4 test) {
    const int top = corner + test.y * stride + test.x, half_width = test.z;
    const int middle = top + test.w * stride, low = middle + test.w * stride;
    const int8 at = (int8)(top, top + half_width, top + 2 * half_width, middle, middle + 2 * half_width, low,
                           low + half_width, low + 2 * half_width);
    return answer_of(sums, 0, stride, at);
}

// The number of the leaf that a window reaches in a tree.
INLINE uint leaf_of(global const source_t* source, int corner, int stride, local const local_test_t* tests) {
    uint leaf = 0;
    for (int i = 0; i < TESTS; ++i) leaf = (leaf << TEST_BITS) + answer_of(source, corner, stride, tests[i]);
    return leaf;
}

// The leaves of the first `local_trees` trees are in local memory.
KERNEL void patch_detector_local_tables(global const source_t* source, global uchar* dst,
                                        global const local_test_t* tests, global const uchar* leaves, int width,
                                        int height, int window_width, int window_height, int trees,
                                        local local_test_t* local_tests, local uchar* local_leaves, int local_trees) {
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    for (int i = item; i < trees * TABLE_TESTS; i += items) local_tests[i] = tests[i];
    for (int i = item; i < local_trees * LEAVES_OF_TREE; i += items) local_leaves[i] = leaves[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int column = get_global_id(0), stride = stride_of(width);
    if (column >= width) return;
    const int x = column - window_width / 2;
    for (int row = get_global_id(1); row < height; row += get_global_size(1)) {
        const int y = row - window_height / 2, corner = y * stride + x;
        uint sum = 0;
        if (fits(x, window_width, width) && fits(y, window_height, height)) {
            local const local_test_t* of_tree = local_tests;
            local const uchar* near_leaves = local_leaves;
            for (int tree = 0; tree < local_trees; ++tree, of_tree += TABLE_TESTS, near_leaves += LEAVES_OF_TREE)
                sum += near_leaves[leaf_of(source, corner, stride, of_tree)];
            global const uchar* far_leaves = leaves + local_trees * LEAVES_OF_TREE;
            for (int tree = local_trees; tree < trees; ++tree, of_tree += TABLE_TESTS, far_leaves += LEAVES_OF_TREE)
                sum += far_leaves[leaf_of(source, corner, stride, of_tree)];
        }
        dst[row * width + column] = sum / trees;
    }
}
