// peak rates: what a device can do at most, so that filters can be held against it.
//
// There is a kernel for reading, for copying, for reading local memory, for multiplying and adding, and for the cost of
// a launch. Each one does nothing else, in the form that devices do best. AT_ONCE loads, or CHAINS sums, do not wait
// for one another. On GPUs neighbouring work-items read neighbouring vectors. A work-item that is alone in its group
// (SINGLE_ITEM_GROUP) reads a share of its own instead, which suits a CPU. Every result depends on all of the input and
// is written, so that no compiler can leave the work out.
//
// gpu/measure/peak_rates.cpp tries several forms and takes the fastest. Defines: VECTOR, the type of a load: uint4 as
// the widest load of a GPU, uint16 to fill the vector units of a CPU. REAL, the type of a sum: float or float16. TILE,
// the vectors in local memory, a power of two. The grid has one dimension.

#ifndef SINGLE_ITEM_GROUP
#define SINGLE_ITEM_GROUP 0
#endif

#ifdef VECTOR
typedef VECTOR vector_t;

INLINE uint folded(vector_t value) {
    const uint4* const parts = (const uint4*)&value;
    uint4 sum = parts[0];
    for (int i = 1; i < (int)(sizeof(vector_t) / sizeof(uint4)); ++i) sum ^= parts[i];
    return sum.x ^ sum.y ^ sum.z ^ sum.w;
}

// A work-item has `count` vectors: `first`, `first` + `step` and so on.
typedef struct {
    size_t first, step;
    uint count;
} share_t;

INLINE share_t own_share(uint vectors) {
    const size_t item = get_global_id(0), items = get_global_size(0), count = vectors / items;
    if (SINGLE_ITEM_GROUP) return (share_t){item * count, 1, count};
    return (share_t){item, items, count};
}

// `vectors` is a multiple of AT_ONCE times the number of work-items.
KERNEL void peak_rates_read(global const vector_t* src, global uint* dst, const uint vectors) {
    const share_t share = own_share(vectors);
    vector_t sums[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) sums[i] = (vector_t)(0);
    for (uint k = 0; k < share.count; k += AT_ONCE)
        for (int i = 0; i < AT_ONCE; ++i) sums[i] ^= src[share.first + (k + i) * share.step];
    for (int i = 1; i < AT_ONCE; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = folded(sums[0]);
}

KERNEL void peak_rates_copy(global const vector_t* src, global vector_t* dst, const uint vectors) {
    const share_t share = own_share(vectors);
    for (uint k = 0; k < share.count; k += AT_ONCE) {
        vector_t values[AT_ONCE];
        for (int i = 0; i < AT_ONCE; ++i) values[i] = src[share.first + (k + i) * share.step];
        for (int i = 0; i < AT_ONCE; ++i) dst[share.first + (k + i) * share.step] = values[i];
    }
}
#endif

// Every work-item reads `rounds` times AT_ONCE vectors of local memory, neighbours side by side. Each load is one place
// further than the one before, so that no vector can be kept in registers.
#ifdef TILE
KERNEL void peak_rates_local(global uint* dst, const int rounds) {
    local vector_t tile[TILE];
    const int item = get_local_id(0), items = get_local_size(0);
    for (int i = item; i < TILE; i += items) tile[i] = (vector_t)(i + rounds);
    barrier(CLK_LOCAL_MEM_FENCE);
    vector_t sums[AT_ONCE];
    for (int i = 0; i < AT_ONCE; ++i) sums[i] = (vector_t)(0);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < AT_ONCE; ++i) sums[i] ^= tile[(item + (round * AT_ONCE + i) * (items + 1)) & (TILE - 1)];
    for (int i = 1; i < AT_ONCE; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = folded(sums[0]);
}
#endif

// `rounds` steps of CHAINS sums.
#ifdef REAL
KERNEL void peak_rates_multiply_add(global REAL* dst, const float factor, const float summand, const int rounds) {
    REAL sums[CHAINS];
    for (int i = 0; i < CHAINS; ++i) sums[i] = (REAL)(get_global_id(0) + i);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < CHAINS; ++i) sums[i] = fma(sums[i], (REAL)(factor), (REAL)(summand));
    for (int i = 1; i < CHAINS; ++i) sums[0] += sums[i];
    dst[get_global_id(0)] = sums[0];
}
#endif

KERNEL void peak_rates_launch(global uint* dst) { dst[get_global_id(0)] = 0; }
