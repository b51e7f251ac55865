// Pipelined Floyd-Steinberg for gray 8-bit images in black and white on GPUs: the lanes of a warp walk along 32 rows at
// once, each a few columns behind the row above. The plain kernel walks along one row after the other. Errors stay in
// registers and go from lane to lane by shuffles (band_steps.clh); pixels are loaded and stored as words of four.
//
// A workgroup has several bands of 32 rows, each one a warp. Lanes that are outside of the image compute as well: their
// pixels count as so dark that no error leaves them. Blocks in which all lanes are inside have a loop of their own,
// without such checks. All bands of a workgroup meet at one barrier for each block, and without shuffles at one more
// for each step. The first band fetches the errors of the workgroup above while it computes. The kernel's time is
// nearly that of the longest chain of dependent pixels: the width plus ROW_LAG times the height. pipelined_planes is
// the form for other images. The grid has a workgroup for each local_size(0) / 32 bands. Defines: those of
// band_steps.clh; SPLITS_WORDS (1 if row ends split words).
//
// Races: band_steps.clh says how errors arrive. Rows share no word that is stored whole: bytes of a word that a row's
// end splits are stored one by one.
#include "prelude/instructions.clh"
#include "diffusion/floyd_steinberg/band_steps.clh"

// The words of a row. A lane's columns may begin anywhere in a word. So its words are combined from two aligned ones by
// a shift, after the load and before the store. A lane keeps the words of three blocks in registers: those that it
// computes, the next ones, and those that are on their way. Words that a row's end splits belong to two rows, and are
// stored byte by byte. find_limits says which blocks need neither checks nor such stores; it is the same for all lanes
// of a band.
enum {
    WORDS = BLOCK_COLUMNS / 4,
    FIRST_BLOCK = HAS_SHUFFLE ? 0 : -1 // without a shuffle all lanes compute in every turn, from block -1 on
};

typedef struct {
    global const uchar* src;
    global uchar* dst;
    uint now[WORDS], next[WORDS], later[WORDS]; // of three blocks
    uint unwritten;                             // results of the last word, not all of them stored yet
    int first;                                  // the word of the lane's first column in block 0
    uint shift;                                 // bits from there to the column
    int safe_from, safe_end;                    // blocks whose words ahead are in the image for all lanes
    int inner_from, inner_end;                  // blocks with all lanes inside of their rows
    uint whole, any;                            // a word at column x has all pixels in the row if (uint)x < whole,
                                                // some if (uint)(x + 3) < any; negative columns are large as uint
} word_row_t;

// A word of the source, 0 beyond its ends; the last one may be incomplete.
INLINE uint load_word(const word_row_t* row, const lane_t* lane, int word) {
    const size_t bytes = (size_t)lane->width * lane->height;
    uint value = 0;
    for (int i = 0; i < 4; ++i)
        if (word >= 0 && (size_t)word * 4 + i < bytes) value |= (uint)row->src[(size_t)word * 4 + i] << (8 * i);
    return value;
}

INLINE void load_words(const word_row_t* row, const lane_t* lane, uint* words, int block, bool is_safe) {
    const int first = row->first + block * WORDS;
    if (is_safe) {
        global const uint* const from = (global const uint*)row->src + first;
        UNROLL_FOR (int k = 0; k < WORDS; ++k) words[k] = from[k];
    } else {
        UNROLL_FOR (int k = 0; k < WORDS; ++k) words[k] = load_word(row, lane, first + k);
    }
}

INLINE void find_limits(word_row_t* row, const lane_t* lane) {
    const int behind = ROW_LAG * (BAND_ROWS - 1) + 3; // columns that a lane's words may be behind lane 0's column
    const int top = lane->row - lane->index, bottom = top + BAND_ROWS - 1;
    const long width = lane->width;
    // The bytes before the band's first row and from its last row on. Beyond 2^30 they no longer matter, and are cut to
    // fit an int. Words are loaded two blocks ahead.
    const long before = min(width * min(top, lane->height - 1), (long)(1 << 30));
    const long after = min(width * (lane->height - min(bottom, lane->height - 1)), (long)(1 << 30));
    row->safe_from = max((int)(behind - before + BLOCK_COLUMNS - 1) / BLOCK_COLUMNS - 2, (int)FIRST_BLOCK);
    row->safe_end = (int)(after - 3) / BLOCK_COLUMNS - 2;
    row->inner_from = (behind + BLOCK_COLUMNS - 1) / BLOCK_COLUMNS;
    row->inner_end = bottom < lane->height ? lane->width / BLOCK_COLUMNS : 0;
    row->whole = lane->row < lane->height ? max(lane->width - 3, 0) : 0;
    row->any = lane->row < lane->height ? lane->width + 3 : 0;
}

