// The Sobel operator on gray samples, as tutorials have it. Nothing in it is meant for Lightbench.
kernel void edges(global const uchar* src, global uchar* dst, int width, int height, float strength) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int l = max(x - 1, 0), r = min(x + 1, width - 1);
    int u = max(y - 1, 0) * width, d = min(y + 1, height - 1) * width, m = y * width;
    float gx = src[u + r] + 2 * src[m + r] + src[d + r] - src[u + l] - 2 * src[m + l] - src[d + l];
    float gy = src[d + l] + 2 * src[d + x] + src[d + r] - src[u + l] - 2 * src[u + x] - src[u + r];
    dst[m + x] = convert_uchar_sat_rte(strength * sqrt(gx * gx + gy * gy));
}
