// Floyd-Steinberg with one work-item for each row: all rows are computed at once, where the plain kernel walks along
// one row after the other. A work-item spins in a loop of its own until the row above is two columns further.
//
// A workgroup of one dimension has neighbouring rows, and draws its number when it starts. Each work-item walks along
// its row (row_walk.clh). Before a pixel it reads the marker of the row above again and again, until that is two
// columns further. Work-items of one warp spin while others of the warp must compute, so the device needs a program
// counter for each of them. CPUs have it, and NVIDIA since Volta. Elsewhere this kernel may never end, and
// row_per_item_polling is for such devices. A work-item keeps the last marker that it has seen, and reads again only
// when that no longer suffices. There is no barrier while rows are walked, so that they run at their own pace; but
// spinning lanes take issue slots from those that compute. Defines: CHUNK, how many columns further a workgroup's
// marker goes at once, and those of diffuse.clh.
//
// Races: Rows pass errors and markers on as row_walk.clh says. `seen` may be older than the marker, which costs a look
// and nothing else.
#include "diffusion/floyd_steinberg/row_walk.clh"

KERNEL void floyd_steinberg_row_per_item(global const pixel_t* src, global pixel_t* dst,
                                         volatile global int* ticket_and_markers, volatile global error_t* errors,
                                         global const int* levels, int threshold, int level_steps, int level_steps_blue,
                                         int width, int height, volatile local int* row_markers RECORD_PARAMETER) {
    local int group;
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    row_walk_t walk = start_walk(ticket_and_markers, row_markers, &group);
    if (walk.row >= height) return;
    recorder_t recorder = begin_recording(RECORDING, group);
    int seen = 0;
    while (walk.x < width) {
        const int needed = min(walk.x + 2, width);
        if (seen < needed) {
            while ((seen = progress_above(walk.row, row_markers, ticket_and_markers, width)) < needed)
                begin_wait_for_group(&recorder);
            end_wait(&recorder);
            fence_above();
        }
        walk_pixel(&walk, src, dst, errors, quantiser, width, &recorder);
        mark_progress(&walk, row_markers, ticket_and_markers, width);
    }
    end_recording(&recorder);
}
