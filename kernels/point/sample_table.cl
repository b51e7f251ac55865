// Point filters of 8- and 16-bit samples whose table has what becomes of each value. Defines: those of common.clh,
// LANES.
#include "point_runs.clh"

#define FOUR(run, a, b, c, d) table[(run).s##a], table[(run).s##b], table[(run).s##c], table[(run).s##d]
#if LANES == 16
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7), FOUR(s, 8, 9, a, b), FOUR(s, c, d, e, f))
#else
#define LOOKED_UP(s) (DST_SAMPLES)(FOUR(s, 0, 1, 2, 3), FOUR(s, 4, 5, 6, 7))
#endif

KERNEL void sample_table_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const DST_TYPE* table,
                              int samples) {
    MAP_RUNS(src, dst, samples, LOOKED_UP)
}
