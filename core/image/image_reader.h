// Image files that values name, such as the second image of a stage: read once, shared as long as somebody has them.
#pragma once

#include <string>

#include "core/image/image.h"

namespace lightbench {

/// The same image again while somebody has it and the file is unchanged by its time and size. Safe on any thread.
/// Throws Error(Input) that names the file.
ImagePtr readImageFile(const std::string& path);

} // namespace lightbench
