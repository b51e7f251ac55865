// The first step of random-trees and binary-patterns: the gray image of 8 bits that their windows are read from.
//
// A work-item of a two-dimensional grid makes one pixel, the luma of a colour (brightness_of). For binary-patterns,
// with RECTANGLES, a row and a column of zeros precede the image, as its integral image needs; the grid then has one
// row and one column more. Nothing is in local memory.

KERNEL void patch_detector_gray(global const pixel_t* src, global uchar* dst, int width, int height) {
    const int x = (int)get_global_id(0) - RECTANGLES, y = (int)get_global_id(1) - RECTANGLES;
    if (x >= width || y >= height) return;
    uchar gray = 0;
    if (x >= 0 && y >= 0) gray = brightness_of(src[y * width + x]);
    dst[(y + RECTANGLES) * (width + RECTANGLES) + x + RECTANGLES] = gray;
}
