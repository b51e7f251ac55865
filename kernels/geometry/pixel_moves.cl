// flip, crop, pad and the half turn: pixels as bits, each from one place of the source. A work-item makes RUN
// neighbouring pixels of the result, 16 bytes, counted over the whole image, so that stores are aligned whatever the
// width.
//
// Defines: those of common.clh with BORDER; PIXEL_BYTES (1 to 16), BACKWARD (1 if columns run from right to left).

#define RUN (16 / PIXEL_BYTES)
#if PIXEL_BYTES == 1
#define BITS uchar
#define BITS_RUN uchar16
#define REVERSED(run) (run).sfedcba9876543210
#elif PIXEL_BYTES == 2
#define BITS ushort
#define BITS_RUN ushort8
#define REVERSED(run) (run).s76543210
#elif PIXEL_BYTES == 4
#define BITS uint
#define BITS_RUN uint4
#define REVERSED(run) (run).wzyx
#elif PIXEL_BYTES == 8
#define BITS ulong
#define BITS_RUN ulong2
#define REVERSED(run) (run).yx
#else
#define BITS uint4
#define BITS_RUN uint4
#define REVERSED(run) (run)
#endif
// A run of the source begins anywhere.
#if PIXEL_BYTES == 16
typedef BITS_RUN UnalignedRun;
#else
typedef BITS_RUN UnalignedRun __attribute__((aligned(PIXEL_BYTES)));
#endif

#if BACKWARD
#define STEP_X -1
#define IN_ORDER(run) REVERSED(run)
#else
#define STEP_X 1
#define IN_ORDER(run) (run)
#endif

KERNEL void pixel_moves_runs(global const BITS* src, global BITS* dst, global const BITS* outside, int source_width,
                             int source_height, int width, int height, int start_x, int start_y, int step_y) {
    const uint pixels = (uint)width * (uint)height;
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * RUN;
    if (begin >= pixels) return;
    const uint first = (uint)begin;
    int y = first / (uint)width, x = first - (uint)y * (uint)width;
    const int row = border_index(start_y + step_y * y, source_height);
    const int column = start_x + STEP_X * x;
    const int left = BACKWARD ? column - (RUN - 1) : column;
    if (x + RUN <= width && left >= 0 && left + RUN <= source_width && IS_INSIDE(row)) {
        const BITS_RUN run = *(global const UnalignedRun*)(src + (size_t)row * source_width + left);
        *(global BITS_RUN*)(dst + first) = IN_ORDER(run);
        return;
    }
    const uint end = min(first + RUN, pixels);
    for (uint i = first; i < end; ++i) {
        const int from_row = border_index(start_y + step_y * y, source_height);
        const int from_column = border_index(start_x + STEP_X * x, source_width);
        const bool is_inside = IS_INSIDE(from_row) && IS_INSIDE(from_column);
        dst[i] = is_inside ? src[(size_t)from_row * source_width + from_column] : outside[0];
        if (++x == width) {
            x = 0;
            ++y;
        }
    }
}
