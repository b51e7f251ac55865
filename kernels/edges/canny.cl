// canny: slopes by Sobel's windows, the crests of their lengths, and of these what hangs together with a strong one.
// From the crests on pixels are bits, 32 of a row to a word. Hanging together is found by union-find in a forest of
// weak segments: neighbours in a word of which none is strong; all that is strong is one part, 0. Borders replicate.
#include "common.clh"
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

#define RUN 8             // pixels that a work-item has side by side
#define AROUND (RUN + 2)  // with those whose lengths they are compared with
#define SAMPLES (RUN + 4) // and those that slopes are made of

#if SRC_TYPE_ID == 0
#include "unaligned_words.clh"
#endif

// The samples of a row from column x - 2 on, the edge's beyond it; `src` is at the image's first sample of a channel.
static inline void load_samples(global const SRC_TYPE* src, int x, int y, int width, int height, SLOPE* samples) {
    global const SRC_TYPE* const row = src + (size_t)clamp(y, 0, height - 1) * width * SRC_CHANNELS;
#if SRC_TYPE_ID == 0 && SRC_CHANNELS == 1
    // The word behind the last one is of this row, too.
    if (x >= 2 && x + 14 <= width) {
        uint words[3];
        load_unaligned_words(row + x - 2, words, 3);
#pragma unroll
        for (int i = 0; i < SAMPLES; ++i) samples[i] = (SLOPE)(words[i / 4] >> i % 4 * 8 & 255u);
        return;
    }
#endif
    for (int i = 0; i < SAMPLES; ++i) samples[i] = row[clamp(x - 2 + i, 0, width - 1) * SRC_CHANNELS];
}

// The slopes of the pixels from column x - 1 on, from three rows of samples; floats in the reference's order.
static inline void find_slopes(const SLOPE* above, const SLOPE* own, const SLOPE* below, SLOPES* slopes) {
#pragma unroll
    for (int i = 0; i < AROUND; ++i) {
        const SLOPE across = ((above[i + 2] - above[i]) + (below[i + 2] - below[i])) + (own[i + 2] - own[i]) * 2;
        const SLOPE upper = (above[i] + above[i + 2]) + above[i + 1] * 2,
                    lower = (below[i] + below[i + 2]) + below[i + 1] * 2;
        slopes[i] = (SLOPES)(across, lower - upper);
    }
}

// Three rows of what a strip goes down through.
typedef struct {
#if SRC_CHANNELS == 1
    SLOPE before[SAMPLES], last[SAMPLES]; // of the two rows that were loaded last
#endif
    SLOPES slopes[AROUND];
    NUMBER lengths[AROUND];
} SlopeRow;

// The lengths of a row's slopes from column x - 1 on; beyond the edge nothing is steep.
static inline void next_row(global const SRC_TYPE* src, int x, int y, int width, int height, SlopeRow* row) {
#if SRC_CHANNELS == 1
    SLOPE samples[SAMPLES];
    load_samples(src, x, y + 1, width, height, samples);
    find_slopes(row->before, row->last, samples, row->slopes);
    for (int i = 0; i < SAMPLES; ++i) {
        row->before[i] = row->last[i];
        row->last[i] = samples[i];
    }
#else
    // Of colours that with the longest.
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        SLOPE above[SAMPLES], own[SAMPLES], below[SAMPLES];
        SLOPES slopes[AROUND];
        load_samples(src + c, x, y - 1, width, height, above);
        load_samples(src + c, x, y, width, height, own);
        load_samples(src + c, x, y + 1, width, height, below);
        find_slopes(above, own, below, slopes);
        for (int i = 0; i < AROUND; ++i)
            if (c == 0 || length_of(slopes[i]) > length_of(row->slopes[i])) row->slopes[i] = slopes[i];
    }
#endif
    const bool exists = y >= 0 && y < height;
#pragma unroll
    for (int i = 0; i < AROUND; ++i)
        row->lengths[i] = exists && (uint)(x - 1 + i) < (uint)width ? length_of(row->slopes[i]) : 0;
}

