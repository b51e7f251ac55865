// What a parameter of kind Image names: a second image of a stage. It is that of a file, the image that goes into the
// stack, or what an earlier stage of the stack made of it.
#pragma once

#include <string>
#include <string_view>

#include "core/base/fields.h"
#include "core/image/image.h"

namespace lightbench {

struct ImageInput {
    std::string file{}; ///< its absolute path; empty: what `stage` says
    /// 0: the image that goes into the stack; n: the image after stage n, counted from 1 as the stack's text has it. A
    /// stage that is switched off hands on what it gets.
    int stage = 0;
    ImagePtr image{};   ///< a file's samples, shared; of others those that core/run/stack_images.h found, else null
    ImageShape shape{}; ///< of the image; of others what core/run/stack_images.h found, else 0 x 0: not known yet
    bool isFile() const { return !file.empty(); }
    bool isShapeKnown() const { return shape.size.area() > 0; }
    /// The same source and, where there are any, the same samples.
    bool operator==(const ImageInput& other) const;
};

constexpr auto fields(const ImageInput*) {
    using T = ImageInput;
    return FieldList{Field{"file", &T::file}, Field{"stage", &T::stage}, Field{"image", &T::image},
                     Field{"shape", &T::shape}};
}

/// Reads "input", a stage's number, or else the file of that path, whose samples it reads; `folder` is where relative
/// paths start. Throws Error(Usage or Input).
ImageInput parseImageInput(std::string_view text, const std::string& folder);
/// What parseImageInput reads back.
std::string imageInputText(const ImageInput& input);

} // namespace lightbench
