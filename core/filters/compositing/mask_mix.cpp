// mask-mix: blends two images with a third one as mask.
#include "core/filters/compositing/second_image.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {

/// Channels of the mask; one if the mask is not loaded yet.
int maskChannels(const ParameterValues& parameters) {
    const ImageInput& mask = parameters.image("mask");
    return mask.isShapeKnown() ? mask.shape.format.channels : 1;
}

Image maskMixReference(const Image& input, const ParameterValues& parameters) {
    const Image &second = *parameters.image("with").image, &mask = *parameters.image("mask").image;
    const int channels = input.channels();
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            const T *from = input.row<T>(y), *with = second.row<T>(y), *shares = mask.row<T>(y);
            T* to = output.row<T>(y);
            for (int i = 0; i < input.width() * channels; ++i)
                to[i] =
                    mixedByShare(from[i], with[i], lumaOf(shares + i / channels * mask.channels(), mask.channels()));
        });
    });
    return output;
}

void addMask(const PlanRequest& request, Plan&, KernelPass& pass) {
    const int channels = maskChannels(request.parameters);
    addDefines(pass, {{"MASK_CHANNELS", channels}});
    addArguments(pass, {{"mask", secondImage(1)}});
    pass.bytes += request.input.bytes() / std::uint64_t(request.input.format.channels) * std::uint64_t(channels);
}

} // namespace

Filter mask_mix() {
    return {
        .id = "mask-mix",
        .label = "Masked mix",
        .group = "Two images",
        .summary = "Mixes an image with a second one by a mask: black keeps the first, white takes the second.",
        .synonyms = {"mask", "composite", "layer mask", "matte", "cut out", "stencil"},
        .doc =
            "Shows the first image where a mask is black, the second where it is white, and mixes both between. The "
            "result is round((s (F - m) + w m) / F) for samples s and w, the mask's m and full scale F, also in alpha. "
            "It is rounded to the nearest; there are no ties, because F is odd. This is Pillow's Image.composite, the "
            "operator over of Porter and Duff (1984) with the mask as coverage. If the mask has colour, m is its luma "
            "by grayscale's rule. For floats the result is s (1 - m) + w m, and nothing is clipped.",
        .parameters = {secondImageParameter("The second image, seen where the mask is white; it must have the first "
                                            "one's size and format."),
                       imageParameter("mask", "Mask",
                                      "The mask that selects the image; it must have the size and sample type of both "
                                      "images, and may be gray.")},
        .locality = pointLocality,
        .check =
            [](const ImageShape& input, const ParameterValues& parameters) {
                checkSecondImage("mask-mix", "with", input, parameters);
                checkSecondImage("mask-mix", "mask", input, parameters, true);
            },
        .reference = maskMixReference,
        .variants = {twoImagesVariant("mask_mix", 4, addMask)},
    };
}

} // namespace lightbench::filters