INLINE void begin_words(word_row_t* row, const lane_t* lane) {
    const long start = (long)min(lane->row, lane->height - 1) * lane->width - ROW_LAG * lane->index;
    row->first = (int)(start >> 2);
    row->shift = 8 * (int)(start & 3);
    row->unwritten = 0;
    find_limits(row, lane);
    load_words(row, lane, row->now, FIRST_BLOCK, false);
    load_words(row, lane, row->next, FIRST_BLOCK + 1, false);
}

INLINE void move_words(word_row_t* row) {
    UNROLL_FOR (int k = 0; k < WORDS; ++k) {
        row->now[k] = row->next[k];
        row->next[k] = row->later[k];
    }
}

// The pixels of a word that are inside the row; its first one is in column x.
INLINE void store_bytes(const word_row_t* row, int width, uint value, int word, int x) {
    for (int i = 0; i < 4; ++i)
        if (x + i >= 0 && x + i < width) row->dst[(size_t)word * 4 + i] = (uchar)(value >> (8 * i));
}

INLINE bool is_split(const word_row_t* row, int x) { return (uint)x >= row->whole && (uint)(x + 3) < row->any; }

// Stores the words of a block that a row's end splits. The first word begins in column x. Rows longer than a block have
// at most one such word. It is found before it is stored, since lanes differ in which one it is.
INLINE void store_split_words(const word_row_t* row, int width, const uint* values, int word, int x) {
    const bool is_short = width <= BLOCK_COLUMNS + 8;
    uint split = 0;
    int place = -1;
    UNROLL_FOR (int k = 0; k < WORDS; ++k) {
        const bool is_this = is_split(row, x + 4 * k);
        if (is_this && is_short) store_bytes(row, width, values[k], word + k, x + 4 * k);
        split = is_this ? values[k] : split;
        place = is_this ? k : place;
    }
    if (place >= 0 && !is_short) store_bytes(row, width, split, word + place, x + 4 * place);
}

// The same for widths that are multiples of four, which have no such words: nothing is ever stored. Without it the
// compiler orders a step so that an H200 takes 1.6 % longer, and with the function above 15 %.
INLINE void store_no_words(const word_row_t* row, int width, const uint* values, int word, int x) {
    if (width % 4 == 0) return;
    UNROLL_FOR (int k = 0; k < WORDS; ++k)
        if (is_split(row, x + 4 * k)) store_bytes(row, width, values[k], word + k, x + 4 * k);
}

enum { FAR_BELOW_BLACK = -(1 << 26) }; // a sum whose error is 0 whatever arrives

// Computes four pixels from column x on: returns their results in a word.
INLINE uint make_word(lane_t* lane, uint word, int x, const int* entering, bool is_inner, int threshold, int quad,
                      boundary_t boundary) {
    uint result = 0;
    int made[4];
    UNROLL_FOR (int i = 0; i < 4; ++i) {
        const int above_right = next_above_right(lane, entering[i], 4 * quad + i, is_inner);
        const int known = known_share(&lane->neighbours, above_right);
        int seed = add_byte_times(word, i, 16, known);
        if (!is_inner) seed = (uint)(x + i) < (uint)lane->width ? seed : FAR_BELOW_BLACK;
        const int sum = sixteenfold_sum(&lane->neighbours, above_right, known, seed);
        result = select_bits(255 << (8 * i), black_or_white(sum, threshold, &lane->neighbours.left), result);
        move_right(&lane->neighbours, above_right);
        record_pixel(lane, x + i);
        made[i] = lane->neighbours.left;
    }
    hand_over(boundary, quad, (int4)(made[0], made[1], made[2], made[3]));
    return result;
}

INLINE void make_words(lane_t* lane, word_row_t* row, const int* entering, int block, bool is_inner, int threshold,
                       boundary_t boundary) {
    const int start = block * BLOCK_COLUMNS - ROW_LAG * lane->index;
    const int word = row->first + block * WORDS;
    global uint* const to = (global uint*)row->dst + word;
    const int first = start - (int)row->shift / 8; // the column of the first word
    uint values[WORDS];
    UNROLL_FOR (int k = 0; k < WORDS; ++k) {
        const uint high = k + 1 < WORDS ? row->now[(k + 1) % WORDS] : row->next[0];
        const uint source = shifted_right(row->now[k], high, row->shift);
        const uint result = make_word(lane, source, start + 4 * k, entering + 4 * k, is_inner, threshold, k, boundary);
        values[k] = shifted_left(row->unwritten, result, row->shift);
        if (is_inner || (uint)(first + 4 * k) < row->whole) to[k] = values[k];
        row->unwritten = result;
    }
    if (is_inner) return;
    if (SPLITS_WORDS)
        store_split_words(row, lane->width, values, word, first);
    else
        store_no_words(row, lane->width, values, word, first);
}

