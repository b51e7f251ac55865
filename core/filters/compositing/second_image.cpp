#include "core/filters/compositing/second_image.h"

#include "core/base/error.h"

namespace lightbench {

namespace {
/// Suggests the filter that makes a second image of that shape fit.
std::string remedyFor(const ImageShape& input, const ImageShape& second) {
    if (second.size != input.size)
        return "Resize or crop one of them, the first by a stage before this one, a file by a separate run";
    if (second.format.type != input.format.type) return "Save the second image with the sample type of the first";
    return input.format.channels == 4 ? "Put grayscale before this stage, or give a second image in colour"
                                      : "Make the second image grayscale, too";
}
} // namespace

Parameter secondImageParameter(std::string doc) { return imageParameter("with", "With", std::move(doc)); }

void checkSecondImage(const std::string& filter, const std::string& name, const ImageShape& input,
                      const ParameterValues& parameters, bool anyChannels) {
    const ImageInput& second = parameters.image(name);
    if (!second.isShapeKnown()) return;
    ImageShape wanted = input;
    if (anyChannels) wanted.format.channels = second.shape.format.channels;
    if (second.shape == wanted) return;
    fail(ErrorKind::Usage,
         filter + " " + name + "=" + imageInputText(second) + " is " + second.shape.name() + "; the stage's input is " +
             input.name() + "; the two must have the same size and format. " + remedyFor(input, second.shape),
         name);
}

KernelPass twoImagesPass(const PlanRequest& request, const std::string& name, int operations, SegmentWidth width) {
    KernelPass pass = sampleSegmentsPass(request, {"", name + "_segments"}, operations, width);
    addArguments(pass, {{"with", secondImage(0)}});
    pass.bytes += request.input.bytes();
    return pass;
}

Variant twoImagesVariant(const std::string& name, int operations, const AddToSegments& add, SegmentWidth width) {
    Variant variant = segmentsPointVariant(name, operations, add, width);
    variant.idea = "Each work-item combines a segment of samples of both images, with the widest loads of the device. "
                   "Segments continue across the ends of rows.";
    variant.plan = [=](const PlanRequest& request) {
        Plan plan;
        KernelPass pass = twoImagesPass(request, name, operations, width);
        add(request, plan, pass);
        plan.passes.emplace_back(std::move(pass));
        return plan;
    };
    return variant;
}

} // namespace lightbench
