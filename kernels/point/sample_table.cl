// Point filters of 8- and 16-bit samples whose table has what becomes of each value. Defines: those of common.clh,
// LANES.
#include "point_runs.clh"

KERNEL void sample_table_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const DST_TYPE* table,
                              int samples) {
    const size_t begin = run_begin();
    if (begin >= (size_t)samples) return;
    const int left = samples - (int)begin;
    const SRC_SAMPLES s = load_run(src + begin, left);
    SRC_TYPE values[LANES];
    STORE(s, values);
    for (int i = 0; i < LANES; ++i)
        if (SRC_CHANNELS == 1 || i % 4 != 3) values[i] = table[values[i]];
    store_run(LOAD(values), dst + begin, left);
}
