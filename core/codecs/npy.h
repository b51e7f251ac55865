// NumPy's .npy files, so that Python can check results exactly. Format: NEP 1, header versions 1.0 to 3.0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Reads a C-order little-endian array of uint8, uint16, uint32 or float32 with shape HxW, HxWx1, HxWx3 (opaque alpha
/// is added) or HxWx4. Throws Error(Input) that says what was found and what is accepted.
Image readNpy(std::span<const std::byte> file);
/// Writes version 1.0 with the shape of the image's layout: HxW or HxWx1 for one channel, HxWx4 or HxWx3 for four.
std::vector<std::byte> writeNpy(const Image& image);

} // namespace lightbench
