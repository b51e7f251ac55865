// gaussian: the square window at once, or rows and then columns. weights has 2 radius + 1 floats.

// Adds weights[i] * SAMPLE for i = 0..2 radius where INSIDE; both may use i. By groups of taps, because shorter sums
// lose fewer bits: in one sum of 301 taps, 3 % of the samples of a bright 16-bit image came out one off.
#define GROUP 16
#define SUM_TAPS(V, sum, INSIDE, SAMPLE)                                                                               \
    for (int group = 0; group <= 2 * radius; group += GROUP) {                                                         \
        V part = 0.0f;                                                                                                 \
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i)                                               \
            if (INSIDE) part = mad(weights[i], SAMPLE, part);                                                          \
        sum += part;                                                                                                   \
    }

// One row of the window around x, with the border's rule.
static inline SUM row_sum(global const SRC_PIXEL* row, constant float* weights, int x, int width, int radius) {
    SUM sum = 0.0f;
    SUM_TAPS(SUM, sum, IS_INSIDE(border_index(x - radius + i, width)),
             TO_SUM(row[border_index(x - radius + i, width)]))
    return sum;
}

// The same where the window does not leave the image.
static inline SUM row_sum_inside(global const SRC_PIXEL* row, constant float* weights, int x, int radius) {
    SUM sum = 0.0f;
    SUM_TAPS(SUM, sum, true, TO_SUM(row[x - radius + i]))
    return sum;
}

KERNEL void gaussian_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                           int height, int radius) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const bool inside = x >= radius && x + radius < width;
    SUM sum = 0.0f;
    for (int j = 0; j <= 2 * radius; ++j) {
        const int from = border_index(y - radius + j, height);
        if (!IS_INSIDE(from)) continue;
        global const SRC_PIXEL* row = src + from * width;
        const SUM part = inside ? row_sum_inside(row, weights, x, radius) : row_sum(row, weights, x, width, radius);
        sum = mad(weights[j], part, sum);
    }
    const int i = y * width + x;
    dst[i] = WITH_ALPHA_OF(src[i], TO_DST_PIXEL(sum));
}

#ifdef LANES
// The two passes, by runs of pixels. The floats between the passes lie in planes, one a colour channel.

static inline void store_planes(global float* planes, size_t plane, size_t i, SUM sum) {
#if SRC_CHANNELS == 4
    planes[i] = sum.x;
    planes[i + plane] = sum.y;
    planes[i + 2 * plane] = sum.z;
#else
    planes[i] = sum;
#endif
}

static inline FLOATS run_sum(global const SRC_TYPE* first, constant float* weights, int radius) {
    FLOATS sum = 0.0f;
    SUM_TAPS(FLOATS, sum, true, TO_FLOATS(LOAD(first + i * SRC_CHANNELS)))
    return sum;
}

KERNEL void gaussian_rows(global const SRC_PIXEL* src, global float* planes, constant float* weights, int width,
                          int height, int radius) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t plane = (size_t)width * height;
    const size_t i = (size_t)y * width + x;
    if (x >= radius && x + RUN + radius <= width) {
        const FLOATS sums = run_sum((global const SRC_TYPE*)(src + i - radius), weights, radius);
#if SRC_CHANNELS == 4
        float4 pixels[RUN];
        STORE(sums, (float*)pixels);
        for (int p = 0; p < RUN; ++p) store_planes(planes, plane, i + p, pixels[p]);
#else
        STORE(sums, planes + i);
#endif
    } else {
        for (int p = 0; p < RUN && x + p < width; ++p)
            store_planes(planes, plane, i + p, row_sum(src + i - x, weights, x + p, width, radius));
    }
}

// LANES columns from x on of one plane, around y.
static inline FLOATS columns_sum(global const float* plane, constant float* weights, int x, int y, int width,
                                 int height, int radius) {
    FLOATS sum = 0.0f;
    SUM_TAPS(FLOATS, sum, IS_INSIDE(border_index(y - radius + i, height)),
             LOAD(plane + (size_t)border_index(y - radius + i, height) * width + x))
    return sum;
}

static inline float column_sum(global const float* plane, constant float* weights, int x, int y, int width, int height,
                               int radius) {
    float sum = 0.0f;
    SUM_TAPS(float, sum, IS_INSIDE(border_index(y - radius + i, height)),
             plane[(size_t)border_index(y - radius + i, height) * width + x])
    return sum;
}

