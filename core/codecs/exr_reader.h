// Reading of OpenEXR files.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// Throws Error(Input) without the file's name.
DecodedImage readExr(std::span<const std::byte> file, const CostCheck& check);

/// Threads that the library may use for so many pixels; 0 for the caller's alone.
int exrThreads(std::size_t pixels);
/// True if some pixel is not opaque: OpenEXR takes its colours as multiplied with their alpha.
bool hasExrTransparency(const Image& image);

} // namespace lightbench
