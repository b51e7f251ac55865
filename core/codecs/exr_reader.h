// Reads OpenEXR files; core/codecs/exr.h registers it. Errors are Error(Input) without the file's name.
#pragma once

#include "core/codecs/codec.h"

namespace lightbench {

/// Throws Error(Input) without the file's name.
DecodedImage readExr(std::span<const std::byte> file, const CostCheck& check);

/// The number of threads that the library may use for so many pixels; 0 means the caller's thread only.
int exrThreads(std::size_t pixels);
/// True if any pixel is not opaque. OpenEXR treats its colours as premultiplied with alpha.
bool hasExrTransparency(const Image& image);

} // namespace lightbench
