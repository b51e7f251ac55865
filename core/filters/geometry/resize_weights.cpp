// Computes Pillow's weights for each kernel, and weights by covered area.
#include "core/filters/geometry/resize_weights.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lightbench {

namespace {
/// Up to this many pixels floats may be added plainly: for a constant the error is at most 16 units in the last place,
/// which 16-bit samples do not show.
constexpr int longestPlainSum = 32;

struct Kernel {
    double support;
    double (*at)(double x);
};

double box(double x) { return x > -0.5 && x <= 0.5 ? 1 : 0; }
double triangle(double x) { return std::max(0.0, 1 - std::abs(x)); }

/// Keys's cubic (1981) with a = -1/2.
double cubic(double x) {
    constexpr double a = -0.5;
    x = std::abs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

/// Exactly 0 at whole numbers, where sin() leaves a rest of 1e-17.
double sinc(double x) {
    if (x == std::nearbyint(x)) return x == 0 ? 1 : 0;
    return std::sin(x * std::numbers::pi) / (x * std::numbers::pi);
}
double lanczos(double x) { return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0; }

Kernel kernelOf(const std::string& method) {
    if (method == "box") return {0.5, box};
    if (method == "bilinear") return {1, triangle};
    return method == "bicubic" ? Kernel{2, cubic} : Kernel{3, lanczos};
}

/// Positions at a whole distance from a pixel are rounded to it, since kernels are 0 there and weights of 0 hide
/// pixels.
double snapped(double distance) {
    constexpr double roundingOfPositions = 1e-9;
    const double whole = std::nearbyint(distance);
    return std::abs(distance - whole) < roundingOfPositions ? whole : distance;
}

/// The span of one output pixel. Its weights are written to `weights` and sum to 1.
ResizeSpan weigh(const Kernel& kernel, double center, double stretch, int in, double* weights) {
    const double support = kernel.support * stretch;
    const int first = std::max(0, int(std::floor(center - support + 0.5)));
    const int count = std::min(in, int(std::floor(center + support + 0.5))) - first;
    double sum = 0;
    for (int k = 0; k < count; ++k)
        sum += weights[k] = kernel.at(snapped((k + first - center + 0.5) / stretch));
    for (int k = 0; k < count && sum != 0; ++k)
        weights[k] /= sum;
    return {first, count};
}

ResizeWeights nearest(int in, int out) {
    ResizeWeights result{1, {}, std::vector<double>(std::size_t(out), 1)};
    for (std::int64_t x = 0; x < out; ++x)
        result.spans.push_back({std::int32_t((2 * x + 1) * in / (2 * std::int64_t(out))), 1});
    return result;
}

/// Uses integer units of 1 / out input pixels, so that the weights are exact quotients.
ResizeWeights byCoverage(std::int64_t in, std::int64_t out) {
    ResizeWeights result;
    result.taps = int((in + out - 1) / out + 1);
    result.weights.resize(std::size_t(out) * std::size_t(result.taps), 0);
    for (std::int64_t x = 0; x < out; ++x) {
        const std::int64_t begin = x * in, end = begin + in, first = begin / out, last = (end - 1) / out;
        result.spans.push_back({std::int32_t(first), std::int32_t(last - first + 1)});
        for (std::int64_t pixel = first; pixel <= last; ++pixel) {
            const std::int64_t covered = std::min(end, (pixel + 1) * out) - std::max(begin, pixel * out);
            result.weights[std::size_t(x * result.taps + pixel - first)] = double(covered) / double(in);
        }
    }
    return result;
}

/// Rounds the weights of all spans. In spans longer than `most`, the rounding error is carried to the next weight.
template <class Weight, class Round>
std::vector<Weight> roundedWeights(const ResizeWeights& table, int maximum, double unit, Round round) {
    std::vector<Weight> all;
    all.reserve(table.weights.size());
    for (std::size_t x = 0; x < table.spans.size(); ++x) {
        double rest = 0;
        for (int k = 0; k < table.taps; ++k) {
            const double wanted = table.weights[x * std::size_t(table.taps) + std::size_t(k)] * unit;
            const bool carries = table.spans[x].count > maximum && k < table.spans[x].count;
            const Weight weight = round(carries ? wanted + rest : wanted);
            rest += wanted - double(weight);
            all.push_back(weight);
        }
    }
    return all;
}
} // namespace

std::vector<std::int32_t> ResizeWeights::fixed() const {
    return roundedWeights<std::int32_t>(*this, 4096, 1 << 22,
                                        [](double w) { return std::int32_t(w + (w < 0 ? -0.5 : 0.5)); });
}

int ResizeWeights::longestSpan() const { return std::ranges::max_element(spans, {}, &ResizeSpan::count)->count; }

bool ResizeWeights::hides() const {
    for (std::size_t x = 0; x < spans.size(); ++x) {
        const auto first = weights.begin() + std::ptrdiff_t(x * std::size_t(taps));
        if (std::find(first, first + spans[x].count, 0.0) != first + spans[x].count) return true;
    }
    return false;
}

bool ResizeWeights::needsCompensation() const { return longestSpan() > longestPlainSum; }

int ResizeWeights::tapWords() const { return (longestSpan() + 3) / 4; }

std::vector<std::uint32_t> ResizeWeights::fixedBytes() const {
    const std::vector<std::int32_t> all = fixed();
    const std::size_t pixels = spans.size();
    std::vector<std::uint32_t> words(std::size_t(tapWords()) * 3 * pixels, 0);
    for (std::size_t pixel = 0; pixel < pixels; ++pixel)
        for (std::size_t tap = 0; tap < std::size_t(spans[pixel].count); ++tap)
            for (std::size_t byte = 0; byte < 3; ++byte) {
                const std::uint32_t weight = std::uint32_t(all[pixel * std::size_t(taps) + tap]);
                words[(tap / 4 * 3 + byte) * pixels + pixel] |= (weight >> 8 * byte & 255) << tap % 4 * 8;
            }
    return words;
}

std::vector<float> ResizeWeights::floats() const {
    return roundedWeights<float>(*this, longestPlainSum, 1, [](double w) { return float(w); });
}

bool ResizeWeights::isOfPairs(ResizeSpan span) const {
    for (int x = 0; x < int(spans.size()); ++x) {
        const ResizeSpan one = spans[std::size_t(x)];
        if (one.first != 2 * x + span.first || one.count != span.count) return false;
        for (int k = 0; k < span.count; ++k)
            if (weights[std::size_t(x * taps + k)] != 1.0 / span.count) return false;
    }
    return true;
}

ResizeWeights resizeWeights(const std::string& method, int in, int out) {
    if (method == "nearest") return nearest(in, out);
    if (method == "area") return byCoverage(in, out);
    const Kernel kernel = kernelOf(method);
    const double scale = double(in) / out, stretch = std::max(1.0, scale);
    ResizeWeights result;
    result.taps = int(std::ceil(kernel.support * stretch)) * 2 + 1;
    result.weights.resize(std::size_t(out) * std::size_t(result.taps), 0);
    for (int x = 0; x < out; ++x)
        result.spans.push_back(weigh(kernel, (x + 0.5) * scale, stretch, in,
                                     result.weights.data() + std::size_t(x) * std::size_t(result.taps)));
    return result;
}

} // namespace lightbench
