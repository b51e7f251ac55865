// Selects the part, layer and channels of an OpenEXR file to read, and describes the others in notes. Only
// core/codecs/exr_reader.cpp uses it.
#pragma once

#include <OpenEXR/ImfMultiPartInputFile.h>

#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// The selected layer. Channels are named as in the file; missing ones are empty.
struct ExrLayer {
    int part = 0;
    std::string name;                    ///< such as "diffuse"; empty for channels outside a layer
    std::string red, green, blue, alpha; ///< in a gray layer, red is the gray channel
    bool isGray = false;
    bool isLumaChroma = false; ///< Y, RY and BY, which the library converts to RGB
    SampleType type = SampleType::F32;
    std::vector<std::string> notes;

    /// Throws Error(Input) if the file has no readable layer.
    explicit ExrLayer(const Imf::MultiPartInputFile& file);
    ImageShape shape(Size size) const;
};

} // namespace lightbench
