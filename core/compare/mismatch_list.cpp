// The list stops scanning once it is full. Histograms are counted in bands of rows, in parallel.
#include "core/compare/mismatch_list.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/parallel.h"

namespace lightbench {

namespace {
double rankOf(double a, double b) {
    const double distance = std::abs(a - b);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

template <class T>
std::optional<Mismatch> mismatchAt(const T* a, const T* b, int channels, Point at, const MismatchRule& rule) {
    std::optional<Mismatch> worst;
    for (int c = 0; c < channels; ++c)
        if (isMismatch(a[c], b[c], rule.of(std::size_t(c)).allowed) &&
            (!worst || rankOf(a[c], b[c]) > rankOf(worst->actual, worst->expected)))
            worst = Mismatch{at, c, double(a[c]), double(b[c])};
    return worst;
}

template <class T> void addRow(std::vector<Mismatch>& found, const Image& actual, const Image& expected, int y,
                               const MismatchRule& rule, std::size_t maximum) {
    const T *a = actual.row<T>(y), *b = expected.row<T>(y);
    const int channels = actual.channels();
    if (std::memcmp(a, b, std::size_t(actual.width()) * std::size_t(channels) * sizeof(T)) == 0) return;
    for (int x = 0; x < actual.width() && found.size() < maximum; ++x, a += channels, b += channels)
        if (const auto one = mismatchAt(a, b, channels, {x, y}, rule)) found.push_back(*one);
}

/// Adds a differing sample to its bin.
void count(DifferenceCounts& counts, double distance, double width) {
    if (!std::isfinite(distance)) {
        ++counts.notFinite;
        return;
    }
    constexpr int half = DifferenceCounts::half;
    const double away = std::clamp(std::round(std::abs(distance) / width), 1.0, double(half));
    ++counts.bins[std::size_t(half + (distance < 0 ? -away : away))];
}

template <class T> void countRow(DifferenceHistogram& to, const Image& actual, const Image& expected, int y) {
    const T *a = actual.row<T>(y), *b = expected.row<T>(y);
    const auto channels = to.channels.size(), samples = std::size_t(actual.width()) * channels;
    if (std::memcmp(a, b, samples * sizeof(T)) == 0) return;
    for (std::size_t i = 0; i < samples; ++i)
        if (isMismatch(a[i], b[i], 0)) count(to.channels[i % channels], double(a[i]) - double(b[i]), to.binWidth);
}

double binWidthFor(double largest, const Format& format) {
    const double fitting = largest / DifferenceCounts::half;
    if (format.isInteger()) return std::max(1.0, std::ceil(fitting));
    return fitting > 0 ? fitting : 1;
}

void add(DifferenceCounts& sum, const DifferenceCounts& part) {
    sum.notFinite += part.notFinite;
    std::ranges::transform(sum.bins, part.bins, sum.bins.begin(), std::plus());
}

std::uint64_t countedOf(const DifferenceCounts& counts) {
    return std::accumulate(counts.bins.begin(), counts.bins.end(), counts.notFinite);
}
} // namespace

std::vector<Mismatch> firstMismatches(const Image& actual, const Image& expected, const MismatchRule& rule,
                                      std::size_t maximum) {
    std::vector<Mismatch> found;
    withSampleType(actual.format().type, [&](auto zero) {
        for (int y = 0; y < actual.height() && found.size() < maximum; ++y) {
            checkCancelled();
            addRow<decltype(zero)>(found, actual, expected, y, rule, maximum);
        }
    });
    return found;
}

DifferenceHistogram differenceHistogram(const Image& actual, const Image& expected, double largest) {
    DifferenceHistogram sum{binWidthFor(largest, actual.format()), {}};
    sum.channels.resize(std::size_t(actual.channels()));
    const int bands = bandsOf(actual.height());
    std::vector<DifferenceHistogram> parts(std::size_t(bands), sum);
    withSampleType(actual.format().type, [&](auto zero) {
        parallelRows(bands, [&](int i) {
            for (int y = i; y < actual.height(); y += bands)
                countRow<decltype(zero)>(parts[std::size_t(i)], actual, expected, y);
        });
    });
    for (std::size_t c = 0; c < sum.channels.size(); ++c) {
        for (const DifferenceHistogram& part : parts)
            add(sum.channels[c], part.channels[c]);
        sum.channels[c].bins[DifferenceCounts::half] = actual.size().area() - countedOf(sum.channels[c]);
    }
    return sum;
}

} // namespace lightbench
