// Writes raw stamps to .npy files, and the coloured picture to all other formats.
#include "core/run/recording_file.h"

#include "core/codecs/image_file.h"

namespace lightbench {

void saveRecording(const Recording& recording, const std::string& path) {
    if (suffixOfName(path) == "npy")
        saveImage(*recording.stamps, path);
    else
        saveImage(recordingPicture(recording), path);
}

} // namespace lightbench
