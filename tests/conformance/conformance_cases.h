// Images, parameter values and workgroup sizes for the conformance walk and other filter tests. They follow from the
// filters' declarations and from fixed seeds, so every run is the same.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// Noise: every value is random. Structured: ramps, flat areas and sharp edges, with extremes and many equal values.
/// Alpha is random in both; float values lie slightly beyond 0..1. The others are noise with a few floats that no usual
/// picture has, too far apart to be all that a window shows. NotFinite: NaN, infinities and -0. Enormous: 1e12 and
/// -1e12, in an image of its own because a tolerance follows from the largest finite sample.
enum class Picture { Noise, Structured, NotFinite, Enormous };
Image testImage(const ImageShape& shape, Picture picture, std::uint32_t seed);

/// The samples of a pixel, for messages.
std::string pixelSamples(const Image& image, Point point);

/// The size of the images with floats that no usual picture has.
inline constexpr Size specialSize{43, 31};

/// The image sizes of every walk: single pixels, single rows and columns, odd and prime sides, and one image of several
/// workgroups.
const std::vector<Size>& conformanceSizes();

/// Every format that a filter accepts.
std::vector<Format> acceptedFormats(const Filter& filter);
/// Those in which a walk runs a variant. Of three and more, a brief walk takes one from the front and one from the
/// back: where there are formats of one channel and of four, one of either.
std::vector<Format> walkedFormats(const Filter& filter, const Variant& variant, bool brief);

struct ParameterSet {
    ParameterValues values;
    std::size_t maxPixels = 0; ///< skip larger images, because work grows with parameters
};

/// The defaults; every value of every choice and switch; the smallest, a middle and the largest number; a matrix; and
/// some sets with random values.
std::vector<ParameterSet> parameterSets(const Filter& filter, std::mt19937& random);
/// What a hasty walk of a variant takes: the defaults, and every second other set. Neighbouring variants take different
/// ones. A filter's only variant, and `cpu`, take all.
std::vector<ParameterSet> shareOfVariant(const Filter& filter, const Variant& variant,
                                         const std::vector<ParameterSet>& all);
/// What a walk runs in `format` if the walked formats share out the parameter sets: the first set, and of the others
/// this format's share. `times` is how many formats meet each of them, 1 or 2. With 2, and formats of one channel and
/// of four in turn, one of either does.
std::vector<ParameterSet> sharedSets(const std::vector<ParameterSet>& all, const std::vector<Format>& walked,
                                     Format format, int times);

/// Fills every image parameter with a picture. Those after the first, such as masks, have one channel if `grayMasks`.
ParameterValues withPictures(const Filter& filter, ParameterValues values, const ImageShape& input, std::uint32_t seed,
                             bool grayMasks);

/// `auto` (no value), some of the offered sizes, and sizes that are not powers of two. Not all of them are valid.
std::vector<std::optional<Workgroup>> workgroupCandidates(const Variant& variant);

} // namespace lightbench
