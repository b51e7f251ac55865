// Pixel moves for CPUs: a work-item moves its share, a long segment of a row of the result, one packet at a time.
//
// A packet is as wide as a CPU's vectors. Shares are counted row after row, and the grid has a work-item for each. The
// columns that the source has are between `left` and `right`; only the others need the border rule. The last packet
// begins earlier, so that it ends at `right`. Images that exceed the caches are stored past them: a store through the
// caches would first read the line. Packets that run backward are reversed in a register.
//
// Defines: SHARE_PIXELS, the pixels of a row that a work-item moves; STREAMING_STORES.
#include "geometry/pixel_moves/moved_pixels.clh"

// The packet of the result whose first pixel is at this column of a row of the source.
INLINE packet_t load_packet(global const bits_t* line, int column) {
    const packet_t packet =
        *(global const unaligned_packet_t*)(line + (BACKWARD ? column - (PACKET_PIXELS - 1) : column));
    return BACKWARD ? packet.REVERSED : packet;
}

// Past the caches, where the host asks for it and the address suits a packet.
INLINE void store_packet(packet_t packet, global bits_t* to) {
#if STREAMING_STORES && defined(__clang__)
    if (((size_t)to & (sizeof(packet_t) - 1)) == 0) {
        __builtin_nontemporal_store(packet, (global packet_t*)to);
        return;
    }
#endif
    *(global unaligned_packet_t*)to = packet;
}

// Moves columns `first` to `end`, which the row of the source has.
INLINE void move_inside(global const bits_t* line, source_t source, global bits_t* to, int first, int end) {
    if (end - first < PACKET_PIXELS) {
        for (int x = first; x < end; ++x) to[x] = line[source_column(source, x)];
        return;
    }
    const int last = end - PACKET_PIXELS;
    for (int x = first; x < last; x += PACKET_PIXELS) store_packet(load_packet(line, source_column(source, x)), to + x);
    *(global unaligned_packet_t*)(to + last) = load_packet(line, source_column(source, last));
}

KERNEL void pixel_moves_row_segments(global const bits_t* src, global bits_t* dst, global const bits_t* outside,
                                     int source_width, int source_height, int width, int height, int start_x,
                                     int start_y, int step_y) {
    const source_t source = {source_width, source_height, start_x, start_y, step_y};
    const uint row_shares = (uint)(width + SHARE_PIXELS - 1) / SHARE_PIXELS;
    const size_t index = get_global_id(1) * get_global_size(0) + get_global_id(0);
    if (index >= (size_t)row_shares * height) return;
    const int y = (uint)index / row_shares, begin = ((uint)index - (uint)y * row_shares) * SHARE_PIXELS;
    const int end = min(begin + SHARE_PIXELS, width), row = source_row(source, y);
    const int first_inside = BACKWARD ? start_x - source_width + 1 : -start_x;
    const int left = is_inside(row) ? clamp(first_inside, begin, end) : end;
    const int right = clamp(first_inside + source_width, left, end);
    global bits_t* const to = dst + (size_t)y * width;
    for (int x = begin; x < left; ++x) to[x] = moved_pixel(src, outside, source, row, x);
    if (left < right) move_inside(src + (size_t)row * source_width, source, to, left, right);
    for (int x = right; x < end; ++x) to[x] = moved_pixel(src, outside, source, row, x);
}
