// Window extremes (maxima are dilation, minima erosion) in one pass for GPUs: a workgroup computes a tile, first down
// its columns in registers, then along its rows from local memory. Neighbouring windows share comparisons: about three
// a sample and direction, where the plain kernel has K x K.
//
// K is the side of the square window. A workgroup is a line of ITEMS work-items, and each owns a word of 4 bytes in
// every row of the tile. It loads the words of its column, coalesced with its neighbours' loads, and slides the window
// down them. After a barrier, work-items slide along the rows of the columns' extremes in local
// memory, and each writes aligned vectors of 16 bytes. The result is written once, at any width. Of the
// source, halo rows are loaded again for every DOWN_ROWS rows, mostly from the cache; PEAKS loads the source once more.
// Neighbouring tiles both load the words between them. Neighbouring windows share comparisons after van Herk
// (sliding_extremes.clh).
//
// A row may begin at any byte: row y begins `phase` bytes past a 16-byte boundary. Its output tile therefore starts
// `phase` bytes further left. Columns are stored phase / 4 words to the right. When rows are read back from local
// memory, the remaining 0 to 3 bytes are shifted out.
#include "prelude/rounding.clh"
#include "prelude/unaligned_words.clh"

#define PAIR_ROWS 1 // a packed pair has a sample of row y and one of the next row
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t; // the sort keys that are compared at once: those of a pair here
#include "windows/sliding_extremes.clh"

// Defines, from core/filters/windows/extreme_tiles.cpp. ITEMS is the workgroup's size, a multiple of 4; the host
// chooses 128 to 512. A line is a row of the tile in local memory. LEFT_WORDS and OWN_WORDS are words of a line:
// before the tile's output, and of the output. LINE_PITCH is the distance of lines, and LINE_PAD words before a line
// align the output to vectors. A tile has TILE_ROWS rows. DOWN_ROWS of them are computed from one load of DOWN_ROWS + K
// - 1 words of a column; DOWN_GROUP and ALONG_GROUP are the numbers of windows that share comparisons. ALIGNED is 1 if
// every row begins at a multiple of 16 bytes. With PEAKS a sample becomes full scale where it equals
// its window's maximum and reaches the threshold, and 0 elsewhere. INVERTED_KEYS is 0,
// because EXTREMES says which extremes.
//
// Buffers begin at multiples of 16 bytes. The host counts enough tiles to cover the largest phase beside the row.
//
// The values of EXTREMES. MAXIMUM_MINUS_MINIMUM keeps a second tile in local memory, with the minima.
enum { MAXIMUM_ONLY, MINIMUM_ONLY, MAXIMUM_MINUS_MINIMUM };

enum {
    PIXEL_BYTES = sizeof(pixel_t),
    WORD_PIXELS = PIXEL_BYTES < 4 ? 4 / PIXEL_BYTES : 1, // above 1 for gray integers
    VECTOR_PIXELS = 16 / PIXEL_BYTES,
    HAS_BYTE_PHASE = !ALIGNED && WORD_PIXELS > 1, // a row's vectors may begin within a word
    RADIUS = K / 2,
    TILE_WORDS = TILE_ROWS * LINE_PITCH
};

// The bytes by which row y begins past a 16-byte boundary, and its output tile before the tile's columns.
INLINE int phase_of(int y, int row_bytes) { return ALIGNED ? 0 : (int)((uint)y * (uint)row_bytes & 15u); }

// The first half: extremes down the columns of a tile, from global into local memory. A work-item loads the word at its
// byte of each row that its windows cover. Words hold samples of several pixels or channels, which are compared at
// once. Near the left and right edges, a word outside the row repeats the edge pixel. An inner tile loads whole words
// and mends those outside; a tile at the upper or lower edge clamps each row. Alpha is not compared, but taken from the
// source. Everything stays in registers until the extremes are stored, DOWN_GROUP rows at a time.
//
// Two 16-bit samples of a word are compared at once, as packed pairs. A word of four bytes is compared twice: once as
// its even bytes, with zeros between them, and once as it is. There the odd byte of each half decides, and the even
// byte below it only breaks ties. The odd bytes are then taken from the second result, and the even bytes from the
// first.
enum { COMPARISONS = SRC_TYPE_ID == U8 ? 2 : 1 };

