// Floyd-Steinberg with one workgroup for each row: the rows are computed at once, each behind the row above. The plain
// kernel walks along one row after the other. One work-item of a workgroup computes, and all of them load and store.
//
// A workgroup takes its row in chunks of CHUNK columns. It waits until the row above has finished the chunk and one
// column more (progress_markers.clh). All work-items copy the pixels and the errors above into local memory. The first
// one then computes the chunk, and all copy the results back. Chunks end one column earlier in each row than in the row
// above, so that a chunk waits for one more chunk of the row above. Only rows whose number is a multiple of CHUNK start
// again with a whole chunk: their first chunk waits for two. The wavefront advances by a chunk at a time. That suits
// CPUs, where a workgroup is one work-item and loads and stores are cheap; on a GPU most lanes idle while one computes.
//
// `errors` holds a single row for the whole image. A row overwrites the errors of the row above, each time after it has
// read them, and the row below follows further left. Defines: CHUNK, and those of diffuse.clh.
//
// Races: Rows pass errors and markers on as progress_markers.clh says. All work-items store errors of a chunk here, and
// one stores the marker: each passes a fence of the device, and a barrier follows, before that one publishes. The chunk
// reads one error beyond its end, which the row's next chunk overwrites and this one does not. Barriers separate all
// uses of local memory.
#include "diffusion/floyd_steinberg/diffuse.clh"
#include "diffusion/progress_markers.clh"

KERNEL void floyd_steinberg_row_per_group(global const pixel_t* src, global pixel_t* dst,
                                          volatile global int* ticket_and_markers, volatile global error_t* errors,
                                          global const int* levels, int threshold, int level_steps,
                                          int level_steps_blue, int width, int height RECORD_PARAMETER) {
    local int drawn;
    local pixel_t pixels[CHUNK];
    local error_t row_errors[CHUNK + 1]; // of the row above, which this row's errors replace
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int row = draw_number(&ticket_and_markers[0], 0, item == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, row);
    const size_t first = (size_t)row * width;
    const quantiser_t quantiser = make_quantiser(levels, threshold, level_steps, level_steps_blue);
    neighbours_t neighbours = {0, 0, 0};
    int start = 0;
    for (int end = min(CHUNK - row % CHUNK, width); start < width; end = min(end + CHUNK, width)) {
        const int count = end - start;
        if (item == 0 && row > 0) wait_for(ticket_and_markers, row - 1, min(end + 1, width), &recorder);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int i = item; i < count; i += items) pixels[i] = src[first + start + i];
        for (int i = item; i <= count; i += items)
            row_errors[i] = row > 0 && start + i < width ? errors[start + i] : (error_t)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            neighbours.above = row_errors[0];
            for (int i = 0; i < count; ++i) {
                const pixel_t source = pixels[i];
                pixels[i] = result_pixel(diffuse(to_error(source), row_errors[i + 1], &neighbours, quantiser), source);
                record_pixels(&recorder, first + start + i, 1);
                row_errors[i] = neighbours.left;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = item; i < count; i += items) {
            dst[first + start + i] = pixels[i];
            errors[start + i] = row_errors[i];
        }
        device_fence();
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (item == 0) publish(ticket_and_markers, row, end);
        start = end;
    }
    end_recording(&recorder);
}
