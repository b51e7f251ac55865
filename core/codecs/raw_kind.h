// Tells camera RAW files from others by their content.
#pragma once

#include <cstddef>
#include <span>

namespace lightbench {

/// True for the signatures of camera makers, and for TIFF files that say they are DNG or whose directories hold a
/// colour filter array. Any other TIFF is not RAW.
bool isCameraRaw(std::span<const std::byte> file);

} // namespace lightbench
