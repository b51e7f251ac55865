// The value of a parameter of kind Image, the second image of a stage: a file, the stack's input, or the output of an
// earlier stage. Files are loaded when the text is parsed; the other sources are filled in by core/run/stage_images.h.
#pragma once

#include <string>
#include <string_view>

#include "core/base/fields.h"
#include "core/codecs/codec.h"
#include "core/image/image.h"

namespace lightbench {

struct ImageInput {
    std::string file{}; ///< the absolute path of the file; if empty, `stage` decides
    /// 0: the stack's input; n: the output of stage n, counted from 1 as in the stack's text. A stage that is switched
    /// off passes its input through.
    int stage = 0;
    /// A file's samples, shared; for other sources the image that core/run/stage_images.h found, or null.
    ImagePtr image{};
    /// The image's shape; for other sources as core/run/stage_images.h found it, 0 x 0 while unknown.
    ImageShape shape{};
    bool isFile() const { return !file.empty(); }
    bool isShapeKnown() const { return shape.size.area() > 0; }
    /// Equal source and, where present, equal samples.
    bool operator==(const ImageInput& other) const;
};

constexpr auto fields(const ImageInput*) {
    using T = ImageInput;
    return FieldList{Field{"file", &T::file}, Field{"stage", &T::stage}, Field{"image", &T::image},
                     Field{"shape", &T::shape}};
}

/// Parses "input", a stage number, or a path, and loads a file's samples. Relative paths start at `folder`. Throws
/// Error(Usage or Input). `rawDecoding` decodes camera RAW files; null: this process does.
ImageInput parseImageInput(std::string_view text, const std::string& folder, DecodingProcess rawDecoding = nullptr);
/// The text that parseImageInput reads back.
std::string imageInputText(const ImageInput& input);

} // namespace lightbench
