// Floyd-Steinberg with one workgroup for each band of rows: its work-items compute a row each, two columns behind the
// row above. The plain kernel walks along one row after the other. A barrier follows each step.
//
// At step t work-item i computes column t - 2 i of its row, two columns behind the row above. It needs one error of the
// row above, one column further right. Its neighbour has computed that error in the step before, and hands it over in
// `passed`. This is an array in local memory with two halves: a step reads one and writes the other, so that a single
// barrier suffices. Its own three errors stay in registers.
//
// The first row of a band needs errors of the band above, from another workgroup (progress_markers.clh). Every CHUNK
// steps the workgroup waits for them, and copies them to local memory. `errors` holds a single row for the whole image.
// The last row of a band writes it further left than the first row reads it. A step computes only a pixel of each row,
// and ends with a barrier, which limits the speed. Defines: CHUNK, and those of diffuse.clh.
//
// Races: Bands pass errors and markers on as progress_markers.clh says. The errors of a chunk are loaded between two
// barriers. The last work-item of the band alone stores errors and the marker, after the second barrier and in columns
// that were loaded before. In local memory a step reads one half of `passed` and writes the other. `errors_above` is
// written only before the barrier at which the steps of a chunk begin.
#include "diffusion/floyd_steinberg/diffuse.clh"
#include "diffusion/progress_markers.clh"

KERNEL void floyd_steinberg_barrier_wavefront(global const pixel_t* src, global pixel_t* dst,
                                              volatile global int* ticket_and_markers, volatile global error_t* errors,
                                              global const int* levels, int threshold, int level_steps,
                                              int level_steps_blue, int width, int height,
                                              local error_t* passed RECORD_PARAMETER) {
    local int drawn;
    local error_t errors_above[CHUNK]; // of the band above, from the column after the chunk's first one
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int band = draw_number(&ticket_and_markers[0], 0, item == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, band);
    const int row = band * items + item;
    const size_t first = (size_t)row * width;
    const int all_steps = width + 2 * (items - 1);
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    neighbours_t neighbours = {0, 0, 0};
    for (int start = 0; start < all_steps; start += CHUNK) {
        if (item == 0 && band > 0 && start < width)
            wait_for(ticket_and_markers, band - 1, min(start + CHUNK + 1, width), &recorder);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int i = item; i < CHUNK; i += items)
            errors_above[i] = band > 0 && start + 1 + i < width ? errors[start + 1 + i] : (error_t)0;
        if (start == 0 && item == 0 && band > 0) neighbours.above = errors[0];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        const int end = min(start + CHUNK, all_steps);
        for (int step = start; step < end; ++step) {
            const int x = step - 2 * item;
            local const error_t* const received = passed + ((step + 1) & 1) * items;
            local error_t* const sent = passed + (step & 1) * items;
            if (x >= -1 && x < width && row < height) {
                const error_t from_above = x + 1 < width ? received[max(item - 1, 0)] : (error_t)0;
                const error_t above_right = item == 0 ? errors_above[step - start] : from_above;
                if (x >= 0) {
                    const pixel_t source = src[first + x];
                    const error_t result = diffuse(to_error(source), above_right, &neighbours, quantiser);
                    store_recorded(result_pixel(result, source), dst, first + x, &recorder);
                    sent[item] = neighbours.left;
                    if (item == items - 1) errors[x] = neighbours.left;
                } else {
                    neighbours.above = above_right; // of column 0
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (item == items - 1) publish(ticket_and_markers, band, clamp(end - 2 * item, 0, width));
    }
    end_recording(&recorder);
}
