// connected-components: which foreground pixels hang together. The image becomes words of 32 pixels of a row, a bit
// each; what is united are the runs of bits in these words. Run k of word w has the number w SLOTS + k: runs in raster
// order have ascending numbers, so that a part's root is where the part begins in raster order.
//
// Defines: those of common.clh; EIGHT (1: diagonal neighbours hang together, too); SLOTS (the most runs of a word);
// TILE_WORDS, TILE_ROWS; AREAS (1: pixels of parts are counted); SHOW_AREA, SHOW_COLOUR, SHOW_MASK (1: what is painted,
// else labels); WORD_ITEMS (work-items that paint a word). RUN_LISTS: by component_strips.clh.
#include "common.clh"
#include "foreground.clh"
#ifndef RUN_LISTS
#include "running_sums.clh"
#include "union_find.clh"

#define CHUNK_WORDS 256
#define LABELLED 0x80000000u

UNION_FIND(local, local_root, local_unite)
UNION_FIND(global, root_of, unite)

// Bits with which runs begin.
static inline uint starts_of(uint mask) { return mask & ~(mask << 1); }
// The number of the run that has that bit, given as a power of two.
static inline uint run_at(uint mask, uint bit) { return popcount(starts_of(mask) & (bit | (bit - 1))) - 1; }
static inline uint last_run(uint mask) { return popcount(starts_of(mask)) - 1; }
// The bits of the run that begins first.
static inline uint first_run(uint mask) { return mask & ~(mask + (mask & (0u - mask))); }

// A word and its neighbours; which of the words it is to be united with.
typedef struct {
    uint own, left, above_left, above, above_right;
    bool with_left, with_above, with_above_left, with_above_right;
} Words;

// Of runs that hang together by way of others, those others alone are united.
#define JOIN(SPACE, NAME, UNITE)                                                                                       \
    static inline void NAME(volatile SPACE uint* parent, const Words* w, uint slot, uint pitch) {                      \
        const uint above_slot = slot - pitch;                                                                          \
        if (w->with_left && (w->own & 1) && w->left >> 31) UNITE(parent, slot, slot - SLOTS + last_run(w->left));      \
        if (EIGHT && w->with_above_left && (w->own & 1) && w->above_left >> 31 && !(w->above & 1) && !(w->left >> 31)) \
            UNITE(parent, slot, above_slot - SLOTS + last_run(w->above_left));                                         \
        if (EIGHT && w->with_above_right && w->own >> 31 && (w->above_right & 1) && !(w->above >> 31))                 \
            UNITE(parent, slot + last_run(w->own), above_slot + SLOTS);                                                \
        uint own = slot;                                                                                               \
        for (uint rest = w->with_above ? w->own : 0; rest; ++own) {                                                    \
            const uint run = first_run(rest);                                                                          \
            rest &= ~run;                                                                                              \
            uint touched = (EIGHT ? run | run << 1 | run >> 1 : run) & w->above;                                       \
            while (touched) {                                                                                          \
                const uint bit = touched & (0u - touched);                                                             \
                UNITE(parent, own, above_slot + run_at(w->above, bit));                                                \
                touched &= w->above + bit; /* the carry clears the rest of that run */                                 \
            }                                                                                                          \
        }                                                                                                              \
    }
JOIN(local, join_in_tile, local_unite)
JOIN(global, join, unite)

