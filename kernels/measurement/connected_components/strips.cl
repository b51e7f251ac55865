// connected-components for CPUs: a work-item finds the runs of pixels of its strip row by row and unites those that
// touch. So it reads every pixel once (He, Chao and Suzuki, "A run-based two-scan labeling algorithm", IEEE
// Transactions on Image Processing 17, 2008). The plain kernel passes over the image until no label changes.
//
// A work-item walks down its strip, finds the runs of each row and unites them with the runs above that they touch.
// These runs are as long as they are in the image, not cut into words. One work-item then unites the components of
// strips across their borders and numbers them. At last the rows are painted run by run.
//
// Runs of a strip have numbers in raster order from `top run_pitch` on, where `top` is its first row. Components of a
// strip, its parts, have numbers from the same one on. A number thus tells its position among the strip's parts. Both
// forests have the order of union_find.clh, but belong to a single work-item. The host counterpart is
// core/filters/measurement/connected_components.cpp.
#include "prelude/unaligned_vectors.clh"
#include "measurement/connected_components/pixels.clh"

// The position of the lowest bit.
INLINE uint lowest_position(ulong bits) { return (uint)popcount(~bits & (bits - 1)); }

// The runs of a row: run first + k is from column bounds[2 k] up to bounds[2 k + 1].
typedef struct {
    global uint* bounds;
    uint first, count;
} run_list_t;

// A strip has three lists: one for its first row, which the strip above is united with, and two that later rows use in
// turns.
INLINE global uint* bounds_of_row(global uint* bounds, int strip, int row, int run_pitch) {
    const int list = row == 0 ? 0 : 1 + (row & 1);
    return bounds + ((size_t)strip * 3 + list) * 2 * run_pitch;
}

// Stores a row's pixels as words of 64 bits, and the bounds of its runs. Returns the number of runs.
INLINE uint find_runs(global const pixel_t* row, global ulong* words, global uint* bounds, int width, float threshold) {
    uint count = 0;
    ulong last = 0;
    for (int x = 0; x < width; x += 64, ++words) {
        ulong word = foreground_word(row, x, width, threshold);
        if (x + 32 < width) word |= (ulong)foreground_word(row, x + 32, width, threshold) << 32;
        *words = word;
        for (ulong changes = word ^ (word << 1 | last); changes; changes &= changes - 1)
            bounds[count++] = x + lowest_position(changes);
        last = word >> 63;
    }
    if (count & 1) bounds[count++] = width;
    return count / 2;
}

