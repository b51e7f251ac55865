// noise: adds random numbers to each sample, or replaces samples by 0 and full scale; alpha is copied.
//
// A random number is a hash of the seed and the sample's position. There is no generator with a state, so that
// work-items need nothing from one another, and results do not depend on the workgroup. A work-item maps segments of
// LANES samples (sample_segments.clh), and hashes all lanes at once. The image is read and written once. No table
// and no local memory is used: a hash is two multiplications, and Gaussian noise takes seven hashes a sample.
// core/filters/patterns/noise.cpp has the host counterpart, and the origin of the hash's constants.
//
// Defines: KIND, the noise. GAUSSIAN adds up twelve numbers of 16 bits: their sum is nearly normal (central limit
// theorem), with a standard deviation of 65536, and stays within 6 of these. UNIFORM is one number of 23 bits.
// SALT_AND_PEPPER replaces a share of the samples, each channel on its own. With A_PIXEL all samples of a pixel share
// one number, so that noise and dots are gray. LANES is at most 16 here, because OpenCL has no wider vectors.
#include "prelude/sample_segments.clh"

enum { GAUSSIAN, UNIFORM, SALT_AND_PEPPER };

typedef PASTE(uint, LANES) bits_t;
#define as_ints PASTE(as_int, LANES)

// Converts a comparison to the mask of select(), which is as wide as the samples of the output.
#if DST_TYPE_ID == U8
#define convert_mask PASTE(convert_char, LANES)
#elif DST_TYPE_ID == U16
#define convert_mask PASTE(convert_short, LANES)
#else
#define convert_mask PASTE(convert_int, LANES)
#endif

INLINE bits_t mixed_bits(bits_t bits) {
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    return bits ^ (bits >> 16);
}

// Random bits for each sample: draw `number` of several independent ones.
INLINE bits_t draw(bits_t hashes, uint number) { return mixed_bits(hashes + number * 0x9e3779b9u); }

// The position of each sample of a segment in the image; that of its pixel with A_PIXEL.
INLINE bits_t positions(uint first_sample) {
    uint all[LANES];
    for (uint i = 0; i < LANES; ++i) all[i] = A_PIXEL && SRC_CHANNELS == 4 ? (first_sample + i) / 4 : first_sample + i;
    return load_segment(all);
}

// Noise around 0, as a whole number: twice the centred sum for GAUSSIAN, whose standard deviation is 131072, and odd
// numbers within 2^23 for UNIFORM. The argument `scale` of the kernel converts it to the samples' unit.
INLINE floats_t centred_noise(bits_t hashes) {
    if (KIND == UNIFORM) return convert_floats(as_ints(2 * (draw(hashes, 1) >> 9) - 0x7fffffu));
    bits_t sum = 0;
    for (uint i = 1; i <= 6; ++i) {
        const bits_t bits = draw(hashes, i);
        sum += (bits & 0xffffu) + (bits >> 16);
    }
    return convert_floats(as_ints(2 * sum - 12 * 65535));
}

// `below` is the share of the samples that are replaced, in 2^32ths. For a share of 100 % it is 2^32 - 1, so that one
// number in 2^32 is left out.
INLINE out_samples_t salted(samples_t source, bits_t hashes, uint below) {
    const bits_t is_white = draw(hashes, 2) & 1;
    const out_samples_t black_or_white =
        select((out_samples_t)(0), (out_samples_t)(DST_MAX), convert_mask(is_white != 0));
    return select(source, black_or_white, convert_mask(draw(hashes, 1) < below));
}

INLINE void add_noise_to_segment(global const sample_t* src, global out_sample_t* dst, uint first_sample, uint key,
                                 float scale, uint below, int left) {
    const samples_t source = load_samples(src, left);
    // Two hashes, because draw() adds a constant to its argument. On the bare position, draw 2 of one position would be
    // draw 1 of another.
    const bits_t hashes = mixed_bits(positions(first_sample) ^ key);
    if (KIND == SALT_AND_PEPPER)
        store_mapped(salted(source, hashes, below), source, dst, left);
    else
        store_mapped(to_out_segment(convert_floats(source) + centred_noise(hashes) * scale), source, dst, left);
}

// `key` is a hash of the seed, made by the host. `scale` is sigma / 131072 for GAUSSIAN and sigma sqrt(3) / 2^23 for
// UNIFORM, whose standard deviation then is sigma, too. `below` is for SALT_AND_PEPPER.
KERNEL void noise_segments(global const sample_t* src, global out_sample_t* dst, int samples, uint key, float scale,
                           uint below) {
    const own_segments_t own = own_segments(samples);
    const uint first = (uint)own.begin;
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) add_noise_to_segment(src + i, dst + i, first + i, key, scale, below, LANES);
    for (; i < own.length; i += LANES)
        add_noise_to_segment(src + i, dst + i, first + i, key, scale, below, own.remaining - i);
}
