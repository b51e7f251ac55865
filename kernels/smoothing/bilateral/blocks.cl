// The bilateral filter for GPUs: a work-item computes BLOCK_ROWS rows of four pixels in registers, and loads the pixels
// that their windows share once. The plain kernel loads and converts every pixel of every window. A weight is a single
// power of two, where the plain kernel calls exp().
//
// The grid has a work-item for each block. For each row of the window it loads the pixels that its four windows cover,
// once for all rows of the block. Samples are scaled by `unit`. The exponent of a weight is then the one for the
// distance, less the square of a difference of samples. A pixel then takes a few multiply-adds and one power of two.
// Integers become floats by their bits, because GPUs convert at a fraction of the rate of other arithmetic. Aligned
// bytes are loaded as words, four pixels at a time.
//
// Defines: RADIUS; BLOCK_ROWS; BORDER; ALIGNED, 1 if the width is a multiple of 4; ROWS_UNROLLED, which unrolls the
// rows of the window and makes squared distances constant. Unrolling pays only for gray images. PACKED_16, 1 for
// devices with byte permutations.
#include "prelude/instructions.clh"
#include "prelude/borders.clh"
#include "smoothing/colour_pixels.clh"
#include "prelude/rounding.clh"

#if ROWS_UNROLLED
#define UNROLL_ROWS _Pragma("unroll")
#else
#define UNROLL_ROWS _Pragma("unroll 1")
#endif

// HALO_VECTORS is the number of groups of four pixels that windows reach on each side.
enum { PIXELS = 4, COLUMNS = PIXELS + 2 * RADIUS, HALO_VECTORS = (RADIUS + 3) / 4 };

// `bits` are WHOLE_BASE_BITS with a sample in the lowest ones.
INLINE float scaled_bits(uint bits, float unit) { return fma(as_float(bits), unit, -WHOLE_BASE * unit); }

// The scaled colours of a pixel. These are arrays: rusticl (Mesa 25.0) loses a struct with an array that is copied from
// element to element.
INLINE void scale_pixel(pixel_t pixel, float unit, float* colours) {
    UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) {
        const sample_t sample = colour_of(pixel, c);
        colours[c] = SRC_IS_FLOAT ? sample * unit : scaled_bits((uint)sample | WHOLE_BASE_BITS, unit);
    }
}

// Byte n of a word, scaled.
INLINE float scaled_byte(uint word, int n, float unit) {
    if (PACKED_16) return scaled_bits(byte_permute(word, WHOLE_BASE_BITS, 0x7440u + n), unit);
    return scaled_bits((word >> 8 * n & 255u) | WHOLE_BASE_BITS, unit);
}

// Four pixels of bytes as words, and the colours of pixel n.
#if SRC_CHANNELS == 4
typedef uint4 four_t;
INLINE void scale_pixel_of(four_t four, int n, float unit, float* colours) {
    const uint pixel = n == 0 ? four.x : n == 1 ? four.y : n == 2 ? four.z : four.w;
    UNROLL_FOR (int c = 0; c < 3; ++c) colours[c] = scaled_byte(pixel, c, unit);
}
#else
typedef uint four_t;
INLINE void scale_pixel_of(four_t four, int n, float unit, float* colours) { colours[0] = scaled_byte(four, n, unit); }
#endif

// Loads the pixels of row y that the windows of the block cover. is_interior: all that is loaded, whole
// vectors included, is inside the image.
INLINE void load_row(global const pixel_t* src, int x, int y, int width, int height, bool is_interior, float unit,
                     float row[COLUMNS][COLOUR_CHANNELS]) {
    if (SRC_TYPE_ID == U8 && ALIGNED && is_interior) {
        global const four_t* from = (global const four_t*)(src + (size_t)y * width + x);
        UNROLL_FOR (int k = -HALO_VECTORS; k <= HALO_VECTORS; ++k) {
            const four_t four = from[k];
            UNROLL_FOR (int n = 0; n < 4; ++n)
                if (4 * k + n + RADIUS >= 0 && 4 * k + n + RADIUS < COLUMNS)
                    scale_pixel_of(four, n, unit, row[4 * k + n + RADIUS]);
        }
        return;
    }
    const int from = is_interior ? y : border_index(y, height);
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
        const int column = is_interior ? x + i - RADIUS : border_index(x + i - RADIUS, width);
        scale_pixel(bordered_pixel(src, from, column, width), unit, row[i]);
    }
}