// Makes the words of a tile and unites what hangs together within it. Parents of runs: the tile's roots.
KERNEL void connected_components_tiles(global const SRC_PIXEL* src, global uint* words, global uint* parent,
                                       global uint* areas, float threshold, int width, int height, int row_words) {
    local uint masks[TILE_WORDS * TILE_ROWS];
    local uint parents[TILE_WORDS * TILE_ROWS * SLOTS];
#if AREAS
    local uint sizes[TILE_WORDS * TILE_ROWS * SLOTS];
#endif
    const int left = (int)get_group_id(0) * TILE_WORDS, top = (int)get_group_id(1) * TILE_ROWS;
    const int items = get_local_size(0);
    for (int i = get_local_id(0); i < TILE_WORDS * TILE_ROWS; i += items) {
        const int column = left + i % TILE_WORDS, y = top + i / TILE_WORDS;
        const bool exists = column < row_words && y < height;
        const uint mask = exists ? foreground_word(src + (size_t)y * width, column * 32, width, threshold) : 0;
        masks[i] = mask;
        if (exists) words[(size_t)y * row_words + column] = mask;
        const int runs = popcount(starts_of(mask));
        for (int k = 0; k < runs; ++k) {
            parents[i * SLOTS + k] = i * SLOTS + k;
#if AREAS
            sizes[i * SLOTS + k] = 0;
#endif
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < TILE_WORDS * TILE_ROWS; i += items) {
        if (!masks[i]) continue;
        const bool has_left = i % TILE_WORDS > 0, has_above = i >= TILE_WORDS;
        const bool has_right = i % TILE_WORDS < TILE_WORDS - 1;
        Words w;
        w.own = masks[i];
        w.with_left = has_left, w.with_above = has_above;
        w.with_above_left = has_left && has_above, w.with_above_right = has_right && has_above;
        w.left = has_left ? masks[i - 1] : 0;
        w.above = has_above ? masks[i - TILE_WORDS] : 0;
        w.above_left = w.with_above_left ? masks[i - TILE_WORDS - 1] : 0;
        w.above_right = w.with_above_right ? masks[i - TILE_WORDS + 1] : 0;
        join_in_tile(parents, &w, i * SLOTS, TILE_WORDS * SLOTS);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < TILE_WORDS * TILE_ROWS; i += items) {
        const uint slot = ((uint)(top + i / TILE_WORDS) * row_words + left + i % TILE_WORDS) * SLOTS;
        uint k = 0;
        for (uint rest = masks[i]; rest; ++k) {
            const uint run = first_run(rest), root = local_root(parents, i * SLOTS + k);
            const uint word = root / SLOTS;
            rest &= ~run;
            parent[slot + k] =
                ((uint)(top + word / TILE_WORDS) * row_words + left + word % TILE_WORDS) * SLOTS + root % SLOTS;
#if AREAS
            atomic_add(sizes + root, popcount(run));
#endif
        }
    }
#if AREAS
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < TILE_WORDS * TILE_ROWS; i += items) {
        const uint slot = ((uint)(top + i / TILE_WORDS) * row_words + left + i % TILE_WORDS) * SLOTS;
        const uint runs = popcount(starts_of(masks[i]));
        for (uint k = 0; k < runs; ++k) areas[slot + k] = sizes[i * SLOTS + k];
    }
#endif
}

// Unites across the borders of tiles.
KERNEL void connected_components_borders(global const uint* words, volatile global uint* parent, int height,
                                         int row_words) {
    const uint word = get_global_id(0);
    const int y = word / (uint)row_words, column = word - (uint)y * row_words;
    if (y >= height) return;
    const bool has_left = column > 0, has_right = column + 1 < row_words, has_above = y > 0;
    const bool at_left = column % TILE_WORDS == 0, at_right = column % TILE_WORDS == TILE_WORDS - 1;
    const bool at_top = y % TILE_ROWS == 0;
    if (!(at_left || at_right || at_top)) return;
    Words w;
    w.own = words[word];
    if (!w.own) return;
    w.with_left = has_left && at_left;
    w.with_above = has_above && at_top;
    w.with_above_left = has_above && has_left && (at_top || at_left);
    w.with_above_right = has_above && has_right && (at_top || at_right);
    w.left = has_left ? words[word - 1] : 0;
    w.above = has_above ? words[word - row_words] : 0;
    w.above_left = has_above && has_left ? words[word - row_words - 1] : 0;
    w.above_right = has_above && has_right ? words[word - row_words + 1] : 0;
    join(parent, &w, word * SLOTS, (uint)row_words * SLOTS);
}

// Every run's parent becomes its root. roots: a bit for each run that is one.
KERNEL void connected_components_flatten(global const uint* words, volatile global uint* parent, global ushort* roots,
                                         global uint* areas, int count) {
    const int word = get_global_id(0);
    if (word >= count) return;
    const uint runs = popcount(starts_of(words[word]));
    uint found = 0;
    for (uint k = 0; k < runs; ++k) {
        const uint slot = (uint)word * SLOTS + k, root = root_of(parent, slot);
        if (root == slot) {
            found |= 1u << k;
            continue;
        }
        parent[slot] = root;
#if AREAS
        // Of the roots of tiles alone; those of whole parts get nothing taken away.
        const uint area = areas[slot];
        if (area) atomic_add(areas + root, area);
#endif
    }
    roots[word] = (ushort)found;
}

// A workgroup's chunk of words: the roots before and in each, and of those before the chunk is not said yet. Roots of
// parts that are too small count no more.
static inline void count_chunk(global ushort* roots, global const uint* areas, uint least, int count,
                               local uint* sums) {
    const uint begin = (uint)get_group_id(0) * CHUNK_WORDS;
    for (uint j = get_local_id(0); j < CHUNK_WORDS; j += get_local_size(0)) {
        const uint word = begin + j;
        uint found = word < (uint)count ? roots[word] : 0;
#if AREAS
        for (uint k = 0; k < SLOTS; ++k)
            if (found >> k & 1 && areas[word * SLOTS + k] < least) found &= ~(1u << k);
        if (word < (uint)count) roots[word] = (ushort)found;
#endif
        sums[j] = popcount(found);
    }
    running_sums(sums);
}

