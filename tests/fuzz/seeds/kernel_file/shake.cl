// Two passes over image objects with one between them, a sampler as an argument, and whole numbers.
//@ sampler: around = repeat, nearest, normalized
kernel void turn_over(read_only image2d_t input, write_only image2d_t half_way, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const sampler_t direct = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    write_imageui(half_way, (int2)(width - 1 - x, y), read_imageui(input, direct, (int2)(x, y)));
}

kernel void move(read_only image2d_t half_way, write_only image2d_t output, sampler_t around, int width, int height,
                 int shift) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const float2 at = (float2)((x + shift + 0.5f) / width, (y + 0.5f) / height);
    write_imageui(output, (int2)(x, y), read_imageui(half_way, around, at));
}
