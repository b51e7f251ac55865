// distance-transform by halving: a workgroup finds the nearest columns of a share of a row in n log n steps. Each
// work-item of the plain kernel looks at all columns of its row.
//
// First come the distances within columns (columns.clh), rows[j] for column j. With f(x, j) = (x - j)^2 + rows[j]^2,
// the difference f(x, j) - f(x, k) grows with x if j < k. So the nearest column of x is between those of an x before
// and an x after it (Aggarwal, Klawe, Moran, Shor and Wilber 1987: totally monotone). A workgroup, a line of
// work-items, computes a share of a row. It finds the nearest columns of both ends, for which it searches the whole
// row. Then it finds that of the middle, those of the middles of both halves, and so on. They are kept in local memory.
// While there are few columns to compute, several work-items share the search for one, and meet by atomic minima. The
// time does not depend on the image. Columns without a black pixel count as farther than any other.
//
// Races: Only the atomic minima race, each group of them between two barriers. First they find the least squared
// distance, then the first column that has it. A minimum is the same in any order. A search loads the nearest columns
// of earlier steps alone, which no work-item stores in this step. Every column is stored by one work-item, or by one
// and then by minima.
#include "measurement/distance_transform/columns.clh"

#define NO_COLUMN 0xffffffffu

INLINE uint squared_distance(global const int* row, int x, int column, int beyond) {
    const int d = x - column, rows = row[column];
    return rows == beyond ? NO_COLUMN : (uint)(d * d + rows * rows);
}

// A workgroup's share of a row.
typedef struct {
    global const int* row;
    int begin, size, width, beyond;
    local int* nearest; // by column, from `begin` on
    local uint* least;  // the squared distances of columns that several work-items search for
} row_share_t;

// A step finds the nearest for the columns that lie `reach` from those of the steps before. The first step finds both
// ends; its reach is the share's size.
INLINE int columns_of_step(const row_share_t* share, int reach) {
    return reach == share->size ? 2 : share->size / (2 * reach);
}
INLINE int column_of_step(const row_share_t* share, int reach, int number) {
    return reach == share->size ? number * reach : (2 * number + 1) * reach;
}

// The limits of a search, from the results for the columns `reach` before and after. The ends have none.
INLINE int lower_limit(const row_share_t* share, int at, int reach) {
    return reach == share->size ? 0 : share->nearest[at - reach];
}
INLINE int upper_limit(const row_share_t* share, int at, int reach) {
    return reach == share->size ? share->width - 1 : share->nearest[at + reach];
}

// The nearest of every `step`-th column from `low` to `high` (the first of equals), and its squared distance.
INLINE int nearest_between(const row_share_t* share, int x, int low, int high, int step, uint* least) {
    int nearest = high;
    *least = NO_COLUMN;
    for (int column = low; column <= high; column += step) {
        const uint square = squared_distance(share->row, x, column, share->beyond);
        if (square < *least) *least = square, nearest = column;
    }
    return nearest;
}

INLINE void search_alone(const row_share_t* share, int at, int reach) {
    uint least;
    share->nearest[at] = nearest_between(share, share->begin + at, lower_limit(share, at, reach),
                                         upper_limit(share, at, reach), 1, &least);
}

// This work-item takes every `parts`-th candidate for column `number` of the step.
INLINE int search_part(const row_share_t* share, int at, int reach, int number, int part, int parts, uint* least) {
    const int high = upper_limit(share, at, reach);
    const int nearest =
        nearest_between(share, share->begin + at, lower_limit(share, at, reach) + part, high, parts, least);
    if (part == 0) share->nearest[at] = high;
    atomic_min(&share->least[number], *least);
    return nearest;
}

// `size` is the number of columns of a share, a power of two; `nearest` has one more. All barriers are in loops that
// the kernel itself has: the compiler of PoCL 5.0 ends the process at barriers inside branches of a loop.
KERNEL void distance_transform_halve(global const int* rows, global float* dst, int width, int height, int size,
                                     local int* nearest, local uint* least) {
    const int y = get_global_id(1), items = get_local_size(0), item = get_local_id(0);
    const row_share_t share = {
        rows + (size_t)y * width, (int)get_group_id(0) * size, size, width, width + height, nearest, least};
    int reach = size;
    // Several work-items search for each column.
    for (; reach > 0 && 2 * columns_of_step(&share, reach) <= items; reach /= 2) {
        const int columns = columns_of_step(&share, reach), parts = items / columns;
        const int number = min(item / parts, columns - 1), part = item - number * parts;
        const int at = column_of_step(&share, reach, number);
        uint own_least = NO_COLUMN;
        int own_nearest = 0;
        if (part == 0) least[number] = NO_COLUMN;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < parts) own_nearest = search_part(&share, at, reach, number, part, parts, &own_least);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part < parts && own_least == least[number]) atomic_min(&nearest[at], own_nearest);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // Each searches for its own.
    for (; reach > 0; reach /= 2) {
        const int columns = columns_of_step(&share, reach);
        for (int i = item; i < columns; i += items) search_alone(&share, column_of_step(&share, reach, i), reach);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = item; i < size && share.begin + i < width; i += items) {
        const uint square = squared_distance(share.row, share.begin + i, nearest[i], share.beyond);
        dst[(size_t)y * width + share.begin + i] = square == NO_COLUMN ? (float)share.beyond : sqrt((float)square);
    }
}
