// grayscale: colour to one channel, by the rule of Pillow's convert('L').
#include "core/device/device_traits.h"
#include "core/filters/point/mapped_pixels.h"
#include "core/filters/point/sample_variants.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {
ImageShape oneChannel(const ImageShape& input) { return {input.size, {input.format.type, 1}}; }

Image grayscaleReference(const Image& input, const ParameterValues&) {
    return mapPixels(input, oneChannel(input.shape()), [colour = input.channels() == 4](auto from, auto to) {
        *to = colour ? luma(from[0], from[1], from[2]) : from[0];
    });
}

Plan segmentsPlan(const PlanRequest& request) {
    const ImageShape output = oneChannel(request.input);
    KernelPass pass;
    if (request.input.format.channels == 1) {
        pass = sampleSegmentsPass(request, "grayscale_copy", 0);
        pass.program = "grayscale/copy";
    } else if (isCpuDevice(request.device)) {
        pass = pixelVectorsPass(request, output, "grayscale_vectors", 6);
        pass.program = "grayscale/vectors";
    } else {
        pass = pixelSegmentsPass(request, output, "grayscale_segments", 6);
        pass.program = "grayscale/segments";
    }
    return singlePass(std::move(pass));
}

Variant segmentsVariant() {
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea = "Each work-item makes four pixels with one load and one store; they may continue across the end of a "
                "row. On CPUs it makes vectors of one channel of sixteen pixels.",
        .workgroups = areaOrDriverChosenWorkgroups(),
        .plan = segmentsPlan,
    };
}
} // namespace

Filter grayscale() {
    Filter filter;
    filter.id = "grayscale";
    filter.label = "Grayscale";
    filter.group = "Colour";
    filter.synonyms = {"luma", "black and white", "monochrome", "desaturate"};
    filter.locality = pointLocality;
    filter.summary = "Turns a colour image into one channel of brightness.";
    filter.doc = "Luma of red, green and blue as one channel: (19595 R + 38470 G + 7471 B + 32768) >> 16, the weights "
                 "of ITU-R BT.601 as Pillow's convert('L') rounds them. Float: the same weights over 65536. Gray "
                 "images stay as they are.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.outputShape = [](const ImageShape& input, const ParameterValues&) { return oneChannel(input); };
    filter.reference = grayscaleReference;
    filter.variants = {segmentsVariant(), plainPointVariant("grayscale", 6, oneChannel)};
    return filter;
}

} // namespace lightbench::filters
