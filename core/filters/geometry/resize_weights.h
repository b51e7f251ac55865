// Computes the source pixels and weights of each output pixel of a resized line, as Pillow does or by covered area. The
// plans and the reference of resize use it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lightbench {

/// The source pixels of one output pixel: `count` from `first` on. Laid out like a kernel's int2.
struct ResizeSpan {
    std::int32_t first = 0, count = 0;
};

/// Weights for a line of `spans.size()` pixels: weights[x taps + k] belongs to the k-th source pixel of pixel x.
struct ResizeWeights {
    int taps = 1; ///< at least the length of the longest span
    std::vector<ResizeSpan> spans;
    std::vector<double> weights;
    /// The weights in steps of 2^-22, rounded half away from zero, as Pillow has them for 8-bit samples. If a span
    /// exceeds 4096 pixels, each rounding error is carried to the next weight, so that the sum stays 1.
    std::vector<std::int32_t> fixed() const;
    /// The weights as floats. If a span exceeds 32 pixels, rounding errors are carried in the same way.
    std::vector<float> floats() const;
    /// The length of the longest span, pixels.
    int longestSpan() const;
    /// True if a span has a weight of 0, which hides its pixel, even NaN.
    bool hides() const;
    /// True if a plain float sum would drift: spans of more than 32 pixels use compensated sums.
    bool needsCompensation() const;
    /// The longest span, in words of four pixels.
    int tapWords() const;
    /// The fixed weights as bytes, four taps per word: for each four taps first the lowest bytes of all pixels, then
    /// the middle ones, then the highest with the sign.
    std::vector<std::uint32_t> fixedBytes() const;
    /// True if every pixel x averages `span.count` pixels from 2 x + span.first on, with equal weights.
    bool isOfPairs(ResizeSpan span) const;
};

/// `method` is nearest, area, box, bilinear, bicubic or lanczos. The filter's support grows with in / out if that
/// exceeds 1, so that no input pixel is skipped. Two methods have no filter: nearest takes pixel floor((2 x + 1) in /
/// (2 out)), and area weights each pixel by its overlap with x in / out .. (x + 1) in / out.
ResizeWeights resizeWeights(const std::string& method, int in, int out);

} // namespace lightbench
