// clamp(int4, int, int): lanes 1..3 are compared with bounds that do not exist. Expected: 5 6 7 8, then 5 6 7 8.
kernel void reduced(global int* out) {
    const int4 v = (int4)(5, 6, 7, 8) + (int)get_global_id(0);
    vstore4(clamp(v, 0, 255), 0, out);
    vstore4(clamp(v, (int4)(0), (int4)(255)), 1, out);
    vstore4(max(v, 7), 2, out);
    vstore4(min(v, 7), 3, out);
}
