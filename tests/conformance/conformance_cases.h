// What the conformance walk runs filters on: images, parameter values, workgroup sizes. All of it follows from the
// declarations of filters and from fixed seeds.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "core/filter/filter.h"

namespace lightbench {

/// Noise: every sample at random. Structured: ramps, flat patches and sharp edges, with extremes and many equal
/// samples. Alpha is random in both; float samples reach a little beyond 0..1.
enum class Picture { Noise, Structured };
Image testImage(const ImageShape& shape, Picture picture, std::uint32_t seed);

/// The sizes of every walk: single pixels, single rows and columns, odd and prime sides, one image of several
/// workgroups.
const std::vector<Size>& conformanceSizes();

/// Every format that a filter accepts.
std::vector<Format> acceptedFormats(const Filter& filter);

struct ParameterSet {
    ParameterValues values;
    std::size_t mostPixels = 0; ///< work grows with parameters: larger images are left out
};

/// The defaults; every value of every choice and switch; the least, a middle and the greatest number; a matrix; and
/// some with everything at random.
std::vector<ParameterSet> parameterSets(const Filter& filter, std::mt19937& random);

/// The same with a picture in the place of every second image; those after the first, such as masks, have one channel
/// if `grayMasks`.
ParameterValues withPictures(const Filter& filter, ParameterValues values, const ImageShape& input, std::uint32_t seed,
                             bool grayMasks);

/// auto (nothing), a spread of the offered sizes, and sizes that are no power of two. Not all need be legal.
std::vector<std::optional<Workgroup>> workgroupCandidates(const Variant& variant);

} // namespace lightbench
