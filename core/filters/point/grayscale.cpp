// grayscale: colour to one channel, by the rule of Pillow's convert('L').
#include "core/device/device_traits.h"
#include "core/filters/point/point_filter.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {
Image grayscaleReference(const Image& input, const ParameterValues&) {
    return mapPixels(input, oneChannelShape(input.shape()), [colour = input.channels() == 4](auto from, auto to) {
        *to = colour ? luma(from[0], from[1], from[2]) : from[0];
    });
}

Plan segmentsPlan(const PlanRequest& request) {
    const ImageShape output = oneChannelShape(request.input);
    if (request.input.format.channels == 1) return singlePass(sampleSegmentsPass(request, "grayscale/copy", 0));
    if (isCpuDevice(request.device)) return singlePass(pixelVectorsPass(request, output, "grayscale/vectors", 6));
    return singlePass(pixelSegmentsPass(request, output, "grayscale/segments", 6));
}

Variant segmentsVariant() {
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea = "Each work-item makes four pixels with one load and one store, also across the end of a row. On CPUs "
                "it makes sixteen pixels at a time, with one vector for each channel.",
        .plan = segmentsPlan,
    };
}
} // namespace

Filter grayscale() {
    return {
        .id = "grayscale",
        .group = "Colour",
        .summary = "Turns a colour image into one channel of brightness.",
        .synonyms = {"luma", "black and white", "monochrome", "desaturate"},
        .doc = "The result is the luma of red, green and blue as one channel: (19595 R + 38470 G + 7471 B + 32768) >> "
               "16, the weights of ITU-R BT.601 as Pillow's convert('L') rounds them. Floats have the same weights, "
               "divided by 65536. Gray images do not change.",
        .locality = pointLocality,
        .outputShape = oneChannelShape,
        .reference = grayscaleReference,
        .variants = {segmentsVariant(), plainPointVariant("grayscale", 6, oneChannelShape)},
    };
}

} // namespace lightbench::filters
