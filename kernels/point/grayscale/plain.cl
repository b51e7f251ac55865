// grayscale, variant "plain": each work-item loads a pixel and stores its luma (prelude.clh has the weights).
//
// Luma is the weighted sum of red, green and blue. Nothing is in local memory, and no work-item needs what another one
// computes. A GPU moves only one byte with each store of an 8-bit image here, where a vector of pixels would fill a
// word.

KERNEL void grayscale_plain(global const sample_t* src, global out_sample_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    global const sample_t* const pixel = src + i * SRC_CHANNELS;
    const value_t gray = SRC_CHANNELS == 4 ? luma(pixel[0], pixel[1], pixel[2]) : pixel[0];
    dst[i] = gray;
}
