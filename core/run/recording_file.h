// Saves recordings of the pixel order (core/run/recording.h) as image files. The window's export and the command
// `replay` use it.
#pragma once

#include <string>

#include "core/run/recording.h"

namespace lightbench {

/// Writes .npy as numbers (HxW, uint32, in the recording's unit), any other format as colours (recordingPicture).
/// Throws like saveImage.
void saveRecording(const Recording& recording, const std::string& path);

} // namespace lightbench
