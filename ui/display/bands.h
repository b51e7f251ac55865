// Runs a loop over rows of pixels on all processors. Small images run on the calling thread, because starting threads
// would cost more. The files of ui/display use it.
#pragma once

#include <algorithm>
#include <stop_token>

#include "core/base/parallel.h"

namespace lightbench {

/// Calls make(y) for y = 0..rows-1; each row of `width` pixels is made by one thread. Returns false if it was stopped
/// and rows are missing.
template <class Make> bool inBands(int rows, int width, const std::stop_token& stop, const Make& make) {
    constexpr int fewestPixels = 32768; // about 20 microseconds of work, as long as a thread takes to start
    const int band = std::max(1, fewestPixels / std::max(1, width));
    const auto makeBand = [&](int n) {
        for (int y = n * band; y < std::min(rows, (n + 1) * band) && !stop.stop_requested(); ++y)
            make(y);
    };
    const int bands = (rows + band - 1) / band;
    if (bands > 1)
        parallelRows(bands, makeBand);
    else
        makeBand(0);
    return !stop.stop_requested();
}

} // namespace lightbench
