// ceilings: what a device can do at most, for the bench to hold filters against: reading, copying, reading local
// memory, multiplying and adding; and what a launch takes. Every result depends on all of the input and is written, so
// no compiler can leave the work out. VECTOR: uint4, one wide load of a GPU's work-item; uint16 where a work-item alone
// in its group (SINGLE_ITEM_GROUP) fills vector units.
#include "common.clh"

// Work-item i of n reads vectors i, i + n, i + 2n ...; alone in a group it reads a segment of neighbours.
#ifdef SINGLE_ITEM_GROUP
#define FIRST ((size_t)get_global_id(0) * (vectors / get_global_size(0)))
#define STEP ((size_t)1)
#else
#define FIRST ((size_t)get_global_id(0))
#define STEP ((size_t)get_global_size(0))
#endif
#define ROUNDS (vectors / get_global_size(0))

#ifdef VECTOR
static inline uint folded(VECTOR value) {
    const uint4* parts = (const uint4*)&value;
    uint4 sum = parts[0];
    for (int i = 1; i < (int)(sizeof(VECTOR) / sizeof(uint4)); ++i) sum ^= parts[i];
    return sum.x ^ sum.y ^ sum.z ^ sum.w;
}

// `vectors` is a multiple of AT_ONCE times the number of work-items. Loads of a round do not wait for each other.
KERNEL void ceilings_read(global const VECTOR* src, global uint* dst, const uint vectors) {
    VECTOR sums[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) sums[i] = (VECTOR)(0);
    const size_t first = FIRST;
    const uint rounds = ROUNDS;
    for (uint round = 0; round < rounds; round += AT_ONCE)
        for (int i = 0; i < AT_ONCE; ++i) sums[i] ^= src[first + (round + i) * STEP];
    for (int i = 1; i < AT_ONCE; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = folded(sums[0]);
}

KERNEL void ceilings_copy(global const VECTOR* src, global VECTOR* dst, const uint vectors) {
    const size_t first = FIRST;
    const uint rounds = ROUNDS;
    for (uint round = 0; round < rounds; round += AT_ONCE) {
        VECTOR values[AT_ONCE];
        for (int i = 0; i < AT_ONCE; ++i) values[i] = src[first + (round + i) * STEP];
        for (int i = 0; i < AT_ONCE; ++i) dst[first + (round + i) * STEP] = values[i];
    }
}
#endif

// Every work-item reads `rounds` times AT_ONCE vectors of local memory, neighbours side by side, each load one place
// further than the one before, so that none can be kept in registers. The tile has a power of two vectors.
#ifdef TILE
KERNEL void ceilings_local(global uint* dst, const int rounds) {
    local VECTOR tile[TILE];
    const int item = get_local_id(0), items = get_local_size(0);
    for (int i = item; i < TILE; i += items) tile[i] = (VECTOR)(i + rounds);
    barrier(CLK_LOCAL_MEM_FENCE);
    VECTOR sums[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) sums[i] = (VECTOR)(0);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < AT_ONCE; ++i) sums[i] ^= tile[(item + (round * AT_ONCE + i) * (items + 1)) & (TILE - 1)];
    for (int i = 1; i < AT_ONCE; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = folded(sums[0]);
}
#endif

// CHAINS sums of type REAL that do not wait for each other, `rounds` steps each.
#ifdef REAL
KERNEL void ceilings_multiply_add(global REAL* dst, const float factor, const float summand, const int rounds) {
    REAL sums[CHAINS];
    for (int i = 0; i < CHAINS; ++i) sums[i] = (REAL)(get_global_id(0) + i);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < CHAINS; ++i) sums[i] = fma(sums[i], (REAL)(factor), (REAL)(summand));
    for (int i = 1; i < CHAINS; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = sums[0];
}
#endif

KERNEL void ceilings_launch(global uint* dst) { dst[get_global_id(0)] = 0; }
