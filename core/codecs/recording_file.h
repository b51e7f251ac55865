// Recordings of the order of pixels as image files.
#pragma once

#include <string>

#include "core/run/recording.h"

namespace lightbench {

/// Numbers in .npy (HxW, uint32, in the recording's unit), in any other format colours (recordingPicture). Throws as
/// saveImage.
void saveRecording(const Recording& recording, const std::string& path);

} // namespace lightbench
