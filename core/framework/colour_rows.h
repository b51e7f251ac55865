// The loop over an image that many CPU references share: rows in parallel, colour samples computed, alpha copied.
#pragma once

#include "core/base/parallel.h"
#include "core/image/colour_samples.h"

namespace lightbench {

/// Makes an image of the input's shape. makeRow(zero, y, fill) makes row y: it calls fill(value), where value(i) gives
/// colour sample i of the row. The type of `zero` is that of the samples.
template <class MakeRow> Image mapColourRows(const Image& input, MakeRow makeRow) {
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        parallelRows(input.height(), [&](int y) {
            makeRow(zero, y, [&](auto value) { fillColours<decltype(zero)>(input, output, y, value); });
        });
    });
    return output;
}

/// The same, where valueAt(zero, x, y, c) gives channel c of pixel (x, y).
template <class ValueAt> Image mapColourPlaces(const Image& input, ValueAt valueAt) {
    const int channels = input.channels();
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        fill([&](std::size_t i) { return valueAt(zero, int(i) / channels, y, int(i) % channels); });
    });
}

} // namespace lightbench
