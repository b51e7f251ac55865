// Planes of floats, one after the other, with the distance between them as an argument.
//@ parameter: gain 0..4 = 1; step 0.01
kernel void planar_gain(global float* dst, global const float* src, float gain, int width, int height, int pitch,
                        int plane_stride, int channels) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    for (int c = 0; c < channels; ++c) {
        const int i = c * plane_stride + y * pitch + x;
        dst[i] = c == 3 ? src[i] : clamp(gain * src[i], 0.0f, 1.0f);
    }
}
