// Counts ranges of pixels in parallel into separate bins, then adds the bins.
#include "core/image/histogram.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "core/base/parallel.h"
#include "core/image/luma.h"

namespace lightbench {

namespace {
// Limits the bands, so that their private bins stay small beside the image.
constexpr std::size_t maxBands = 64;
constexpr std::size_t minPixelsPerBand = 65536;

// The bin of a sample, for each sample type.
inline std::size_t binOf(std::uint8_t sample) { return sample; }
inline std::size_t binOf(std::uint16_t sample) { return sample >> 8; }
inline std::size_t binOf(std::uint32_t sample) { return sample >> 24; }
/// Counters after the 256 bins, for float samples that have no bin.
enum Outside : std::size_t { Nan = 256, MinusInfinity, PlusInfinity, Below, Above, CounterCount };
inline std::size_t binOf(float sample) {
    // exact: a power of two
    if (sample >= 0 && sample <= 1) return std::min(std::size_t(sample * 256.0f), std::size_t(255));
    if (std::isnan(sample)) return Nan;
    if (std::isinf(sample)) return sample < 0 ? MinusInfinity : PlusInfinity;
    return sample < 0 ? Below : Above;
}

template <class T> T wideLuma(T red, T green, T blue) { return luma<T>(red, green, blue); }
// The 32-bit formula suits 16-bit samples; sums of 32-bit samples need 64 bits.
template <> inline std::uint32_t wideLuma(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return std::uint32_t((19595ull * red + 38470ull * green + 7471ull * blue + 32768ull) >> 16);
}

struct Counts {
    std::array<std::uint32_t, CounterCount> bins[5]{};
};

// Alternates between two sets of bins, because equal neighbours would wait for each other's increments.
template <class T> void countGray(const T* samples, std::size_t pixels, Counts& counts) {
    std::size_t i = 0;
    for (; i + 1 < pixels; i += 2) {
        ++counts.bins[0][binOf(samples[i])];
        ++counts.bins[1][binOf(samples[i + 1])];
    }
    if (i < pixels) ++counts.bins[0][binOf(samples[i])];
    for (std::size_t bin = 0; bin < CounterCount; ++bin)
        counts.bins[0][bin] += counts.bins[1][bin];
}

template <class T> void countColour(const T* samples, std::size_t pixels, Counts& counts) {
    for (const T* s = samples; s < samples + 4 * pixels; s += 4) {
        ++counts.bins[0][binOf(s[0])];
        ++counts.bins[1][binOf(s[1])];
        ++counts.bins[2][binOf(s[2])];
        ++counts.bins[3][binOf(s[3])];
        ++counts.bins[4][binOf(wideLuma(s[0], s[1], s[2]))];
    }
}

void countBand(const Image& image, std::size_t begin, std::size_t end, Counts& counts) {
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T* samples = image.samples<T>() + begin * std::size_t(image.channels());
        if (image.channels() == 4)
            countColour(samples, end - begin, counts);
        else
            countGray(samples, end - begin, counts);
    });
}
} // namespace

Histogram histogramOf(const Image& image) {
    const std::size_t pixels = image.size().area();
    const std::size_t bands = std::clamp<std::size_t>(pixels / minPixelsPerBand, 1, maxBands);
    std::vector<Counts> counts(bands);
    parallelRows(int(bands), [&](int band) {
        const std::size_t i = std::size_t(band);
        countBand(image, pixels * i / bands, pixels * (i + 1) / bands, counts[i]);
    });
    Histogram histogram;
    histogram.channels = {"gray"};
    if (image.channels() == 4) histogram.channels = {"red", "green", "blue", "alpha", "luma"};
    for (std::size_t channel = 0; channel < histogram.channels.size(); ++channel) {
        std::array<std::uint32_t, CounterCount> sum{};
        for (const Counts& part : counts)
            std::ranges::transform(sum, part.bins[channel], sum.begin(), std::plus());
        Bins& bins = histogram.bins.emplace_back();
        std::copy_n(sum.begin(), bins.size(), bins.begin());
        bins.front() += sum[Below];
        bins.back() += sum[Above];
        if (!image.format().isInteger())
            histogram.outside.push_back({sum[Nan], sum[MinusInfinity], sum[PlusInfinity], sum[Below], sum[Above]});
    }
    return histogram;
}

std::vector<Bins> clampedBins(const Histogram& histogram) {
    std::vector<Bins> all = histogram.bins;
    for (std::size_t channel = 0; channel < histogram.outside.size(); ++channel) {
        const OutsideCounts& outside = histogram.outside[channel];
        all[channel].front() += outside.nans + outside.minusInfinities;
        all[channel].back() += outside.plusInfinities;
    }
    return all;
}

} // namespace lightbench
