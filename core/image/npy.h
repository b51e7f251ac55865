// NumPy's .npy files, in and out, so that results can be checked exactly from Python.
// Format: NEP 1 (version 1.0 to 3.0 headers).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Reads a C-order little-endian array of uint8, uint16, uint32 or float32 with shape HxW, HxWx1, HxWx3 (alpha is
/// added, opaque) or HxWx4. Throws Error(Input) that says what was found and what is taken.
Image readNpy(std::span<const std::byte> file);
/// What readNpy would give, from the header alone. Throws the same.
ImageShape npyShape(std::span<const std::byte> file);
/// Shape HxW or HxWx1 for one channel, HxWx4 or HxWx3 for four, as the image's layout has it; version 1.0. The file's
/// bytes go to `put` part by part, the samples as they lie in the image where they can.
void writeNpy(const Image& image, const std::function<void(std::span<const std::byte>)>& put);
std::vector<std::byte> writeNpy(const Image& image);

} // namespace lightbench