typedef struct {
    float weight, sums[COLOUR_CHANNELS];
} accumulator_t;

// Adds a pixel to a mean. `exponent` is that of the distance's weight.
INLINE void add_to_mean(accumulator_t* mean, const float* own, const float* other, float exponent) {
    float differences[COLOUR_CHANNELS];
    UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) differences[c] = other[c] - own[c];
    float difference = differences[0];
    if (COLOUR_CHANNELS > 1) difference = fabs(difference);
    UNROLL_FOR (int c = 1; c < COLOUR_CHANNELS; ++c) difference += fabs(differences[c]);
    const float weight = power_of_two(fma(-difference, difference, exponent));
    mean->weight += weight;
    UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) mean->sums[c] = fma(weight, differences[c], mean->sums[c]);
}

INLINE out_pixel_t pixel_of_mean(const accumulator_t* mean, float unit, pixel_t own) {
    const float share = 1.0f / (mean->weight * unit);
    out_sample_t colours[COLOUR_CHANNELS];
    UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c)
        colours[c] = to_out(fma(mean->sums[c], share, (float)colour_of(own, c)));
    return pixel_of_colours(colours, own);
}

INLINE void compute_block(global const pixel_t* src, global out_pixel_t* dst, int x, int y, int width, int height,
                          bool is_interior, float unit, float space) {
    float own[BLOCK_ROWS][PIXELS][COLOUR_CHANNELS], row[COLUMNS][COLOUR_CHANNELS];
    accumulator_t means[BLOCK_ROWS][PIXELS];
    UNROLL_FOR (int r = 0; r < BLOCK_ROWS; ++r) {
        load_row(src, x, y + r, width, height, is_interior, unit, row);
        UNROLL_FOR (int n = 0; n < PIXELS; ++n) {
            means[r][n].weight = 0.0f;
            UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) {
                own[r][n][c] = row[n + RADIUS][c];
                means[r][n].sums[c] = 0.0f;
            }
        }
    }
    UNROLL_ROWS
    for (int j = -RADIUS; j < BLOCK_ROWS + RADIUS; ++j) {
        load_row(src, x, y + j, width, height, is_interior, unit, row);
        UNROLL_FOR (int r = 0; r < BLOCK_ROWS; ++r) {
            UNROLL_FOR (int across = 0; across <= RADIUS; ++across) {
                const int squared = across * across + (j - r) * (j - r);
                if (squared > RADIUS * RADIUS) break; // the disc ends here
                const float exponent = squared * space;
                UNROLL_FOR (int n = 0; n < PIXELS; ++n) {
                    if (across > 0) add_to_mean(&means[r][n], own[r][n], row[n + RADIUS - across], exponent);
                    add_to_mean(&means[r][n], own[r][n], row[n + RADIUS + across], exponent);
                }
            }
        }
    }
    UNROLL_FOR (int r = 0; r < BLOCK_ROWS; ++r) {
        UNROLL_FOR (int n = 0; n < PIXELS; ++n) {
            if (!is_interior && (y + r >= height || x + n >= width)) continue;
            const size_t at = (size_t)(y + r) * width + x + n;
            dst[at] = pixel_of_mean(&means[r][n], unit, src[at]);
        }
    }
}

// unit: the root of the factor of squared differences in the exponent; space: the factor of squared distances.
KERNEL void bilateral_blocks(global const pixel_t* src, global out_pixel_t* dst, int width, int height, float unit,
                             float space) {
    const int x = (int)get_global_id(0) * PIXELS;
    const int y = (int)get_global_id(1) * BLOCK_ROWS;
    if (x >= width || y >= height) return;
    const bool has_columns = x >= 4 * HALO_VECTORS && x + PIXELS + 4 * HALO_VECTORS <= width;
    if (has_columns && y >= RADIUS && y + BLOCK_ROWS + RADIUS <= height)
        compute_block(src, dst, x, y, width, height, true, unit, space);
    else
        compute_block(src, dst, x, y, width, height, false, unit, space);
}
