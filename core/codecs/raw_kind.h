// Recognises camera RAW files by their content. core/codecs/raw.cpp uses it to leave ordinary TIFF files to the TIFF
// codec.
#pragma once

#include <cstddef>
#include <span>

namespace lightbench {

/// True for the signatures of camera makers, and for TIFF files that declare DNG or contain a colour filter array. Any
/// other TIFF is not RAW.
bool isCameraRaw(std::span<const std::byte> file);

} // namespace lightbench