KERNEL void gaussian_columns(global const SRC_PIXEL* src, global const float* planes, global DST_PIXEL* dst,
                             constant float* weights, int width, int height, int radius) {
    const int x = (int)get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const bool whole = x + LANES <= width;
    const size_t i = (size_t)y * width + x;
    float sums[COLOUR_CHANNELS][LANES];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        global const float* plane = planes + (size_t)c * width * height;
        if (whole)
            STORE(columns_sum(plane, weights, x, y, width, height, radius), sums[c]);
        else
            for (int p = 0; x + p < width; ++p)
                sums[c][p] = column_sum(plane, weights, x + p, y, width, height, radius);
    }
    for (int p = 0; p < LANES && x + p < width; ++p) {
#if SRC_CHANNELS == 4
        const SUM sum = (SUM)(sums[0][p], sums[1][p], sums[2][p], 0.0f);
#else
        const SUM sum = sums[0][p];
#endif
        dst[i + p] = WITH_ALPHA_OF(src[i + p], TO_DST_PIXEL(sum));
    }
}
#endif

#ifdef BLOCK_ROWS
// Two passes over blocks of 16 x 16 in local memory. Both blur along rows and write their block transposed, so that the
// second pass blurs along what were columns and puts the image upright again. A workgroup has 16 x 16 / BLOCK_ROWS
// work-items; each makes BLOCK_ROWS samples.
#define BLOCK 16
#define BLOCK_PITCH (BLOCK + 1)
// Rows begin at a multiple of 32 words, odd ones 16 words later: the two rows that 32 neighbouring work-items read at a
// time lie in different banks.
#define LINE_AT(row, pitch) ((row) * (pitch) + ((row) & 1) * 16)

// LINES(row, i): sample i of a row as a float. Blurs the group's block of BLOCK rows, `length` long and `rows` of them,
// and leaves it in `block`, to be read transposed.
#define DEFINE_BLUR_BLOCK(NAME, T, SAMPLE)                                                                             \
    static inline void NAME(T from, constant float* weights, int length, int rows, int radius, local float* lines,     \
                            int pitch, local float* block) {                                                           \
        const int x = get_local_id(0);                                                                                 \
        const int left = (int)get_group_id(0) * BLOCK - radius;                                                        \
        const int top = (int)get_group_id(1) * BLOCK;                                                                  \
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1))                                               \
            for (int i = x; i < BLOCK + 2 * radius; i += BLOCK) {                                                      \
                const int at = border_index(left + i, length);                                                         \
                const size_t row = min(top + y, rows - 1);                                                             \
                lines[LINE_AT(y, pitch) + i] = IS_INSIDE(at) ? SAMPLE(from, row * length + at) : 0.0f;                 \
            }                                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {                                             \
            local const float* line = lines + LINE_AT(y, pitch) + x;                                                   \
            float sum = 0.0f;                                                                                          \
            SUM_TAPS(float, sum, true, line[i])                                                                        \
            block[y * BLOCK_PITCH + x] = sum;                                                                          \
        }                                                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
    }
#define SOURCE_SAMPLE(samples, i) ((float)(samples)[(i) * SRC_CHANNELS])
#define PLANE_SAMPLE(samples, i) ((samples)[i])
DEFINE_BLUR_BLOCK(blur_source_block, global const SRC_TYPE*, SOURCE_SAMPLE)
DEFINE_BLUR_BLOCK(blur_plane_block, global const float*, PLANE_SAMPLE)

// From the image to planes, one a colour channel, in which columns lie as rows: `height` samples long, `width` of them.
KERNEL void gaussian_block_rows(global const SRC_PIXEL* src, global float* planes, constant float* weights, int width,
                                int height, int radius, int pitch, local float* lines, local float* block) {
    const int column = (int)get_group_id(1) * BLOCK + get_local_id(0);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        blur_source_block((global const SRC_TYPE*)src + c, weights, width, height, radius, lines, pitch, block);
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {
            const int row = (int)get_group_id(0) * BLOCK + y;
            if (row < width && column < height)
                planes[((size_t)c * width + row) * height + column] = block[get_local_id(0) * BLOCK_PITCH + y];
        }
    }
}