INLINE keys_t keys_of_word(uint word, bool even_bytes) {
    if (SRC_IS_FLOAT) return key_of(as_float(word));
    return SRC_TYPE_ID == U8 && even_bytes ? word & 0x00ff00ffu : word;
}

INLINE void slide_words(const uint* words, bool minimum, uint* extremes) {
    keys_t found[COMPARISONS][DOWN_GROUP];
    UNROLL_FOR (int n = 0; n < COMPARISONS; ++n) {
        keys_t keys[DOWN_GROUP + K - 1];
        UNROLL_FOR (int i = 0; i < DOWN_GROUP + K - 1; ++i) keys[i] = keys_of_word(words[i], n == 0);
        slide(keys, DOWN_GROUP, minimum, found[n]);
    }
    UNROLL_FOR (int i = 0; i < DOWN_GROUP; ++i)
        extremes[i] = COMPARISONS == 2 ? bitselect(found[COMPARISONS - 1][i], found[0][i], 0x00ff00ffu) : found[0][i];
}

// The bits of alpha in the word at a byte of a row.
INLINE uint alpha_mask(int at) {
    if (SRC_CHANNELS != 4) return 0u;
    if (SRC_TYPE_ID == U8) return 0xff000000u;
    if (SRC_TYPE_ID == U16) return at & 4 ? 0xffff0000u : 0u;
    return (at & 12) == 12 ? 0xffffffffu : 0u;
}

// The word at a byte of a row that contains all of it. The row is not the image's last.
INLINE uint word_inside(global const uchar* from) {
    if (!HAS_BYTE_PHASE) return *(global const uint*)from;
    uint word;
    load_unaligned_words(from, &word, 1);
    return word;
}

// The word at any byte of a row, or beyond the row, where the edge pixel repeats.
INLINE uint word_anywhere(global const uchar* row, int at, int width) {
    if (WORD_PIXELS == 1) {
        const int in_pixel = at & (PIXEL_BYTES - 1);
        return *(global const uint*)(row + clamp(at - in_pixel, 0, (width - 1) * PIXEL_BYTES) + in_pixel);
    }
    uint word = 0;
    UNROLL_FOR (int i = 0; i < WORD_PIXELS; ++i)
        word |= (uint)((global const sample_t*)row)[clamp(at / PIXEL_BYTES + i, 0, width - 1)] << 32 / WORD_PIXELS * i;
    return word;
}

// The word that lies some bytes after the row's last word, or before its first if `bytes` is negative.
INLINE uint word_beyond(uint edge_word, int bytes) {
    const uint in_each_sample = PIXEL_BYTES == 1 ? 0x01010101u : 0x00010001u;
    if (bytes < 0) return (edge_word & (uint)SRC_MAX) * in_each_sample;
    const uint last_pixel = edge_word >> (32 - 8 * PIXEL_BYTES & 31);
    return (uint)(((ulong)(last_pixel * in_each_sample) << 32 | edge_word) >> 8 * min(bytes, 4));
}

