// box, variant "plain": each work-item adds up the k x k samples around its pixel and divides by their number.
//
// Integers are summed exactly: 255 x 255 samples of 16 bits fit 32 bits. k is odd, so that no mean of integers lies
// halfway between two whole numbers. Rows are summed first, because short sums of floats lose fewer bits.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

KERNEL void box_plain(global const sample_t* src, global out_sample_t* dst, int width, int height, int radius) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    const uint count = (2 * radius + 1) * (2 * radius + 1);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        value_t sum = 0;
        for (int j = y - radius; j <= y + radius; ++j) {
            const int row = border_index(j, height);
            value_t row_sum = 0;
            for (int i = x - radius; i <= x + radius; ++i) {
                const int column = border_index(i, width);
                if (is_inside(row) && is_inside(column))
                    row_sum += src[((size_t)row * width + column) * SRC_CHANNELS + c];
            }
            sum += row_sum;
        }
        if (SRC_IS_FLOAT)
            dst[at + c] = sum / (float)count;
        else
            dst[at + c] = (sum + count / 2) / count;
    }
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
