// Images as a user's kernel gets them, on the host: of its sample type, and one for each channel if it runs so. A
// reference that is given the same can be compared with the kernel bit for bit.
#pragma once

#include <vector>

#include "core/definition/kernel_file.h"
#include "core/image/image.h"

namespace lightbench {

/// The format in which a kernel gets an image.
Format kernelFormat(const KernelFile& file, const Format& given);
/// The image in that format, or each of its colour channels.
std::vector<Image> kernelImages(const KernelFile& file, const Image& image);
/// The result in the format of the image that kernelImages was given; alpha is that image's.
Image resultOf(const std::vector<Image>& results, const Image& image);

} // namespace lightbench
