// connected-components, variant "plain": labels spread from pixel to pixel, in one workgroup, until none changes.
//
// A pixel's first label is its place plus one. In the end it has that of its component's first pixel, which counts.
// Races: Labels are loaded while others are stored. Each is stored by one work-item and only shrinks, to a label of the
// same component: an old one costs another walk. Areas are counted by atomics.
KERNEL void connected_components_plain(global const sample_t* src, global out_sample_t* dst,
                                       volatile global uint* labels, global uint* areas, global uint* numbers,
                                       float threshold, uint min_area, int width, int height) {
    local int changes;
    const int count = width * height, first = get_local_id(0), step = get_local_size(0);
    for (int i = first; i < count; i += step)
        labels[i] =
            (SRC_CHANNELS == 4 ? luma(src[4 * i], src[4 * i + 1], src[4 * i + 2]) : src[i]) > threshold ? i + 1 : 0;
    do {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (first == 0) changes = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = first; i < count; i += step)
            for (int k = EIGHT ? 0 : 1; labels[i] && k < 9; k += EIGHT ? 1 : 2) { // without diagonals: 1, 3, 5 and 7
                const int x = i % width + k % 3 - 1, y = i / width + k / 3 - 1;
                const uint label = x >= 0 && x < width && y >= 0 && y < height ? labels[y * width + x] : 0;
                if (label && label < labels[i]) labels[i] = label, changes = 1;
            }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    } while (changes);
    for (int i = first; i < count; i += step) atomic_inc(&areas[labels[i]]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint i = 0, number = 0; first == 0 && i <= count; ++i) // 0 is the background
        numbers[i] = i > 0 && labels[i - 1] == i && areas[i] >= min_area ? ++number : 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = first; i < count; i += step) {
        const uint number = numbers[labels[i]], product = number * 0x9E3779B1u;
        const uint hash = (product ^ product >> 15) * 0x85EBCA6Bu;
        const uint shown = number == 0 ? 0 : SHOW_AREA ? areas[labels[i]] : SHOW_MASK ? DST_MAX : number;
        for (int c = 0; c < DST_CHANNELS; ++c) {
            const uint colour = c == 3 ? 255 : min(number, 1u) * (64 + ((hash ^ hash >> 13) >> 8 * c & 255) * 3 / 4);
            dst[i * DST_CHANNELS + c] = SHOW_COLOUR ? colour : shown;
        }
    }
}
