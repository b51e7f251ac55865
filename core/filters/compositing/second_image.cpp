// The filters that combine two images: blend, by the blend modes of the W3C, and mask-mix, with a third image as mask.
// kernels/compositing/second_image.clh is the device counterpart.
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/colour_rows.h"
#include "core/framework/named_choices.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {

/// Suggests the filter that makes a second image of that shape fit.
std::string remedyFor(const ImageShape& input, const ImageShape& second) {
    if (second.size != input.size)
        return "Resize or crop one of them, the first by a stage before this one, a file by a separate run";
    if (second.format.type != input.format.type) return "Save the second image with the sample type of the first";
    return input.format.channels == 4 ? "Put grayscale before this stage, or give a second image in colour"
                                      : "Make the second image grayscale, too";
}

/// The parameter `with`, the second image; the default is the stack's input.
Parameter secondImageParameter(std::string doc) { return imageParameter("with", "With", std::move(doc)); }

/// Checks that the image called `name` has the size and sample type of the first, and its channels unless
/// `anyChannels`. Throws Error(Usage) that says which filter makes it fit, and lacks its subject. An image of unknown
/// shape passes.
void checkSecondImage(const std::string& name, const ImageShape& input, const ParameterValues& parameters,
                      bool anyChannels = false) {
    const ImageInput& second = parameters.image(name);
    if (!second.isShapeKnown()) return;
    ImageShape wanted = input;
    if (anyChannels) wanted.format.channels = second.shape.format.channels;
    if (second.shape == wanted) return;
    failPredicate(ErrorKind::Usage,
                  name + "=" + imageInputText(second) + " is " + second.shape.name() + "; the stage's input is " +
                      input.name() + "; the two must have the same size and format. " + remedyFor(input, second.shape),
                  name);
}

/// The variant `segments` with the second image as one more argument: NAME_segments(src, dst, samples, with).
Variant twoImagesVariant(const std::string& name, int operations, const AddToSegments& add,
                         SegmentWidth width = SegmentWidth::Floats) {
    const auto addSecond = [add](const PlanRequest& request, Plan& plan, KernelPass& pass) {
        addArguments(pass, {{"with", secondImage(0)}});
        pass.bytes += request.input.bytes();
        add(request, plan, pass);
    };
    Variant variant = segmentsPointVariant(name, operations, addSecond, width);
    variant.idea = "Each work-item combines a segment of samples of both images, with the widest loads of the device. "
                   "Segments continue across the ends of rows.";
    return variant;
}

/// The full scale F of an integer sample.
template <class T> constexpr std::uint64_t fullOf() { return std::numeric_limits<T>::max(); }

/// Returns (a (F - share) + b share) / F, rounded to nearest, where F is the full scale. F is odd, so there are no
/// ties. For floats F is 1, and each product and the sum are rounded. A share of 0 hides its sample, even NaN.
template <class T> T mixedByShare(T a, T b, T share) {
    if constexpr (std::is_floating_point_v<T>) {
        const auto shared = [](float sample, float of) { return of == 0 ? 0.0f : sample * of; };
        return shared(a, 1.0f - share) + shared(b, share);
    } else {
        constexpr std::uint64_t full = fullOf<T>();
        return T((std::uint64_t(a) * (full - share) + std::uint64_t(b) * share + full / 2) / full);
    }
}

enum Mode { Normal, Multiply, Screen, Difference, Add, Min, Max };

struct NamedMode {
    const char* name;
    const char* label;
    Mode mode; ///< the value of MODE in kernels/compositing/blend.cl
};
constexpr NamedMode modes[]{{"normal", "Normal", Normal},
                            {"multiply", "Multiply", Multiply},
                            {"screen", "Screen", Screen},
                            {"difference", "Difference", Difference},
                            {"add", "Add", Add},
                            {"min", "Minimum (darken)", Min},
                            {"max", "Maximum (lighten)", Max}};

Mode modeOf(const ParameterValues& parameters) { return rowNamed(modes, parameters.choice("mode")).mode; }

/// a b / full scale, rounded to the nearest. Full scale is odd, so there are no ties.
template <class T> T product(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return a * b;
    else
        return T((std::uint64_t(a) * b + fullOf<T>() / 2) / fullOf<T>());
}

template <class T> T screened(T s, T w) {
    if constexpr (std::is_floating_point_v<T>) {
        const T sum = s + w, both = s * w;
        return sum - both;
    } else {
        constexpr T full = T(fullOf<T>());
        return T(full - product(T(full - s), T(full - w)));
    }
}

template <class T> T added(T s, T w) {
    if constexpr (std::is_floating_point_v<T>)
        return s + w;
    else
        return T(std::min<std::uint64_t>(std::uint64_t(s) + w, fullOf<T>()));
}

template <class T> T blended(Mode mode, T s, T w) {
    switch (mode) {
    case Normal: break;
    case Multiply: return product(s, w);
    case Screen: return screened(s, w);
    case Difference: return s < w ? T(w - s) : T(s - w);
    case Add: return added(s, w);
    case Min: return w < s ? w : s;
    case Max: return w > s ? w : s;
    }
    return w;
}

Image blendReference(const Image& input, const ParameterValues& parameters) {
    const Image& second = *parameters.image("with").image;
    const Mode mode = modeOf(parameters);
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T *from = input.row<T>(y), *with = second.row<T>(y);
        fill([&](std::size_t i) {
            const T result = blended(mode, from[i], with[i]);
            return input.channels() == 4 ? mixedByShare(from[i], result, with[i | 3]) : result;
        });
    });
}

void addMode(const PlanRequest& request, Plan&, KernelPass& pass) {
    addDefines(pass, {{"MODE", int(modeOf(request.parameters))}});
}

} // namespace

Filter blend() {
    return {
        .id = "blend",
        .group = "Two images",
        .summary = "Combines an image with a second one: multiply, screen, difference and so on.",
        .synonyms = {"composite", "overlay", "multiply", "screen", "difference", "subtract", "add", "layer",
                     "watermark", "double exposure"},
        .doc = "Blends each sample s with the sample w of a second image, by the modes of the W3C's Compositing and "
               "Blending Level 1. F is full scale. The modes are: normal w; multiply round(s w / F); screen F - "
               "round((F - s) (F - w) / F); difference |s - w|; add min(s + w, F), which the W3C calls lighter; min "
               "and max, which it calls darken and lighten. If the second image has an alpha a, the result b becomes "
               "round((s (F - a) + b a) / F): the first image counts as opaque, and its alpha is copied. Values are "
               "rounded to the nearest; there are no ties, because F is odd. For floats, F is 1, add is s + w, screen "
               "is s + w - s w, and nothing is clipped.",
        .parameters = {choiceParameter("mode", "Mode", choicesOf(modes), "normal",
                                       "How both samples are combined. Mix sets how much of the result is seen."),
                       secondImageParameter("The second image; it must have the first one's size and format.")},
        .locality = pointLocality,
        .check = [](const ImageShape& input,
                    const ParameterValues& parameters) { checkSecondImage("with", input, parameters); },
        .reference = blendReference,
        .variants = {twoImagesVariant("blend", 4, addMode, SegmentWidth::Samples)},
    };
}

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
                checkSecondImage("with", input, parameters);
                checkSecondImage("mask", input, parameters, true);
            },
        .reference = maskMixReference,
        .variants = {twoImagesVariant("mask_mix", 4, addMask)},
    };
}

} // namespace lightbench::filters
