// move_samples: copies samples from one buffer to another, with steps between them, and converts their type.
//
// Kernels that users bring may want other samples than an image has: one channel, a plane for each channel, or floats
// of 8-bit samples. Lightbench moves the samples into a buffer of that kind, and the result back. Each work-item moves
// one sample. Between types, full scale stays full scale (255, 65535, 4294967295 and 1.0): to a wider type by a product
// or a quotient, back to the nearest value, ties of floats to even and ties of integers up. Floats outside 0..1 are
// clamped, and NaN becomes 0.

INLINE out_sample_t converted(sample_t sample) {
#if SRC_TYPE_ID == DST_TYPE_ID
    return sample;
#elif DST_IS_FLOAT
    return (float)sample / (float)SRC_MAX;
#elif SRC_IS_FLOAT
    const float scaled = clamp(isnan(sample) ? 0.0f : sample, 0.0f, 1.0f) * (float)DST_MAX;
    return PASTE(PASTE(convert_, DST_SAMPLE), _sat_rte)(scaled);
#elif SRC_TYPE_ID < DST_TYPE_ID
    return (out_sample_t)sample * (out_sample_t)((uint)DST_MAX / (uint)SRC_MAX);
#else
    const ulong factor = (uint)SRC_MAX / (uint)DST_MAX;
    return (out_sample_t)((sample + factor / 2) / factor);
#endif
}

KERNEL void move_samples(global const sample_t* from, global out_sample_t* to, int count, int from_first, int from_step,
                         int to_first, int to_step) {
    const int i = get_global_id(0);
    if (i < count) to[to_first + i * to_step] = converted(from[from_first + i * from_step]);
}
