// Two passes with a buffer between them and a table of weights.
//@ parameter: sigma 0.5..10 = 2; step 0.1; unit px
//@ argument: radius = ceil(3 * sigma)
//@ table: weights[2 * ceil(3 * sigma) + 1] = exp(-0.5 * ((i - ceil(3 * sigma)) / sigma)^2); sum 1
//@ reference: gaussian sigma=sigma; tolerance 1
kernel void smooth_rows(global const float* src, global float* tmp, constant float* weights, int radius, int w, int h) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += weights[k + radius] * src[y * w + clamp(x + k, 0, w - 1)];
    tmp[y * w + x] = sum;
}

kernel void smooth_columns(global const float* tmp, global float* dst, constant float* weights, int radius, int w,
                           int h) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += weights[k + radius] * tmp[clamp(y + k, 0, h - 1) * w + x];
    dst[y * w + x] = sum;
}
