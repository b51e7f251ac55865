// Gaussian blur in two passes that both blur along rows, from blocks of 16 x 16 samples in local memory. That is 2 k
// products for k taps a side, and global memory is only read and written along rows. The plain kernel has k x k
// products for each pixel.
//
// A workgroup makes a block of 16 x 16 samples of one channel at a time. It loads 16 rows with the margins of their
// windows into local memory (`lines`), blurs them, and leaves the block there (`block`). Each pass writes its block
// transposed: the second one blurs along what were columns, and puts the image upright again. So both passes read and
// write global memory along rows, which a GPU coalesces. A workgroup is 16 work-items wide, and a work-item makes
// BLOCK_ROWS samples of a channel: 16 over the height of the workgroup. Lines begin at a multiple of 32 words, odd ones
// 16 words later: the two lines that 32 neighbouring work-items read at a time lie in different memory banks. So
// `pitch`, the floats from line to line, is 32 + 2 radius, rounded up to a multiple of 32. The taps are summed in
// groups (tap_groups.clh). Every product reads one sample from local memory; the fused variants read fewer.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
#include "windows/gaussian/tap_groups.clh"

enum { BLOCK = 16, BLOCK_PITCH = BLOCK + 1 };

INLINE int line_start(int row, int pitch) { return row * pitch + (row & 1) * 16; }

// Sample i of a plane, or of one channel of the image. `is_plane` is constant.
INLINE float sample_in(global const void* from, size_t i, bool is_plane) {
    if (is_plane) return ((global const float*)from)[i];
    return (float)((global const sample_t*)from)[i * SRC_CHANNELS];
}

// Blurs the workgroup's 16 x 16 samples of `from` along its rows, and leaves them in `block`. `from` has `rows` rows of
// `length` samples. Group id 0 counts the blocks along a row.
INLINE void blur_block(global const void* from, bool is_plane, constant float* weights, int length, int rows,
                       int radius, local float* lines, int pitch, local float* block) {
    const int x = get_local_id(0);
    const int left = (int)get_group_id(0) * BLOCK - radius;
    const int top = (int)get_group_id(1) * BLOCK;
    for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1))
        for (int i = x; i < BLOCK + 2 * radius; i += BLOCK) {
            const int column = border_index(left + i, length);
            const size_t row = min(top + y, rows - 1);
            lines[line_start(y, pitch) + i] =
                is_inside(column) ? sample_in(from, row * length + column, is_plane) : 0.0f;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int taps = 2 * radius + 1;
    for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {
        local const float* line = lines + line_start(y, pitch) + x;
        float sum = 0.0f;
        for (int group = 0; group < taps; group += TAPS_OF_GROUP) {
            float part = 0.0f;
            for (int i = group; i < min(group + TAPS_OF_GROUP, taps); ++i) part = mad(weights[i], line[i], part);
            sum += part;
        }
        block[y * BLOCK_PITCH + x] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// From the image to a plane for each colour channel, which is the blurred channel transposed: `width` rows of `height`
// floats.
KERNEL void gaussian_block_rows(global const pixel_t* src, global float* planes, constant float* weights, int width,
                                int height, int radius, int pitch, local float* lines, local float* block) {
    const int column = (int)get_group_id(1) * BLOCK + get_local_id(0);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        global const sample_t* const channel = (global const sample_t*)src + c;
        blur_block(channel, false, weights, width, height, radius, lines, pitch, block);
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {
            const int row = (int)get_group_id(0) * BLOCK + y;
            if (row < width && column < height)
                planes[((size_t)c * width + row) * height + column] = block[get_local_id(0) * BLOCK_PITCH + y];
        }
    }
}

// The sums of the work-item's own samples of a plane. Each channel has an array of its own, which outlives barriers. A
// loop over the channels that chose among these sums was wrong on two drivers. On llvmpipe (Mesa 25.0) the work-items
// of a workgroup shared an array that the channel indexed. NVIDIA's compiler (driver 580) stored the sum of the last
// channel in the first one, too, where the loop chose by `if`.
INLINE void plane_sums(global const float* plane, constant float* weights, int width, int height, int radius,
                       local float* lines, int pitch, local float* block, float* sums) {
    blur_block(plane, true, weights, height, width, radius, lines, pitch, block);
    UNROLL_FOR (int own = 0; own < BLOCK_ROWS; ++own)
        sums[own] = block[get_local_id(0) * BLOCK_PITCH + get_local_id(1) + own * get_local_size(1)];
}

// From the planes to the image: their rows are the image's columns.
KERNEL void gaussian_block_columns(global const pixel_t* src, global const float* planes, global out_pixel_t* dst,
                                   constant float* weights, int width, int height, int radius, int pitch,
                                   local float* lines, local float* block) {
    float red[BLOCK_ROWS];
    plane_sums(planes, weights, width, height, radius, lines, pitch, block, red);
#if SRC_CHANNELS == 4
    float green[BLOCK_ROWS], blue[BLOCK_ROWS];
    const size_t samples = (size_t)width * height;
    plane_sums(planes + samples, weights, width, height, radius, lines, pitch, block, green);
    plane_sums(planes + 2 * samples, weights, width, height, radius, lines, pitch, block, blue);
#endif
    const int x = (int)get_group_id(1) * BLOCK + get_local_id(0);
    UNROLL_FOR (int own = 0; own < BLOCK_ROWS; ++own) {
        const int y = (int)get_group_id(0) * BLOCK + get_local_id(1) + own * (int)get_local_size(1);
        if (x >= width || y >= height) continue;
#if SRC_CHANNELS == 4
        const sum_t sum = (sum_t)(red[own], green[own], blue[own], 0.0f);
#else
        const sum_t sum = red[own];
#endif
        const size_t i = (size_t)y * width + x;
        dst[i] = with_alpha_of(src[i], to_out(sum));
    }
}
