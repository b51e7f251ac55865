// The compiler makes of 0 - (-1 or 0) a zext of <4 x i1>. oclgrind 21.10 keeps a true lane as 0xff and extends it to
// 255 instead of 1. Expected: 0 1 0 1.
kernel void reduced(global int* out) {
    const int4 s = (int4)(1, 5, 9, 8) + (int)get_global_id(0);
    vstore4(0 - (s > (int4)(3, 4, 9, 2)), 0, out);
}
