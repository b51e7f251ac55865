// Point filters of 8- and 16-bit samples whose table has what becomes of each value. Defines: those of common.clh,
// LANES.
#include "point_runs.clh"

#define FOUR(run, a, b, c, d) table[(run).s##a], table[(run).s##b], table[(run).s##c], table[(run).s##d]
#if LANES == 16
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7), FOUR(s, 8, 9, a, b), FOUR(s, c, d, e, f))
#else
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7))
#endif

#define IN_REGISTERS 0
#ifdef __has_builtin
#if SRC_TYPE_ID == 0 && RUNS * LANES % 64 == 0 && defined(__AVX512BW__) && __has_builtin(__builtin_ia32_vpermi2varhi512)
#undef IN_REGISTERS
#define IN_REGISTERS 1
#endif
#endif

#if IN_REGISTERS
// A table of bytes in four registers, of which x86 selects 32 words at a time by places that the compiler does not
// know: half of the table each, then one of a word's bytes.
typedef ushort Words __attribute__((ext_vector_type(32)));
typedef short Places __attribute__((ext_vector_type(32)));
typedef uint Pixels __attribute__((ext_vector_type(16)));
typedef Words LooseWords __attribute__((aligned(1)));
typedef struct {
    Places quarters[4];
} ByteTable;

static inline Words looked_up(const ByteTable* table, Words values) {
    const Words place = values >> (ushort)1;
    const Places at = __builtin_astype(place, Places);
    const Places lower = __builtin_ia32_vpermi2varhi512(table->quarters[0], at, table->quarters[1]);
    const Places upper = __builtin_ia32_vpermi2varhi512(table->quarters[2], at, table->quarters[3]);
    const Words both = __builtin_astype(at < (short)64 ? lower : upper, Words);
    return (both >> ((values & (ushort)1) << (ushort)3)) & (ushort)255;
}

static inline Words mapped_bytes(const ByteTable* table, Words bytes) {
    const Words mapped = looked_up(table, bytes & (ushort)255) | looked_up(table, bytes >> (ushort)8) << (ushort)8;
#if SRC_CHANNELS == 4
    const Pixels colours = __builtin_astype(mapped, Pixels) & 0x00ffffffu;
    return __builtin_astype(colours | (__builtin_astype(bytes, Pixels) & 0xff000000u), Words);
#else
    return mapped;
#endif
}
#endif

KERNEL void sample_table_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const DST_TYPE* table,
                              int samples) {
#if IN_REGISTERS
    const size_t from = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (RUNS * LANES);
    if (from + RUNS * LANES <= (size_t)samples) {
        ByteTable held;
        for (int i = 0; i < 4; ++i)
            held.quarters[i] = __builtin_astype(*(global const LooseWords*)(table + 64 * i), Places);
        for (size_t at = from; at < from + RUNS * LANES; at += 64)
            PUT_RUN(mapped_bytes(&held, *(global const Words*)(src + at)), (global Words*)(dst + at));
        return;
    }
#endif
    MAP_RUNS(src, dst, samples, LOOKED_UP)
}
