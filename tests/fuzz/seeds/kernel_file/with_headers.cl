// Headers beside the file, one of which includes another, and macros with the names of Lightbench's prelude.
#include "headers/mix.h"
  # include "headers/macros.h"

KERNEL void with_headers(global const uchar *src, global uchar *dst, int width, int height, float amount) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    dst[AT(x, y)] = mixed(src[AT(x, y)], 255 - src[AT(x, y)], amount);
}
