// Sums over fixed chunks and adds the chunks in order, so that results are the same for any number of threads.
#include "core/compare/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"

namespace lightbench {

namespace {
constexpr std::size_t chunkSamples = 65536;
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct Sums {
    double maxAbs = 0, sum = 0, abs = 0, squares = 0;
    std::uint64_t mismatched = 0, nans = 0, infinities = 0;
    std::size_t first = none;
};

template <class T> bool bothNan(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return std::isnan(a) && std::isnan(b);
    else
        return false;
}

template <class T> void addSample(Sums& sums, T a, T b, std::size_t index) {
    // Equality first: the difference of two equal infinities would be NaN.
    if (a == b || bothNan(a, b)) return;
    ++sums.mismatched;
    sums.first = std::min(sums.first, index);
    const double signedDistance = double(a) - double(b), distance = std::abs(signedDistance);
    if (std::isnan(distance)) return void(++sums.nans);
    if (std::isinf(distance)) return void(++sums.infinities);
    sums.sum += signedDistance;
    sums.maxAbs = std::max(sums.maxAbs, distance);
    sums.abs += distance;
    sums.squares += distance * distance;
}

/// One entry per channel.
using ChannelSums = std::array<Sums, 4>;

/// Sums over samples begin..end. Chunks contain whole pixels: their size is a multiple of every channel count.
template <class T>
ChannelSums chunkSums(const T* a, const T* b, std::size_t begin, std::size_t end, std::size_t channels) {
    ChannelSums sums;
    if (std::memcmp(a + begin, b + begin, (end - begin) * sizeof(T)) == 0) return sums;
    for (std::size_t i = begin; i < end; i += channels)
        for (std::size_t c = 0; c < channels; ++c)
            addSample(sums[c], a[i + c], b[i + c], i + c);
    return sums;
}

void add(Sums& total, const Sums& part) {
    total.maxAbs = std::max(total.maxAbs, part.maxAbs);
    total.sum += part.sum;
    total.abs += part.abs;
    total.squares += part.squares;
    total.mismatched += part.mismatched;
    total.nans += part.nans;
    total.infinities += part.infinities;
    total.first = std::min(total.first, part.first);
}

template <class T> ChannelSums allSums(const T* a, const T* b, std::size_t count, std::size_t channels) {
    std::vector<ChannelSums> parts((count + chunkSamples - 1) / chunkSamples);
    parallelRows(int(parts.size()), [&](int chunk) {
        const std::size_t begin = std::size_t(chunk) * chunkSamples;
        parts[std::size_t(chunk)] = chunkSums(a, b, begin, std::min(begin + chunkSamples, count), channels);
    });
    ChannelSums total;
    for (const ChannelSums& part : parts)
        for (std::size_t c = 0; c < channels; ++c)
            add(total[c], part[c]);
    return total;
}

ChannelDifference figures(const Sums& sums, std::size_t samples, double peak) {
    ChannelDifference difference;
    difference.samples = samples;
    difference.mismatched = sums.mismatched;
    difference.nans = sums.nans;
    difference.infinities = sums.infinities;
    difference.maxAbs = sums.maxAbs;
    const double counted = double(samples - sums.nans - sums.infinities);
    if (counted > 0) {
        difference.bias = sums.sum / counted;
        difference.meanAbs = sums.abs / counted;
        difference.rmse = std::sqrt(sums.squares / counted);
    }
    if (sums.nans + sums.infinities > 0)
        difference.psnrDb = std::numeric_limits<double>::quiet_NaN();
    else if (difference.rmse == 0)
        difference.psnrDb = std::numeric_limits<double>::infinity();
    else
        difference.psnrDb = 20 * std::log10(peak / difference.rmse);
    return difference;
}

Verdict verdictOf(const ChannelDifference& difference, SampleType type, double allowedDistance,
                  const Tolerance& tolerance) {
    if (difference.mismatched == 0) return Verdict::Match;
    if (difference.nans + difference.infinities > 0 || tolerance.isExact()) return Verdict::Mismatch;
    const auto passed = [](bool within) { return within ? Verdict::WithinTolerance : Verdict::Mismatch; };
    if (type == SampleType::F32) return passed(difference.maxAbs <= allowedDistance);
    // A share means little for few samples: small 16-bit images may always have up to four that differ.
    const double share = type == SampleType::U16 ? tolerance.maxShare16 : tolerance.maxShare;
    const double allowed = std::max(share * double(difference.samples), type == SampleType::U16 ? 4.0 : 0.0);
    return passed(difference.maxAbs <= tolerance.maxSteps && double(difference.mismatched) <= allowed);
}

Sums sumOf(const ChannelSums& channels, std::size_t count) {
    Sums sum;
    for (std::size_t c = 0; c < count; ++c)
        add(sum, channels[c]);
    return sum;
}

std::optional<Point> pixelOf(std::size_t sample, const Image& image) {
    if (sample == none) return std::nullopt;
    const std::size_t pixel = sample / std::size_t(image.channels()), width = std::size_t(image.width());
    return Point{int(pixel % width), int(pixel / width)};
}

/// The largest finite magnitudes of a float image.
struct Magnitudes {
    float colours = 0, alpha = 0;
};

Magnitudes magnitudesOf(const Image& image) {
    const int channels = image.channels(), colours = image.format().colourChannels();
    std::vector<Magnitudes> rows(std::size_t(image.height()));
    parallelRows(image.height(), [&](int y) {
        const float* sample = image.row<float>(y);
        Magnitudes& row = rows[std::size_t(y)];
        for (int x = 0; x < image.width(); ++x)
            for (int c = 0; c < channels; ++c, ++sample) {
                float& largest = c < colours ? row.colours : row.alpha;
                // Compares false with NaN.
                if (const float value = std::abs(*sample); value > largest && !std::isinf(value)) largest = value;
            }
    });
    Magnitudes all;
    for (const Magnitudes& row : rows)
        all = {std::max(all.colours, row.colours), std::max(all.alpha, row.alpha)};
    return all;
}
} // namespace

Tolerance toleranceFor(Tolerance declared, const Image& input) {
    if (declared.magnitudeFactor == 0 || declared.magnitude > 0 || input.format().isInteger()) return declared;
    const Magnitudes magnitudes = magnitudesOf(input);
    declared.magnitude = double(magnitudes.colours);
    declared.alphaMagnitude = double(magnitudes.alpha);
    return declared;
}

AllowedDistance allowedDistance(const Image& expected, const Tolerance& tolerance) {
    if (expected.format().isInteger()) return {tolerance.maxSteps, tolerance.maxSteps};
    if (tolerance.isExact()) return {};
    const Magnitudes magnitudes = magnitudesOf(expected);
    const auto allowed = [&](double ofInput, double ofResult) {
        // Devices may replace values smaller than a normal float by 0.
        constexpr double minNormal = std::numeric_limits<float>::min();
        return std::max(minNormal,
                        tolerance.magnitudeFactor * std::max(ofInput, ofResult) + tolerance.resultFactor * ofResult);
    };
    return {allowed(tolerance.magnitude, double(magnitudes.colours)),
            allowed(tolerance.alphaMagnitude, double(magnitudes.alpha))};
}

namespace {
/// Indexed by Verdict.
constexpr std::array<std::string_view, 7> verdictNames{"match",
                                                       "within tolerance",
                                                       "mismatch",
                                                       "not checked",
                                                       "not checked: no reference",
                                                       "not checked: the reference waits for permission",
                                                       "not checked: the reference failed"};
} // namespace

std::string verdictName(Verdict verdict) { return std::string(verdictNames.at(std::size_t(verdict))); }

std::optional<Verdict> verdictNamed(std::string_view name) {
    const auto found = std::ranges::find(verdictNames, name);
    if (found == verdictNames.end()) return std::nullopt;
    return Verdict(found - verdictNames.begin());
}

std::string channelName(std::size_t channel, std::size_t channels) {
    constexpr std::array<const char*, 4> names{"red", "green", "blue", "alpha"};
    return channels == 1 ? "gray" : names.at(channel);
}

void requireSameShape(const Image& actual, const Image& expected, const std::string& problem) {
    if (actual.shape() != expected.shape())
        fail(ErrorKind::Input, "images of different shapes " + problem + ": " + actual.shape().name() + " against " +
                                   expected.shape().name());
}

Difference compareImages(const Image& actual, const Image& expected, const Tolerance& tolerance) {
    requireSameShape(actual, expected, "cannot be compared");
    const Format format = actual.format();
    const auto channels = std::size_t(format.channels), colours = std::size_t(format.colourChannels());
    const std::size_t pixels = actual.shape().samples() / channels;
    const ChannelSums sums = withSampleType(format.type, [&](auto zero) {
        using T = decltype(zero);
        return allSums(actual.samples<T>(), expected.samples<T>(), pixels * channels, channels);
    });
    const ChannelDifference all = figures(sumOf(sums, colours), pixels * colours, format.fullScale());
    Difference difference{all};
    difference.firstMismatch = pixelOf(sumOf(sums, channels).first, actual);
    for (std::size_t c = 0; c < channels; ++c)
        difference.channels.push_back(figures(sums[c], pixels, format.fullScale()));
    if (difference.allMismatched() == 0) {
        difference.verdict = Verdict::Match;
        return difference;
    }
    const AllowedDistance allowed = allowedDistance(expected, tolerance);
    difference.verdict = verdictOf(all, format.type, allowed.colours, tolerance);
    if (difference.alpha())
        difference.verdict =
            std::max(difference.verdict, verdictOf(*difference.alpha(), format.type, allowed.alpha, tolerance));
    return difference;
}

Difference compareWords(std::span<const std::uint32_t> actual, std::span<const std::uint32_t> expected) {
    if (actual.size() != expected.size())
        throw Error(ErrorKind::Input, "results of " + std::to_string(actual.size()) + " and " +
                                          std::to_string(expected.size()) + " words cannot be compared");
    const Sums sums = allSums(actual.data(), expected.data(), actual.size(), 1)[0];
    Difference difference{figures(sums, actual.size(), Format{SampleType::U32, 1}.fullScale())};
    if (sums.first != none) difference.firstMismatch = Point{int(sums.first), 0};
    difference.verdict = difference.mismatched == 0 ? Verdict::Match : Verdict::Mismatch;
    return difference;
}

} // namespace lightbench
