// blend: combines two images sample by sample, with the blend modes of the W3C.
#include <cmath>

#include "core/filters/compositing/second_image.h"
#include "core/framework/colour_rows.h"
#include "core/framework/named_choices.h"

namespace lightbench::filters {

namespace {

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
        .label = "Blend",
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
                    const ParameterValues& parameters) { checkSecondImage("blend", "with", input, parameters); },
        .reference = blendReference,
        .variants = {twoImagesVariant("blend", 4, addMode, SegmentWidth::Samples)},
    };
}

} // namespace lightbench::filters
