// Pixel moves for GPUs: a work-item moves a segment, which is 16 bytes of the result.
//
// Segments are counted over the whole image, across the ends of rows. Every segment thus begins at a multiple of 16
// bytes, whatever the width, and is stored at once. Its source begins anywhere. A segment that lies in one row, with
// its whole source in the image, is loaded at once. If pixels are smaller than a word, the load is combined from
// aligned words. All other segments are moved pixel by pixel. Nothing is in local memory. Rows and columns come from a
// division by the width, whose reciprocal the host computes.
#include "geometry/pixel_moves/moved_pixels.clh"
#include "prelude/instructions.clh"
#include "prelude/unaligned_words.clh"

// Loads 16 bytes from anywhere. `is_last`: there may be no word after them.
INLINE packet_t load_packet(global const bits_t* from, bool is_last) {
    if (((uint)(uintptr_t)from & 15u) == 0u) return *(global const packet_t*)from;
    if (PIXEL_BYTES < 4 && !is_last) {
        union {
            uint words[4];
            packet_t segment;
        } unaligned;
        load_unaligned_words(from, unaligned.words, 4);
        return unaligned.segment;
    }
    return *(global const unaligned_packet_t*)from;
}

KERNEL void pixel_moves_segments(global const bits_t* src, global bits_t* dst, global const bits_t* outside,
                                 int source_width, int source_height, int width, uint width_reciprocal,
                                 uint width_shift, int height, int start_x, int start_y, int step_y) {
    const source_t source = {source_width, source_height, start_x, start_y, step_y};
    const uint pixels = (uint)width * (uint)height;
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * PACKET_PIXELS;
    if (begin >= pixels) return;
    const uint first = (uint)begin;
    int y = divide(first, width_reciprocal, width_shift), x = first - (uint)y * (uint)width;
    const int row = source_row(source, y), column = source_column(source, x);
    const int left = BACKWARD ? column - (PACKET_PIXELS - 1) : column;
    if (x + PACKET_PIXELS <= width && left >= 0 && left + PACKET_PIXELS <= source_width && is_inside(row)) {
        const bool is_last = row == source_height - 1 && left + PACKET_PIXELS + 4 > source_width;
        const packet_t segment = load_packet(src + (size_t)row * source_width + left, is_last);
        *(global packet_t*)(dst + first) = BACKWARD ? segment.REVERSED : segment;
        return;
    }
    const uint end = min(first + PACKET_PIXELS, pixels);
    for (uint i = first; i < end; ++i) {
        dst[i] = moved_pixel(src, outside, source, source_row(source, y), x);
        if (++x == width) {
            x = 0;
            ++y;
        }
    }
}