// From the planes to the image: their rows are the image's columns.
KERNEL void gaussian_block_columns(global const SRC_PIXEL* src, global const float* planes, global DST_PIXEL* dst,
                                   constant float* weights, int width, int height, int radius, int pitch,
                                   local float* lines, local float* block) {
    float sums[COLOUR_CHANNELS][BLOCK_ROWS];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        blur_plane_block(planes + (size_t)c * width * height, weights, height, width, radius, lines, pitch, block);
        for (int own = 0; own < BLOCK_ROWS; ++own)
            sums[c][own] = block[get_local_id(0) * BLOCK_PITCH + get_local_id(1) + own * get_local_size(1)];
    }
    const int x = (int)get_group_id(1) * BLOCK + get_local_id(0);
    for (int own = 0; own < BLOCK_ROWS; ++own) {
        const int y = (int)get_group_id(0) * BLOCK + get_local_id(1) + own * (int)get_local_size(1);
        if (x >= width || y >= height) continue;
#if SRC_CHANNELS == 4
        const SUM sum = (SUM)(sums[0][own], sums[1][own], sums[2][own], 0.0f);
#else
        const SUM sum = sums[0][own];
#endif
        const size_t i = (size_t)y * width + x;
        dst[i] = WITH_ALPHA_OF(src[i], TO_DST_PIXEL(sum));
    }
}
#endif

#ifdef STRIP
// Fused: a workgroup walks down a strip of STRIP columns, STEP rows at a time. It puts the rows as floats into local
// memory (`lines`), blurs them along themselves into a ring of rows there, and blurs the ring's columns into the image.
// Work-items make RUN_X samples of a row, then RUN_Y x RUN_V samples of neighbouring columns.
#if UNROLLED
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif
#define TAPS (2 * RADIUS + 1)
#define IS_TAP(i) ((i) >= 0 && (i) < TAPS)
#define IS_ANY(i) true
// Few taps: all loops over them are unrolled, and one register serves the two sides of the symmetric weights.
#if UNROLLED && RADIUS <= 24
#define UNROLL_TAPS UNROLL
#define WEIGHT(i) weights[min(i, 2 * RADIUS - (i))]
#else
#define UNROLL_TAPS _Pragma("unroll 1")
#define WEIGHT(i) weights[i]
#endif
// Columns to the left of the strip, so that rows begin at a multiple of four pixels.
#define LEAD ((RADIUS + 3) / 4 * 4)
#define LINE_LENGTH ((STRIP + LEAD + RADIUS + 3) / 4 * 4)
// Rows of all work-items that stand side by side begin in different banks.
#define PITCH_OF(n) (((n) + 27) / 32 * 32 + 4)
#define LINE_PITCH PITCH_OF(LINE_LENGTH)
#define RING_PITCH PITCH_OF(STRIP)
// Steps between a row's blur along itself and the last use of it.
#define LAG ((2 * RADIUS + STEP - 1) / STEP)
#define RING_ROWS ((LAG + 1) * STEP)

// A work-item fetches pieces of four samples, which are a pixel where there are four channels. It does so a step ahead,
// so that nobody waits for global memory.
#define PIECE PASTE(SRC_TYPE, 4)
#define PIECE_PIXELS (4 / SRC_CHANNELS)
#define LINE_PIECES (LINE_LENGTH / PIECE_PIXELS)
#define FETCHES ((STEP * LINE_PIECES + ITEMS - 1) / ITEMS)
#define FETCHED(k) ((int)get_local_id(0) + (k)*ITEMS)

static inline SRC_PIXEL pixel_at(global const SRC_PIXEL* src, int x, int row, int width) {
    const int column = border_index(x, width);
    return IS_INSIDE(row) && IS_INSIDE(column) ? src[(size_t)row * width + column] : (SRC_PIXEL)(0);
}

