// Reads and writes NumPy's .npy files, so that Python can check results exactly. Format: NEP 1, header versions 1.0 to
// 3.0. core/codecs/npy_file.h registers it as an image format.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Reads a C-order little-endian array of uint8, uint16, uint32 or float32 with shape HxW, HxWx1, HxWx3 (opaque alpha
/// is added) or HxWx4. Throws Error(Input) that says what was found and what is accepted.
Image readNpy(std::span<const std::byte> file);
/// The shape that readNpy would return, from the header alone. Throws the same errors.
ImageShape npyShape(std::span<const std::byte> file);
/// Writes version 1.0 with the shape of the image's layout: HxW or HxWx1 for one channel, HxWx4 or HxWx3 for four.
/// Calls `put` with the file's bytes in order, without copying samples where possible.
void writeNpy(const Image& image, const std::function<void(std::span<const std::byte>)>& put);
std::vector<std::byte> writeNpy(const Image& image);

} // namespace lightbench