// Fills the words of a work-item's column, from row `first` of the tile on, for DOWN_ROWS rows. is_inside: all rows
// that the windows cover, and one more, are in the image.
INLINE void fill_column(global const uchar* src, int at, int y, int first, int width, int height, bool is_inside,
                        local uint* column) {
    const int row_bytes = width * PIXEL_BYTES;
    uint words[DOWN_ROWS + K - 1];
    if (is_inside) {
        const int in_pixel = at & (PIXEL_BYTES - 1);
        const int word_at =
            WORD_PIXELS > 1 ? clamp(at, 0, row_bytes - 4) : clamp(at - in_pixel, 0, row_bytes - PIXEL_BYTES) + in_pixel;
        global const uchar* from = src + (size_t)(y + first - RADIUS) * row_bytes + word_at;
        UNROLL_FOR (int j = 0; j < DOWN_ROWS + K - 1; ++j) {
            words[j] = word_inside(from);
            from += row_bytes;
        }
        if (WORD_PIXELS > 1 && word_at != at) {
            UNROLL_FOR (int j = 0; j < DOWN_ROWS + K - 1; ++j) words[j] = word_beyond(words[j], at - word_at);
        }
    } else {
        UNROLL_FOR (int j = 0; j < DOWN_ROWS + K - 1; ++j)
            words[j] = word_anywhere(src + (size_t)clamp(y + first + j - RADIUS, 0, height - 1) * row_bytes, at, width);
    }

    const uint alpha = alpha_mask(at);
    UNROLL_FOR (int r = 0; r < DOWN_ROWS; r += DOWN_GROUP) {
        local uint* to = column + (first + r) * LINE_PITCH;
        uint extremes[DOWN_GROUP];
        slide_words(words + r, EXTREMES == MINIMUM_ONLY, extremes);
        UNROLL_FOR (int j = 0; j < DOWN_GROUP; ++j)
            to[j * LINE_PITCH + phase_of(y + first + r + j, row_bytes) / 4] =
                bitselect(extremes[j], words[r + j + RADIUS], alpha);
        if (EXTREMES == MAXIMUM_MINUS_MINIMUM) {
            slide_words(words + r, true, extremes);
            UNROLL_FOR (int j = 0; j < DOWN_GROUP; ++j)
                to[TILE_WORDS + j * LINE_PITCH + phase_of(y + first + r + j, row_bytes) / 4] = extremes[j];
        }
    }
}

// The second half: extremes along the rows of a tile, from local memory to the result. A work-item computes one vector
// of 16 bytes of a row. It loads the words that the vector's windows cover as uint4s and shifts them by the rest of the
// row's phase. 8-bit samples and gray 16-bit samples are paired with the next row's, and the work-item makes the
// vectors of both rows. A word of 16-bit RGBA already is a pair, and a float fills a word. The keys of each channel
// part, which is a channel or a pair of channels, slide in registers. At last come the difference of both extremes or
// the comparison for peaks. Alpha is in the tile unchanged.
enum {
    IS_PAIRED = SRC_TYPE_ID == U8 || (SRC_TYPE_ID == U16 && SRC_CHANNELS == 1),
    ALONG_ROWS = IS_PAIRED ? 2 : 1,
    ALONG_PARTS = SRC_CHANNELS == 1    ? 1
                  : SRC_TYPE_ID == U16 ? 2
                                       : 3,
    PIXEL_WORDS = (PIXEL_BYTES + 3) / 4,
    // What a window reaches to either side of the vector, in words, in the pixels of these words, and in whole vectors.
    REACH_WORDS = (RADIUS * PIXEL_BYTES + 3) / 4,
    REACH_PIXELS = REACH_WORDS * 4 / PIXEL_BYTES,
    VECTORS_BEFORE = (REACH_WORDS + HAS_BYTE_PHASE + 3) / 4,
    VECTORS = VECTORS_BEFORE + 1 + (REACH_WORDS + 3) / 4,
    WINDOW_WORDS = 4 + 2 * REACH_WORDS,
    // A vector of one pixel (float RGBA) has one window, so there is nothing to share. For K > 9, each pixel of the
    // tile is first replaced by the extreme of 8 pixels from there on. A window combines K / 8 of these, rounded up: 7
    // comparisons and few more replace K - 1. For K = 9 this saves nothing.
    PREREDUCES = VECTOR_PIXELS == 1 && K > 9,
    PREREDUCED = 8,
    LINE_PIXELS = ITEMS / 4,
    PREREDUCED_ROWS = TILE_ROWS / 4 // of a work-item: every fourth
};

