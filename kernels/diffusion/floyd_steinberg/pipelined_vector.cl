// Pipelined Floyd-Steinberg for CPUs: the elements of a vector walk along 16 gray or 4 RGBA rows at once, each two
// columns behind the row above. The plain kernel makes one pixel after the other. A work-item takes several such bands
// along.
//
// Each workgroup is one work-item, which a thread of the CPU runs to its end. It computes group_bands neighbouring
// bands (vector_steps.clh) and takes them through one tile of tile_blocks blocks after the other. Within a tile it
// finishes its first band, then the next one, which stays BAND_LAG blocks further left. So the errors between its bands
// need no synchronisation at all, and stay in the caches. The grid has about two work-items for each thread of the CPU,
// which runs them one after the other. More would be smaller, and a thread that is interrupted would hold up others
// sooner. With one alone, threads would wait longer for their first tile.
//
// Only the first band waits for another work-item: once for each tile, until the marker of that work-item has passed
// the tile (progress_markers.clh). So a work-item that the operating system interrupts holds up the next one only when
// that begins a tile. This matters where threads outnumber cores. `errors` is 0 at the start, as the input of the first
// row. Defines: those of diffuse.clh; BAND_ROWS; MAX_BANDS, the most bands of a work-item; HAS_WHITE.
//
// Races: Work-items pass errors and markers on as progress_markers.clh says, and a work-item is alone in its workgroup.
// Before a tile it waits for all errors that its first band loads there, one column beyond the tile included. Its bands
// follow each other in program order, and the marker tells what the last one has stored.
#include "diffusion/progress_markers.clh"
#include "diffusion/floyd_steinberg/vector_steps.clh"

// Blocks that a band stays behind the band above. At column x it reads the error at x + 1, and the last row above is
// VECTOR_LAG columns behind the first row there.
enum { BAND_LAG = (VECTOR_LAG + 1 + COLUMNS - 1) / COLUMNS };

// Computes the blocks `first` to `end` - 1 of a band, whose state between tiles is in `held`.
INLINE void make_tile(band_t* band, vector_neighbours_t* held, int first, int end, quantiser_t quantiser) {
    if (first > 0) {
        band->neighbours = *held;
    } else {
        band->neighbours.left = band->neighbours.above_left = 0;
        band->neighbours.above = moved_down(band->errors[0], (int16)(0));
    }
    const bool has_all_rows = (band->band + 1) * BAND_ROWS <= band->height;
    for (int block = first; block < end; ++block) {
        const int start = block * COLUMNS;
        if (has_all_rows && start >= VECTOR_LAG && start + COLUMNS < band->width)
            make_inner_block(band, start, quantiser);
        else
            make_edge_block(band, start, quantiser);
    }
    *held = band->neighbours;
}

KERNEL void floyd_steinberg_pipelined_vector(global const pixel_t* src, global pixel_t* dst,
                                             volatile global int* ticket_and_markers, volatile global error_t* errors,
                                             global const int* levels, int threshold, int level_steps,
                                             int level_steps_blue, int width, int height, int group_bands,
                                             int tile_blocks RECORD_PARAMETER) {
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    const int group = atomic_inc(&ticket_and_markers[0]);
    recorder_t recorder = begin_recording(RECORDING, group);
    const int bands = min((height + BAND_ROWS - 1) / BAND_ROWS - group * group_bands, group_bands);
    const int blocks = (width + VECTOR_LAG + COLUMNS - 1) / COLUMNS;
    band_t band = {src, dst, errors, 0, width, height, {0, 0, 0}, &recorder};
    vector_neighbours_t held[MAX_BANDS];
    for (int start = 0; start < blocks + (bands - 1) * BAND_LAG; start += tile_blocks) {
        const int end = start + tile_blocks;
        if (group > 0 && start < blocks)
            wait_for(ticket_and_markers, group - 1, min(end * COLUMNS + 1, width), &recorder);
        for (int i = 0; i < bands; ++i) {
            const int behind = i * BAND_LAG;
            band.band = group * group_bands + i;
            make_tile(&band, &held[i], max(start - behind, 0), min(end - behind, blocks), quantiser);
        }
        publish(ticket_and_markers, group, clamp((end - (bands - 1) * BAND_LAG) * COLUMNS - VECTOR_LAG, 0, width));
    }
    end_recording(&recorder);
}