// The pieces of STEP rows from row `top` on; rows begin at column `left`.
static inline void fetch(global const SRC_PIXEL* src, PIECE* pieces, int left, int top, int width, int height) {
    const bool whole = ALIGNED && left >= 0 && left + LINE_LENGTH <= width && top >= 0 && top + STEP <= height;
    UNROLL for (int k = 0; k < FETCHES; ++k) {
        const int row = FETCHED(k) / LINE_PIECES;
        const int x = left + FETCHED(k) % LINE_PIECES * PIECE_PIXELS;
        if (row >= STEP) continue;
        if (whole) {
            pieces[k] = *(global const PIECE*)(src + (size_t)(top + row) * width + x);
        } else {
            const int from = border_index(top + row, height);
#if SRC_CHANNELS == 4
            pieces[k] = pixel_at(src, x, from, width);
#else
            pieces[k] = (PIECE)(pixel_at(src, x, from, width), pixel_at(src, x + 1, from, width),
                                pixel_at(src, x + 2, from, width), pixel_at(src, x + 3, from, width));
#endif
        }
    }
}

// Lays a channel of the pieces out as lines of floats.
static inline void lay_out(const PIECE* pieces, local float* lines, int channel) {
    UNROLL for (int k = 0; k < FETCHES; ++k) {
        const int row = FETCHED(k) / LINE_PIECES, x = FETCHED(k) % LINE_PIECES * PIECE_PIXELS;
        if (row >= STEP) continue;
        const float4 samples = convert_float4(pieces[k]);
#if SRC_CHANNELS == 4
        lines[row * LINE_PITCH + x] = channel == 0 ? samples.x : channel == 1 ? samples.y : samples.z;
#else
        *(local float4*)(lines + row * LINE_PITCH + x) = samples;
#endif
    }
}

// Adds the four columns from 4 q on of a line to the RUN_X samples that see them.
#define ADD_FOUR(q, SEES)                                                                                              \
    {                                                                                                                  \
        float four[4];                                                                                                 \
        vstore4(*(local const float4*)(line + 4 * (q)), 0, four);                                                      \
        UNROLL for (int t = 0; t < 4; ++t)                                                                             \
            UNROLL for (int o = 0; o < RUN_X; ++o)                                                                     \
                if (SEES(4 * (q) + t - o - SHIFT))                                                                     \
                    sums[o] = fma(WEIGHT(4 * (q) + t - o - SHIFT), four[t], sums[o]);                                  \
    }
#define SHIFT (LEAD - RADIUS)
#define HEAD_FOURS ((RUN_X + SHIFT + 2) / 4)
#define TAIL_FOUR max(HEAD_FOURS, (2 * RADIUS + SHIFT + 1) / 4)

// Blurs RUN_X neighbouring samples of a line.
static inline void blur_run(local const float* line, constant float* weights, local float* to) {
    float sums[RUN_X];
    UNROLL for (int o = 0; o < RUN_X; ++o) sums[o] = 0.0f;
    UNROLL for (int q = 0; q < HEAD_FOURS; ++q) ADD_FOUR(q, IS_TAP)
    UNROLL_TAPS for (int q = HEAD_FOURS; q < TAIL_FOUR; ++q) ADD_FOUR(q, IS_ANY)
    UNROLL for (int q = TAIL_FOUR; q < (RUN_X + LEAD + RADIUS + 3) / 4; ++q) ADD_FOUR(q, IS_TAP)
    UNROLL for (int o = 0; o < RUN_X; o += 4)
        *(local float4*)(to + o) = (float4)(sums[o], sums[o + 1], sums[o + 2], sums[o + 3]);
}

static inline void blur_lines(local const float* lines, local float* ring, constant float* weights) {
    for (int i = get_local_id(0); i < STEP * (STRIP / RUN_X); i += get_local_size(0)) {
        const int row = i % STEP, x = i / STEP * RUN_X;
        blur_run(lines + row * LINE_PITCH + x, weights, ring + row * RING_PITCH + x);
    }
}

// Adds RUN_Y rows of the ring, the window's rows from RUN_Y q on, to the RUN_Y rows of sums that see them.
#define ADD_ROWS(q, SEES)                                                                                              \
    {                                                                                                                  \
        UNROLL for (int t = 0; t < RUN_Y; ++t)                                                                         \
            UNROLL for (int v = 0; v < RUN_V; ++v)                                                                     \
                UNROLL for (int p = 0; p < RUN_Y; ++p)                                                                 \
                    if (SEES(RUN_Y * (q) + t - p))                                                                     \
                        sums[p][v] = fma(WEIGHT(RUN_Y * (q) + t - p), ring[(row + t) * RING_PITCH + v], sums[p][v]);   \
        row = row + RUN_Y == RING_ROWS ? 0 : row + RUN_Y;                                                              \
    }