// Whether the length of pixel i is greatest across the edge; of 22.5 degrees, tan in 32768ths, as OpenCV has it.
static inline bool is_crest(SLOPES own, const NUMBER* above, const NUMBER* level, const NUMBER* below, int i) {
    const NUMBER across = own.x < 0 ? -own.x : own.x;
    const NUMBER down = (NUMBER)(own.y < 0 ? -own.y : own.y) * 32768;
    const NUMBER flat = across * 13573;
    const bool is_flat = down<flat, is_steep = down> flat + across * 65536;
    const bool falls = (own.x < 0) != (own.y < 0);
    const NUMBER first = is_flat ? level[i - 1] : is_steep ? above[i] : falls ? above[i + 1] : above[i - 1];
    const NUMBER second = is_flat ? level[i + 1] : is_steep ? below[i] : falls ? below[i - 1] : below[i + 1];
    return level[i] > first && (level[i] > second || ((is_flat || is_steep) && level[i] == second));
}

// own: a bit for each pixel that is an edge if it hangs together with a strong one; strong: for each that is. A
// work-item makes a byte of both in STRIP_ROWS rows of `pitch` bytes. low, high: what lengths must exceed.
KERNEL void canny_marks(global const SRC_TYPE* src, global uchar* own, global uchar* strong, int width, int height,
                        int pitch, float low, float high) {
    const int x = get_global_id(0) * RUN, top = get_global_id(1) * STRIP_ROWS;
    if (x >= pitch * RUN || top >= height) return;
    const NUMBER minimum = limit(low), maximum = limit(high);
    SlopeRow row;
    NUMBER above[AROUND], level[AROUND];
    SLOPES slopes[RUN];
#if SRC_CHANNELS == 1
    load_samples(src, x, top - 2, width, height, row.before);
    load_samples(src, x, top - 1, width, height, row.last);
#endif
    next_row(src, x, top - 1, width, height, &row);
    for (int i = 0; i < AROUND; ++i) above[i] = row.lengths[i];
    next_row(src, x, top, width, height, &row);
    for (int y = top; y < min(top + STRIP_ROWS, height); ++y) {
        for (int i = 0; i < AROUND; ++i) level[i] = row.lengths[i];
        for (int i = 0; i < RUN; ++i) slopes[i] = row.slopes[i + 1];
        next_row(src, x, y + 1, width, height, &row);
        uint bits = 0, strong_bits = 0;
#pragma unroll
        for (int i = 0; i < RUN; ++i) {
            const bool crest = level[i + 1] > minimum && is_crest(slopes[i], above, level, row.lengths, i + 1);
            bits |= crest ? 1u << i : 0u;
            strong_bits |= crest && level[i + 1] > maximum ? 1u << i : 0u;
        }
        own[(size_t)y * pitch + x / RUN] = (uchar)bits;
        strong[(size_t)y * pitch + x / RUN] = (uchar)strong_bits;
        for (int i = 0; i < AROUND; ++i) above[i] = level[i];
    }
}

#ifdef VECTORS
#include "canny_vectors.clh"
#endif

// Of some bits the lowest, its place, and those that follow without a gap in `own`.
#define LOWEST(bits) ((bits) & (0u - (bits)))
#define PLACE(bit) (31 - (int)clz(bit))
#define SEGMENT(own, bit) ((own) & ~((own) + (bit)))
// The first of each segment.
#define STARTS(own) ((own) & ~((own) << 1))
// Where the segment begins that the bit at this place is in.
#define START_OF(own, place) (32 - (int)clz(~(own) & ((1u << (place)) - 1u)))
// The number of the segment of a word that begins at this place; two never begin side by side.
#define NUMBER_OF(word, start) ((uint)(word)*16u + (uint)(start) / 2u + 1u)

#define WORD_PLACE                                                                                                     \
    const int column = get_global_id(0), y = get_global_id(1);                                                         \
    if (column >= words || y >= height) return;                                                                        \
    const int word = y * words + column;

