// Floyd-Steinberg error diffusion to black and white, as a chain of rows: a work-item takes the next row by a ticket,
// and follows the row above by two pixels. progress[y] counts the pixels of row y that are done. Rows are handed out in
// order, so that the row above always belongs to a group that runs.
//@ parameter: threshold 0..255 = 128
//@ scratch: errors = (width + 1) * height; fill 0
//@ scratch: progress = height + 1; fill 0
//@ range: height, 1
//@ workgroups: 1
//@ variant: chain; passes diffusion_chain; progress needed
//@ accepts: gray
//@ reference: floyd-steinberg threshold=threshold
kernel void diffusion_chain(global const uchar* src, global uchar* dst, volatile global int* errors,
                            volatile global int* progress, int width, int height, int threshold) {
    const int y = atomic_inc(progress + height);
    if (y >= height) return;
    volatile global int *above = errors + (y - 1) * (width + 1), *here = errors + y * (width + 1);
    int left = 0, above_left = 0;
    for (int x = 0; x < width; ++x) {
        int straight = 0, above_right = 0;
        if (y > 0) {
            while (atomic_add(progress + y - 1, 0) < min(x + 2, width)) {}
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            straight = above[x];
            above_right = above[x + 1]; // the last one of a row is 0
        }
        const int sum = 7 * left + 3 * above_right + 5 * straight + above_left;
        const int v = clamp((int)src[y * width + x] + sum / 16, 0, 255);
        const int q = v > threshold ? 255 : 0;
        dst[y * width + x] = q;
        left = v - q;
        above_left = straight;
        here[x] = left;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_inc(progress + y);
    }
}
