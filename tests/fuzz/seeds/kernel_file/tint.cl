// A structure of its own, a vector and the size as a pair. Pixels are vectors of floats, whose full scale is 1.
//@ parameter: red 0..2 = 1; step 0.05
//@ parameter: green 0..2 = 1; step 0.05
//@ parameter: blue 0..2 = 1; step 0.05
//@ parameter: lift 0..1 = 0; step 0.01
//@ parameter: squared switch = off
//@ argument: colour = red, green, blue, 1
//@ argument: tone = float lift, int squared, double 0.5
struct tone {
    float lift;
    int squared;
    double half_scale;
};

kernel void tint(const global float4* src, global float4* dst, const int2 size, float4 colour, struct tone tone) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= size.x || at.y >= size.y) return;
    const int i = at.y * size.x + at.x;
    float4 p = src[i] * colour;
    if (tone.squared) p.xyz *= p.xyz;
    p.xyz += 2 * (float)tone.half_scale * tone.lift;
    dst[i] = (float4)(clamp(p.xyz, 0.0f, 1.0f), src[i].w);
}
