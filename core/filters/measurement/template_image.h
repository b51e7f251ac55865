// The template of template-matching: a small gray image. It is cut from the stage's input or read from a portable
// graymap, and is immutable and shared.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/framework/parameter.h"
#include "core/image/image.h"

namespace lightbench {

/// The range of template sides, pixels; sums of 8-bit squares must fit into 32 bits.
inline constexpr int minTemplate = 1, largestTemplate = 256;

/// Row by row; samples are 0..full, at most 255 or 65535.
struct TemplateImage {
    Size size;
    int full = 255;
    std::vector<std::uint16_t> samples;
    bool operator==(const TemplateImage&) const = default;
};
using TemplateImagePtr = std::shared_ptr<const TemplateImage>;

/// Parses a plain-text portable graymap ("P2 WIDTH HEIGHT FULL" and the samples; `#` starts a comment). Throws
/// Error(Input) that names `source` and what was found.
TemplateImage readTemplate(std::string_view text, const std::string& source);
/// The text that readTemplate reads back.
std::string templateText(const TemplateImage& image);
/// The luma of a rectangle inside the image: 8 bits for 8-bit images, otherwise 16 (floats are clamped to 0..1).
TemplateImage cutOut(const Image& image, const Rectangle& rectangle);

/// The resource kind of templates; its function `make` is not set.
ResourceKind templateResource();

} // namespace lightbench
