// The images (or only shapes) after each stage of a stack, so that a stage can use an earlier result as its second
// image. The engine, verification, the wire and experiments use it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/stack.h"

namespace lightbench {

class StageImages {
public:
    /// Tracks shapes only.
    explicit StageImages(const ImageShape& input) : known_{{0, input, nullptr}} {}
    /// Tracks images with samples.
    explicit StageImages(const ImagePtr& input);
    /// Adds the result of the stage at that index. Add stages in order and leave out disabled ones, which pass their
    /// input through.
    void add(int stackIndex, const ImageShape& shape, ImagePtr image = nullptr);
    /// Returns the values of the stage at that index with its second images filled in: the shape and, if known, the
    /// samples. Throws Error(Usage, field) if it names a stage that is not an earlier one.
    ParameterValues withImages(ParameterValues values, int stackIndex) const;

private:
    struct Known {
        int number; ///< 0 is the input, stages count from 1
        ImageShape shape;
        ImagePtr image;
    };
    const Known& at(int stage) const;
    std::vector<Known> known_;
};

/// The stage with references to earlier stages renumbered by newNumber(number), after stages were inserted, removed or
/// moved.
Stage renumbered(Stage stage, const std::function<int(int number)>& newNumber);
/// The images from files in a stack's parameters, each once, in order.
std::vector<ImagePtr> fileImages(const Stack& stack);
/// The name of a parameter that refers to another image of the stack (its input or an earlier result); empty if none
/// does. Such a stage cannot be used outside its stack.
std::string stackImageParameter(const Stage& stage);

} // namespace lightbench
