// Pixels as vectors, and no size: the host is to launch one work-item for each pixel, and no more.
__kernel void negative(__global const uchar4* restrict in, __global uchar4* restrict out) {
    size_t i = get_global_id(0);
    uchar4 p = in[i];
    out[i] = (uchar4)((uchar)255 - p.x, (uchar)255 - p.y, (uchar)255 - p.z, p.w);
}
