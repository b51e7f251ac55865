// The loops of references whose output pixel depends on one input pixel. core/filters/point/sample_variants.h has their
// plans.
#pragma once

#include "core/base/parallel.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"

namespace lightbench {

/// Makes an image of that shape by calling pixel(from, to) for every pixel, with pointers to the first samples. Both
/// images have the same sample type.
template <class Pixel> Image mapPixels(const Image& input, const ImageShape& shape, Pixel pixel) {
    Image output(shape);
    withSampleType(shape.format.type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(shape.size.height, [&](int y) {
            for (int x = 0; x < shape.size.width; ++x)
                pixel(input.row<T>(y) + x * input.channels(), output.row<T>(y) + x * output.channels());
        });
    });
    return output;
}

/// Makes an image of the input's shape with sample(s) for every colour sample s; alpha is copied.
template <class Sample> Image mapColours(const Image& input, Sample sample) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T* from = input.row<T>(y);
        fill([&](std::size_t i) { return T(sample(from[i])); });
    });
}

} // namespace lightbench