INLINE uint root_in_strip(global uint* parent, uint node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

// Unites the runs of two neighbouring rows that touch. The node of a run is its part, or itself if `parts` is
// null.
INLINE void unite_rows(const run_list_t* above, const run_list_t* own, global uint* parent, global const uint* parts) {
    for (uint j = 0, k = 0; k < own->count; ++k) {
        const uint begin = own->bounds[2 * k], end = own->bounds[2 * k + 1];
        while (j < above->count && above->bounds[2 * j + 1] + EIGHT <= begin) ++j;
        if (j == above->count) break;
        if (above->bounds[2 * j] >= end + EIGHT) continue;
        uint root = root_in_strip(parent, parts ? parts[own->first + k] : own->first + k);
        for (;; ++j) {
            const uint other = root_in_strip(parent, parts ? parts[above->first + j] : above->first + j);
            if (other < root) parent[root] = other;
            if (other > root) parent[other] = root;
            root = min(root, other);
            // The last of these may touch the next run of this row, too.
            if (j + 1 == above->count || above->bounds[2 * j + 2] >= end + EIGHT) break;
        }
    }
}

// parts: the part of each run. nodes: the forest of parts. areas: the pixels of runs, then of parts.
// row_runs: the first run of each row. counts: for each strip its number of parts and the end of its runs.
KERNEL void connected_components_strips(global const pixel_t* src, global ulong* words, global uint* parts,
                                        global uint* nodes, global uint* areas, global uint* bounds,
                                        global uint* row_runs, global uint2* counts, float threshold, int width,
                                        int height, int row_words, int run_pitch, int strip_rows) {
    const int strip = get_global_id(0), top = strip * strip_rows;
    if (top >= height) return;
    const int rows = min(strip_rows, height - top);
    const uint base = (uint)top * run_pitch;
    run_list_t above = {bounds, base, 0};
    for (int y = 0; y < rows; ++y) {
        run_list_t own = {bounds_of_row(bounds, strip, y, run_pitch), above.first + above.count, 0};
        own.count = find_runs(src + (size_t)(top + y) * width, words + (size_t)(top + y) * row_words, own.bounds, width,
                              threshold);
        row_runs[top + y] = own.first;
        for (uint k = 0; k < own.count; ++k) {
            parts[own.first + k] = own.first + k;
            if (AREAS) areas[own.first + k] = own.bounds[2 * k + 1] - own.bounds[2 * k];
        }
        unite_rows(&above, &own, parts, 0);
        above = own;
    }
    // Until here parts[run] was the parent of the run. Now roots get the numbers of parts. There are never more
    // parts than runs so far, so that areas[part] is no longer needed as the area of a run.
    const uint end = above.first + above.count;
    uint next = base;
    for (uint run = base; run < end; ++run) {
        const uint parent = parts[run];
        const bool is_root = parent == run;
        const uint part = is_root ? next++ : parts[parent];
        parts[run] = part;
        if (AREAS) areas[part] = is_root ? areas[run] : areas[part] + areas[run];
        if (is_root) nodes[part] = part;
    }
    counts[strip] = (uint2)(next - base, end);
}

// A single work-item. Stores what is painted for each part, in place of its parent.
KERNEL void connected_components_number_parts(global const uint* parts, global uint* nodes, global uint* areas,
                                              global uint* bounds, global const uint* row_runs,
                                              global const uint2* counts, uint min_area, int height, int run_pitch,
                                              int strip_rows) {
    if (get_global_id(0) > 0) return;
    const int strips = (height + strip_rows - 1) / strip_rows;
    for (int strip = 1; strip < strips; ++strip) {
        const int top = strip * strip_rows;
        const uint first = row_runs[top - 1], own_first = row_runs[top];
        const uint own_end = top + 1 < min(top + strip_rows, height) ? row_runs[top + 1] : counts[strip].y;
        const run_list_t above = {bounds_of_row(bounds, strip - 1, strip_rows - 1, run_pitch), first,
                                  counts[strip - 1].y - first};
        const run_list_t own = {bounds_of_row(bounds, strip, 0, run_pitch), own_first, own_end - own_first};
        unite_rows(&above, &own, nodes, parts);
    }
    for (int strip = 0; strip < strips && AREAS; ++strip) {
        const uint base = (uint)(strip * strip_rows) * run_pitch;
        for (uint part = base; part < base + counts[strip].x; ++part) {
            const uint root = root_in_strip(nodes, part);
            if (root != part) areas[root] += areas[part];
        }
    }
    uint last = 0;
    for (int strip = 0; strip < strips; ++strip) {
        const uint base = (uint)(strip * strip_rows) * run_pitch;
        for (uint part = base; part < base + counts[strip].x; ++part) {
            const uint parent = nodes[part];
            if (parent != part)
                nodes[part] = nodes[parent];
            else if (AREAS && areas[part] < min_area)
                nodes[part] = 0;
            else
                nodes[part] = SHOW_AREA ? areas[part] : ++last;
        }
    }
}

// Pixels as unsigned numbers, to store 16 at a time.
#if SHOW_MASK
typedef uchar ink_t;
typedef uchar16 ink_16_t;
#define as_ink as_uchar
#else
typedef uint ink_t;
typedef uint16 ink_16_t;
#define as_ink as_uint
#endif

// Fills from `at` up to `end`, in whole vectors. What it fills beyond `end` is overwritten by the runs that follow.
INLINE void fill_run(global ink_t* row, uint at, uint end, uint width, ink_t ink) {
    for (; at < end; at += 16) {
        if (at + 16 <= width) {
            store_16((ink_16_t)(ink), row + at);
            continue;
        }
        for (uint x = at; x < end; ++x) row[x] = ink;
    }
}

// figures: what is painted for each part.
KERNEL void connected_components_paint_runs(global const ulong* words, global const uint* parts,
                                            global const uint* figures, global const uint* row_runs,
                                            global out_pixel_t* dst, int width, int height, int row_words,
                                            int strip_rows) {
    const int top = (int)get_global_id(0) * strip_rows, bottom = min(top + strip_rows, height);
    const ink_t background = as_ink(painted(0));
    for (int y = top; y < bottom; ++y) {
        global ink_t* const row = (global ink_t*)(dst + (size_t)y * width);
        global const uint* part = parts + row_runs[y];
        ink_t ink = background;
        uint at = 0;
        ulong last = 0;
        for (int i = 0; i < row_words; ++i) {
            const ulong word = words[(size_t)y * row_words + i];
            for (ulong changes = word ^ (word << 1 | last); changes; changes &= changes - 1) {
                const uint position = lowest_position(changes), x = i * 64 + position;
                fill_run(row, at, x, width, ink);
                ink = word >> position & 1 ? as_ink(painted(figures[*part++])) : background;
                at = x;
            }
            last = word >> 63;
        }
        fill_run(row, at, width, width, ink);
    }
}
