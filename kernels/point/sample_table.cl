// Point filters of 8- and 16-bit samples whose table has what becomes of each value. Defines: those of common.clh,
// LANES.
#include "common.clh"
#include "point_runs.clh"

#define FOUR(run, a, b, c, d) table[(run).s##a], table[(run).s##b], table[(run).s##c], table[(run).s##d]
#if LANES == 16
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7), FOUR(s, 8, 9, a, b), FOUR(s, c, d, e, f))
#else
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7))
#endif

#include "byte_tables.clh"
#define IN_REGISTERS (BYTE_TABLES && SRC_TYPE_ID == 0 && RUNS * LANES % 64 == 0)

#if IN_REGISTERS
static inline ByteWords with_own_alpha(ByteWords bytes, ByteWords own) {
#if SRC_CHANNELS == 4
    typedef uint Pixels __attribute__((ext_vector_type(16)));
    const Pixels colours = __builtin_astype(bytes, Pixels) & 0x00ffffffu;
    return __builtin_astype(colours | (__builtin_astype(own, Pixels) & 0xff000000u), ByteWords);
#else
    return bytes;
#endif
}
#endif

KERNEL void sample_table_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const DST_TYPE* table,
                              int samples) {
#if IN_REGISTERS
    const size_t from = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (RUNS * LANES);
    if (from + RUNS * LANES <= (size_t)samples) {
        const ByteTable held = byte_table(table);
        for (size_t at = from; at < from + RUNS * LANES; at += 64) {
            const ByteWords bytes = *(global const ByteWords*)(src + at);
            PUT_RUN(with_own_alpha(looked_up_bytes(&held, bytes), bytes), (global ByteWords*)(dst + at));
        }
        return;
    }
#endif
    MAP_RUNS(src, dst, samples, LOOKED_UP)
}
