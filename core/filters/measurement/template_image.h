// What template-matching looks for: a small gray image, as part of the stage's input or from a file of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/filter/parameter.h"
#include "core/image/image.h"

namespace lightbench {

/// Sides of a template, pixels: sums of squares of 8 bits must fit 32.
inline constexpr int leastTemplate = 1, largestTemplate = 256;

/// Row by row; samples are 0..full, which is 255 or 65535 at most.
struct TemplateImage {
    Size size;
    int full = 255;
    std::vector<std::uint16_t> samples;
    bool operator==(const TemplateImage&) const = default;
};
using TemplateImagePtr = std::shared_ptr<const TemplateImage>;

/// Reads a portable graymap in plain text ("P2 WIDTH HEIGHT FULL" and the samples; `#` starts a comment). Throws
/// Error(Input) that names `source` and what was found.
TemplateImage readTemplate(std::string_view text, const std::string& source);
/// What readTemplate reads back.
std::string templateText(const TemplateImage& image);
/// The luma of a rectangle of an image, which must be inside: 8 bits, of other images 16 (floats cut off at 0 and 1).
TemplateImage cutOut(const Image& image, const Rectangle& rectangle);

/// Templates as resources, but for which rectangle of an image becomes one.
ResourceKind templateResource();

} // namespace lightbench
