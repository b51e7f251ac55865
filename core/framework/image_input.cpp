// Parses and prints second images as text.
#include "core/framework/image_input.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/codecs/image_file.h"

namespace lightbench {

bool ImageInput::operator==(const ImageInput& other) const {
    if (file != other.file || stage != other.stage) return false;
    return image == other.image || (image && other.image && *image == *other.image);
}

ImageInput parseImageInput(std::string_view text, const std::string& folder, DecodingProcess rawDecoding) {
    ImageInput input;
    if (text == "input") return input;
    if (std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), input.stage);
        if (problem != std::errc{} || input.stage < 1)
            fail(ErrorKind::Usage, shownText(text) + " is not the number of a stage; stages count from 1");
        return input;
    }
    input.file = absolutePath(text, folder);
    input.image = readImageFile(input.file, rawDecoding);
    input.shape = input.image->shape();
    return input;
}

std::string imageInputText(const ImageInput& input) {
    if (input.isFile()) return input.file;
    return input.stage == 0 ? "input" : std::to_string(input.stage);
}

} // namespace lightbench
