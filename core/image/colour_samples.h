// The loop over one row that many CPU references share: compute the colour samples and copy alpha. References call it
// from parallelRows (core/base/parallel.h).
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// Fills row y of `output`, which has the input's shape: value(i) for colour sample i of the row, alpha copied from the
/// input.
template <class T, class Value> void fillColours(const Image& input, Image& output, int y, Value value) {
    const T* from = input.row<T>(y);
    T* to = output.row<T>(y);
    const std::size_t channels = std::size_t(input.channels());
    for (std::size_t i = 0; i < std::size_t(input.width()) * channels; ++i)
        to[i] = channels == 4 && i % 4 == 3 ? from[i] : value(i);
}

} // namespace lightbench
