// Loads the image files that parameters name, such as the second image of a stage. Files are cached while in use, and
// the functions are thread-safe.
#pragma once

#include <string>

#include "core/codecs/codec.h"

namespace lightbench {

/// Returns the cached image while someone holds it and the file's time and size are unchanged. Throws Error(Input) that
/// names the file, also for a pipe or a device, which might never end. `rawDecoding` decodes camera RAW files; null:
/// this process does.
ImagePtr readImageFile(const std::string& path, DecodingProcess rawDecoding = nullptr);

} // namespace lightbench
