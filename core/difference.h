// Where and by how much two images differ.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/image.h"
#include "core/tolerance.h"

namespace lightbench {

enum class Verdict { Match, WithinTolerance, Mismatch, NotChecked };

/// "match", "within tolerance", "mismatch", "not checked".
std::string verdictName(Verdict verdict);

/// Figures over all samples, alpha included. Units: sample steps (8-bit: 0..255), float: as it is.
struct Difference {
    Verdict verdict = Verdict::NotChecked;
    double maxAbs = 0, meanAbs = 0, rmse = 0;
    double psnrDb = 0; ///< peak: full scale; infinity where every sample is equal
    std::uint64_t mismatched = 0, samples = 0;
    std::uint64_t nans = 0; ///< samples where exactly one of both is NaN (both NaN count as equal)
    std::optional<Point> firstMismatch; ///< in reading order
};

/// Compares two images of one shape. Throws Error(Input) that names both shapes if they differ.
Difference compareImages(const Image& actual, const Image& expected, const Tolerance& tolerance);
/// How far samples may be from those of `expected`, in the units of Difference.
double largestDistance(const Image& expected, const Tolerance& tolerance);
/// Compares results of an analysis word by word; firstMismatch is (index, 0). Lengths must be equal.
Difference compareWords(std::span<const std::uint32_t> actual, std::span<const std::uint32_t> expected);

enum class DifferenceStyle { Absolute, Signed, FalseColour };

/// A picture of the difference: RGBA 8-bit, of the same size. Absolute: |a - b| x amplify of 255 per channel.
/// Signed: mid-gray 128 + (a - b) x amplify. FalseColour: the largest channel's |a - b| x amplify through falseColour.
/// NaN on one side is drawn magenta. Throws Error(Input) if the shapes differ.
Image differenceImage(const Image& actual, const Image& expected, DifferenceStyle style, double amplify);

struct Rgb {
    std::uint8_t red, green, blue;
};
/// The false-colour ramp, t in 0..1: black, blue, magenta, orange, yellow, white (lightness grows throughout).
Rgb falseColour(double t);

} // namespace lightbench
