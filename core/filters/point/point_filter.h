// Filters whose output pixel depends on one input pixel: loops for their references, and a plan with one work-item per
// pixel. core/filters/point/sample_variants.h has the faster plans that map segments of samples.
#pragma once

#include <string>

#include "core/base/parallel.h"
#include "core/framework/filter.h"
#include "core/image/colour_samples.h"

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
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            const T* from = input.row<T>(y);
            fillColours<T>(input, output, y, [&](std::size_t i) { return T(sample(from[i])); });
        });
    });
    return output;
}

/// The output shape of filters that keep the shape.
inline ImageShape sameShape(const ImageShape& input) { return input; }

/// The variant `plain` with the kernel NAME_plain(src, dst, width, height); `shape` gives the output shape.
/// `operations` are per output sample.
Variant plainPointVariant(const std::string& name, int operations, ImageShape (*shape)(const ImageShape& input));

} // namespace lightbench
