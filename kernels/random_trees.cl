// random-trees: the mean of the leaves that each window's pixel comparisons lead to. core/detector.h has the rule.
//
// Defines: those of common.clh; TESTS, the tests of a tree; for the packed form LANES, the windows of a work-item,
// and DOWN, 1 where they lie one below the other (so that neighbouring work-items read neighbouring samples), else 0.
// A window's corner is half a window to the left of and above the pixel that it gives.

#ifdef TESTS
// Tests of a tree in the tables of offsets: filled up to an even number.
#define PADDED_TESTS (TESTS + TESTS % 2)

static inline bool fits(int corner, int window, int side) { return corner >= 0 && corner + window <= side; }

// The window at `from`, from tests as offsets in memory of the given kind.
#define SUM_OF_LEAVES(name, tests_memory, leaves_memory)                                                              \
    static inline uint name(global const uchar* from, tests_memory const int2* tests,                                  \
                            leaves_memory const uchar* leaves, int trees) {                                            \
        uint sum = 0;                                                                                                  \
        for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS, leaves += 1 << TESTS) {                        \
            uint leaf = 0;                                                                                             \
            for (int i = 0; i < TESTS; ++i) leaf = 2 * leaf + (from[tests[i].x] > from[tests[i].y]);                   \
            sum += leaves[leaf];                                                                                       \
        }                                                                                                              \
        return sum;                                                                                                    \
    }
#endif

KERNEL void random_trees_gray(global const SRC_PIXEL* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_PIXEL s = src[y * width + x];
#if SRC_CHANNELS == 4
    dst[y * width + x] = LUMA(s.x, s.y, s.z);
#else
    dst[y * width + x] = s;
#endif
}

#ifdef TESTS
KERNEL void random_trees_direct(global const uchar* gray, global uchar* dst, global const ushort4* tests,
                                global const uchar* leaves, int width, int height, int window_width, int window_height,
                                int trees) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    uint sum = 0;
    if (fits(x, window_width, width) && fits(y, window_height, height)) {
        global const uchar* from = gray + y * width + x;
        for (int tree = 0; tree < trees; ++tree) {
            uint leaf = 0;
            for (int i = 0; i < TESTS; ++i) {
                const ushort4 test = tests[tree * TESTS + i];
                leaf = 2 * leaf + (from[test.y * width + test.x] > from[test.w * width + test.z]);
            }
            sum += leaves[(tree << TESTS) + leaf];
        }
    }
    dst[row * width + column] = sum / trees;
}

SUM_OF_LEAVES(sum_of_local_trees, local, local)
SUM_OF_LEAVES(sum_of_other_trees, local, global)

KERNEL void random_trees_local_tables(global const uchar* gray, global uchar* dst, global const int2* tests,
                                      global const uchar* leaves, int width, int height, int window_width,
                                      int window_height, int trees, local int2* local_tests, local uchar* local_leaves,
                                      int local_trees) {
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    for (int i = item; i < trees * PADDED_TESTS; i += items) local_tests[i] = tests[i];
    for (int i = item; i < local_trees << TESTS; i += items) local_leaves[i] = leaves[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int column = get_global_id(0);
    if (column >= width) return;
    const int x = column - window_width / 2;
    for (int row = get_global_id(1); row < height; row += get_global_size(1)) {
        const int y = row - window_height / 2;
        uint sum = 0;
        if (fits(x, window_width, width) && fits(y, window_height, height)) {
            global const uchar* from = gray + y * width + x;
            sum = sum_of_local_trees(from, local_tests, local_leaves, local_trees) +
                  sum_of_other_trees(from, local_tests + local_trees * PADDED_TESTS, leaves + (local_trees << TESTS),
                                     trees - local_trees);
        }
        dst[row * width + column] = sum / trees;
    }
}

#ifdef LANES
#define PIXELS PASTE(uchar, LANES)
#define LEAVES PASTE(ushort, LANES)
#define BITS PASTE(short, LANES)
#if DOWN
#define AT(offset) four_rows(from + (offset), stride)
static inline PIXELS four_rows(global const uchar* from, int stride) {
    return (PIXELS)(from[0], from[stride], from[2 * stride], from[3 * stride]);
}
#else
#define AT(offset) LOAD(from + (offset))
#endif
// True lanes of a comparison are all ones: taking them away adds one.
#define ASK(a, b) leaf = leaf + leaf - PASTE(as_, LEAVES)(PASTE(convert_, BITS)(AT(a) > AT(b)))

SUM_OF_LEAVES(sum_of_trees, constant, global)

// Two tests in each int4.
KERNEL void random_trees_packed(global const uchar* gray, global uchar* dst, constant int4* tests,
                                global const uchar* leaves, int width, int height, int window_width, int window_height,
                                int trees) {
    const int across = DOWN ? 1 : LANES, down = DOWN ? LANES : 1;
    const int stride = width, step = DOWN ? width : 1;
    const int column = get_global_id(0) * across, row = get_global_id(1) * down;
    if (column >= width || row >= height) return;
    const int x = column - window_width / 2, y = row - window_height / 2;
    global const uchar* from = gray + y * stride + x;
    global uchar* to = dst + row * width + column;
    if (x < 0 || y < 0 || x + across - 1 + window_width > width || y + down - 1 + window_height > height) {
        for (int i = 0; i < LANES && (DOWN ? row + i < height : column + i < width); ++i)
            to[i * step] = fits(DOWN ? x : x + i, window_width, width) && fits(DOWN ? y + i : y, window_height, height)
                               ? sum_of_trees(from + i * step, (constant const int2*)tests, leaves, trees) / trees
                               : 0;
        return;
    }
    uint sums[LANES];
    for (int i = 0; i < LANES; ++i) sums[i] = 0;
    for (int tree = 0; tree < trees; ++tree, tests += PADDED_TESTS / 2, leaves += 1 << TESTS) {
        LEAVES leaf = 0;
        for (int i = 0; i < TESTS / 2; ++i) {
            const int4 two = tests[i];
            ASK(two.x, two.y);
            ASK(two.z, two.w);
        }
#if TESTS % 2
        ASK(tests[TESTS / 2].x, tests[TESTS / 2].y);
#endif
        ushort found[LANES];
        STORE(leaf, found);
        for (int i = 0; i < LANES; ++i) sums[i] += leaves[found[i]];
    }
    for (int i = 0; i < LANES; ++i) to[i * step] = sums[i] / trees;
}
#endif
#endif
