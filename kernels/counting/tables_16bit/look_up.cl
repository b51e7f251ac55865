// Looks the samples of a 16-bit image up in a table for each colour channel, for equalize, auto-levels and otsu.
//
// A table has 65536 entries of 16 bits, too many for local memory. It is read from global memory, where images of few
// values find it in the cache. A work-item looks up one pixel, and neighbours read and write neighbouring pixels, so
// that these accesses are coalesced. Alpha is copied.

KERNEL void tables_16bit_look_up(global const pixel_t* src, global out_pixel_t* dst, global const ushort* table,
                                 int pixels) {
    const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    if (i >= (size_t)pixels) return;
    const pixel_t source = src[i];
#if SRC_CHANNELS == 4
    dst[i] = (out_pixel_t)(table[source.x], table[65536 + source.y], table[2 * 65536 + source.z], source.w);
#else
    dst[i] = table[source];
#endif
}
