// binary-patterns: the mean of the leaves that each window's comparisons of halves of rectangles lead to, from sums of
// the integral image. core/detector.h has the rule.
//
// Defines: those of common.clh; TESTS, the tests of a tree; for the packed form LANES, the windows of a work-item,
// and DOWN, 1 where they lie one below the other (so that neighbouring work-items read neighbouring samples), else 0.
// A window's corner is half a window to the left of and above the pixel that it gives; rows of sums are width + 1
// apart.

// The image in gray below a row and beside a column of zeros.
KERNEL void binary_patterns_gray(global const SRC_PIXEL* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x > width || y > height) return;
    uchar gray = 0;
    if (x > 0 && y > 0) {
        const SRC_PIXEL s = src[(y - 1) * width + x - 1];
#if SRC_CHANNELS == 4
        gray = LUMA(s.x, s.y, s.z);
#else
        gray = s;
#endif
    }
    dst[y * (width + 1) + x] = gray;
}

#ifdef TESTS
#define LEAVES_OF_TREE (1 << (2 * TESTS))

static inline bool fits(int corner, int window, int side) { return corner >= 0 && corner + window <= side; }

// The sums s0..s7 at a rectangle's upper left, upper middle, upper right, middle left, middle right, lower left, lower
// middle and lower right give its halves: left > right, top > bottom. Half sums are below 2^32, so that wrapping is
// harmless.
#define LEFT_IS_GREATER(s) ((s##6) - (s##5) - (s##1) + (s##0) > (s##7) - (s##6) - (s##2) + (s##1))
#define TOP_IS_GREATER(s) ((s##4) - (s##3) - (s##2) + (s##0) > (s##7) - (s##5) - (s##4) + (s##3))

static inline uint bits_of(global const uint* from, int8 at) {
    const uint s0 = from[at.s0], s1 = from[at.s1], s2 = from[at.s2], s3 = from[at.s3];
    const uint s4 = from[at.s4], s5 = from[at.s5], s6 = from[at.s6], s7 = from[at.s7];
    return 2 * LEFT_IS_GREATER(s) + TOP_IS_GREATER(s);
}

// Where a test's eight sums are for the window at `corner`.
static inline int8 places_of(ushort4 test, int corner, int stride) {
    const int top = corner + test.y * stride + test.x, a = test.z;
    const int middle = top + test.w * stride, low = middle + test.w * stride;
    return (int8)(top, top + a, top + 2 * a, middle, middle + 2 * a, low, low + a, low + 2 * a);
}

// The sum of the leaves that the window at `corner` reaches, from tests and leaves in memory of the given kinds.
#define SUM_OF_LEAVES(name, tests_memory, leaves_memory)                                                               \
    static inline uint name(global const uint* sums, int corner, int stride, tests_memory const ushort4* tests,        \
                            leaves_memory const uchar* leaves, int trees) {                                            \
        uint sum = 0;                                                                                                  \
        for (int tree = 0; tree < trees; ++tree, tests += TESTS, leaves += LEAVES_OF_TREE) {                           \
            uint leaf = 0;                                                                                             \
            for (int i = 0; i < TESTS; ++i) leaf = 4 * leaf + bits_of(sums, places_of(tests[i], corner, stride));      \
            sum += leaves[leaf];                                                                                       \
        }                                                                                                              \
        return sum;                                                                                                    \
    }

SUM_OF_LEAVES(sum_of_trees, global, global)
SUM_OF_LEAVES(sum_of_local_trees, local, local)
SUM_OF_LEAVES(sum_of_other_trees, local, global)

KERNEL void binary_patterns_direct(global const uint* sums, global uchar* dst, global const ushort4* tests,
                                   global const uchar* leaves, int width, int height, int window_width,
                                   int window_height, int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    const int stride = width + 1;
    const bool inside = fits(x, window_width, width) && fits(y, window_height, height);
    const uint sum = inside ? sum_of_trees(sums, y * stride + x, stride, tests, leaves, trees) : 0;
    dst[row * width + column] = sum / trees;
}

