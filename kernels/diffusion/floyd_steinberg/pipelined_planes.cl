// Pipelined Floyd-Steinberg on GPUs, for all images but gray 8-bit ones in black and white: the lanes of a warp walk
// along 32 rows of one channel at once, each a few columns behind the row above. The plain kernel walks along one row
// after the other. Errors go from lane to lane by shuffles (band_steps.clh); other warps move the pixels.
//
// Each band of 32 rows has a warp for each colour channel, whose lanes only compute steps. LOADER_WARPS more warps move
// its pixels between the image and local memory (plane_steps.clh). So the chain of dependent pixels is not interrupted
// by loads, stores and conversions. The first loader warp of the first band also fetches the errors of the workgroup
// above. All bands meet at one barrier for each block, and follow one another at a distance of BAND_DELAY + 1 blocks.
// Seeds, errors and results thus need no other synchronisation. Devices without shuffles have one more barrier for each
// step, which all work-items take. The grid has a workgroup for all bands that its size allows. Defines: those of
// band_steps.clh and of diffuse.clh; LOADER_WARPS; TABLE_ERRORS, the bytes of a plane in `error_table`; HAS_WHITE.
//
// Races: band_steps.clh says how errors arrive. In local memory `cells` has two halves: in a turn the lanes replace the
// seeds of one block, and the loaders read and refill the other one. A loader refills only cells that it has read
// itself.
#include "diffusion/floyd_steinberg/plane_steps.clh"

enum { BAND_ITEMS = BAND_ROWS * (PLANES + LOADER_WARPS) };

// `errors` has the blocks of each workgroup's last row, plane after plane, then the counter of workgroup numbers; all
// NOT_ARRIVED at the start. `slots` has two halves, used in turns, with a block for each plane of each band. `cells`
// has two blocks for each channel of each band, and `error_table` has TABLE_ERRORS for each plane. `ring` is that of
// lane_t, for devices without a shuffle.
KERNEL void floyd_steinberg_pipelined_planes(global const pixel_t* src, global pixel_t* dst,
                                             volatile global int* errors, global const int* levels, int threshold,
                                             int level_steps, int level_steps_blue, int width, int height,
                                             local int4* slots, local int4* cells, local char* error_table,
                                             local int* ring RECORD_PARAMETER) {
    local int drawn;
    const int item = get_local_id(0), index = item % BAND_ROWS, bands = get_local_size(0) / BAND_ITEMS;
    const int band = item / BAND_ITEMS, plane = item % BAND_ITEMS / BAND_ROWS;
    const bool is_loader = plane >= PLANES, fetches = plane == PLANES && band == 0;
    const int blocks = blocks_of(width), groups = get_num_groups(0), plane_ints = blocks * BLOCK_COLUMNS;
    for (int p = 0; p < PLANES; ++p)
        fill_error_table(error_table + p * TABLE_ERRORS,
                         quantiser_of_plane(levels, threshold, level_steps, level_steps_blue, p));
    const int group = draw_number(&errors[groups * PLANES * plane_ints], NOT_ARRIVED, item == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, group);
    const int top = (group * bands + band) * BAND_ROWS;
    local int* const band_cells = (local int*)cells + band * 2 * SRC_CHANNELS * PLANE_CELLS;
    const int loader_number = item % BAND_ITEMS - PLANES * BAND_ROWS;
    loader_t loader = {src, dst,   band_cells, loader_number % BLOCK_COLUMNS, loader_number / BLOCK_COLUMNS,
                       top, width, height};
    lane_t lane = {index, top + index, width, height, {0, 0, 0}, 0, {0}, ring, &recorder};
    const int own_plane = min(plane, PLANES - 1); // loaders use no quantiser, and get that of the last plane
    const quantiser_t quantiser = quantiser_of_plane(levels, threshold, level_steps, level_steps_blue, own_plane);
    fetch_t fetch = {group > 0 ? errors + (size_t)(group - 1) * PLANES * plane_ints : 0, index, blocks, {0}};
    volatile global int* const below = errors + ((size_t)group * PLANES + plane) * plane_ints;
    if (is_loader) load_pixels(&loader, 0, false);
    if (fetches) {
        begin_fetch(&fetch, BAND_DELAY - 1);
        end_fetch(&fetch, BAND_DELAY - 1, (local int*)slots, &recorder);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // A band's turns begin at block -1, when its loaders store the first seeds. They end at block `blocks`, when they
    // store the last results.
    for (int turn = 0; turn <= blocks + 1 + (bands - 1) * (BAND_DELAY + 1); ++turn) {
        const int block = turn - 1 - band * (BAND_DELAY + 1);
        // The slots of this plane in one half, and all of those in the other.
        local int* const entering = (local int*)slots + (((turn & 1) * bands + band) * PLANES + plane) * BLOCK_COLUMNS;
        local int* const next = (local int*)slots + ((~turn & 1) * bands) * PLANES * BLOCK_COLUMNS;
        if (is_loader) {
            if (fetches) begin_fetch(&fetch, turn + BAND_DELAY);
            move_pixels(&loader, block, blocks, error_table);
            if (fetches) end_fetch(&fetch, turn + BAND_DELAY, next, &recorder);
        }
        const bool is_active = !is_loader && block >= 0 && block < blocks;
        if (!HAS_SHUFFLE || is_active) {
            // Where nothing is handed over, these places may be beyond the end, and are not used.
            const bool hands_over = is_active && index == BAND_ROWS - 1;
            const boundary_t boundary = {(local int4*)(next + ((band + 1) * PLANES + plane) * BLOCK_COLUMNS),
                                         (volatile global int4*)(below + block * BLOCK_COLUMNS),
                                         hands_over && band + 1 < bands,
                                         hands_over && band + 1 == bands && group + 1 < groups};
            local int* const own_cells = band_cells + ((block & 1) * SRC_CHANNELS + plane) * PLANE_CELLS;
            make_block(&lane, (local int4*)own_cells + index, (local const int4*)entering, HAS_SHUFFLE || is_active,
                       block * BLOCK_COLUMNS, quantiser, error_table + plane * TABLE_ERRORS, own_plane == PLANES - 1,
                       boundary);
        }
        if (block == -1 && !is_loader) begin_row(&lane, entering);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    end_recording(&recorder);
}
