// distance-transform, variant "halving": the nearest columns of a segment of a row in n log n steps.
//
// First come the distances within columns (columns.clh), rows[j] for column j. With f(x, j) = (x - j)^2 + rows[j]^2,
// the difference f(x, j) - f(x, k) grows with x if j < k. So the nearest column of x is between those of an x before
// and an x after it (Aggarwal, Klawe, Moran, Shor and Wilber 1987: totally monotone). A workgroup, a line of
// work-items, computes a segment of a row. It finds the nearest columns of both ends, for which it searches the whole
// row. Then it finds that of the middle, those of the middles of both halves, and so on. They are kept in local memory.
// While there are few columns to compute, several work-items share the search for one, and meet by atomic minima. The
// time does not depend on the image. Columns without a black pixel count as farther than any other.
//
// Races: Only the atomic minima race, each group of them between two barriers. First they find the least squared
// distance, then the first column that has it. A minimum is the same in any order. A search loads the nearest columns
// of earlier steps alone, which no work-item stores in this step. Every column is stored by one work-item, or by one
// and then by minima.
#include "prelude/prelude.clh"
#include "measurement/distance_transform/columns.clh"

#define NO_COLUMN 0xffffffffu

INLINE uint squared_distance(global const int* row, int x, int column, int beyond) {
    const int d = x - column, rows = row[column];
    return rows == beyond ? NO_COLUMN : (uint)(d * d + rows * rows);
}

// A workgroup's segment of a row.
typedef struct {
    global const int* row;
    int begin, width, beyond;
    local int* nearest; // by column, from `begin` on
    local uint* least;  // the squared distances of columns that several work-items search for
} segment_t;

// The nearest of every `step`-th column from `low` to `high` (the first of equals), and its squared distance.
INLINE int nearest_between(const segment_t* segment, int x, int low, int high, int step, uint* least) {
    int nearest = high;
    *least = NO_COLUMN;
    for (int column = low; column <= high; column += step) {
        const uint square = squared_distance(segment->row, x, column, segment->beyond);
        if (square < *least) *least = square, nearest = column;
    }
    return nearest;
}

// The limits of a search, from the results for the columns `reach` before and after. A reach of 0 has no limits.
INLINE int lower_limit(const segment_t* segment, int at, int reach) {
    return reach == 0 ? 0 : segment->nearest[at - reach];
}
INLINE int upper_limit(const segment_t* segment, int at, int reach) {
    return reach == 0 ? segment->width - 1 : segment->nearest[at + reach];
}

INLINE void search_alone(const segment_t* segment, int at, int reach) {
    uint least;
    segment->nearest[at] = nearest_between(segment, segment->begin + at, lower_limit(segment, at, reach),
                                           upper_limit(segment, at, reach), 1, &least);
}

// `shares` work-items search for column `number` of those at hand, and this one takes every `shares`-th candidate.
INLINE void search_together(const segment_t* segment, int at, int reach, int number, int share, int shares) {
    uint least = NO_COLUMN;
    int nearest = 0;
    if (share == 0) segment->least[number] = NO_COLUMN;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (share < shares) {
        const int high = upper_limit(segment, at, reach);
        nearest = nearest_between(segment, segment->begin + at, lower_limit(segment, at, reach) + share, high, shares,
                                  &least);
        if (share == 0) segment->nearest[at] = high;
        atomic_min(&segment->least[number], least);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (share < shares && least == segment->least[number]) atomic_min(&segment->nearest[at], nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Finds the nearest for `count` columns: the first is at `first`, and the others follow `step` apart.
INLINE void search_columns(const segment_t* segment, int count, int first, int step, int reach) {
    const int items = get_local_size(0), item = get_local_id(0), shares = items / count;
    if (shares > 1) {
        const int number = item / shares < count ? item / shares : count - 1;
        search_together(segment, first + number * step, reach, number, item - number * shares, shares);
    } else {
        for (int i = item; i < count; i += items) search_alone(segment, first + i * step, reach);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// `size` is the number of columns of a segment, a power of two; `nearest` has one more.
KERNEL void distance_transform_halve(global const int* rows, global float* dst, int width, int height, int size,
                                     local int* nearest, local uint* least) {
    const int y = get_global_id(1);
    if (y >= height) return;
    const segment_t segment = {
        rows + (size_t)y * width, (int)get_group_id(0) * size, width, width + height, nearest, least};
    search_columns(&segment, 2, 0, size, 0);
    for (int reach = size / 2; reach > 0; reach /= 2)
        search_columns(&segment, size / (2 * reach), reach, 2 * reach, reach);
    for (int i = get_local_id(0); i < size && segment.begin + i < width; i += get_local_size(0)) {
        const uint square = squared_distance(segment.row, segment.begin + i, nearest[i], segment.beyond);
        dst[(size_t)y * width + segment.begin + i] = square == NO_COLUMN ? (float)segment.beyond : sqrt((float)square);
    }
}
