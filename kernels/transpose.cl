// transpose: out(y,x) = in(x,y). width and height are the input's.

KERNEL void transpose_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    dst[x * height + y] = src[y * width + x];
}

#ifdef TILE
// One workgroup of any shape moves one TILE x TILE tile. The padding column keeps the pixels of a tile's column in
// different banks of local memory.
KERNEL void transpose_local(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    local SRC_PIXEL tile[TILE * (TILE + 1)];
    const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const uint items = get_local_size(0) * get_local_size(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
    for (uint i = item; i < TILE * TILE; i += items) {
        const int column = i % TILE;
        const int row = i / TILE;
        if (left + column < width && top + row < height)
            tile[row * (TILE + 1) + column] = src[(top + row) * width + left + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = item; i < TILE * TILE; i += items) {
        const int row = i % TILE;
        const int column = i / TILE;
        if (left + column < width && top + row < height)
            dst[(left + column) * height + top + row] = tile[row * (TILE + 1) + column];
    }
}
#endif
