// Floyd-Steinberg with one work-item for each row, where the plain kernel walks along one row after the other. All
// work-items share one loop, and none waits inside an iteration.
//
// This is row_per_item for devices whose work-items of a warp share a program counter. There, a work-item that spins
// would stop the one that it waits for. Here an iteration reads the marker above at most once (row_walk.clh). It
// computes a pixel, all of its channels, if the row above is two columns further, and otherwise nothing. The first row
// of a workgroup passes a fence of the device before each pixel. On devices of that kind all lanes of a warp meet again
// at the end of an iteration, which OpenCL does not promise. The lane that others wait for is among them. It makes
// progress, since its own row above is in the same warp or in an earlier one. The kernel is right on other devices,
// too. On an H200, where each work-item has a program counter, it is about six times as fast as row_per_item: no lane
// spins in a loop of its own. The grid is that of row_per_item: a work-item for each row. Defines: CHUNK, how many
// columns further a workgroup's marker goes at once, and those of diffuse.clh.
//
// Races: Rows pass errors and markers on as row_walk.clh says. `seen` may be older than the marker, which costs an
// iteration and nothing else.
#include "diffusion/floyd_steinberg/row_walk.clh"

KERNEL void floyd_steinberg_row_per_item_polling(global const pixel_t* src, global pixel_t* dst,
                                                 volatile global int* ticket_and_markers,
                                                 volatile global error_t* errors, global const int* levels,
                                                 int threshold, int level_steps, int level_steps_blue, int width,
                                                 int height, volatile local int* row_markers RECORD_PARAMETER) {
    local int group;
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    row_walk_t walk = start_walk(ticket_and_markers, row_markers, &group);
    if (walk.row >= height) return;
    recorder_t recorder = begin_recording(RECORDING, group);
    int seen = 0;
    while (walk.x < width) {
        const int needed = min(walk.x + 2, width);
        if (seen < needed) seen = progress_above(walk.row, row_markers, ticket_and_markers, width);
        if (seen < needed) {
            begin_wait_for_group(&recorder);
        } else {
            end_wait(&recorder);
            // Needed only after a look. It stands before each pixel, so that nobody must test for that.
            fence_above();
            walk_pixel(&walk, src, dst, errors, quantiser, width, &recorder);
            mark_progress(&walk, row_markers, ticket_and_markers, width);
        }
    }
    end_recording(&recorder);
}