typedef union {
    uint4 vector;
    uint words[4];
    pixel_t pixels[VECTOR_PIXELS];
} vector_t;

INLINE void prereduce_rows(local uint4* pixels, int item, bool minimum) {
    uint4 found[PREREDUCED_ROWS];
    const int x = item % LINE_PIXELS;
    local uint4* own = pixels + item / LINE_PIXELS * (LINE_PITCH / 4) + x;
    UNROLL_FOR (int i = 0; i < PREREDUCED_ROWS; ++i) {
        local const uint4* from = own + i * LINE_PITCH;
        const uint4 first = from[0];
        found[i] = first;
        UNROLL_FOR (int n = 1; n < PREREDUCED; ++n) {
            const uint4 pixel = from[min(n, LINE_PIXELS - 1 - x)];
            found[i] = minimum ? min(found[i], pixel) : max(found[i], pixel);
        }
        found[i].w = first.w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL_FOR (int i = 0; i < PREREDUCED_ROWS; ++i) own[i * LINE_PITCH] = found[i];
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The words that the windows of a vector cover, from REACH_WORDS before the vector on. `from` is the vector's place in
// its line.
INLINE void load_window(local const uint* from, int y, int row_bytes, uint* words) {
    uint found[4 * VECTORS];
    UNROLL_FOR (int n = 0; n < VECTORS; ++n) {
        const uint4 four = *(local const uint4*)(from + 4 * (n - VECTORS_BEFORE));
        found[4 * n] = four.x, found[4 * n + 1] = four.y, found[4 * n + 2] = four.z, found[4 * n + 3] = four.w;
    }
    const uint* first = found + 4 * VECTORS_BEFORE - REACH_WORDS;
    const uint shift = (phase_of(y, row_bytes) & 3) * 8;
    UNROLL_FOR (int n = 0; n < WINDOW_WORDS; ++n) {
        words[n] = first[n];
        if (HAS_BYTE_PHASE) words[n] = (uint)(((ulong)first[n] << 32 | first[n - 1]) << shift >> 32);
    }
}

// The keys of a pixel in the words of one row, or of a lower and an upper one.
INLINE keys_t keys_of_pixel(const uint* low, const uint* high, int pixel, int channel_part) {
    if (WORD_PIXELS > 1) return pair_of(low[pixel / WORD_PIXELS], high[pixel / WORD_PIXELS], pixel % WORD_PIXELS);
    if (SRC_TYPE_ID == U8) return pair_of(low[pixel], high[pixel], channel_part);
    return low[pixel * PIXEL_WORDS + channel_part];
}

INLINE void slide_along(uint words[][WINDOW_WORDS], bool minimum, keys_t found[][VECTOR_PIXELS]) {
    const int first = REACH_PIXELS - RADIUS;
    UNROLL_FOR (int channel_part = 0; channel_part < ALONG_PARTS; ++channel_part) {
        if (PREREDUCES) {
            found[channel_part][0] = keys_of_pixel(words[0], words[0], first, channel_part);
            UNROLL_FOR (int i = PREREDUCED; i < K; i += PREREDUCED) {
                const int start = min(i, K - PREREDUCED); // the last of them overlap the ones before
                found[channel_part][0] = extreme(minimum, found[channel_part][0],
                                                 keys_of_pixel(words[0], words[0], first + start, channel_part));
            }
            continue;
        }
        keys_t keys[VECTOR_PIXELS + K - 1];
        UNROLL_FOR (int i = 0; i < VECTOR_PIXELS + K - 1; ++i)
            keys[i] = keys_of_pixel(words[0], words[ALONG_ROWS - 1], first + i, channel_part);
        UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; n += ALONG_GROUP)
            slide(keys + n, ALONG_GROUP, minimum, found[channel_part] + n);
    }
}

// The maxima less the minima, both halves of a packed pair at once: no half of a minimum exceeds that of its maximum.
INLINE keys_t difference(keys_t maxima, keys_t minima) {
    if (SRC_IS_FLOAT) return as_uint((float)(sample_of(maxima) - sample_of(minima)));
    return maxima - minima;
}

// The vector at byte `at` of a row of the source. Pixels beyond the row are arbitrary.
INLINE void load_source(global const uchar* row, int at, int width, vector_t* source) {
    if (at >= 0 && at + 16 <= width * PIXEL_BYTES) {
        source->vector = *(global const uint4*)(row + at);
        return;
    }
    UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; ++n)
        source->pixels[n] = ((global const pixel_t*)row)[clamp(at / PIXEL_BYTES + n, 0, width - 1)];
}

