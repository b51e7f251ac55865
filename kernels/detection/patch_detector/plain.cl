// random-trees (after Lepetit and Fua 2006) and binary-patterns (Kalal, Matas and Mikolajczyk 2010), variant "plain":
// each work-item puts all tests to the window around its pixel.
//
// The answers to a tree's TESTS tests are the bits of a leaf's number, and the result is the mean of all trees' leaves;
// it is 0 where the window leaves the image. A test of random-trees has the places of two pixels: is the first one
// brighter? One of binary-patterns (COMPARES_RECTANGLES) has a corner and half a size: is the left half of that
// rectangle brighter than the right one, and the upper one than the lower one? Half of the largest window sums to less
// than 2^31.

INLINE bool is_brighter(global const pixel_t* src, int2 a, int2 b, int2 size, int width) {
    int difference = 0;
    for (int y = 0; y < size.y; ++y)
        for (int x = 0; x < size.x; ++x) {
            difference += brightness_of(src[(a.y + y) * width + a.x + x]);
            difference -= brightness_of(src[(b.y + y) * width + b.x + x]);
        }
    return difference > 0;
}

KERNEL void patch_detector_plain(global const pixel_t* src, global uchar* dst, global const ushort4* tests,
                                 global const uchar* leaves, int width, int height, int window_width, int window_height,
                                 int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int2 corner = (int2)(column - window_width / 2, row - window_height / 2);
    uint sum = 0;
    if (all(corner >= 0 && corner + (int2)(window_width, window_height) <= (int2)(width, height)))
        for (int tree = 0; tree < trees; ++tree) {
            int leaf = 0;
            for (int i = 0; i < TESTS; ++i, ++tests) {
                const int2 at = corner + convert_int2(tests->xy), second = corner + convert_int2(tests->zw);
                const int2 right = (int2)(tests->z, 0), down = (int2)(0, tests->w); // half its width, half its height
                if (!COMPARES_RECTANGLES) leaf = 2 * leaf + is_brighter(src, at, second, (int2)(1), width);
                if (COMPARES_RECTANGLES) leaf = 2 * leaf + is_brighter(src, at, at + right, right + 2 * down, width);
                if (COMPARES_RECTANGLES) leaf = 2 * leaf + is_brighter(src, at, at + down, 2 * right + down, width);
            }
            sum += leaves[(tree << TESTS * (1 + COMPARES_RECTANGLES)) + leaf];
        }
    dst[row * width + column] = sum / trees;
}
