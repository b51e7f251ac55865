// The median by bitwise selection, a binary search over the value (cf. Ataman, Aatre and Wong 1980): a work-item finds
// it bit by bit for a vector of LANES samples, and stores nothing. The plain kernel sorts the k x k samples of each
// pixel.
//
// The median is the greatest value with at most k^2 / 2 samples below it. Its bits are found from the highest down. For
// each bit, all k^2 samples are compared with the value that has this bit set, and those below are counted. A work-item
// does this for a segment of LANES neighbouring samples at once (key_segments.clh), and reads its samples again for
// each bit. So it stores nothing, and one program serves any window. The cost is k^2 comparisons a bit. The grid has a
// work-item for each segment of a row. Defines: LANES, and K, the side of the square window, or ANY_K for a program
// whose window is an argument. The other variants fall back to that program.
#include "windows/key_segments.clh"

#ifdef ANY_K
#define K 1 // unused: the window is an argument
#else
#define ANY_K 0
#endif

KERNEL void median_bitwise(global const pixel_t* src, global pixel_t* dst, int width, int height, int window) {
    const int k = ANY_K ? window : K;
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    keys_t found = 0;
    for (int bit = KEY_BITS - 1; bit >= 0; --bit) {
        const keys_t one = (sample_key_t)((sample_key_t)1 << bit);
        keys_t minus_below = 0;
        for (int j = -k / 2; j <= k / 2; ++j)
            for (int i = -k / 2; i <= k / 2; ++i)
                // A true comparison of vectors is -1. (Oclgrind takes a negated one for 255, so it is added as it is.)
                minus_below += as_keys(bordered_keys(src, x + i, y + j, width, height) < (found | one));
        found |= one & as_keys((keys_t)(0) - minus_below <= (sample_key_t)(k * k / 2));
    }
    store_inside(samples_of(found), src, dst, x, y, width);
}
