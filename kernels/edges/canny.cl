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
#elif SRC_TYPE_ID == 0
#define SLOPE short
#define SLOPES short2
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

// marks: 0 none, 1 an edge if it hangs together with a strong one, 2 strong. low, high: what lengths must exceed.
KERNEL void canny_crests(global const SLOPES* slopes, global uchar* marks, int width, int height, float low,
                         float high) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    const NUMBER length = length_of(slopes[at]);
    uchar mark = 0;
    if (length > limit(low) && is_crest(slopes, x, y, width, height, length)) mark = length > limit(high) ? 2 : 1;
    marks[at] = mark;
}

// The marks of a run of a row, as a bit for each that there is, and for each that is strong.
typedef struct {
    uint own, strong;
} Marks;

// The lowest bit of each of eight bytes, as a byte.
static inline uint gathered(ulong bytes) {
    return (uint)(((bytes & 0x0101010101010101ul) * 0x0102040810204080ul) >> 56);
}

static inline Marks marks_of(global const uchar* marks, int left, int y, int width) {
    global const uchar* from = marks + (size_t)y * width + left;
    ulong2 bytes = 0;
    if (width % RUN_LENGTH == 0) {
        bytes = *(global const ulong2*)from;
    } else {
        for (int i = 0; i < min(RUN_LENGTH, width - left); ++i)
            if (i < 8)
                bytes.x |= (ulong)from[i] << 8 * i;
            else
                bytes.y |= (ulong)from[i] << 8 * (i - 8);
    }
    const ulong2 any = bytes | bytes >> 1;
    const Marks run = {gathered(any.x) | gathered(any.y) << 8, gathered(bytes.x >> 1) | gathered(bytes.y >> 1) << 8};
    return run;
}

// Of some bits the lowest, its place, and those that follow without a gap in `own`.
#define LOWEST(bits) ((bits) & (0u - (bits)))
#define PLACE(bit) (31 - (int)clz(bit))
#define STRETCH(own, bit) ((own) & ~((own) + (bit)))

#define RUN_PLACE                                                                                                      \
    const int left = (int)get_global_id(0) * RUN_LENGTH;                                                               \
    const int y = get_global_id(1);                                                                                    \
    if (left >= width || y >= height) return;                                                                          \
    const uint first = (uint)y * width + left;                                                                         \
    const Marks run = marks_of(marks, left, y, width);

// The first of each stretch of neighbouring marks in a run.
#define FOR_STRETCHES(rest) for (uint rest = run.own & ~(run.own << 1); rest != 0; rest &= rest - 1)

// A stretch begins as one part, of which nothing is found yet.
KERNEL void canny_begin(global const uchar* marks, global uint* parent, global uchar* found, int width, int height) {
    RUN_PLACE
    FOR_STRETCHES (rest) {
        const uint start = first + PLACE(LOWEST(rest));
        found[start] = 0;
        for (uint bits = STRETCH(run.own, LOWEST(rest)); bits != 0; bits &= bits - 1)
            parent[first + PLACE(LOWEST(bits))] = start;
    }
}

// Unites each mark with those before it among its eight neighbours. Where the one above is a mark, it is in one part
// with those beside it; so is the mark before this one, with those above it.
KERNEL void canny_join(global const uchar* marks, volatile global uint* parent, int width, int height) {
    RUN_PLACE
    if (run.own == 0) return;
    if ((run.own & 1u) && left > 0 && marks[first - 1]) unite(parent, first, first - 1);
    if (y == 0) return;
    const uint above = marks_of(marks, left, y - 1, width).own;
    const uint starts = run.own & ~(run.own << 1);
    for (uint bits = run.own & above & (starts | ~(above << 1)); bits != 0; bits &= bits - 1) {
        const uint at = first + PLACE(LOWEST(bits));
        unite(parent, at, at - width);
    }
    const uint before = above << 1 | (left > 0 && marks[first - width - 1] ? 1u : 0u);
    for (uint bits = starts & ~above & before; bits != 0; bits &= bits - 1) {
        const uint at = first + PLACE(LOWEST(bits));
        unite(parent, at, at - width - 1);
    }
    const bool has_next = left + RUN_LENGTH < width;
    const uint after = above >> 1 | (has_next && marks[first - width + RUN_LENGTH] ? 1u << (RUN_LENGTH - 1) : 0u);
    for (uint bits = run.own & ~above & after; bits != 0; bits &= bits - 1) {
        const uint at = first + PLACE(LOWEST(bits));
        unite(parent, at, at - width + 1);
    }
}

// Says of the roots of parts with a strong mark that they are found.
KERNEL void canny_seed(global const uchar* marks, volatile global uint* parent, global uchar* found, int width,
                       int height) {
    RUN_PLACE
    FOR_STRETCHES (rest) {
        if (STRETCH(run.own, LOWEST(rest)) & run.strong) found[root_of(parent, first + PLACE(LOWEST(rest)))] = 1;
    }
}

KERNEL void canny_finish(global const uchar* marks, volatile global uint* parent, global const uchar* found,
                         global DST_TYPE* dst, int width, int height) {
    RUN_PLACE
    uint edges = 0;
    FOR_STRETCHES (rest) {
        if (found[root_of(parent, first + PLACE(LOWEST(rest)))]) edges |= STRETCH(run.own, LOWEST(rest));
    }
    DST_TYPE results[RUN_LENGTH];
    for (int i = 0; i < RUN_LENGTH; ++i) results[i] = edges >> i & 1u ? (DST_TYPE)FULL : (DST_TYPE)0;
    if (width % RUN_LENGTH == 0)
        *(global PASTE(DST_TYPE, 16)*)(dst + first) = vload16(0, results);
    else
        for (int i = 0; i < min(RUN_LENGTH, width - left); ++i) dst[first + i] = results[i];
}
