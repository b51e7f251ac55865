// Selects the part, layer and channels of an OpenEXR file to read, and describes the others in notes. Only
// core/codecs/exr.cpp uses it.
#pragma once

#include <OpenEXR/ImfMultiPartInputFile.h>

#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// The selected layer. Channels are named as in the file; missing ones are empty.
struct ExrLayer {
    int part = 0;
    std::string name; ///< such as "diffuse"; empty for channels outside a layer
    /// In a gray layer, red is the gray channel. With luminance and chroma they are RY, Y and BY.
    std::string red, green, blue, alpha;
    bool isGray = false;
    bool isLumaChroma = false;    ///< Y, RY and BY in place of red, green and blue
    bool hasHalvedChroma = false; ///< RY and BY have one sample for 2 x 2 pixels, which the library interpolates
    SampleType type = SampleType::F32;
    std::vector<std::string> notes;

    /// Throws Error(Input) if the file has no readable layer.
    explicit ExrLayer(const Imf::MultiPartInputFile& file);
    ImageShape shape(Size size) const;
};

} // namespace lightbench
