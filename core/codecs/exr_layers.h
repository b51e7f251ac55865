// Which part, layer and channels of an OpenEXR file are read, and what is said of the others.
#pragma once

#include <OpenEXR/ImfMultiPartInputFile.h>

#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// What is read: channels by their names in the file, empty for those that it lacks.
struct ExrLayer {
    int part = 0;
    std::string name;                    ///< such as "diffuse"; empty for channels without a layer
    std::string red, green, blue, alpha; ///< of a gray layer, red is the gray channel
    bool isGray = false;
    bool isLumaChroma = false; ///< Y, RY and BY, which the library turns into RGB
    SampleType type = SampleType::F32;
    std::vector<std::string> notes;

    /// Throws Error(Input) if the file holds nothing that can be read.
    explicit ExrLayer(const Imf::MultiPartInputFile& file);
    ImageShape shape(Size size) const;
};

} // namespace lightbench