KERNEL void connected_components_count(global ushort* roots, global const uint* areas, global uint* counts, uint least,
                                       int count) {
    local uint sums[2 * CHUNK_WORDS];
    count_chunk(roots, areas, least, count, sums);
    if (get_local_id(0) == 0) counts[get_group_id(0)] = sums[CHUNK_WORDS - 1];
}

// One workgroup: the roots of each chunk become those before it. Every work-item has a segment of chunks, or several.
KERNEL void connected_components_scan(global uint* counts, int chunks) {
    local uint sums[2 * 256];
    const int each = (chunks + 255) / 256;
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) {
        uint sum = 0;
        for (int i = j * each; i < min((j + 1) * each, chunks); ++i) sum += counts[i];
        sums[j] = sum;
    }
    running_sums(sums);
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) {
        uint sum = j > 0 ? sums[j - 1] : 0;
        for (int i = j * each; i < min((j + 1) * each, chunks); ++i) {
            const uint own = counts[i];
            counts[i] = sum;
            sum += own;
        }
    }
}

// Roots get their labels in the place of their parents.
KERNEL void connected_components_number(global ushort* roots, global const uint* areas, global const uint* counts,
                                        global uint* parent, uint least, int count) {
    local uint sums[2 * CHUNK_WORDS];
    count_chunk(roots, areas, least, count, sums);
    const uint begin = (uint)get_group_id(0) * CHUNK_WORDS;
    for (uint j = get_local_id(0); j < CHUNK_WORDS && begin + j < (uint)count; j += get_local_size(0)) {
        uint found = roots[begin + j], label = counts[get_group_id(0)] + (j > 0 ? sums[j - 1] : 0);
        for (; found; found &= found - 1)
            parent[(begin + j) * SLOTS + popcount((found & (0u - found)) - 1)] = LABELLED | ++label;
    }
}

#if SHOW_AREA || SHOW_MASK
static inline uint figure_of(global const uint* parent, global const uint* areas, uint slot, uint least) {
#if AREAS
    const uint area = areas[parent[slot]];
    return area < least ? 0 : area;
#else
    return 1;
#endif
}
#else
// The label; 0 of a part that is too small.
static inline uint figure_of(global const uint* parent, global const uint* areas, uint slot, uint least) {
    uint found = parent[slot];
    if (!(found & LABELLED)) found = parent[found];
    return found & LABELLED ? found & ~LABELLED : 0;
}
#endif
#endif

#if SHOW_COLOUR
// core/filters/measurement/connected_components.cpp has its host counterpart.
static inline DST_PIXEL painted(uint label) {
    if (label == 0) return (DST_PIXEL)(0, 0, 0, 255);
    uint mixed = label * 0x9E3779B1u;
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA6Bu;
    mixed ^= mixed >> 13;
    const uint4 parts = ((uint4)(mixed, mixed >> 8, mixed >> 16, 0) & 255u) * 3u / 4u + 64u;
    return (DST_PIXEL)(convert_uchar3(parts.xyz), 255);
}
#elif SHOW_MASK
static inline DST_PIXEL painted(uint figure) { return figure ? DST_MAX : 0; }
#else
static inline DST_PIXEL painted(uint figure) { return figure; }
#endif

#ifdef RUN_LISTS
#include "component_strips.clh"
#else
KERNEL void connected_components_paint(global const uint* words, global const uint* parent, global const uint* areas,
                                       global DST_PIXEL* dst, uint least, int width, int height, int row_words) {
    const size_t item = get_global_id(0);
    const uint word = (uint)(item / WORD_ITEMS), part = (uint)(item % WORD_ITEMS);
    const int y = word / (uint)row_words, column = word - (uint)y * row_words;
    if (y >= height) return;
    const uint mask = words[word];
    const uint first = part * (32 / WORD_ITEMS), end = min(first + 32 / WORD_ITEMS, (uint)(width - column * 32));
    global DST_PIXEL* const row = dst + (size_t)y * width + column * 32;
    DST_PIXEL pixel = painted(0);
    if (mask == 0 || mask == ~0u) {
        if (mask) pixel = painted(figure_of(parent, areas, word * SLOTS, least));
        for (uint i = first; i < end; ++i) row[i] = pixel;
        return;
    }
    for (uint i = first; i < end; ++i) {
        const bool is_set = mask >> i & 1, was_set = i > first && (mask >> (i - 1) & 1);
        if (!is_set)
            pixel = painted(0);
        else if (!was_set)
            pixel = painted(figure_of(parent, areas, word * SLOTS + run_at(mask, 1u << i), least));
        row[i] = pixel;
    }
}
#endif
