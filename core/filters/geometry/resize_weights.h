// Which pixels of a line each pixel of a longer or shorter line is made of, and with which weights: Pillow's rule, or
// by the area that is covered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lightbench {

/// The pixels that one pixel of the result is made of: `count` from `first` on. Laid out as an int2 of a kernel.
struct ResizeSpan {
    std::int32_t first = 0, count = 0;
};

/// Weights of a line of `spans.size()` pixels: that of pixel x's k-th source pixel is weights[x taps + k].
struct ResizeWeights {
    int taps = 1; ///< at least the longest span
    std::vector<ResizeSpan> spans;
    std::vector<double> weights;
    /// In steps of 2^-22, rounded half away from zero, as Pillow has them for 8-bit samples. If a pixel is made
    /// of more than 4096, each rounding error is carried to the next weight. The weights then still add up to 1.
    std::vector<std::int32_t> fixed() const;
    /// The same in floats, where a pixel is made of more than 32.
    std::vector<float> floats() const;
    /// Pixels of the longest span.
    int longestSpan() const;
    /// Whether a plain sum of floats would drift: spans of more than 32 pixels have compensated sums.
    bool needsCompensation() const;
    /// The longest span in words of four pixels.
    int tapWords() const;
    /// The fixed weights in bytes, four taps a word: of each four taps the lowest bytes of all pixels, then the middle
    /// ones, then the highest, with the sign.
    std::vector<std::uint32_t> fixedBytes() const;
    /// Whether pixel x is made of `span.count` pixels from 2 x + span.first on, with equal weights.
    bool isOfPairs(ResizeSpan span) const;
};

/// `method`: nearest, area, box, bilinear, bicubic or lanczos. The filter's support grows with in / out where that is
/// above 1, so that no pixel of the input is passed over. Two methods have no filter. Nearest takes pixel floor((2 x +
/// 1) in / (2 out)). Area weights each pixel by how much of it lies between x in / out and (x + 1) in / out.
ResizeWeights resizeWeights(const std::string& method, int in, int out);

} // namespace lightbench
