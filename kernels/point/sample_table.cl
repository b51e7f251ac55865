// Point filters of 8- and 16-bit samples by a table that has the result for each value. Alpha is copied.
//
// The host makes the table of 256 or 65536 entries. A work-item maps segments of samples (sample_segments.clh) and
// looks each element up in global memory, where the table soon lies in the cache. On CPUs with AVX-512 the 256 entries
// of 8-bit samples lie in four registers, and 64 bytes are looked up at once (byte_tables.clh). The segments of a
// work-item are then taken 64 bytes at a time, unless they reach beyond the image. core/filters/point/point_filter.h
// makes the plan.
#include "prelude/byte_tables.clh"
#include "prelude/sample_segments.clh"

INLINE out_samples_t look_up(samples_t s, global const out_sample_t* table) {
#if LANES == 16
    return (out_samples_t)(table[s.s0], table[s.s1], table[s.s2], table[s.s3], table[s.s4], table[s.s5], table[s.s6],
                           table[s.s7], table[s.s8], table[s.s9], table[s.sa], table[s.sb], table[s.sc], table[s.sd],
                           table[s.se], table[s.sf]);
#else
    return (out_samples_t)(table[s.s0], table[s.s1], table[s.s2], table[s.s3], table[s.s4], table[s.s5], table[s.s6],
                           table[s.s7]);
#endif
}

INLINE void look_up_segment(global const sample_t* src, global out_sample_t* dst, global const out_sample_t* table,
                            int remaining) {
    const samples_t source = load_samples(src, remaining);
    store_mapped(look_up(source, table), source, dst, remaining);
}

// Looks up the whole segments in registers, if the device can. Returns how many samples it has looked up: all or none.
#if BYTE_TABLES && SRC_TYPE_ID == U8 && SEGMENTS * LANES % 64 == 0
INLINE ushort32_t with_alpha_bytes_of(ushort32_t source, ushort32_t segment) {
    typedef uint pixels_t __attribute__((ext_vector_type(16)));
    if (SRC_CHANNELS == 1) return segment;
    const pixels_t colours = __builtin_astype(segment, pixels_t) & 0x00ffffffu;
    return __builtin_astype(colours | (__builtin_astype(source, pixels_t) & 0xff000000u), ushort32_t);
}

INLINE int look_up_in_registers(global const sample_t* src, global out_sample_t* dst, global const out_sample_t* table,
                                int whole) {
    if (whole == 0) return 0;
    const byte_table_t registers = byte_table(table);
    for (int i = 0; i < whole; i += 64) {
        const ushort32_t source = *(global const ushort32_t*)(src + i);
        const ushort32_t segment = with_alpha_bytes_of(source, look_up_bytes(&registers, source));
        store_past_caches(segment, (global ushort32_t*)(dst + i));
    }
    return whole;
}
#else
INLINE int look_up_in_registers(global const sample_t* src, global out_sample_t* dst, global const out_sample_t* table,
                                int whole) {
    return 0;
}
#endif

KERNEL void sample_table_segments(global const sample_t* src, global out_sample_t* dst,
                                  global const out_sample_t* table, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = look_up_in_registers(src, dst, table, own.whole);
    for (; i < own.whole; i += LANES) look_up_segment(src + i, dst + i, table, LANES);
    for (; i < own.length; i += LANES) look_up_segment(src + i, dst + i, table, own.remaining - i);
}
