// Floyd-Steinberg with a single workgroup: its work-items compute neighbouring rows at once, each behind the row above,
// where the plain kernel has one work-item. It waits at barriers only and needs no promise of OpenCL beyond them.
//
// The image is cut into slanted strips, one after the other: row y of a strip begins y columns further left than row 0.
// So a pixel needs errors of its own strip and of the strip before, never of the next one. A strip is SHARE_COLUMNS
// columns wide for each work-item. Its rows are divided: work-item i takes the rows whose number is i modulo the number
// of work-items. At each step it computes a share of SHARE_COLUMNS pixels, one share behind the row above.
//
// A share's errors go to the next work-item through a ring in local memory; the last work-item hands them to the first.
// The ring has two halves: a step reads one and writes the other, so that one barrier for each step suffices. `edges`
// in global memory has the last two errors of each row of a strip, for the next strip. It has two halves as well. Only
// one compute unit works: this is the portable form and not the fast one. Defines: SHARE_COLUMNS, and those of
// diffuse.clh.
//
// Races: There are none. Work-items of one workgroup exchange errors in local memory, and a step reads one half of the
// ring and writes the other. `edges` is read in the strip after the one that wrote it, and a barrier with a fence of
// global memory stands between strips.
#include "diffusion/floyd_steinberg/diffuse.clh"
#include "prelude/recording.clh"

// What a strip reads of the strip before, and what it leaves to the next: two errors for each row, the last one first.
typedef struct {
    volatile global error_t* in;
    volatile global error_t* out;
    int width;
} strip_edges_t;

INLINE error_t edge_at(strip_edges_t edges, int row, int x, int back) {
    return row >= 0 && x >= 0 && x < edges.width ? edges.in[2 * row + back] : (error_t)0;
}

// Computes the share that begins at column `start`, which may be outside of the row in part. `above` has the errors
// of the row above, each one column further right, if the strip has that row. `made` receives this row's errors.
// Returns the last error but one.
INLINE error_t make_share(neighbours_t* neighbours, global const pixel_t* src, global pixel_t* dst, int row, int start,
                          int width, quantiser_t quantiser, bool has_above, local const error_t* above,
                          local error_t* made, const recorder_t* recorder) {
    const size_t first = (size_t)row * width;
    pixel_t source[SHARE_COLUMNS];
    for (int k = 0; k < SHARE_COLUMNS; ++k) source[k] = src[first + clamp(start + k, 0, width - 1)];
    error_t last_but_one = 0;
    for (int k = 0; k < SHARE_COLUMNS; ++k) {
        const int x = start + k;
        const bool is_inside = x >= 0 && x < width;
        last_but_one = neighbours->left;
        const error_t result = diffuse(to_error(source[k]), has_above ? above[k] : (error_t)0, neighbours, quantiser);
        if (is_inside)
            store_recorded(result_pixel(result, source[k]), dst, first + x, recorder);
        else
            neighbours->left = 0;
        made[k] = neighbours->left;
    }
    return last_but_one;
}

KERNEL void floyd_steinberg_single_group(global const pixel_t* src, global pixel_t* dst, volatile global error_t* edges,
                                         global const int* levels, int threshold, int level_steps, int level_steps_blue,
                                         int width, int height, local error_t* ring RECORD_PARAMETER) {
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int item_above = item == 0 ? items - 1 : item - 1;
    recorder_t recorder = begin_recording(RECORDING, 0);
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    for (int strip = 0; strip * SHARE_COLUMNS * items < width + height - 1; ++strip) {
        const strip_edges_t edge = {edges + (strip & 1) * 2 * height, edges + (~strip & 1) * 2 * height, width};
        const int left_end = strip * SHARE_COLUMNS * items; // of row 0
        const int first_row = max(left_end - width + 1, 0);
        const int rows = min(height, left_end + SHARE_COLUMNS * items) - first_row;
        neighbours_t neighbours = {0, 0, 0};
        int row_in_strip = item, share = -item;
        for (int step = 0; step < rows + items - 1; ++step, ++share) {
            if (share == items) {
                share = 0;
                row_in_strip += items;
            }
            if (share >= 0 && row_in_strip < rows) {
                const int row = first_row + row_in_strip;
                const int start = left_end - row;
                if (share == 0) {
                    neighbours.left = edge_at(edge, row, start - 1, 0);
                    neighbours.above = edge_at(edge, row - 1, start, 0);
                    neighbours.above_left = edge_at(edge, row - 1, start - 1, 1);
                }
                local const error_t* const above = ring + ((~step & 1) * items + item_above) * SHARE_COLUMNS;
                local error_t* const made = ring + ((step & 1) * items + item) * SHARE_COLUMNS;
                const error_t last_but_one = make_share(&neighbours, src, dst, row, start + share * SHARE_COLUMNS,
                                                        width, quantiser, row_in_strip > 0, above, made, &recorder);
                if (share == items - 1) {
                    edge.out[2 * row] = neighbours.left;
                    edge.out[2 * row + 1] = last_but_one;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    end_recording(&recorder);
}
