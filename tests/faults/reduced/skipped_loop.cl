// llvmpipe ends the outer loop when the inner one has no pass. Expected: 0 1 2 3 4.
kernel void reduced(volatile global int* out) {
    const int none = (int)get_global_id(0);
    for (int i = 0; i < 5 + none; ++i) {
        int k = 1;
        while (k <= none)
            if (out[k] != 0) ++k;
        out[i] = i;
    }
}
