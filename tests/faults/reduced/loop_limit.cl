// llvmpipe ends the loops of a kernel silently after 65,535 iterations in all. Expected: 100000 and 90000.
kernel void reduced(global int* out) {
    volatile int sum = 0;
    for (int i = 0; i < 100000 + (int)get_global_id(0); ++i) sum += 1;
    out[0] = sum;
    sum = 0;
    for (int y = 0; y < 300 + (int)get_global_id(0); ++y)
        for (int x = 0; x < 300 + (int)get_global_id(0); ++x) sum += 1;
    out[1] = sum;
}