// Says of all bits of a segment that they are strong if one is, and makes each weak segment a part of its own.
KERNEL void canny_begin(global const uint* own, global uint* strong, global uint* parent, int words, int height) {
    WORD_PLACE
    if (word == 0) parent[0] = 0;
    const uint bits = own[word], found = strong[word];
    uint grown = found;
    for (uint rest = STARTS(bits); rest != 0; rest &= rest - 1) {
        const uint segment = SEGMENT(bits, LOWEST(rest));
        if (segment & found)
            grown |= segment;
        else
            parent[NUMBER_OF(word, PLACE(LOWEST(rest)))] = NUMBER_OF(word, PLACE(LOWEST(rest)));
    }
    if (grown != found) strong[word] = grown;
}

// Unites segments of two words if one is weak: that which begins at `start` of `word`, and that with a bit at `place`
// of the other word.
static inline void meet(volatile global uint* parent, int word, uint strong, int start, int other, uint other_own,
                        uint other_strong, int place) {
    const bool is_found = strong >> start & 1u, other_found = other_strong >> place & 1u;
    if (is_found && other_found) return;
    const uint a = is_found ? 0u : NUMBER_OF(word, start);
    const uint b = other_found ? 0u : NUMBER_OF(other, START_OF(other_own, place));
    unite(parent, a, b);
}

// Unites each segment with those before it among its eight neighbours.
KERNEL void canny_join(global const uint* own, global const uint* strong, volatile global uint* parent, int words,
                       int height) {
    WORD_PLACE
    const uint bits = own[word], found = strong[word];
    if (bits == 0) return;
    const bool has_left = column > 0, has_right = column + 1 < words, has_above = y > 0;
    const uint left = has_left ? own[word - 1] : 0u;
    const uint above = has_above ? own[word - words] : 0u;
    const uint above_left = has_above && has_left ? own[word - words - 1] : 0u;
    const uint above_right = has_above && has_right ? own[word - words + 1] : 0u;
    const uint above_found = above ? strong[word - words] : 0u;
    if ((bits & 1u) && left >> 31) meet(parent, word, found, 0, word - 1, left, strong[word - 1], 31);
    if ((bits & 1u) && above_left >> 31)
        meet(parent, word, found, 0, word - words - 1, above_left, strong[word - words - 1], 31);
    if (bits >> 31 && (above_right & 1u))
        meet(parent, word, found, START_OF(bits, 31), word - words + 1, above_right, strong[word - words + 1], 0);
    if ((bits & ~found) == 0 && (above & ~above_found) == 0) return;
    for (uint rest = STARTS(bits); rest != 0; rest &= rest - 1) {
        const uint segment = SEGMENT(bits, LOWEST(rest));
        for (uint met = (segment | segment << 1 | segment >> 1) & above; met != 0;) {
            const int place = PLACE(LOWEST(met));
            meet(parent, word, found, PLACE(LOWEST(rest)), word - words, above, above_found, place);
            met &= ~SEGMENT(above, 1u << START_OF(above, place));
        }
    }
}

KERNEL void canny_finish(global const uint* own, global const uint* strong, volatile global uint* parent,
                         global DST_TYPE* dst, int words, int width, int height) {
    WORD_PLACE
    uint edges = strong[word];
    for (uint rest = STARTS(own[word] & ~edges); rest != 0; rest &= rest - 1)
        if (root_of(parent, NUMBER_OF(word, PLACE(LOWEST(rest)))) == 0) edges |= SEGMENT(own[word], LOWEST(rest));
    global DST_TYPE* const to = dst + (size_t)y * width + 32 * column;
    const int count = min(32, width - 32 * column);
#if DST_TYPE_ID == 0
    if (count == 32) {
        uint bytes[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) bytes[i] = ((edges >> 4 * i & 15u) * 0x00204081u & 0x01010101u) * 255u;
        store_unaligned_words(bytes, 8, to);
        return;
    }
#endif
    for (int i = 0; i < count; ++i) to[i] = edges >> i & 1u ? (DST_TYPE)FULL : (DST_TYPE)0;
}