// Full scale where a sample of the source is a peak, in both halves of a packed pair. Of floats these are
// the bits, not keys.
INLINE keys_t peaks_of(keys_t source_bits, keys_t maxima, float threshold) {
    if (SRC_IS_FLOAT) {
        const float sample = as_float(source_bits);
        return as_uint((sample == as_float(maxima)) & (sample >= threshold) ? (float)SRC_MAX : 0.0f);
    }
    const keys_t one = 0x00010001u;
    const keys_t missing = greatest(maxima, key_of((sample_t)threshold) * one) - source_bits; // 0 for a peak
    return (one - least(missing, one)) * 0xffffu;
}

INLINE void keep_peaks(global const uchar* src, int x, int y, int width, int height, float threshold,
                       keys_t found[][VECTOR_PIXELS]) {
    const int row_bytes = width * PIXEL_BYTES;
    vector_t sources[ALONG_ROWS];
    UNROLL_FOR (int r = 0; r < ALONG_ROWS; ++r) {
        const int row = min(y + r, height - 1);
        load_source(src + (size_t)row * row_bytes, x - phase_of(row, row_bytes), width, &sources[r]);
    }
    UNROLL_FOR (int channel_part = 0; channel_part < ALONG_PARTS; ++channel_part) {
        UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; ++n) {
            const keys_t source_bits = keys_of_pixel(sources[0].words, sources[ALONG_ROWS - 1].words, n, channel_part);
            found[channel_part][n] = peaks_of(source_bits, found[channel_part][n], threshold);
        }
    }
}

// Word n of the result in the lower row of the pair, or in the upper one. Alpha comes from the tile's words.
INLINE uint result_word(keys_t found[][VECTOR_PIXELS], uint words[][WINDOW_WORDS], int n, int upper) {
    if (WORD_PIXELS > 1) return word_of_pairs(found[0] + WORD_PIXELS * n, upper);
    if (SRC_CHANNELS == 1) return found[0][n];
    const uint alpha = words[upper][n + REACH_WORDS];
    if (SRC_TYPE_ID == U8) {
        const keys_t pairs[] = {found[0][n], found[1][n], found[2][n], upper ? alpha : alpha >> 16};
        return word_of(pairs, 2 * upper + 1);
    }
    if (SRC_TYPE_ID == U16) return n % 2 == 0 ? found[0][n / 2] : bitselect(found[1][n / 2], alpha, 0xffff0000u);
    return n == 3 ? alpha : found[n][0];
}

// Stores the part of a vector that is inside the row, from byte `at` on.
INLINE void store_vector(vector_t result, global uchar* row, int at, int row_bytes) {
    if (at >= 0 && at + 16 <= row_bytes) {
        *(global uint4*)(row + at) = result.vector;
        return;
    }
    UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; ++n)
        if (at + n * PIXEL_BYTES >= 0 && at + n * PIXEL_BYTES < row_bytes)
            *(global pixel_t*)(row + at + n * PIXEL_BYTES) = result.pixels[n];
}