KERNEL void binary_patterns_local_tables(global const uint* sums, global uchar* dst, global const ushort4* tests,
                                         global const uchar* leaves, int width, int height, int window_width,
                                         int window_height, int trees, local ushort4* local_tests,
                                         local uchar* local_leaves, int local_trees) {
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    for (int i = item; i < trees * TESTS; i += items) local_tests[i] = tests[i];
    for (int i = item; i < local_trees * LEAVES_OF_TREE; i += items) local_leaves[i] = leaves[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int column = get_global_id(0);
    if (column >= width) return;
    const int x = column - window_width / 2;
    for (int row = get_global_id(1); row < height; row += get_global_size(1)) {
        const int y = row - window_height / 2;
        uint sum = 0;
        if (fits(x, window_width, width) && fits(y, window_height, height)) {
            const int corner = y * (width + 1) + x;
            sum = sum_of_local_trees(sums, corner, width + 1, local_tests, local_leaves, local_trees) +
                  sum_of_other_trees(sums, corner, width + 1, local_tests + local_trees * TESTS,
                                     leaves + local_trees * LEAVES_OF_TREE, trees - local_trees);
        }
        dst[row * width + column] = sum / trees;
    }
}

#ifdef LANES
#define SUMS PASTE(uint, LANES)
#if DOWN
#define AT(offset) four_rows(from + (offset), stride)
static inline SUMS four_rows(global const uint* from, int stride) {
    return (SUMS)(from[0], from[stride], from[2 * stride], from[3 * stride]);
}
#else
#define AT(offset) LOAD(from + (offset))
#endif

static inline uint sum_of_packed_trees(global const uint* from, constant int8* tests, global const uchar* leaves,
                                       int trees) {
    uint sum = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TESTS, leaves += LEAVES_OF_TREE) {
        uint leaf = 0;
        for (int i = 0; i < TESTS; ++i) leaf = 4 * leaf + bits_of(from, tests[i]);
        sum += leaves[leaf];
    }
    return sum;
}

// The bits of neighbouring windows. True lanes of a comparison are all ones: taking them away adds one.
static inline SUMS lanes_of_bits(global const uint* from, int stride, int8 at) {
    const SUMS s0 = AT(at.s0), s1 = AT(at.s1), s2 = AT(at.s2), s3 = AT(at.s3);
    const SUMS s4 = AT(at.s4), s5 = AT(at.s5), s6 = AT(at.s6), s7 = AT(at.s7);
    const SUMS left = PASTE(as_, SUMS)(LEFT_IS_GREATER(s)), top = PASTE(as_, SUMS)(TOP_IS_GREATER(s));
    return 0u - left - left - top;
}

KERNEL void binary_patterns_packed(global const uint* sums, global uchar* dst, constant int8* tests,
                                   global const uchar* leaves, int width, int height, int window_width,
                                   int window_height, int trees) {
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = width + 1, step = DOWN ? width : 1, next = DOWN ? stride : 1;
    const int column = get_global_id(0) * across, row = get_global_id(1) * down;
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    global const uint* from = sums + y * stride + x;
    global uchar* to = dst + row * width + column;
    if (x < 0 || y < 0 || x + across - 1 + window_width > width || y + down - 1 + window_height > height) {
        for (int i = 0; i < LANES && (DOWN ? row + i < height : column + i < width); ++i)
            to[i * step] = fits(DOWN ? x : x + i, window_width, width) && fits(DOWN ? y + i : y, window_height, height)
                               ? sum_of_packed_trees(from + i * next, tests, leaves, trees) / trees
                               : 0;
        return;
    }
    uint means[LANES];
    for (int i = 0; i < LANES; ++i) means[i] = 0;
    for (int tree = 0; tree < trees; ++tree, tests += TESTS, leaves += LEAVES_OF_TREE) {
        SUMS leaf = 0;
        for (int i = 0; i < TESTS; ++i) leaf = 4 * leaf + lanes_of_bits(from, stride, tests[i]);
        uint found[LANES];
        STORE(leaf, found);
        for (int i = 0; i < LANES; ++i) means[i] += leaves[found[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = means[i] / trees;
}
#endif
#endif