#define TAIL_ROWS max(1, TAPS / RUN_Y)

// The sums of RUN_Y rows and RUN_V columns of a window whose first row is `row` of the ring.
static inline void blur_columns(local const float* ring, int row, constant float* weights,
                                float sums[RUN_Y][RUN_V]) {
    UNROLL for (int p = 0; p < RUN_Y; ++p)
        UNROLL for (int v = 0; v < RUN_V; ++v) sums[p][v] = 0.0f;
    ADD_ROWS(0, IS_TAP)
    UNROLL_TAPS for (int q = 1; q < TAIL_ROWS; ++q) ADD_ROWS(q, IS_ANY)
    UNROLL for (int q = TAIL_ROWS; q < (2 * RUN_Y + 2 * RADIUS - 1) / RUN_Y; ++q) ADD_ROWS(q, IS_TAP)
}

static inline void store_sums(global const SRC_PIXEL* src, global DST_PIXEL* dst, size_t at, int count,
                              const float sums[COLOUR_CHANNELS][RUN_V]) {
    UNROLL for (int v = 0; v < RUN_V; ++v) {
#if SRC_CHANNELS == 4
        const SUM sum = (SUM)(sums[0][v], sums[1][v], sums[2][v], 0.0f);
#else
        const SUM sum = sums[0][v];
#endif
        if (v < count) dst[at + v] = WITH_ALPHA_OF(src[at + v], TO_DST_PIXEL(sum));
    }
}

static inline void make_rows(global const SRC_PIXEL* src, global DST_PIXEL* dst, local const float* ring, int first,
                             constant float* weights, int left, int top, int width, int height) {
    for (int i = get_local_id(0); i < STEP / RUN_Y * (STRIP / RUN_V); i += get_local_size(0)) {
        const int x = i % (STRIP / RUN_V) * RUN_V, y = i / (STRIP / RUN_V) * RUN_Y;
        const int row = first + y >= RING_ROWS ? first + y - RING_ROWS : first + y;
        float sums[COLOUR_CHANNELS][RUN_Y][RUN_V];
        UNROLL for (int c = 0; c < COLOUR_CHANNELS; ++c)
            blur_columns(ring + c * RING_ROWS * RING_PITCH + x, row, weights, sums[c]);
        UNROLL for (int p = 0; p < RUN_Y; ++p) {
            float line[COLOUR_CHANNELS][RUN_V];
            UNROLL for (int c = 0; c < COLOUR_CHANNELS; ++c)
                UNROLL for (int v = 0; v < RUN_V; ++v) line[c][v] = sums[c][p][v];
            if (top + y + p < height)
                store_sums(src, dst, (size_t)(top + y + p) * width + left + x, width - left - x, line);
        }
    }
}

KERNEL void gaussian_fused(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                           int height, int steps) {
    local float lines[STEP * LINE_PITCH] __attribute__((aligned(16)));
    local float ring[COLOUR_CHANNELS * RING_ROWS * RING_PITCH] __attribute__((aligned(16)));
    const int left = (int)get_group_id(0) * STRIP;
    const int top = (int)get_group_id(1) * steps * STEP;
    const int end = min(steps, (height - top + STEP - 1) / STEP) + LAG;
    PIECE pieces[FETCHES];
    fetch(src, pieces, left - LEAD, top - RADIUS, width, height);
    int slot = 0;
    for (int step = 0; step < end; ++step) {
        UNROLL for (int c = 0; c < COLOUR_CHANNELS; ++c) {
            lay_out(pieces, lines, c);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (c + 1 == COLOUR_CHANNELS)
                fetch(src, pieces, left - LEAD, top - RADIUS + (step + 1) * STEP, width, height);
            blur_lines(lines, ring + (c * RING_ROWS + slot * STEP) * RING_PITCH, weights);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        slot = slot == LAG ? 0 : slot + 1;
        if (step >= LAG)
            make_rows(src, dst, ring, slot * STEP, weights, left, top + (step - LAG) * STEP, width, height);
    }
}
#endif
