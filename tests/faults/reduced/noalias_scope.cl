// An inlined helper that returns a wide vector has a `noalias sret` result. LLVM 14 then leaves
// llvm.experimental.noalias.scope.decl, which oclgrind 21.10 does not know. Expected: 1 2.
static inline __attribute__((always_inline)) int16 twice(int16 v) { return v * 2; }
kernel void reduced(global int* out) {
    const int16 order = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const int16 v = twice(vload16(0, out) * 0 + (int16)(1)) + order;
    out[16] = v.s0;
    out[0] = v.s0 / 2;
    out[1] = v.s0;
}
