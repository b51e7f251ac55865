// random-trees and binary-patterns, variant "plain": each work-item puts all tests to the window around its pixel.
//
// The answers to a tree's TESTS tests are the number of a leaf, and the result is the mean of all trees' leaves; it is
// 0 where the window leaves the image. A test of random-trees asks which of two pixels is brighter. One of
// binary-patterns (RECTANGLES) has a corner and half a size: is the left half brighter than the right one, the upper
// than the lower one?

INLINE int gray_at(global const sample_t* src, int x, int y, int width) {
    src += ((size_t)y * width + x) * SRC_CHANNELS;
    return SRC_CHANNELS == 4 ? luma(src[0], src[1], src[2]) : src[0];
}

INLINE bool is_brighter(global const sample_t* src, int2 a, int2 b, int2 size, int width) {
    long difference = 0;
    for (int y = 0; y < size.y; ++y)
        for (int x = 0; x < size.x; ++x)
            difference += gray_at(src, a.x + x, a.y + y, width) - gray_at(src, b.x + x, b.y + y, width);
    return difference > 0;
}

KERNEL void patch_detector_plain(global const sample_t* src, global uchar* dst, global const ushort4* tests,
                                 global const uchar* leaves, int width, int height, int window_width, int window_height,
                                 int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int2 corner = (int2)(column - window_width / 2, row - window_height / 2);
    uint sum = 0;
    if (all(corner >= 0 && corner + (int2)(window_width, window_height) <= (int2)(width, height)))
        for (int tree = 0, leaf = 0; tree < trees; ++tree, leaf = 0, leaves += 1 << TESTS * (1 + RECTANGLES)) {
            for (int i = 0; i < TESTS; ++i, ++tests) {
                const int2 a = corner + convert_int2(tests->xy), b = convert_int2(tests->zw);
                if (!RECTANGLES) leaf = 2 * leaf + is_brighter(src, a, corner + b, 1, width);
                if (RECTANGLES) leaf = 2 * leaf + is_brighter(src, a, a + b * (int2)(1, 0), b * (int2)(1, 2), width);
                if (RECTANGLES) leaf = 2 * leaf + is_brighter(src, a, a + b * (int2)(0, 1), b * (int2)(2, 1), width);
            }
            sum += leaves[leaf];
        }
    dst[(size_t)row * width + column] = sum / trees;
}
