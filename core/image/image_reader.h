// Image files that values name, such as the second image of a stage: read once, shared as long as somebody has them.
#pragma once

#include <functional>
#include <string>

#include "core/image/image.h"

namespace lightbench {

/// Reads the image of a file. Throws Error(Input) that names it.
using ImageReader = std::function<ImagePtr(const std::string& path)>;
/// What readImageFile asks for files that are no .npy, which is all that core can read. For a program's start: before
/// anything is read.
void setImageReader(ImageReader reader);
/// The same image again while somebody has it and the file is unchanged by its time and size. Safe on any thread.
/// Throws Error(Input).
ImagePtr readImageFile(const std::string& path);

} // namespace lightbench
