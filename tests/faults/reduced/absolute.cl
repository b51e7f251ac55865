// LLVM 14 makes llvm.abs.i32 of this; oclgrind 21.10 does not know it. Expected: 5 6.
kernel void reduced(global int* out) {
    for (int i = 0; i < 2; ++i) {
        const int v = out[i + 8] + (77777 - 5 - i);
        out[i] = v < 0 ? -v : v;
    }
}
