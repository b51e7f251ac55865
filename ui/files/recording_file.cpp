// The suffix decides.
#include "ui/files/recording_file.h"

#include "ui/files/image_file.h"

namespace lightbench {

void saveRecording(const Recording& recording, const QString& path) {
    if (path.endsWith(".npy", Qt::CaseInsensitive)) return saveImage(*recording.stamps, path);
    saveImage(recordingPicture(recording), path);
}

} // namespace lightbench
