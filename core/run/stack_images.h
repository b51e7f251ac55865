// What the image is after each stage of a stack, as far as it has come: second images of later stages are found here.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/run/stack.h"

namespace lightbench {

class StackImages {
public:
    /// Shapes alone.
    explicit StackImages(const ImageShape& input) : known_{{0, {input, nullptr}}} {}
    /// With samples.
    explicit StackImages(ImagePtr input);
    /// The image after the stage at that index of the stack. Stages come in order; those that are switched off are left
    /// out and hand on what they get.
    void add(int stackIndex, const ImageShape& shape, ImagePtr image = nullptr);
    /// Values of the stage at that index whose images of the input or of earlier stages have shape, and samples where
    /// they are known. Throws Error(Usage, field) for a stage that is none of the earlier ones.
    ParameterValues bound(ParameterValues values, int stackIndex) const;
    /// The index in the stack of the stage whose image is that after stage n, counted from 1; -1: the stack's input.
    int maker(int stage) const;

private:
    struct Known {
        ImageShape shape;
        ImagePtr image;
    };
    const std::pair<int, Known>& at(int stage) const;
    std::vector<std::pair<int, Known>> known_; ///< by number: 0 the input, from 1 the stages
};

/// The stage with other numbers in the place of those of earlier stages that it names, as now(number) says: what
/// inserting, removing and moving stages comes to.
Stage renumbered(Stage stage, const std::function<int(int number)>& now);
/// The files' images that a stack's parameters have, each once, in order.
std::vector<ImagePtr> fileImages(const Stack& stack);
/// The name of a parameter that means another image of its stack, the input or an earlier stage's; empty for none. Such
/// a stage cannot be taken out of its stack.
std::string stackImageParameter(const Stage& stage);

} // namespace lightbench