// Makes the vectors of one row or two. Their words begin at `from` in the tile. In the image they begin at byte x of a
// row, less the row's phase.
INLINE void make_vectors(local const uint* from, global const uchar* src, global uchar* dst, int x, int y, int width,
                         int height, float threshold) {
    const int row_bytes = width * PIXEL_BYTES;
    uint words[ALONG_ROWS][WINDOW_WORDS];
    keys_t found[ALONG_PARTS][VECTOR_PIXELS];
    UNROLL_FOR (int r = 0; r < ALONG_ROWS; ++r) load_window(from + r * LINE_PITCH, y + r, row_bytes, words[r]);
    slide_along(words, EXTREMES == MINIMUM_ONLY, found);

    keys_t minima[ALONG_PARTS][VECTOR_PIXELS];
    if (EXTREMES == MAXIMUM_MINUS_MINIMUM) {
        uint low_words[ALONG_ROWS][WINDOW_WORDS];
        UNROLL_FOR (int r = 0; r < ALONG_ROWS; ++r)
            load_window(from + TILE_WORDS + r * LINE_PITCH, y + r, row_bytes, low_words[r]);
        slide_along(low_words, true, minima);
    }
    UNROLL_FOR (int channel_part = 0; channel_part < ALONG_PARTS; ++channel_part) {
        UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; ++n) {
            if (EXTREMES == MAXIMUM_MINUS_MINIMUM)
                found[channel_part][n] = difference(found[channel_part][n], minima[channel_part][n]);
            else if (SRC_IS_FLOAT)
                found[channel_part][n] = as_uint((float)sample_of(found[channel_part][n]));
        }
    }
    if (PEAKS) keep_peaks(src, x, y, width, height, threshold, found);

    UNROLL_FOR (int r = 0; r < ALONG_ROWS; ++r) {
        if (y + r >= height) return;
        vector_t result;
        UNROLL_FOR (int n = 0; n < 4; ++n) result.words[n] = result_word(found, words, n, r);
        store_vector(result, dst + (size_t)(y + r) * row_bytes, x - phase_of(y + r, row_bytes), row_bytes);
    }
}

KERNEL void window_maximum_tiles(global const pixel_t* src, global pixel_t* dst, int width, int height, float threshold,
                                 local uint4* vectors) {
    const int item = get_local_id(0);
    const int x = (int)get_group_id(0) * OWN_WORDS * 4, y = (int)get_group_id(1) * TILE_ROWS; // x in bytes
    const int row_bytes = width * PIXEL_BYTES;
    local uint* tile = (local uint*)vectors;

    local uint* column = tile + LINE_PAD + item;
    const int at = x + (item - LEFT_WORDS) * 4; // may lie outside the row
    // Inner tiles load without checks. The row below must exist, and a row must hold the two words of an unaligned
    // load.
    if (y >= RADIUS && y + TILE_ROWS + RADIUS < height && row_bytes >= 8)
        for (int first = 0; first < TILE_ROWS; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, true, column);
    else
        for (int first = 0; first < TILE_ROWS && y + first < height; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, false, column);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (PREREDUCES) {
        prereduce_rows(vectors, item, EXTREMES == MINIMUM_ONLY);
        if (EXTREMES == MAXIMUM_MINUS_MINIMUM) prereduce_rows(vectors + TILE_WORDS / 4, item, true);
    }

    const int row_vectors = OWN_WORDS / 4;
    for (int task = item; task < row_vectors * (TILE_ROWS / ALONG_ROWS); task += ITEMS) {
        const int vector = task % row_vectors, row = task / row_vectors * ALONG_ROWS;
        if (y + row >= height) return;
        make_vectors(tile + row * LINE_PITCH + LINE_PAD + LEFT_WORDS + 4 * vector, (global const uchar*)src,
                     (global uchar*)dst, x + 16 * vector, y + row, width, height, threshold);
    }
}
