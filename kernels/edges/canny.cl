// canny: slopes by Sobel's windows, the crests of their lengths, and of these what hangs together with a strong one.
// Hanging together is found by union-find in a forest of pixels. Borders replicate.
#include "union_find.clh"

// Whole numbers of 8- and 16-bit samples are exact; floats are computed in the reference's order.
#if SRC_IS_FLOAT
#define NUMBER float
#define FULL 1.0f
#elif SRC_TYPE_ID == 0
#define NUMBER int
#define FULL SRC_MAX
#else
#define NUMBER long
#define FULL SRC_MAX
#endif
#if SRC_IS_FLOAT
#define SLOPE float
#define SLOPES float2
#else
#define SLOPE int
#define SLOPES int2
#endif
#define RUN_LENGTH 16

UNION_FIND(global, root_of, unite)

static inline NUMBER length_of(SLOPES slopes) {
    const NUMBER x = slopes.x, y = slopes.y;
#if L2
    return x * x + y * y;
#else
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
#endif
}

// What lengths are compared with: those of L2 are squared.
static inline NUMBER limit(float threshold) {
#if L2
    return (NUMBER)threshold * (NUMBER)threshold;
#else
    return (NUMBER)threshold;
#endif
}

static inline SLOPES slopes_at(global const SRC_TYPE* src, int x, int y, int c, int width, int height) {
    SLOPE s[3][3];
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            s[j][i] =
                src[((size_t)clamp(y + j - 1, 0, height - 1) * width + clamp(x + i - 1, 0, width - 1)) * SRC_CHANNELS +
                    c];
    const SLOPE across = ((s[0][2] - s[0][0]) + (s[2][2] - s[2][0])) + (s[1][2] - s[1][0]) * 2;
    const SLOPE above = (s[0][0] + s[0][2]) + s[0][1] * 2, below = (s[2][0] + s[2][2]) + s[2][1] * 2;
    return (SLOPES)(across, below - above);
}

// Of each pixel the slopes of that colour which has the longest.
KERNEL void canny_slopes(global const SRC_TYPE* src, global SLOPES* slopes, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    SLOPES most = slopes_at(src, x, y, 0, width, height);
    for (int c = 1; c < COLOUR_CHANNELS; ++c) {
        const SLOPES other = slopes_at(src, x, y, c, width, height);
        if (length_of(other) > length_of(most)) most = other;
    }
    slopes[(size_t)y * width + x] = most;
}

// Beyond the edge nothing is steep.
static inline NUMBER length_at(global const SLOPES* slopes, int x, int y, int width, int height) {
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : length_of(slopes[(size_t)y * width + x]);
}

// Whether the length is greatest across the edge; of 22.5 degrees, tan in 32768ths, as OpenCV has it.
static inline bool is_crest(global const SLOPES* slopes, int x, int y, int width, int height, NUMBER length) {
    const SLOPES own = slopes[(size_t)y * width + x];
    const NUMBER across = own.x < 0 ? -own.x : own.x;
    const NUMBER down = (NUMBER)(own.y < 0 ? -own.y : own.y) * 32768;
    const NUMBER flat = across * 13573;
    if (down < flat)
        return length > length_at(slopes, x - 1, y, width, height) &&
               length >= length_at(slopes, x + 1, y, width, height);
    if (down > flat + across * 65536)
        return length > length_at(slopes, x, y - 1, width, height) &&
               length >= length_at(slopes, x, y + 1, width, height);
    const int side = (own.x < 0) != (own.y < 0) ? -1 : 1;
    return length > length_at(slopes, x - side, y - 1, width, height) &&
           length > length_at(slopes, x + side, y + 1, width, height);
}

// marks: 0 none, 1 an edge if it hangs together with a strong one, 2 strong. A run's neighbouring marks begin as one
// part; found: nothing yet. low, high: what lengths must exceed.
KERNEL void canny_crests(global const SLOPES* slopes, global uchar* marks, global uint* parent, global uchar* found,
                         int width, int height, float low, float high) {
    const int left = (int)get_global_id(0) * RUN_LENGTH;
    const int y = get_global_id(1);
    if (left >= width || y >= height) return;
    uint start = 0;
    uchar before = 0;
    for (int x = left; x < min(left + RUN_LENGTH, width); ++x) {
        const uint at = (uint)y * width + x;
        const NUMBER length = length_of(slopes[at]);
        uchar mark = 0;
        if (length > limit(low) && is_crest(slopes, x, y, width, height, length)) mark = length > limit(high) ? 2 : 1;
        if (mark && !before) start = at;
        if (mark) parent[at] = start;
        marks[at] = before = mark;
        found[at] = 0;
    }
}

// Unites each mark with those before it among its eight neighbours.
KERNEL void canny_join(global const uchar* marks, volatile global uint* parent, int width, int height) {
    const int left = (int)get_global_id(0) * RUN_LENGTH;
    const int y = get_global_id(1);
    if (left >= width || y >= height) return;
    for (int x = left; x < min(left + RUN_LENGTH, width); ++x) {
        const uint at = (uint)y * width + x;
        if (!marks[at]) continue;
        if (x > 0 && x == left && marks[at - 1]) unite(parent, at, at - 1);
        if (y == 0) continue;
        // The mark above has joined, or will join, those beside it.
        if (marks[at - width]) {
            unite(parent, at, at - width);
            continue;
        }
        if (x > 0 && marks[at - width - 1]) unite(parent, at, at - width - 1);
        if (x + 1 < width && marks[at - width + 1]) unite(parent, at, at - width + 1);
    }
}

// Says of the roots of parts with a strong mark that they are found.
KERNEL void canny_seed(global const uchar* marks, volatile global uint* parent, global uchar* found, int width,
                       int height) {
    const int left = (int)get_global_id(0) * RUN_LENGTH;
    const int y = get_global_id(1);
    if (left >= width || y >= height) return;
    for (int x = left; x < min(left + RUN_LENGTH, width); ++x) {
        const uint at = (uint)y * width + x;
        if (marks[at] == 2) found[root_of(parent, at)] = 1;
    }
}

KERNEL void canny_finish(global const uchar* marks, volatile global uint* parent, global const uchar* found,
                         global DST_TYPE* dst, int width, int height) {
    const int left = (int)get_global_id(0) * RUN_LENGTH;
    const int y = get_global_id(1);
    if (left >= width || y >= height) return;
    for (int x = left; x < min(left + RUN_LENGTH, width); ++x) {
        const uint at = (uint)y * width + x;
        dst[at] = marks[at] && found[root_of(parent, at)] ? (DST_TYPE)FULL : (DST_TYPE)0;
    }
}
