// Compares two images and draws their difference. Checks of stages, the Truth panel and the command line use it.
// Distances are in sample steps (8-bit: 0..255) or, for floats, in sample units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/tolerance.h"
#include "core/image/image.h"

namespace lightbench {

enum class Verdict {
    Match,
    WithinTolerance,
    Mismatch,
    NotChecked,     ///< the check was not requested
    NoReference,    ///< the filter has no reference
    ReferenceWaits, ///< the reference is a file that the user has not allowed to run
    ReferenceFailed ///< the reference could not be made
};

/// True if a comparison was made.
inline bool isChecked(Verdict verdict) {
    return verdict == Verdict::Match || verdict == Verdict::WithinTolerance || verdict == Verdict::Mismatch;
}
/// "match", "within tolerance", "mismatch", "not checked", "not checked: no reference", "not checked: the reference
/// waits for permission", "not checked: the reference failed".
std::string verdictName(Verdict verdict);
/// The verdict of that name; nothing if there is none.
std::optional<Verdict> verdictNamed(std::string_view name);

/// The statistics of some samples. Units: sample steps (8-bit: 0..255), for floats sample units. Samples without a
/// finite distance are counted as nans or infinities. They are left out of the distances, and make psnrDb NaN.
struct ChannelDifference {
    double maxAbs = 0, meanAbs = 0, rmse = 0;
    double psnrDb = 0; ///< peak: full scale; infinity if all samples are equal, NaN if undefined
    std::uint64_t mismatched = 0, samples = 0;
    std::uint64_t nans = 0;       ///< samples where exactly one side is NaN (two NaNs count as equal)
    std::uint64_t infinities = 0; ///< samples at an infinite distance
    double bias = 0;              ///< the mean of result - expected
    bool operator==(const ChannelDifference&) const = default;
};

constexpr auto fields(const ChannelDifference*) {
    using T = ChannelDifference;
    return FieldList{Field{"max_abs", &T::maxAbs, CheckResult},
                     Field{"mean_abs", &T::meanAbs, CheckResult},
                     Field{"rmse", &T::rmse, CheckResult},
                     Field{"psnr_db", &T::psnrDb, CheckResult},
                     Field{"mismatched", &T::mismatched, CheckResult},
                     Field{"samples", &T::samples, CheckResult},
                     Field{"nans", &T::nans, CheckResult},
                     Field{"infinities", &T::infinities, CheckResult},
                     Field{"bias", &T::bias, NotInReport}};
}

/// Statistics over the colour channels. Alpha has its own entry, because an opaque alpha would dilute the averages.
struct Difference : ChannelDifference {
    Verdict verdict = Verdict::NotChecked;     ///< the worse of colours and alpha
    std::optional<Point> firstMismatch;        ///< in any channel, in reading order
    std::vector<ChannelDifference> channels{}; ///< gray, or red, green, blue and alpha; empty for words

    /// Null if the image has no alpha.
    const ChannelDifference* alpha() const { return channels.size() == 4 ? &channels[3] : nullptr; }
    /// The largest distance over colours and alpha; infinite if any sample is at an infinite distance.
    double largest() const { return allInfinities() > 0 ? std::numeric_limits<double>::infinity() : largestFinite(); }
    double largestFinite() const { return alpha() ? std::max(maxAbs, alpha()->maxAbs) : maxAbs; }
    std::uint64_t allInfinities() const { return infinities + (alpha() ? alpha()->infinities : 0); }
    std::uint64_t allMismatched() const { return mismatched + (alpha() ? alpha()->mismatched : 0); }
    std::uint64_t allSamples() const { return samples + (alpha() ? alpha()->samples : 0); }
    std::uint64_t allNans() const { return nans + (alpha() ? alpha()->nans : 0); }
};

constexpr auto fields(const Difference*) {
    using T = Difference;
    return fields(static_cast<const ChannelDifference*>(nullptr)) +
           FieldList{Field{"verdict", &T::verdict}, Field{"first_mismatch", &T::firstMismatch, CheckResult},
                     Field{"channels", &T::channels, NotInReport}};
}

/// "gray", or "red", "green", "blue", "alpha".
std::string channelName(std::size_t channel, std::size_t channels);

/// Throws Error(Input) that names both shapes if they differ: "images of different shapes ", then `problem`.
void requireSameShape(const Image& actual, const Image& expected, const std::string& problem);
/// Compares two images of one shape; the tolerance applies to colours and to alpha separately. Throws Error(Input) that
/// names both shapes if they differ.
Difference compareImages(const Image& actual, const Image& expected, const Tolerance& tolerance);
/// Returns the tolerance of a stage for this input: the magnitudes are filled in from the input unless the filter
/// declares them.
Tolerance toleranceFor(Tolerance declared, const Image& input);
/// How far samples may differ from an expected image, in the units of Difference.
struct AllowedDistance {
    double colours = 0, alpha = 0;
};
AllowedDistance allowedDistance(const Image& expected, const Tolerance& tolerance);
/// Compares the results of an analysis word by word; firstMismatch is (index, 0). Both must have the same length.
Difference compareWords(std::span<const std::uint32_t> actual, std::span<const std::uint32_t> expected);

enum class DifferenceStyle { Absolute, Signed, FalseColour, Mask };

/// Draws the difference as RGBA 8-bit, of the same size. Absolute: |a - b| x amplify of 255 per channel. Signed:
/// mid-gray 128 + (a - b) x amplify. FalseColour: the largest channel's |a - b| x amplify, mapped by falseColour. Mask:
/// white where any sample differs, however little. A NaN on one side is drawn magenta. Throws Error(Input) if the
/// shapes differ.
Image differenceImage(const Image& actual, const Image& expected, DifferenceStyle style, double amplify);

/// The amplification at which a difference of `largest` (Difference::largestFinite) reaches the end of the style's
/// scale; 1 if nothing differs.
double fittingGain(double largest, const Format& format, DifferenceStyle style);

/// The pixels that differ, in reading order; nothing if there are more than `maximum`. Throws Error(Input) if the
/// shapes differ.
std::vector<Point> differingPixels(const Image& actual, const Image& expected, std::size_t maximum);

} // namespace lightbench