// Two functions, because the compiler would otherwise merge both calls before it inlines them, and branch inside.
INLINE void make_inner_words(lane_t* lane, word_row_t* row, const int* entering, int block, int threshold,
                             boundary_t boundary) {
    make_words(lane, row, entering, block, true, threshold, boundary);
}
INLINE void make_edge_words(lane_t* lane, word_row_t* row, const int* entering, int block, int threshold,
                            boundary_t boundary) {
    make_words(lane, row, entering, block, false, threshold, boundary);
}

// One block of a lane. `entering` has the errors of the band above, BAND_DELAY blocks further right; lane 0 uses them
// CARRIED steps later. Beyond the end of the band above the slots can hold old errors. Only pixels to the right of the
// image get them.
INLINE void make_block(lane_t* lane, word_row_t* row, local const int* entering, bool has_above, int block,
                       int threshold, boundary_t boundary) {
    int entered[CARRIED + BLOCK_COLUMNS];
    UNROLL_FOR (int i = 0; i < CARRIED; ++i) entered[i] = lane->carried[i];
    UNROLL_FOR (int i = 0; i < QUADS; ++i)
        // Without a shuffle blocks outside of the image are computed, too, and slots not yet written must not be read.
        unpack(entered + CARRIED + 4 * i, HAS_SHUFFLE || has_above ? ((local const int4*)entering)[i] : (int4)0);
    UNROLL_FOR (int i = 0; i < CARRIED; ++i) lane->carried[i] = entered[BLOCK_COLUMNS + i];
    load_words(row, lane, row->later, block + 2, block >= row->safe_from && block < row->safe_end);
    // Without a shuffle each step has a barrier, so that all bands must take the same path.
    if (HAS_SHUFFLE && block >= row->inner_from && block < row->inner_end)
        make_inner_words(lane, row, entered, block, threshold, boundary);
    else
        make_edge_words(lane, row, entered, block, threshold, boundary);
    move_words(row);
}

// `errors` has the blocks of each workgroup's last row, then the counter of workgroup numbers, all NOT_ARRIVED at the
// start. `slots` has two halves, used in turns, with a block for each band. `ring` is that of lane_t, for devices
// without a shuffle. The threshold is below full scale. `levels`, `level_steps` and `level_steps_blue` are for the
// other forms.
KERNEL void floyd_steinberg_pipelined_bands(global const pixel_t* src, global pixel_t* dst, volatile global int* errors,
                                            global const int* levels, int threshold, int level_steps,
                                            int level_steps_blue, int width, int height, local int4* slots,
                                            local int* ring RECORD_PARAMETER) {
    local int drawn;
    const int item = get_local_id(0), index = item % BAND_ROWS;
    const int band = item / BAND_ROWS, bands = get_local_size(0) / BAND_ROWS;
    const int blocks = blocks_of(width), groups = get_num_groups(0);
    const int group = draw_number(&errors[groups * blocks * BLOCK_COLUMNS], NOT_ARRIVED, item == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, group);
    lane_t lane = {index, group * (int)get_local_size(0) + item, width, height, {0, 0, 0}, 0, {0}, ring, &recorder};
    word_row_t row;
    row.src = src, row.dst = dst;
    begin_words(&row, &lane);
    fetch_t fetch = {group > 0 ? errors + (size_t)(group - 1) * blocks * BLOCK_COLUMNS : 0, index, blocks, {0}};
    volatile global int4* const below = (volatile global int4*)(errors + (size_t)group * blocks * BLOCK_COLUMNS);
    if (band == 0) {
        begin_fetch(&fetch, BAND_DELAY - 1);
        end_fetch(&fetch, BAND_DELAY - 1, (local int*)slots, &recorder);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int turn = 0; turn <= blocks + (bands - 1) * (BAND_DELAY + 1); ++turn) {
        const int block = turn - 1 - band * (BAND_DELAY + 1);
        local int* const entering = (local int*)slots + ((turn & 1) * bands + band) * BLOCK_COLUMNS;
        local int* const next = (local int*)slots + ((~turn & 1) * bands) * BLOCK_COLUMNS;
        if (band == 0) begin_fetch(&fetch, turn + BAND_DELAY);
        const bool is_active = block >= 0 && block < blocks;
        if (!HAS_SHUFFLE || is_active) {
            const bool has_above = (band > 0 || group > 0) && block >= -1 && block + BAND_DELAY < blocks;
            const bool hands_over = index == BAND_ROWS - 1 && is_active;
            const boundary_t boundary = {(local int4*)next + (band + 1) * QUADS, below + block * QUADS,
                                         hands_over && band + 1 < bands,
                                         hands_over && band + 1 == bands && group + 1 < groups};
            make_block(&lane, &row, entering, has_above, block, threshold, boundary);
        } else if (block == -1) {
            begin_row(&lane, entering);
        }
        if (band == 0) end_fetch(&fetch, turn + BAND_DELAY, next, &recorder);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    end_recording(&recorder);
}
