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
    pass.defines.push_back({"MASK_CHANNELS", std::to_string(channels)});
    addArguments(pass, {{"mask", secondImage(1)}});
    pass.bytes += request.input.bytes() / std::uint64_t(request.input.format.channels) * std::uint64_t(channels);
}

} // namespace

Filter mask_mix() {
    Filter filter;
    filter.id = "mask-mix";
    filter.label = "Masked mix";
    filter.group = "Two images";
    filter.synonyms = {"mask", "composite", "layer mask", "matte", "cut out", "stencil"};
    filter.locality = pointLocality;
    filter.summary = "Mixes an image with a second one by a mask: black keeps the first, white takes the second.";
    filter.doc =
        "Shows the first image where a mask is black, the second where it is white, and mixes both between. The result "
        "is round((s (F - m) + w m) / F) for samples s and w, the mask's m and full scale F, also in alpha. It is "
        "rounded to the nearest; there are no ties, because F is odd. This is Pillow's Image.composite, the operator "
        "over of Porter and Duff (1984) with the mask as coverage. If the mask has colour, m is its luma by "
        "grayscale's "
        "rule. Floats: s (1 - m) + w m, and nothing is clipped.";
    filter.parameters = {
        secondImageParameter("The second image, seen where the mask is white; it must have the first "
                             "one's size and format."),
        imageParameter("mask", "Mask",
                       "The mask that selects the image; it must have their size and sample type, gray "
                       "or in colour.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.check = [](const ImageShape& input, const ParameterValues& parameters) {
        checkSecondImage("mask-mix", "with", input, parameters);
        checkSecondImage("mask-mix", "mask", input, parameters, true);
    };
    filter.reference = maskMixReference;
    filter.variants = {twoImagesVariant("mask_mix", 4, addMask)};
    return filter;
}

} // namespace lightbench::filters
