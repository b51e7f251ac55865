// region-part: moves a rectangle of pixels from one image to another, whose rows may have another length.
//
// A stage with a region computes a part of the image alone, where its filter allows that. This kernel runs twice for
// it. First it cuts the part out of the input. When the filter's kernels are done, it puts the pixels of the region
// into the output. Each work-item moves one pixel as one load and one store, and neighbours in a row lie side by side
// in memory. Nothing is in local memory. It is fast enough as it is, because it moves half of the image at most.
// core/run/region_mix.cpp plans both launches. There are no constants.

// The first pixels are counted over the whole image, row after row.
KERNEL void move_region_part(global const pixel_t* from, global pixel_t* to, int width, int height, int from_first,
                             int from_width, int to_first, int to_width) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) to[to_first + y * to_width + x] = from[from_first + y * from_width + x];
}
