#include "core/run/stage_images.h"

#include <algorithm>

#include "core/base/error.h"

namespace lightbench {

StageImages::StageImages(const ImagePtr& input) : known_{{0, input->shape(), input}} {}

void StageImages::add(int stackIndex, const ImageShape& shape, ImagePtr image) {
    known_.push_back({stackIndex + 1, shape, std::move(image)});
}

const StageImages::Known& StageImages::at(int stage) const {
    return *std::find_if(known_.rbegin(), known_.rend(), [stage](const Known& one) { return one.number <= stage; });
}

ParameterValues StageImages::withImages(ParameterValues values, int stackIndex) const {
    for (auto& [name, value] : values.all()) {
        auto* input = std::get_if<ImageInput>(&value);
        if (!input || input->isFile()) continue;
        if (input->stage > stackIndex)
            fail(ErrorKind::Usage,
                 name + "=" + std::to_string(input->stage) + " is not a stage before this one, which is stage " +
                     std::to_string(stackIndex + 1) + "; give " +
                     (stackIndex > 0 ? "the number of an earlier one, " : "") + "input, or a file",
                 name);
        input->shape = at(input->stage).shape;
        input->image = at(input->stage).image;
    }
    return values;
}

Stage renumbered(Stage stage, const std::function<int(int)>& newNumber) {
    for (auto& [name, value] : stage.parameters.all())
        if (auto* input = std::get_if<ImageInput>(&value); input && !input->isFile() && input->stage > 0)
            input->stage = newNumber(input->stage);
    return stage;
}

std::vector<ImagePtr> fileImages(const Stack& stack) {
    std::vector<ImagePtr> images;
    for (const Stage& stage : stack)
        for (const auto& [name, value] : stage.parameters.all())
            if (const auto* input = std::get_if<ImageInput>(&value); input && input->isFile() && input->image)
                if (std::ranges::find(images, input->image) == images.end()) images.push_back(input->image);
    return images;
}

std::string stackImageParameter(const Stage& stage) {
    for (const auto& [name, value] : stage.parameters.all())
        if (const auto* input = std::get_if<ImageInput>(&value); input && !input->isFile()) return name;
    return {};
}

} // namespace lightbench
