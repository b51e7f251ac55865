#include "ui/display/sample_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "ui/display/bands.h"

namespace lightbench {

namespace {

struct Seen {
    float lowest = std::numeric_limits<float>::infinity(), highest = -lowest;
    bool isBelow = false, isAbove = false;

    void add(float sample) {
        isBelow = isBelow || sample < 0;
        isAbove = isAbove || sample > 1;
        if (!std::isfinite(sample)) return;
        lowest = std::min(lowest, sample);
        highest = std::max(highest, sample);
    }
    void add(const Seen& other) {
        lowest = std::min(lowest, other.lowest);
        highest = std::max(highest, other.highest);
        isBelow = isBelow || other.isBelow;
        isAbove = isAbove || other.isAbove;
    }
};

} // namespace

SampleRange sampleRange(const Image& image, const std::stop_token& stop) {
    if (image.format().type != SampleType::F32) return {};
    const int channels = image.channels(), colours = image.format().colourChannels();
    std::mutex adding;
    Seen seen;
    inBands(image.height(), image.width() * channels, stop, [&](int y) {
        const float* row = image.row<float>(y);
        Seen line;
        for (int x = 0; x < image.width(); ++x)
            for (int c = 0; c < colours; ++c)
                line.add(row[x * channels + c]);
        const std::scoped_lock lock(adding);
        seen.add(line);
    });
    if (!(seen.lowest <= seen.highest)) return {0, 1, seen.isBelow, seen.isAbove};
    return {seen.lowest, seen.highest, seen.isBelow, seen.isAbove};
}

} // namespace lightbench
