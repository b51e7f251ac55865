// Floyd-Steinberg with one work-item for each row, where the plain kernel walks along one row after the other. All
// work-items share one loop, and none waits inside an iteration.
//
// This is row_per_item for devices whose work-items of a warp share a program counter. There, a work-item that spins
// would stop the one that it waits for. Here each iteration reads the marker above once (row_walk.clh). It computes a
// pixel if the row above is two columns further, and otherwise nothing. All lanes of a warp meet at the end of every
// iteration. The lane that others wait for is among them. It makes progress, since its own row above is in the same
// warp or in an earlier one. The grid is that of row_per_item: a work-item for each row. Defines: CHUNK, the columns
// between two marks of a workgroup, and those of diffuse.clh.
//
// Races: Rows pass errors and markers on as row_walk.clh says. `seen` may be older than the marker, which costs an
// iteration and nothing else.
#include "diffusion/floyd_steinberg/row_walk.clh"

KERNEL void floyd_steinberg_row_per_item_polling(global const pixel_t* src, global pixel_t* dst,
                                                 volatile global int* counters, volatile global error_t* errors,
                                                 global const int* levels, int threshold, int steps, int steps_blue,
                                                 int width, int height, volatile local int* progress RECORD_PARAMETER) {
    local int number;
    const quantiser_t quantiser = make_quantiser(levels, threshold, steps, steps_blue);
    row_walk_t walk = start_walk(counters, progress, &number);
    if (walk.row >= height) return;
    recorder_t recorder = begin_recording(RECORDING, number);
    int seen = 0;
    while (walk.x < width) {
        const int needed = min(walk.x + 2, width);
        if (seen < needed) seen = progress_above(walk.row, progress, counters, width);
        if (seen < needed) {
            begin_wait_for_group(&recorder);
        } else {
            end_wait(&recorder);
            fence_above();
            walk_pixel(&walk, src, dst, errors, quantiser, width, &recorder);
            mark_progress(&walk, progress, counters, width);
        }
    }
    end_recording(&recorder);
}
