// Turns counts into findings in this order: NaN and infinity, location, size of the differences, channel.
#include "core/compare/explanation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/compare/locations.h"

namespace lightbench {

namespace {
constexpr double nearlyAll = 0.99, maxShareOfImage = 0.5;
constexpr std::uint64_t fewPixels = 10, minInChannel = 4;

/// Indexed by MismatchPattern.
constexpr std::array<std::string_view, 13> names{
    "equal",  "within-tolerance", "other-shape", "nan", "border",    "workgroup-seams", "vector-seams",
    "region", "plus-minus-one",   "one-channel", "few", "scattered", "everywhere"};

std::string percentText(double share) { return threeDigits(100 * share) + " %"; }

std::string ofText(std::uint64_t part, std::uint64_t all, const std::string& what) {
    return groupedText(part) + " of " + groupedText(all) + " " + what;
}

/// The input of all sentences.
struct Evidence {
    const Image& expected;
    const MismatchTally& tally;
    const MismatchRule& rule;
    bool isInteger() const { return expected.format().isInteger(); }
    std::uint64_t finite() const { return tally.samples - tally.nans - tally.infinities; }
};

void addNotANumber(std::vector<Finding>& findings, const Evidence& e) {
    const std::uint64_t count = e.tally.nans + e.tally.infinities;
    if (count == 0) return;
    std::string what = e.tally.nans > 0 ? "NaN (not a number) on one side" : "infinite on one side";
    if (e.tally.nans > 0 && e.tally.infinities > 0) what = "NaN or infinite on one side";
    findings.push_back({MismatchPattern::NotANumber,
                        ofText(count, e.tally.samples, "mismatching samples are ") + what + ".",
                        "It looks like 0 / 0, the root of a negative number, or memory that no kernel wrote."});
}

bool addLocation(std::vector<Finding>& findings, const std::optional<Location>& location) {
    if (!location) return false;
    findings.push_back({location->pattern,
                        percentText(location->coverage) + " of the mismatching pixels lie " + location->where +
                            ", which is " + percentText(location->share) + " of the image.",
                        location->hint});
    return true;
}

std::string directionHint(const Evidence& e) {
    const double up = double(e.tally.above) / double(e.finite());
    if (up >= nearlyAll) return "The result is always larger: it looks like rounding up, or half up.";
    if (up <= 1 - nearlyAll) return "The result is always smaller: it looks like cutting off instead of rounding.";
    return "It is larger here and smaller there: it looks like another order of sums, or a less precise constant.";
}

void addPlusMinusOne(std::vector<Finding>& findings, const Evidence& e) {
    if (e.finite() == 0 || double(e.tally.steps) < nearlyAll * double(e.tally.samples)) return;
    const std::string step = e.isInteger() ? "1" : threeDigits(e.rule.colours.step) + ", as rounding makes it";
    findings.push_back({MismatchPattern::PlusMinusOne,
                        ofText(e.tally.steps, e.tally.samples, "mismatching samples are apart by ") +
                            (e.isInteger() ? "exactly " : "no more than ") + step + ": " +
                            std::to_string(e.tally.above) + " above, " + std::to_string(e.tally.below) + " below.",
                        directionHint(e)});
}

void addOneChannel(std::vector<Finding>& findings, const Evidence& e) {
    const auto channels = std::size_t(e.expected.channels());
    if (channels == 1 || e.tally.samples < minInChannel) return;
    const auto maximum = std::ranges::max_element(e.tally.channels);
    if (double(*maximum) < nearlyAll * double(e.tally.samples)) return;
    const std::string name = channelName(std::size_t(maximum - e.tally.channels.begin()), channels);
    findings.push_back({MismatchPattern::OneChannel,
                        ofText(*maximum, e.tally.samples, "mismatching samples are of the channel ") + name + ".",
                        "It looks like a wrong component of a vector, or an offset that is right for the others."});
}

std::string spreadText(const MismatchTally& tally) {
    const auto cells = std::ranges::count_if(tally.cells, [](std::uint32_t count) { return count > 0; });
    return "in " + ofText(std::uint64_t(cells), tally.cells.size(), "cells of a grid of 16 x 16 over the image");
}

/// Adds a finding if the mismatches have no common location.
void addSpread(std::vector<Finding>& findings, const Evidence& e) {
    const std::uint64_t pixels = e.tally.pixels, all = e.expected.size().area();
    const std::string head = ofText(pixels, all, "pixels mismatch, " + spreadText(e.tally));
    const double share = double(pixels) / double(all);
    if (share > maxShareOfImage)
        findings.push_back({MismatchPattern::Everywhere, head + ": " + percentText(share) + " of the image.",
                            "It looks like a wrong constant, weight or format, rather than a forgotten case."});
    else if (pixels < fewPixels)
        findings.push_back({MismatchPattern::Few, head + ": too few to show where they come from.", ""});
    else
        findings.push_back({MismatchPattern::Scattered,
                            head + ": not along the border, the seams of workgroups or vectors, nor in one rectangle.",
                            "It looks like work-items that race for the same memory, or a threshold that tiny "
                            "differences cross."});
}

MismatchTally counted(const Image& actual, const Image& expected, MismatchRule& rule, const std::vector<Size>& grids) {
    MismatchTally tally = tallyOf(actual, expected, rule, grids);
    if (tally.samples > 0) return tally;
    rule.colours.allowed = rule.alpha.allowed = 0; // all are close enough, but too many differ
    return tallyOf(actual, expected, rule, grids);
}

/// How far samples may differ before they count as mismatches, and what still looks like rounding. For integers
/// rounding is one step. For floats it is ten times the allowed distance, or a few units in the last place of the
/// largest value.
MismatchRule ruleOf(const Image& expected, const Tolerance& tolerance) {
    const AllowedDistance allowed = allowedDistance(expected, tolerance);
    if (expected.format().isInteger()) return {{allowed.colours, 1}, {allowed.alpha, 1}};
    const AllowedDistance largest = allowedDistance(
        expected, {.magnitudeFactor = 1, .magnitude = tolerance.magnitude, .alphaMagnitude = tolerance.alphaMagnitude});
    constexpr double fewLastPlaces = 4.0 / (1 << 23);
    return {{allowed.colours, std::max(10 * allowed.colours, fewLastPlaces * largest.colours)},
            {allowed.alpha, std::max(10 * allowed.alpha, fewLastPlaces * largest.alpha)}};
}

/// Explains images that differ beyond the tolerance; smaller differences need no cause.
void explain(Explanation& to, const Image& actual, const Image& expected, const std::vector<Tiling>& tilings) {
    const Size size = actual.size();
    const std::vector<Size> grids = seamGrids(size, tilings);
    const MismatchTally tally = counted(actual, expected, to.counted, grids);
    to.pixels = tally.pixels;
    to.largestAt = tally.largestAt;
    if (!to.findings.empty()) return;
    const Evidence evidence{expected, tally, to.counted};
    addNotANumber(to.findings, evidence);
    const bool isPlaced = addLocation(to.findings, borderLocation(tally, size, tilings)) ||
                          addLocation(to.findings, seamLocation(tally, size, tilings, grids)) ||
                          addLocation(to.findings, regionLocation(tally, size));
    addPlusMinusOne(to.findings, evidence);
    addOneChannel(to.findings, evidence);
    if (!isPlaced) addSpread(to.findings, evidence);
}

/// Counted like Difference: the colours, and alpha by itself if it differs.
std::string differingText(const Difference& difference) {
    const ChannelDifference* alpha = difference.alpha();
    std::string text = difference.mismatched > 0 || !alpha || alpha->mismatched == 0
                           ? ofText(difference.mismatched, difference.samples, "samples")
                           : std::string();
    if (alpha && alpha->mismatched > 0)
        text += (text.empty() ? "" : " and ") + ofText(alpha->mismatched, alpha->samples, "samples of alpha");
    return text;
}

Finding withinTolerance(const Difference& difference, const Tolerance& tolerance) {
    return {MismatchPattern::WithinTolerance,
            differingText(difference) + " differ, by at most " + threeDigits(difference.largest()) +
                ", which the tolerance allows: " + tolerance.text() + ".",
            ""};
}
} // namespace

std::string patternName(MismatchPattern pattern) { return std::string(names.at(std::size_t(pattern))); }

Explanation explainMismatches(const Image& actual, const Image& expected, const Tolerance& tolerance,
                              const std::vector<Tiling>& tilings) {
    Explanation to;
    if (actual.shape() != expected.shape()) {
        to.findings.push_back({MismatchPattern::OtherShape,
                               "The result is " + actual.shape().name() + ", the reference " + expected.shape().name() +
                                   ": they cannot be compared.",
                               ""});
        return to;
    }
    to.difference = compareImages(actual, expected, tolerance);
    to.counted = ruleOf(expected, tolerance);
    if (to.difference.verdict == Verdict::Match) {
        to.findings.push_back({MismatchPattern::Equal, "Every sample is equal.", ""});
        return to;
    }
    if (to.difference.verdict == Verdict::WithinTolerance) {
        to.counted.colours.allowed = to.counted.alpha.allowed = 0; // so that they can still be stepped through
        to.findings.push_back(withinTolerance(to.difference, tolerance));
    }
    explain(to, actual, expected, tilings);
    return to;
}

} // namespace lightbench
