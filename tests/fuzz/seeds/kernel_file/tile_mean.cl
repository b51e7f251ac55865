// A mean of 3 x 3 through a tile in local memory that the host allots. The halo is loaded by the same work-items.
//@ local: tile = (workgroup_x + 2) * (workgroup_y + 2)
//@ reference: box k=3
kernel void tile_mean(global const uchar* src, global uchar* dst, local ushort* tile, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int sx = get_local_size(0), sy = get_local_size(1), pitch = sx + 2;
    const int left = get_group_id(0) * sx - 1, top = get_group_id(1) * sy - 1;
    for (int ty = get_local_id(1); ty < sy + 2; ty += sy)
        for (int tx = get_local_id(0); tx < sx + 2; tx += sx)
            tile[ty * pitch + tx] = src[clamp(top + ty, 0, height - 1) * width + clamp(left + tx, 0, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    uint sum = 0;
    for (int v = 0; v < 3; ++v)
        for (int u = 0; u < 3; ++u) sum += tile[(get_local_id(1) + v) * pitch + get_local_id(0) + u];
    dst[y * width + x] = (2 * sum + 9) / 18;
}
