// The transposition of integral's sums, so that columns can be summed as rows (Bilgic et al. 2010).
//
// It runs twice: after the rows are summed, and with width and height swapped after the columns are summed. A workgroup
// of any size transposes a tile of TILE_SIDE * TILE_SIDE pixels in local memory. It reads the tile's rows and writes
// its columns, and neighbouring work-items read and write neighbouring pixels. A row of the tile is padded by one
// pixel. The pixels of a column that are read together then lie in all 32 memory banks of a GPU. This holds for gray
// sums of 4 bytes, and for RGBA sums of 16 bytes, eight at a time.
//
// Defines: TILE_SIDE, 32 for gray and 16 for RGBA. Source and result have the same type, uint or float. There is one
// workgroup per tile; core/filters/scans/integral.cpp makes the passes.

KERNEL void integral_transpose(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    local pixel_t tile[TILE_SIDE][TILE_SIDE + 1];
    const int item = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));
    const int items = (int)(get_local_size(0) * get_local_size(1));
    const int left = (int)get_group_id(0) * TILE_SIDE, top = (int)get_group_id(1) * TILE_SIDE;
    for (int i = item; i < TILE_SIDE * TILE_SIDE; i += items) {
        const int x = left + i % TILE_SIDE, y = top + i / TILE_SIDE;
        if (x < width && y < height) tile[i / TILE_SIDE][i % TILE_SIDE] = src[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < TILE_SIDE * TILE_SIDE; i += items) {
        const int x = left + i / TILE_SIDE, y = top + i % TILE_SIDE;
        if (x < width && y < height) dst[x * height + y] = tile[i % TILE_SIDE][i / TILE_SIDE];
    }
}
