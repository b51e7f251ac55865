// distance-transform by a search outwards: a work-item tries the columns to its left and right, the nearest first. It
// ends as soon as no other column can have a nearer pixel (Meijster, Roerdink and Hesselink 2000). The plain kernel
// looks at all columns of its row.
//
// First come the distances within columns (columns.clh). The nearest black pixel then lies in the column that minimises
// the sum of both squared distances. Neighbouring work-items read neighbouring columns through the cache; nothing is in
// local memory. It is fast where black pixels are near, and slow in large white areas (halving.cl is not).
#include "measurement/distance_transform/columns.clh"

KERNEL void distance_transform_search(global const int* rows, global float* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const int* const row = rows + (size_t)y * width;
    int least = row[x] * row[x];
    const int maximum = max(x, width - 1 - x);
    for (int d = 1; d <= maximum && d * d < least; ++d) {
        // Beyond an end the column at the end repeats. It was tried at its own, smaller distance before.
        const int left = row[max(x - d, 0)], right = row[min(x + d, width - 1)];
        const int nearer = min(left, right);
        least = min(least, d * d + nearer * nearer);
    }
    dst[(size_t)y * width + x] = sqrt((float)least);
}
