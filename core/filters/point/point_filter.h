// What filters share whose output pixel follows from the input pixel alone: the walk of the reference, and the plan of
// a kernel with one work-item a pixel.
#pragma once

#include <string>

#include "core/base/parallel.h"
#include "core/filter/filter.h"
#include "core/image/colour_samples.h"

namespace lightbench {

/// An image of that shape, of which pixel(from, to) makes every pixel: pointers to the first sample of each, of the
/// sample type that both images have.
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

/// An image of the input's shape with sample(s) for every colour sample s; alpha stays.
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

/// The shape of filters that keep it.
inline ImageShape sameShape(const ImageShape& input) { return input; }

/// The variant `direct`: the kernel NAME_direct(src, dst, width, height), which writes pixels of what `shape` makes of
/// the input's. `operations`: for one sample of the output.
Variant directPointVariant(const std::string& name, int operations, ImageShape (*shape)(const ImageShape& input));

} // namespace lightbench
