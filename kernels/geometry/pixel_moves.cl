// flip, crop, pad and the half turn: pixels as bits, each from one place of the source. A work-item makes RUN
// neighbouring pixels of the result, 16 bytes, counted over the whole image, so that stores are aligned whatever the
// width; on CPUs a segment of a row.
//
// Defines: those of common.clh with BORDER; PIXEL_BYTES (1 to 16), BACKWARD (1 if columns run from right to left); for
// CPUs SEGMENT, the pixels of a segment, and STREAMING_STORES (1: they had better go past the caches).
#include "common.clh"

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

// The pixel of the result at column x, of a row of the source that may lie beyond a constant border.
static inline BITS moved_pixel(global const BITS* src, global const BITS* outside, int row, int x, int source_width,
                               int start_x) {
    const int column = border_index(start_x + STEP_X * x, source_width);
    return IS_INSIDE(row) && IS_INSIDE(column) ? src[(size_t)row * source_width + column] : outside[0];
}

#ifdef SEGMENT
// Packets are whole vectors of a CPU, or sixteen elements.
#if !BACKWARD
typedef ulong8 Packet;
#define PACKET_IN_ORDER(packet) (packet)
#elif PIXEL_BYTES == 8
typedef ulong8 Packet;
#define PACKET_IN_ORDER(packet) (packet).s76543210
#elif PIXEL_BYTES == 16
typedef uint4 Packet;
#define PACKET_IN_ORDER(packet) (packet)
#else
typedef PASTE(BITS, 16) Packet;
#define PACKET_IN_ORDER(packet) (packet).sfedcba9876543210
#endif
#define PACKET ((int)sizeof(Packet) / PIXEL_BYTES)
typedef Packet UnalignedPacket __attribute__((aligned(PIXEL_BYTES)));
#define PACKET_AT(line, column) (line + (BACKWARD ? column - (PACKET - 1) : column))
#if STREAMING_STORES && defined(__clang__)
#define PUT_PACKET(packet, to)                                                                                         \
    if (((size_t)(to) & (sizeof(Packet) - 1)) == 0)                                                                    \
        __builtin_nontemporal_store(packet, (global Packet*)(to));                                                     \
    else                                                                                                               \
        *(global UnalignedPacket*)(to) = packet
#else
#define PUT_PACKET(packet, to) *(global UnalignedPacket*)(to) = packet
#endif

// Columns `first` to `end`, all of them from inside a row of the source; the last packet begins earlier, so that it
// ends where they do.
static inline void move_segment(global const BITS* line, global BITS* to, int first, int end, int start_x) {
    if (end - first < PACKET) {
        for (int x = first; x < end; ++x) to[x] = line[start_x + STEP_X * x];
        return;
    }
    for (int x = first; x < end - PACKET; x += PACKET) {
        const Packet packet = *(global const UnalignedPacket*)PACKET_AT(line, start_x + STEP_X * x);
        PUT_PACKET(PACKET_IN_ORDER(packet), to + x);
    }
    const int x = end - PACKET;
    const Packet packet = *(global const UnalignedPacket*)PACKET_AT(line, start_x + STEP_X * x);
    *(global UnalignedPacket*)(to + x) = PACKET_IN_ORDER(packet);
}

KERNEL void pixel_moves_segments(global const BITS* src, global BITS* dst, global const BITS* outside, int source_width,
                                 int source_height, int width, int height, int start_x, int start_y, int step_y) {
    const uint segments = (uint)(width + SEGMENT - 1) / SEGMENT;
    const size_t index = get_global_id(1) * get_global_size(0) + get_global_id(0);
    if (index >= (size_t)segments * height) return;
    const int y = (uint)index / segments, x = ((uint)index - (uint)y * segments) * SEGMENT;
    const int end = min(x + SEGMENT, width), row = border_index(start_y + step_y * y, source_height);
    // The columns that the source's row has.
    const int first_inside = BACKWARD ? start_x - source_width + 1 : -start_x;
    const int left = IS_INSIDE(row) ? clamp(first_inside, x, end) : end;
    const int right = clamp(first_inside + source_width, left, end);
    global BITS* const to = dst + (size_t)y * width;
    for (int i = x; i < left; ++i) to[i] = moved_pixel(src, outside, row, i, source_width, start_x);
    if (left < right) move_segment(src + (size_t)row * source_width, to, left, right, start_x);
    for (int i = right; i < end; ++i) to[i] = moved_pixel(src, outside, row, i, source_width, start_x);
}
#endif

#ifndef SEGMENT
#include "quotients.clh"
#if PIXEL_BYTES < 4
#include "unaligned_words.clh"
#endif

// A run of the source that begins anywhere, 16 bytes of it; `is_last` says that the word behind it may not be there.
static inline BITS_RUN run_from(global const BITS* from, bool is_last) {
    if (((uint)(uintptr_t)from & 15u) == 0u) return *(global const BITS_RUN*)from;
#if PIXEL_BYTES < 4
    union {
        uint words[4];
        BITS_RUN run;
    } unaligned;
    if (!is_last) {
        load_unaligned_words(from, unaligned.words, 4);
        return unaligned.run;
    }
#endif
    return *(global const UnalignedRun*)from;
}

KERNEL void pixel_moves_runs(global const BITS* src, global BITS* dst, global const BITS* outside, int source_width,
                             int source_height, int width, uint width_reciprocal, uint width_shift, int height,
                             int start_x, int start_y, int step_y) {
    const uint pixels = (uint)width * (uint)height;
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * RUN;
    if (begin >= pixels) return;
    const uint first = (uint)begin;
    int y = quotient(first, width_reciprocal, width_shift), x = first - (uint)y * (uint)width;
    const int row = border_index(start_y + step_y * y, source_height);
    const int column = start_x + STEP_X * x;
    const int left = BACKWARD ? column - (RUN - 1) : column;
    if (x + RUN <= width && left >= 0 && left + RUN <= source_width && IS_INSIDE(row)) {
        const bool is_last = row == source_height - 1 && left + RUN + 4 > source_width;
        const BITS_RUN run = run_from(src + (size_t)row * source_width + left, is_last);
        *(global BITS_RUN*)(dst + first) = IN_ORDER(run);
        return;
    }
    const uint end = min(first + RUN, pixels);
    for (uint i = first; i < end; ++i) {
        const int from_row = border_index(start_y + step_y * y, source_height);
        dst[i] = moved_pixel(src, outside, from_row, x, source_width, start_x);
        if (++x == width) {
            x = 0;
            ++y;
        }
    }
}
#endif
